"""Views of matches in the form of the protocol."""
