"""A coloured disc with initials for every player: recognisable at a glance, without a download."""

from typing import Final

from bot.render.models import Disc

COMPUTER: Final = 5
"""The grey disc of computer players."""
TIMESTAMP_BITS: Final = 22
"""The low bits of a Discord id that do not depend on the time; they differ between neighbours."""


def disc_of(name: str, user: int | None) -> Disc:
    """Return the disc of a player; the colour follows from the id, so a new name keeps it."""
    words = name.split()
    initials = "".join(word[0] for word in words[:2]).upper()
    tone = COMPUTER if user is None else (user >> TIMESTAMP_BITS) % COMPUTER
    return Disc(initials, tone)
