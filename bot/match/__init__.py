"""The table and the hand: screens, handlers, messages."""
