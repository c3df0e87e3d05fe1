"""Presses on the question whether everything is to be deleted."""

from dataclasses import dataclass
from enum import StrEnum

from bot.presses.codec import Press


class PrivacyVerb(StrEnum):
    """The answers."""

    DELETE = "delete-yes"
    KEEP = "delete-no"


@dataclass(frozen=True)
class PrivacyPress(Press):
    """The answer of the one who presses."""

    WORD = "privacy"

    verb: PrivacyVerb
