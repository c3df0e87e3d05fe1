"""The buttons below an event, by its state and by who looks at it."""

from bot.events.words import team_name
from bot.presses.event import EventPress, EventVerb
from bot.presses.rules import PLAY, RulesPress
from bot.ui.names import plain_name
from bot.ui.reader import Reader
from bot.ui.screen import Button, Row, Style, clipped
from engine.service.events.types import EntryState, Event, EventKind, EventState, PairingState
from engine.service.people import UserId

LATE = (EventKind.SWISS, EventKind.ARENA, EventKind.COMPUTER)
"""The kinds that can be entered after the start."""
BEFORE = (EventState.ANNOUNCED, EventState.CHECK_IN)
OVER = (EventState.FINISHED, EventState.CANCELLED)
GONE = (EntryState.WITHDRAWN, EntryState.REMOVED, EntryState.ABSENT, EntryState.BEATEN)
"""The states of entries that play no more."""


def press(event: Event, verb: EventVerb, number: int = 0) -> str:
    """Return the custom id of a control of an event."""
    return str(EventPress(verb, number, id=event.id))


def event_rows(
    reader: Reader, event: Event, *, user: UserId | None = None, organises: bool = True
) -> tuple[Row, ...]:
    """Return the buttons of an event: what one does, then what one looks at.

    ``user``: the person who looks; without one the buttons are for everybody in the channel.
    """
    rows = (_doing(reader, event, user), _looking(reader, event, organises=organises))
    return tuple(Row(tuple(buttons)) for buttons in rows if buttons)


def is_in(event: Event, user: UserId | None) -> bool:
    """Whether a person is entered, or waits for a place that can still become free."""
    entry = None if user is None else event.entry_of(user)
    if entry is None or (entry.queue is not None and event.state not in BEFORE):
        return False
    return entry.state not in GONE


def _doing(reader: Reader, event: Event, user: UserId | None) -> list[Button]:
    t = reader.words.t
    enter = _entering(reader, event)
    withdraw = Button(t("Withdraw"), press(event, EventVerb.WITHDRAW))
    everybody, inside = user is None, is_in(event, user)
    may_enter, may_leave = everybody or not inside, everybody or inside
    match event.state:
        case EventState.ANNOUNCED:
            return enter * may_enter + [withdraw] * may_leave
        case EventState.CHECK_IN:
            check_in = Button(t("Check in"), press(event, EventVerb.CHECK_IN), Style.SUCCESS, "✅")
            return (
                [check_in] * _may_check_in(event, user) + enter * may_enter + [withdraw] * may_leave
            )
        case EventState.RUNNING if event.plan.kind is EventKind.COMPUTER:
            return [*_playing(reader, event, user)]
        case EventState.RUNNING:
            mine = Button(t("My match"), press(event, EventVerb.MATCH), Style.PRIMARY, "🃏")
            late = enter if event.plan.kind in LATE and may_enter else []
            return [mine] * may_leave + late
        case _:
            return []


def _entering(reader: Reader, event: Event) -> list[Button]:
    """Return the ways into an event: one, or one for each team."""
    t = reader.words.t
    if event.plan.kind is not EventKind.TEAMS or event.is_across:
        return [Button(t("Enter"), press(event, EventVerb.ENTER), Style.SUCCESS, "✋")]
    return [
        Button(
            clipped(plain_name(team_name(reader, event, team)), 80),
            press(event, EventVerb.TEAM, team),
            Style.SUCCESS,
            emoji,
        )
        for team, emoji in ((1, "✋"), (2, "🤚"))
    ]


def _playing(reader: Reader, event: Event, user: UserId | None) -> list[Button]:
    """Return the ways to one's boards against the computer."""
    t = reader.words.t
    play = Button(t("Play now"), press(event, EventVerb.PLAY), Style.PRIMARY, "🃏")
    mine = None if user is None else event.pairing_of(user)
    return [] if mine is not None and mine.state is PairingState.DONE else [play]


def _may_check_in(event: Event, user: UserId | None) -> bool:
    if event.plan.kind is EventKind.COMPUTER:
        return False
    entry = None if user is None else event.entry_of(user)
    to_come = (EntryState.ENTERED, EntryState.WAITING)
    return user is None or (entry is not None and entry.state in to_come)


def _looking(reader: Reader, event: Event, *, organises: bool) -> list[Button]:
    t = reader.words.t
    buttons = [Button(t("Entries"), press(event, EventVerb.ENTRIES), emoji="👥")]
    if event.pairings:
        if event.plan.kind is EventKind.KNOCKOUT:
            label, verb = t("Bracket"), EventVerb.BRACKET
        else:
            label, verb = t("Standings"), EventVerb.STANDINGS
        buttons.insert(0, Button(label, press(event, verb), emoji="🏆"))
    if event.plan.kind.is_duplicate and event.pairings:
        boards = press(event, EventVerb.BOARDS, event.revealed)
        buttons.insert(1, Button(t("My boards"), boards, emoji="🎴"))
    if event.plan.kind is EventKind.TEAMS and event.state in BEFORE:
        buttons.append(Button(t("Line-up"), press(event, EventVerb.LINE_UP), emoji="🔢"))
    rules = RulesPress(PLAY, event.plan.preset, event.id)
    buttons.append(Button(t("Rules"), str(rules), emoji="📖"))
    if organises and event.state not in OVER:
        buttons.append(Button(t("Organise"), press(event, EventVerb.ORGANISE), emoji="🛠️"))
    return buttons
