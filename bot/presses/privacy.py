"""Presses on the confirmation of a deletion."""

from dataclasses import dataclass
from enum import StrEnum

from bot.presses.codec import Press


class PrivacyVerb(StrEnum):
    """The answers."""

    DELETE = "delete-yes"
    KEEP = "delete-no"


@dataclass(frozen=True)
class PrivacyPress(Press):
    """The presser's answer."""

    WORD = "privacy"

    verb: PrivacyVerb
