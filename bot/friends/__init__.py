"""Friends: who is here or at a table, requests, challenges, and opponents to play again."""
