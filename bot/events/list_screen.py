"""The list of a server's events."""

from bot.events.controls import is_in
from bot.events.event_screen import dealt_pairings, hand_buttons, own_lines
from bot.events.words import (
    moment,
    name_of,
    round_words,
    team_score,
    title_line,
)
from bot.presses.event import EventPress, EventVerb, PlanPress, PlanVerb
from bot.ui.reader import Reader
from bot.ui.screen import (
    MAX_CHOICES,
    Accent,
    Button,
    Menu,
    MenuChoice,
    Part,
    Row,
    Screen,
    Style,
    Text,
    clipped,
)
from bot.wording.event_kinds import kind_title
from engine.service.events.types import (
    Event,
    EventList,
    EventState,
)
from engine.service.people import UserId


def events_screen(
    reader: Reader,
    events: EventList,
    user: UserId,
    *,
    page: int = 0,
    organises: bool = False,
    notice: str = "",
) -> Screen:
    """Return a server's events. ``organises``: whether the person may plan new ones."""
    t = reader.words.t
    lines = [t("## 🏆 Events")]
    if notice:
        lines.insert(0, notice)
    dealt = sum(len(dealt_pairings(one, user)) for one in events.current)
    hands = [
        hand for one in events.current for hand in hand_buttons(reader, one, user, named=dealt > 1)
    ]
    if not events.current:
        lines.append(t("No events at the moment."))
    lines += [_line(reader, one, user) for one in events.current[:MAX_CHOICES]]
    parts: list[Part] = [Text(clipped("\n".join(lines), 2600))]
    if hands:
        parts.append(Row(tuple(hands[:5])))
    if events.history:
        past = [t("**Past events**"), *(_past_line(reader, one) for one in events.history)]
        parts.append(Text(clipped("\n".join(past), 1200)))
    listed = (*events.current, *events.history)[:MAX_CHOICES]
    if listed:
        choices = tuple(_choice(reader, one) for one in listed)
        parts.append(Menu(str(EventPress(EventVerb.OPEN)), choices, t("Open an event")))
    if buttons := _list_buttons(reader, page, events.pages, organises=organises):
        parts.append(Row(buttons))
    return Screen(tuple(parts), Accent.CALM)


def _line(reader: Reader, event: Event, user: UserId) -> str:
    state = _when(reader, event)
    entered = "✋ " if is_in(event, user) else ""
    kind = kind_title(reader.words, event.plan.kind)
    said = (state,) if event.plan.name == kind else (kind, state)
    lines = [f"- {entered}{' · '.join((f'**{title_line(event)}**', *said))}"]
    lines += [f"  {line}" for line in own_lines(reader, event, user) if line.startswith("▶️")]
    return "\n".join(lines)


def _when(reader: Reader, event: Event) -> str:
    t = reader.words.t
    match event.state:
        case EventState.ANNOUNCED:
            return moment(event.plan.starts_ms)
        case EventState.CHECK_IN:
            return t("check-in is open, start {when}", when=moment(event.plan.starts_ms))
        case EventState.RUNNING:
            return round_words(reader, event)
        case EventState.CANCELLED:
            return t("event cancelled")
        case EventState.FINISHED:
            return t("finished")


def _past_line(reader: Reader, event: Event) -> str:
    day = moment(event.ended_ms or event.plan.starts_ms, "d")
    winner = next((one for one in event.standings if one.place == 1), None)
    won = reader.words.t("event cancelled") if event.state is EventState.CANCELLED else "–"
    if event.team_points is not None:
        won = team_score(reader, event)
    elif winner is not None and event.state is EventState.FINISHED:
        won = f"🥇 {name_of(event, winner.user_id)}"
    return f"- {title_line(event)} · {day} · {won}"


def _choice(reader: Reader, event: Event) -> MenuChoice:
    kind = kind_title(reader.words, event.plan.kind)
    name = clipped(event.plan.name, 80) or kind
    return MenuChoice(name, str(event.id), "" if name == kind else kind)


def _list_buttons(reader: Reader, page: int, pages: int, *, organises: bool) -> tuple[Button, ...]:
    t = reader.words.t
    turns = [
        Button(label, str(EventPress(EventVerb.LIST, to)))
        for label, to in ((t("Newer"), page - 1), (t("Older"), page + 1))
        if 0 <= to < pages
    ]
    if organises:
        new = str(PlanPress(PlanVerb.NEW))
        turns.insert(0, Button(t("New event"), new, Style.SUCCESS, "➕"))
    return tuple(turns)
