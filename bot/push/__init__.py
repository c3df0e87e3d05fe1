"""Notifications of browsers by web push: keys, encryption, sending, and what a turn says."""
