"""The rules, leafed through."""
