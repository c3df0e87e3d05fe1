"""The tables a person sits at: which one a command means, and what it does to all of them."""
