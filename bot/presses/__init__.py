"""Meanings of all buttons and menus: one module a feature, from a custom id and back to it."""
