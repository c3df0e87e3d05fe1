"""Days as Discord shows them."""

from engine import daily


def date_words(day: int) -> str:
    """Return a day as a timestamp that Discord shows in the reader's language."""
    # Noon falls on the same day in nearly every time zone.
    return f"<t:{daily.begins_ms(day) // 1000 + 43_200}:D>"
