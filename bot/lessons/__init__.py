"""Learning gin: one game of prepared deals, explained step by step."""
