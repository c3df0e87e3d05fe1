"""What results add up to: ratings, pools, statistics of deals."""
