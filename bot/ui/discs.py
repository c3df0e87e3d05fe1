"""A coloured disc with initials for every player: recognised at a glance, without a download."""

from typing import Final

from bot.render.models import Disc

COMPUTER: Final = 5
"""The grey disc."""
TIMESTAMP_BITS: Final = 22
"""The rest of a Discord id is the moment somebody joined; neighbours differ in its last bits."""


def disc_of(name: str, user: int | None) -> Disc:
    """The disc of a player; the colour follows from the id, so that it stays whatever the name."""
    words = name.split()
    initials = "".join(word[0] for word in words[:2]).upper()
    tone = COMPUTER if user is None else (user >> TIMESTAMP_BITS) % COMPUTER
    return Disc(initials, tone)
