"""Scores and honours of events, and the refusals of what one asks for."""

from collections.abc import Mapping
from typing import Final

from bot.ui.i18n import Translator, mark
from bot.ui.markup import safe_name
from bot.ui.reader import Reader
from bot.wording.event_kinds import kind_title
from engine.events.plan import EventKind
from engine.service.events.outcomes import EventCode, EventRefused
from engine.service.events.types import Honour

MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}
_REFUSALS: Final[Mapping[EventCode, str]] = {
    EventCode.NO_SUCH_EVENT: mark("This event no longer exists."),
    EventCode.ALREADY_IN: mark("You've already entered this event."),
    EventCode.ALREADY_WAITING: mark("You're already on the waiting list."),
    EventCode.NOT_IN: mark("You haven't entered this event."),
    EventCode.FULL: mark("This event is full."),
    EventCode.TOO_LATE: mark("It's too late to enter this event."),
    EventCode.NOT_YET: mark("Check-in isn't open yet."),
    EventCode.OVER: mark("This event is over."),
    EventCode.BANNED: mark("The admins of this server have banned you from playing here."),
    EventCode.BAD_TIME: mark("An event can't start at this time. Choose a time in the future."),
    EventCode.BAD_PLAN: mark(
        "This event can't be played with these settings. Change its kind, rules or time limit."
    ),
    EventCode.TOO_MANY_ROUNDS: mark(
        "There are more rounds than opponents. Choose fewer rounds, or let more players enter."
    ),
    EventCode.DRAFT_CHANGED: mark(
        "The draft has changed since then, so nothing was changed. Here it is now."
    ),
    EventCode.TOO_MANY_EVENTS: mark(
        "This server has too many events already. Cancel one, or wait until one is over."
    ),
    EventCode.NO_SUCH_PAIRING: mark("This pairing no longer exists."),
    EventCode.ALREADY_PAIRED_ON: mark("The next round is already paired, so this result stands."),
    EventCode.PLAYED: mark("These boards have already been played, so they can't be played again."),
    EventCode.OUT: mark("You're out of this event. An organiser can reinstate you."),
}
_TO_ORGANIZERS: Final[Mapping[EventCode, str]] = {
    EventCode.ALREADY_IN: mark("This person is already in the event."),
    EventCode.NOT_IN: mark("This person isn't in the event."),
    EventCode.FULL: mark("This event is full. Remove someone first."),
    EventCode.TOO_LATE: mark("It's too late for that in this event."),
    EventCode.NOT_YET: mark("This pairing isn't decided yet."),
    EventCode.OUT: mark("This person is out of the event. Reinstate them first."),
}
"""The refusals that are about somebody else where an organizer reads them."""


def event_refusal(reader: Reader, refused: EventRefused, *, organizes: bool = False) -> str:
    """Return the reason for a refusal. ``organizes``: it was an action of the organizer."""
    in_arena = refused.event is not None and refused.event.plan.kind.is_continuous
    if refused.code is EventCode.ALREADY_PAIRED_ON and in_arena:
        return reader.words.t("One of the two has been paired again, so this result stands.")
    texts = _TO_ORGANIZERS if organizes and refused.code in _TO_ORGANIZERS else _REFUSALS
    return reader.words.t(texts[refused.code])


def score_text(kind: EventKind, half_points: int) -> str:
    """Return a score; that of a Swiss is counted in halves, that of boards has a sign.

    >>> from engine.events.kinds import SWISS
    >>> score_text(SWISS, 7)
    '3½'
    """
    if kind.is_duplicate:
        return points_text(half_points)
    if not kind.has_half_points:
        return str(half_points)
    whole, half = divmod(half_points, 2)
    return f"{whole or ''}½" if half else str(whole)


def points_text(points: int) -> str:
    """Return points with their sign.

    >>> points_text(-12)
    '−12'
    """
    return f"{points:+d}".replace("-", "−") if points else "0"


def honour_line(words: Translator, honour: Honour) -> str:
    """Return a place in a finished event, as on a profile."""
    return words.tn(
        "{medal} {event} ({kind}, {n} player), {day}",
        "{medal} {event} ({kind}, {n} players), {day}",
        honour.entries,
        medal=MEDALS.get(honour.place, "🏅"),
        event=safe_name(honour.name),
        kind=kind_title(words, honour.kind),
        day=f"<t:{honour.ended_ms // 1000}:d>",
    )
