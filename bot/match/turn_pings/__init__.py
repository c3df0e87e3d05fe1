"""Mentions that tell players that it is their turn."""
