"""A match in chat: screens, handlers and messages of the table and the hand."""
