"""What joins the card table with people at Discord: shared tables, avatars, linked roles."""
