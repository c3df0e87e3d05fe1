"""Ratings, rating pools, and statistics of deals."""
