"""The deeds of an event's organiser."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.service.people import Person, UserId


@dataclass(frozen=True, slots=True)
class Postpone:
    """Start at another time."""

    starts_ms: int


@dataclass(frozen=True, slots=True)
class Remove:
    """Take somebody out; their open pairing is forfeited."""

    user_id: UserId


@dataclass(frozen=True, slots=True)
class PutBack:
    """Take somebody in again who was out."""

    user_id: UserId


@dataclass(frozen=True, slots=True)
class Replace:
    """Let somebody else play on in an entrant's place, with their score."""

    user_id: UserId
    by: Person


@dataclass(frozen=True, slots=True)
class Award:
    """Decide a pairing; ``winner`` is ``None`` for a draw. A running match is ended."""

    pairing: int
    winner: UserId | None


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back a result before the next round is paired; the pairing is played again."""

    pairing: int


@dataclass(frozen=True, slots=True)
class CancelEvent:
    """Call the event off. Running matches go on as ordinary ones."""


Deed: TypeAlias = Postpone | Remove | PutBack | Replace | Award | Undo | CancelEvent
