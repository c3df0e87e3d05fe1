"""The private panel: a player's cards and the available actions."""
