"""Social features: friends, blocks and notes."""
