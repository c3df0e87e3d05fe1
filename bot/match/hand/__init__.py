"""The private panel: one's own cards and what can be done with them."""
