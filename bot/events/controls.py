"""The buttons below an event, by its state and by who looks at it."""

from bot.events.words import open_pairings, state_of, team_name
from bot.presses.event import EventPress, EventVerb
from bot.presses.lobby import PLAY, RulesPress
from bot.ui.reader import Reader
from bot.ui.screen import Button, Row, Style
from engine.service.events.types import EntryState, Event, EventState, is_out
from engine.service.people import UserId

BEFORE = (EventState.ANNOUNCED, EventState.CHECK_IN)
OVER = (EventState.FINISHED, EventState.CANCELLED)
GONE = (EntryState.WITHDRAWN, EntryState.REMOVED, EntryState.ABSENT, EntryState.BEATEN)
"""The states of entries that play no more."""


def press(event: Event, verb: EventVerb, number: int = 0) -> str:
    """Return the custom id of a control of an event."""
    return str(EventPress(verb, number, id=event.id))


def event_rows(
    reader: Reader,
    event: Event,
    *,
    user: UserId | None = None,
    organises: bool = True,
    now_ms: int = 0,
) -> tuple[Row, ...]:
    """Return the buttons of an event: what one does, then what one looks at.

    ``user``: the person who looks; without one the buttons are for everybody in the channel.
    """
    rows = (_doing(reader, event, user, now_ms), _looking(reader, event, organises=organises))
    return tuple(Row(tuple(buttons)) for buttons in rows if buttons)


def is_in(event: Event, user: UserId | None) -> bool:
    """Whether a person is entered, or waits for a place that can still become free."""
    entry = None if user is None else event.entry_of(user)
    if entry is None or (entry.queue is not None and event.state not in BEFORE):
        return False
    return state_of(event, entry) not in GONE


def may_enter(event: Event, user: UserId | None, now_ms: int) -> bool:
    """Whether a person may enter, or come back; without a person, whether anybody may."""
    entry = None if user is None else event.entry_of(user)
    if is_in(event, user) or (entry is not None and is_out(entry.state, entry.no_shows)):
        return False
    if event.state is not EventState.RUNNING:
        return event.state in BEFORE
    if event.plan.kind.late_rounds and entry is not None and entry.seed is not None:
        return False
    return not event.plan.kind.is_too_late(event.round, event.rounds, event.ends_ms, now_ms)


def _doing(reader: Reader, event: Event, user: UserId | None, now_ms: int) -> list[Button]:
    t = reader.words.t
    enter = _entering(reader, event) if may_enter(event, user, now_ms) else []
    withdraw = Button(t("Withdraw"), press(event, EventVerb.WITHDRAW))
    may_leave = user is None or is_in(event, user)
    match event.state:
        case EventState.ANNOUNCED:
            return enter + [withdraw] * may_leave
        case EventState.CHECK_IN:
            check_in = Button(t("Check in"), press(event, EventVerb.CHECK_IN), Style.SUCCESS, "✅")
            return [check_in] * _may_check_in(event, user) + enter + [withdraw] * may_leave
        case EventState.RUNNING:
            mine = Button(t("My match"), press(event, EventVerb.MATCH), Style.PRIMARY, "🃏")
            plays = may_leave or bool(user is not None and open_pairings(event, user))
            return [mine] * plays + enter
        case _:
            return []


def _entering(reader: Reader, event: Event) -> list[Button]:
    """Return the ways into an event: one, or one for each team."""
    t = reader.words.t
    if not event.plan.kind.has_teams:
        return [Button(t("Enter"), press(event, EventVerb.ENTER), Style.SUCCESS, "✋")]
    return [
        Button(
            team_name(reader, team),
            press(event, EventVerb.TEAM, team),
            Style.SUCCESS,
            emoji,
        )
        for team, emoji in ((1, "✋"), (2, "🤚"))
    ]


def _may_check_in(event: Event, user: UserId | None) -> bool:
    entry = None if user is None else event.entry_of(user)
    to_come = (EntryState.ENTERED, EntryState.WAITING)
    return user is None or (entry is not None and entry.state in to_come)


def _looking(reader: Reader, event: Event, *, organises: bool) -> list[Button]:
    t = reader.words.t
    buttons = [Button(t("Entries"), press(event, EventVerb.ENTRIES), emoji="👥")]
    if event.pairings:
        if event.plan.kind.is_knockout:
            label, verb = t("Bracket"), EventVerb.BRACKET
        else:
            label, verb = t("Standings"), EventVerb.STANDINGS
        buttons.insert(0, Button(label, press(event, verb), emoji="🏆"))
    if event.plan.kind.is_duplicate and event.pairings:
        boards = press(event, EventVerb.BOARDS, event.revealed)
        buttons.insert(1, Button(t("My boards"), boards, emoji="🎴"))
    rules = RulesPress(PLAY, event.plan.preset, event.id)
    buttons.append(Button(t("Rules"), str(rules), emoji="📖"))
    if organises and event.state not in OVER:
        buttons.append(Button(t("Organise"), press(event, EventVerb.ORGANISE), emoji="🛠️"))
    return buttons
