"""An event in chat: its message in the channel, and what one person sees of it."""

from collections.abc import Sequence
from typing import Final

from bot.events.event_facts import (
    EVERYBODY,
    NAMES,
    EventFacts,
    Looker,
    all_events,
    facts_of,
    podium_lines,
    standing_line,
)
from bot.events.screen_parts import BEFORE, is_open, moment, team_name, view_buttons
from bot.ui.markup import safe_name
from bot.ui.reader import Reader
from bot.ui.screen import Accent, Part, Row, Screen, Text
from engine.service.events import HOLDING, Event, EventEntry, EventState

LEADERS: Final = 5


def event_screen(
    reader: Reader,
    event: Event,
    looker: Looker = EVERYBODY,
    *,
    notice: str = "",
    pictures: Sequence[Part] = (),
) -> Screen:
    """Return an event. ``notice``: a sentence above. ``pictures``: how it ended."""
    facts = facts_of(reader, event, looker)
    is_own = looker.user is not None
    lines = [f"### 🏆 {facts.title}", f"-# {facts.plan}", *_public_lines(reader, event, facts)]
    lines += _own(facts)
    rows = (
        facts.actions,
        view_buttons(reader, event, organizes=looker.organizes),
        (all_events(reader),) * is_own,
    )
    return Screen(
        (
            *([Text(notice)] if notice else ()),
            Text("\n".join(lines)),
            *pictures,
            *(Row(tuple(buttons)) for buttons in rows if buttons),
        ),
        _accent(event),
    )


def _own(facts: EventFacts) -> list[str]:
    """Return what it means for who looks; what has no sign of its own is pointed at."""
    if not facts.own or facts.own[0].startswith(("▶️", "🏅")):
        return [*facts.own]
    first, *others = facts.own
    return [f"➡️ {first}", *others]


def _accent(event: Event) -> Accent:
    match event.state:
        case EventState.CHECK_IN | EventState.RUNNING:
            return Accent.TURN
        case EventState.FINISHED:
            return Accent.GOLD
        case EventState.CANCELLED:
            return Accent.CALM
        case _:
            return Accent.WAIT


def _public_lines(reader: Reader, event: Event, facts: EventFacts) -> list[str]:
    """Return what everybody reads."""
    if event.state in BEFORE:
        return [*_before(reader, event, facts), *_entrants(reader, event, facts)]
    if event.state is EventState.RUNNING:
        return [*facts.stands, *_running(reader, event)]
    if event.state is EventState.FINISHED:
        return [*facts.stands, *podium_lines(reader, event)]
    return [*facts.stands]


def _before(reader: Reader, event: Event, facts: EventFacts) -> list[str]:
    t, starts = reader.words.t, event.plan.starts_ms
    when = f"{moment(starts, 'F')} ({moment(starts)})"
    return [t("**Start:** {when}", when=when), *facts.stands, f"-# {facts.idea}"]


def _entrants(reader: Reader, event: Event, facts: EventFacts) -> list[str]:
    """Return how many are entered, the first of them by name, and who waits."""
    lines, t = [facts.counted], reader.words.t
    if facts.entered and event.plan.kind.has_teams:
        lines += _teams(reader, event)
    elif facts.entered:
        lines += [_names(facts.entered), *_waiting(reader, event.waiting)]
    if event.anchor is not None:
        commitment = t("Commitment to the boards: {anchor}", anchor=f"`{event.anchor}`")
        lines.append(f"-# {commitment}")
    return lines


def _waiting(reader: Reader, waiting: Sequence[EventEntry]) -> list[str]:
    """Return who is on a waiting list, in the order of their turns."""
    if not waiting:
        return []
    return [reader.words.t("**Waiting list:** {names}", names=_names(waiting))]


def _names(entries: Sequence[EventEntry]) -> str:
    """Return the first names of a list."""
    names = ", ".join(safe_name(one.name) for one in entries[:NAMES])
    return f"{names} …" if len(entries) > NAMES else names


def _teams(reader: Reader, event: Event) -> list[str]:
    """Return both teams, each as its players have entered and with its waiting list."""
    lines = []
    for team in (1, 2):
        players = (one for one in event.entries if one.team == team and one.state in HOLDING)
        named = ", ".join(safe_name(one.name) for one in players)
        lines.append(f"**{team_name(reader, team)}**: {named or '–'}")
        lines += _waiting(reader, [one for one in event.waiting if one.team == team])
    return lines


def _running(reader: Reader, event: Event) -> list[str]:
    """Return how many still play, and who leads."""
    t, tn, lines = reader.words.t, reader.words.tn, list[str]()
    playing = sum(is_open(one) for one in event.pairings)
    if playing:
        lines.append(tn("{n} match in progress", "{n} matches in progress", playing))
    if event.plan.kind.is_knockout:
        return lines
    if event.plan.kind.is_divided and any(one.division > 1 for one in event.standings):
        lines.append(f"**{t('Division {n}', n=1)}**")
    if event.round > 1 or not event.plan.kind.is_duplicate:
        lines += [standing_line(event, one) for one in event.top[:LEADERS]]
    return lines
