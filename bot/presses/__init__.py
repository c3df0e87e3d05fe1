"""The codecs of all buttons and menus: one module per feature, from custom ids and back."""
