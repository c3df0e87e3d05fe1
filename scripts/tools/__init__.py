"""What ``scripts/dev`` runs."""
