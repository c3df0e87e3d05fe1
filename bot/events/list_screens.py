"""The lists: the events of a server, and the entries of an event."""

from collections.abc import Sequence
from enum import Enum, auto
from typing import Final

from bot.events.evening_requests import ask_button, who_may_words
from bot.events.own_event import dealt_pairings, hand_buttons, own_lines
from bot.events.screen_parts import (
    BEFORE,
    GONE,
    OVER,
    is_in,
    moment,
    name_of,
    press,
    round_words,
    team_score,
    title_line,
)
from bot.presses.event import EventPress, EventVerb, PlanPress, PlanVerb
from bot.ui.both import in_both
from bot.ui.custom_id import base36
from bot.ui.markup import plain_name, safe_name
from bot.ui.page_buttons import press_button
from bot.ui.parts.cards import CardGroup, CardsPart, ListedCard
from bot.ui.parts.empty import EmptyPart, EmptyPicture
from bot.ui.parts.kinds import Covers, Ground, InChat, Way
from bot.ui.parts.section import SectionPart
from bot.ui.reader import Reader
from bot.ui.screen import (
    Accent,
    Button,
    MenuChoice,
    Part,
    Row,
    Screen,
    Style,
    Text,
    clipped,
)
from bot.wording.events import kind_title
from bot.wording.names import title_of
from engine.service import UserId
from engine.service.events import EntryState, Event, EventEntry, EventList, EventState

PER_PAGE: Final = 40
"""The entries on a page."""


def events_screen(
    reader: Reader,
    events: EventList,
    user: UserId,
    *,
    page: int = 0,
    organizes: bool = False,
    role: int | None = None,
    notice: str = "",
    now_ms: int = 0,
) -> Screen:
    """Return a server's events.

    ``organizes``: whether the person may plan new ones. ``role``: that of organizers.
    """
    t = reader.words.t
    lines = [notice, t("## 🏆 Events")] if notice else [t("## 🏆 Events")]
    dealt = sum(len(dealt_pairings(one, user)) for one in events.current)
    hands = [
        hand for one in events.current for hand in hand_buttons(reader, one, user, named=dealt > 1)
    ]
    if not events.current:
        lines.append(t("No events yet."))
    parts: list[Part] = [Text("\n".join(lines))]
    if hands:
        parts.append(Row(tuple(hands[:5])))
    buttons = _buttons(reader, page, events.pages, organizes=organizes)
    parts += in_both(reader, _cards(reader, events, user, page, buttons, now_ms))
    if not (events.current or events.history):
        text = t(
            "Four people and an evening are enough. Gin handles pairings, clocks and standings."
        )
        parts.append(EmptyPart(picture=EmptyPicture.WEEK, title=t("No events yet."), text=text))
    if not organizes:
        who = who_may_words(reader, role)
        parts += (Text(f"-# {who}"), SectionPart(notice=notice, lines=(who,), ground=Ground.BOX))
    elif notice:
        parts.append(SectionPart(notice=notice))
    parts.append(Row(buttons))
    return Screen(tuple(parts), Accent.CALM)


def _cards(
    reader: Reader,
    events: EventList,
    user: UserId,
    page: int,
    buttons: Sequence[Button],
    now_ms: int,
) -> CardsPart:
    """Return the events, those that run first."""
    t = reader.words.t
    listed = (*sorted(events.current, key=lambda one: one.plan.starts_ms), *events.history)
    groups = (
        CardGroup(
            title=title,
            ground=ground,
            cards=tuple(
                _card(reader, one, user, now_ms) for one in listed if stage_of(one) is stage
            ),
        )
        for stage, title, ground in (
            (EventStage.RUNNING, t("Running now"), Ground.FELT),
            (EventStage.NEXT, t("Coming up"), Ground.PAPER),
            (EventStage.PAST, t("Past events"), Ground.BOX),
        )
    )
    below = [press_button(one) for one in buttons]
    return CardsPart(
        page="events",
        covers=Covers.ALL,
        groups=tuple(one for one in groups if one.cards),
        new=next((one for one in below if one.style == "success"), None),
        buttons=tuple(one for one in below if one.style != "success"),
        chat=InChat(EventPress(EventVerb.OPEN, id=page), t("Open an event")),
    )


def _card(reader: Reader, event: Event, user: UserId, now_ms: int) -> ListedCard:
    kind, stage = kind_title(reader.words, event.plan.kind), stage_of(event)
    is_over, own = stage is EventStage.PAST, own_lines(reader, event, user, now_ms)
    status = winner_words(reader, event) if is_over else when_words(reader, event)
    name = clipped(event.plan.name, 80) or kind
    day = moment(event.ended_ms or event.plan.starts_ms, "d")
    said = (day, status) if is_over else (status,) if event.plan.name == kind else (kind, status)
    sign = "✋ " if is_in(event, user) and not is_over else ""
    title = title_line(event) if is_over else f"**{title_line(event)}**"
    playing = [f"  {line}" for line in own if line.startswith("▶️") and not is_over]
    return ListedCard(
        title=plain_name(title_line(event)),
        words="\n".join([f"- {sign}{' · '.join((title, *said))}", *playing]),
        choice=MenuChoice(name, str(event.id), "" if name == kind else kind),
        small=f"{kind} · {title_of(reader.words, event.plan.preset)}",
        status="" if stage is EventStage.NEXT else status,
        own=" ".join(own[:1]),
        starts=event.plan.starts_ms,
        people=None if is_over else entered(event),
        mine=is_in(event, user),
        way=Way(page=page_of_event(event)),
    )


class EventStage(Enum):
    """Whether an event is still to come."""

    NEXT = auto()
    RUNNING = auto()
    PAST = auto()


def page_of_event(event: Event) -> str:
    """Return the name of the page that an event has."""
    return f"event.{base36(event.id)}"


def stage_of(event: Event) -> EventStage:
    """Return whether an event is still to come."""
    if event.state in BEFORE:
        return EventStage.NEXT
    return EventStage.PAST if event.state in OVER else EventStage.RUNNING


def entered(event: Event) -> int:
    """Return how many have entered, before the start without those who wait or are gone."""
    if event.state in BEFORE:
        return sum(one.state not in GONE and one.queue is None for one in event.entries)
    return sum(one.seed is not None for one in event.entries)


def when_words(reader: Reader, event: Event) -> str:
    """Return when an event begins, or where it stands."""
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


def winner_words(reader: Reader, event: Event) -> str:
    """Return who has won an event that is over."""
    winner = next((one for one in event.standings if one.place == 1), None)
    won = reader.words.t("event cancelled") if event.state is EventState.CANCELLED else "–"
    if event.team_points is not None:
        won = team_score(reader, event)
    elif winner is not None and event.state is EventState.FINISHED:
        won = f"🥇 {name_of(event, winner.user_id)}"
    return won


def _buttons(reader: Reader, page: int, pages: int, *, organizes: bool) -> tuple[Button, ...]:
    """Return the buttons below the list: a new event, and its pages."""
    t = reader.words.t
    turns = [
        Button(label, EventPress(EventVerb.LIST, to))
        for label, to in ((t("Newer"), page - 1), (t("Older"), page + 1))
        if 0 <= to < pages
    ]
    new = Button(t("New event"), PlanPress(PlanVerb.NEW), Style.SUCCESS, "➕")
    return (new if organizes else ask_button(reader), *turns)


# -- the entries -------------------------------------------------------------------------


def entries_screen(reader: Reader, event: Event, page: int) -> Screen:
    """Return the entrants by seed or in the order of entry, with their states."""
    t = reader.words.t
    pages = max(1, -(-len(event.entries) // PER_PAGE))
    page = min(max(page, 0), pages - 1)
    playing = [one for one in event.entries if one.queue is None]
    by_seed = sorted(playing, key=lambda one: (one.division, one.seed or 10**6))
    ordered = [*by_seed, *event.waiting]
    shown = ordered[page * PER_PAGE : (page + 1) * PER_PAGE]
    lines = [f"### 👥 {title_line(event)}", t("**Entries:** {n}", n=len(playing))]
    parts: list[Part] = [Text("\n".join([*lines, *_entry_lines(reader, event, shown)]))]
    if keys := _keys(reader, shown):
        parts.append(Text("\n".join(f"-# {key}" for key in keys)))
    buttons = [Button(t("Back"), press(event, EventVerb.SHOW))]
    buttons += [
        Button(label, press(event, EventVerb.ENTRIES, to), emoji=emoji)
        for label, emoji, to in ((t("Previous"), "◀️", page - 1), (t("Next"), "▶️", page + 1))
        if 0 <= to < pages
    ]
    return Screen((*parts, Row(tuple(buttons))), Accent.CALM)


def _entry_lines(reader: Reader, event: Event, shown: Sequence[EventEntry]) -> list[str]:
    """Return a line for each entrant; those of several divisions under their headings."""
    lines, last = list[str](), 0
    divided = event.plan.kind.is_divided and len({one.division for one in event.entries}) > 1
    for one in shown:
        if divided and one.seed is not None and one.division != last:
            last = one.division
            lines.append(f"**{reader.words.t('Division {n}', n=last)}**")
        lines.append(_entry_line(one))
    return lines


def _keys(reader: Reader, shown: Sequence[EventEntry]) -> list[str]:
    """Return what the signs mean that stand behind the names."""
    t, keys = reader.words.t, list[str]()
    signed = (EntryState.HERE, EntryState.PAUSED, EntryState.STANDBY, *GONE)
    if any(one.state in signed for one in shown):
        keys.append(t("✅ checked in · ⏸️ taking a break · 🚪 out"))
    if any(one.queue is not None for one in shown):
        keys.append(t("⏳ on the waiting list"))
    return keys


def _entry_line(entry: EventEntry) -> str:
    signs = {
        EntryState.HERE: " ✅",
        EntryState.PAUSED: " ⏸️",
        EntryState.WAITING: " ⏳",
        EntryState.STANDBY: " ⏳ ✅",
    }
    sign = " 🚪" if entry.state in GONE else signs.get(entry.state, "")
    seed = "-" if entry.seed is None else f"{entry.seed}."
    rating = "" if entry.rating is None else f" ({entry.rating})"
    return f"{seed} {safe_name(entry.name)}{rating}{sign}"
