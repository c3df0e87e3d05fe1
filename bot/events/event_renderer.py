"""How a person gets a screen of an event: as a page draws it, and in place of their own one."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.events.bracket_screen import bracket_picture, round_title, section_of, sections
from bot.events.event_screen import (
    NAMES,
    PODIUM,
    entry_words,
    event_screen,
    own_lines,
    podium_lines,
)
from bot.events.list_screens import events_screen, list_buttons, when_words, winner_words
from bot.events.player_screens import RESULTS, boards_picture, match_screen, situation
from bot.events.screen_parts import (
    BEFORE,
    GONE,
    OVER,
    action_buttons,
    cancelled_words,
    is_in,
    is_open,
    moment,
    name_of,
    open_pairings,
    opponent,
    plain_of,
    plan_words,
    round_words,
    title_line,
)
from bot.events.standings_screen import mark_of, own_page, standings_pages, standings_picture
from bot.presses.event import EventPress, EventVerb
from bot.render.event_models import CellMark
from bot.ui.context import Context, may_organize
from bot.ui.i18n import mark
from bot.ui.markup import disc_of, plain_name
from bot.ui.parts.drawn import BracketPart, CrossPart, bracket_part, cross_part
from bot.ui.parts.events import (
    EventCard,
    EventCardsPart,
    EventPart,
    EventPerson,
    EventStage,
    EventTable,
    OwnRound,
)
from bot.ui.reader import Reader
from bot.ui.replying import Refusal
from bot.ui.screen import Screen
from bot.wording.events import event_refusal, kind_title, points_text, score_text, words_of
from bot.wording.names import title_of
from engine.events.plan import check_in_ms
from engine.service import UserId
from engine.service.events import (
    BoardsOf,
    Event,
    EventChanged,
    EventCode,
    EventId,
    EventList,
    EventOutcome,
    EventPairing,
    EventRefused,
    EventState,
)

TABLES: Final = 24
"""The most tables of others that are listed."""


def event_cards(
    reader: Reader, events: EventList, user: UserId, *, page: int = 0, organizes: bool = False
) -> EventCardsPart:
    """Return the events of a server, those that run first; ``page``: of its past events."""
    buttons = list_buttons(reader, page, events.pages, organizes=organizes)
    listed = sorted(
        events.current,
        key=lambda one: (one.state is not EventState.RUNNING, one.plan.starts_ms),
    )
    return EventCardsPart(
        cards=tuple(_card(reader, one, user) for one in (*listed, *events.history)),
        actions=tuple(one.press for one in buttons),
    )


def _card(reader: Reader, event: Event, user: UserId) -> EventCard:
    is_over = event.state in OVER
    return EventCard(
        event=event.id,
        title=plain_name(title_line(event)),
        kind=f"{kind_title(reader.words, event.plan.kind)} · "
        f"{title_of(reader.words, event.plan.preset)}",
        stage=stage_of(event),
        status=winner_words(reader, event) if is_over else when_words(reader, event),
        own=" ".join(own_lines(reader, event, user)[:1]),
        starts=event.plan.starts_ms,
        entrants=_entered(event),
        entered=is_in(event, user),
    )


def stage_of(event: Event) -> EventStage:
    """Return whether an event is still to come."""
    if event.state in BEFORE:
        return EventStage.NEXT
    return EventStage.PAST if event.state in OVER else EventStage.RUNNING


def _entered(event: Event) -> int:
    if event.state in BEFORE:
        return sum(one.state not in GONE and one.queue is None for one in event.entries)
    return sum(one.seed is not None for one in event.entries)


def event_board(
    reader: Reader, event: Event, user: UserId, *, boards: BoardsOf | None, now_ms: int
) -> EventPart:
    """Return an event as a person sees it. ``boards``: theirs of the last public round."""
    is_running = event.state is EventState.RUNNING
    to_play = open_pairings(event, user) if is_running else ()
    return EventPart(
        event=event.id,
        title=plain_name(title_line(event)),
        stage=stage_of(event),
        plan=plan_words(reader, event.plan),
        round=round_words(reader, event, now_ms) if is_running else "",
        starts=event.plan.starts_ms,
        entered=_entered(event),
        lines=tuple(_lines(reader, event, user, to_play, now_ms)),
        own=_person(event, user) if is_in(event, user) or to_play else None,
        to_play=tuple(_own_round(reader, event, one, user) for one in to_play),
        actions=tuple(one.press for one in action_buttons(reader, event, user, now_ms)),
        back=EventPress(EventVerb.LIST),
        tables=_tables(event, user),
        played=_played(reader, event, user),
        entrants=_entrants(event),
        bracket=_bracket(reader, event, user),
        standings=_standings(reader, event, user),
        boards=None if boards is None else cross_part(boards_picture(reader, event, boards)),
    )


def _lines(
    reader: Reader, event: Event, user: UserId, to_play: Sequence[EventPairing], now_ms: int
) -> list[str]:
    t, entry = reader.words.t, event.entry_of(user)
    own = [] if entry is None else [entry_words(reader, event, entry)]
    match event.state:
        case EventState.ANNOUNCED:
            opens = moment(event.plan.starts_ms - check_in_ms(event.plan))
            return [*own, t("Check-in opens {when}.", when=opens), _idea(reader, event)]
        case EventState.CHECK_IN:
            is_open = t("✅ **Check-in is open.** Only players who check in will be paired.")
            return [*own, is_open, _idea(reader, event)]
        case EventState.RUNNING if not to_play:
            return situation(reader, event, user, now_ms)
        case EventState.RUNNING:
            dealt = all(one.matches for one in to_play)
            return [] if dealt else [t("The cards are about to be dealt.")]
        case EventState.FINISHED:
            return _podium(reader, event)
        case EventState.CANCELLED:
            return [cancelled_words(reader, event)]


def _podium(reader: Reader, event: Event) -> list[str]:
    """Return the first three; a page draws all medals alike."""
    if event.plan.kind.has_teams:
        return podium_lines(reader, event)
    best = (one for one in event.top if one.place <= PODIUM)
    lines = [f"**{one.place}.** {name_of(event, one.user_id)}" for one in best]
    return lines or podium_lines(reader, event)


def _idea(reader: Reader, event: Event) -> str:
    return f"{reader.words.t(words_of(event.plan.kind).idea)}."


def _person(event: Event, user: UserId) -> EventPerson:
    """Return somebody with the place, in a knockout with the rating."""
    name, note = plain_of(event, user), ""
    standing = next((one for one in event.standings if one.user_id == user), None)
    if event.plan.kind.is_knockout:
        entry = event.entry_of(user)
        note = "" if entry is None or entry.rating is None else str(entry.rating)
    elif standing is not None and event.pairings:
        score = score_text(event.plan.kind, standing.half_points)
        note = f"{score} · #{standing.place}"
    return EventPerson(name=name, disc=disc_of(name, user), note=note)


def _own_round(reader: Reader, event: Event, pairing: EventPairing, user: UserId) -> OwnRound:
    rival, kind = opponent(pairing, user), event.plan.kind
    title = ""
    if kind.is_knockout:
        title = round_title(reader, pairing.round, event.rounds or 1)
    elif kind.has_rounds:
        title = reader.words.t("Round {round}", round=pairing.round)
    is_hidden = kind.is_duplicate and not is_open(pairing) and pairing.round > event.revealed
    return OwnRound(
        title=title,
        rival=None if rival is None else _person(event, rival),
        score="" if is_hidden or rival is None else _score(event, pairing, user),
        mark=CellMark.OPEN if is_hidden else mark_of(pairing, user),
        match=pairing.matches[-1] if pairing.matches and not is_hidden else None,
    )


def _score(event: Event, pairing: EventPairing, user: UserId) -> str:
    """Return the matches won of several, else the points by which a match was won."""
    is_first = pairing.first == user
    if event.plan.best_of > 1:
        mine, theirs = pairing.won if is_first else pairing.won[::-1]
        return f"{mine} : {theirs}"
    points = pairing.points if is_first else -pairing.points
    return points_text(points) if points else ""


def _tables(event: Event, user: UserId) -> tuple[EventTable, ...]:
    if event.state is not EventState.RUNNING:
        return ()
    others = (one for one in event.pairings if is_open(one) and user not in (one.first, one.second))
    found = (_table(event, one, one.second) for one in others if one.second is not None)
    return tuple(found)[:TABLES]


def _table(event: Event, pairing: EventPairing, second: UserId) -> EventTable:
    is_public = pairing.matches and not event.plan.kind.is_duplicate
    return EventTable(
        first=_person(event, pairing.first),
        second=_person(event, second),
        score=f"{pairing.won[0]} : {pairing.won[1]}" if any(pairing.won) else "",
        match=pairing.matches[-1] if is_public else None,
    )


def _played(reader: Reader, event: Event, user: UserId) -> tuple[OwnRound, ...]:
    mine = (one for one in reversed(event.pairings) if user in (one.first, one.second))
    done = [one for one in mine if not is_open(one)]
    return tuple(_own_round(reader, event, one, user) for one in done[:RESULTS])


def _entrants(event: Event) -> tuple[EventPerson, ...]:
    if event.state not in BEFORE:
        return ()
    holding = [one for one in event.entries if one.state not in GONE and one.queue is None]
    return tuple(_person(event, one.user_id) for one in holding[:NAMES])


def _bracket(reader: Reader, event: Event, user: UserId) -> BracketPart | None:
    if not event.plan.kind.is_knockout or not event.pairings:
        return None
    section = sections(event.rounds or 1)[section_of(event, user)]
    return bracket_part(bracket_picture(reader, event, section, user))


def _standings(reader: Reader, event: Event, user: UserId) -> CrossPart | None:
    pages = standings_pages(event)
    if event.plan.kind.is_knockout or not event.pairings or not pages:
        return None
    return cross_part(standings_picture(reader, event, pages[own_page(event, user)], user))


ONLY_ON_SERVERS: Final = mark("Events are held on servers. Use this command on one.")


async def answer(ctx: Context, screen: Screen) -> None:
    """Show a screen to the person alone."""
    if ctx.origin.message is None or ctx.origin.is_public:
        await ctx.reply.private(screen)
    else:
        await ctx.reply.update(screen)


async def event_of(ctx: Context, number: int) -> Event:
    """Return an event of this server; Refusal if there is none."""
    event = await ctx.service.events.event(EventId(number))
    if event is None or not ctx.guild or event.guild != ctx.guild:
        gone = EventRefused(EventCode.NO_SUCH_EVENT)
        raise Refusal.in_words(event_refusal(ctx.reader, gone))
    ctx.version = event.version
    return event


def changed_event(ctx: Context, outcome: EventOutcome, *, organizes: bool = False) -> Event:
    """Return the event after a change; Refusal with the reason otherwise."""
    if isinstance(outcome, EventChanged):
        ctx.version = outcome.event.version
        return outcome.event
    raise Refusal.in_words(event_refusal(ctx.reader, outcome, organizes=organizes))


async def list_of(ctx: Context, page: int = 0, notice: str = "") -> Screen:
    """Return the server's events."""
    if not ctx.guild:
        raise Refusal(ONLY_ON_SERVERS)
    events = await ctx.service.events.of_guild(ctx.guild, page)
    organizes = await may_organize(ctx)
    screen = events_screen(
        ctx.reader, events, ctx.user, page=page, organizes=organizes, notice=notice
    )
    if not ctx.reply.is_page:
        return screen
    cards = event_cards(ctx.reader, events, ctx.user, page=page, organizes=organizes)
    return replace(screen, parts=(*screen.parts, cards))


async def page_of(ctx: Context, event: Event, notice: str = "") -> Screen:
    """Return an event as this person sees it."""
    now_ms = ctx.service.now_ms()
    screen = event_screen(
        ctx.reader,
        event,
        user=ctx.user,
        organizes=await may_organize(ctx),
        notice=notice,
        now_ms=now_ms,
    )
    if not ctx.reply.is_page:
        return screen
    boards = None
    if event.revealed:
        boards = await ctx.service.events.boards_of(event.id, event.revealed, ctx.user)
    board = event_board(ctx.reader, event, ctx.user, boards=boards, now_ms=now_ms)
    return replace(screen, parts=(*screen.parts, board))


async def own_match(ctx: Context, event: Event, notice: str = "") -> Screen:
    """Return the person's next match, with a link to its table."""
    pairings, link = open_pairings(event, ctx.user), ""
    if len(pairings) == 1 and pairings[0].matches:
        live = await ctx.load_match(pairings[0].matches[-1])
        if live is not None and live.table.message is not None:
            link = f"https://discord.com/channels/{live.table.guild}/{live.table.channel}/{live.table.message}"
    now = ctx.service.now_ms()
    return match_screen(ctx.reader, event, ctx.user, link=link, notice=notice, now_ms=now)
