"""The parts of which a page draws a server's events, and one of them."""

from collections.abc import Sequence
from typing import Final

from bot.events.bracket_screen import bracket_picture, round_title, section_of, sections
from bot.events.event_screen import (
    NAMES,
    PODIUM,
    all_events,
    entry_words,
    podium_lines,
)
from bot.events.list_screens import entered, page_of_event
from bot.events.player_screens import RESULTS, boards_picture, situation
from bot.events.screen_parts import (
    BEFORE,
    GONE,
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
from bot.render.event_models import CellMark
from bot.ui.custom_id import base36
from bot.ui.markup import disc_of, plain_name
from bot.ui.page_buttons import press_button
from bot.ui.parts.drawn import bracket_part, cross_part
from bot.ui.parts.facts import Fact
from bot.ui.parts.kinds import Covers, Ground, Kind, PartPlace, Way
from bot.ui.parts.rows import ListedRow, PairColumn, PairsPart, RowPair, RowsPart
from bot.ui.parts.section import SectionPart, Versus
from bot.ui.reader import Reader
from bot.wording.events import points_text, score_text, words_of
from engine.events.plan import check_in_ms
from engine.service import UserId
from engine.service.events import (
    BoardsOf,
    Event,
    EventPairing,
    EventState,
)

TABLES: Final = 24
"""The most tables of others that are listed."""
SEATS: Final = 4
"""The places that an event shows at least."""


def event_board(
    reader: Reader,
    event: Event,
    user: UserId,
    *,
    boards: BoardsOf | None,
    now_ms: int,
    notice: str = "",
) -> tuple[Kind, ...]:
    """Return an event as a person sees it. ``boards``: theirs of the last public round.

    ``notice``: what has just happened.
    """
    is_running = event.state is EventState.RUNNING
    to_play = open_pairings(event, user) if is_running else ()
    parts = (
        _event_head(reader, event, notice, now_ms),
        _next_round(reader, event, user, to_play, now_ms),
        _tables(reader, event, user),
        _standings(reader, event, user),
        _entrants(reader, event),
        _own_rounds(reader, event, user, to_play[1:]),
        _bracket(reader, event, user),
        None if boards is None else _boards(reader, event, boards),
    )
    return tuple(one for one in parts if one is not None)


def _event_head(reader: Reader, event: Event, notice: str, now_ms: int) -> SectionPart:
    facts = [Fact(icon="users", value=reader.words.t("Entrants: {n}", n=entered(event)))]
    if event.state is EventState.RUNNING:
        facts.append(Fact(icon="events", value=round_words(reader, event, now_ms)))
    facts.append(Fact(icon="sheet", value=plan_words(reader, event.plan)))
    return SectionPart(
        page=page_of_event(event),
        covers=Covers.TEXTS,
        title=plain_name(title_line(event)),
        notice=notice,
        facts=tuple(facts),
        back=press_button(all_events(reader)),
    )


def _next_round(
    reader: Reader, event: Event, user: UserId, to_play: Sequence[EventPairing], now_ms: int
) -> SectionPart:
    """Return what comes next: the match to play, the start, or how it ended."""
    own = _person(event, user) if is_in(event, user) or to_play else None
    versus, way = None, None
    if to_play:
        row = _own_round(reader, event, to_play[0], user)
        rival = opponent(to_play[0], user)
        versus = Versus(
            title=row.note,
            own=own,
            rival=None if rival is None else _person(event, rival),
            score=row.value,
        )
        way = row.way
    return SectionPart(
        ground=Ground.FELT,
        lines=tuple(_lines(reader, event, user, to_play, now_ms)),
        versus=versus,
        starts=event.plan.starts_ms if event.state in BEFORE else None,
        is_own=own is not None,
        way=way,
        buttons=tuple(map(press_button, action_buttons(reader, event, user, now_ms))),
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


def _person(event: Event, user: UserId) -> ListedRow:
    """Return somebody with the place, in a knockout with the rating."""
    name, note = plain_of(event, user), ""
    standing = next((one for one in event.standings if one.user_id == user), None)
    if event.plan.kind.is_knockout:
        entry = event.entry_of(user)
        note = "" if entry is None or entry.rating is None else str(entry.rating)
    elif standing is not None and event.pairings:
        score = score_text(event.plan.kind, standing.half_points)
        note = f"{score} · #{standing.place}"
    return ListedRow(name=name, disc=disc_of(name, user), note=note)


def _own_round(reader: Reader, event: Event, pairing: EventPairing, user: UserId) -> ListedRow:
    t, rival, kind = reader.words.t, opponent(pairing, user), event.plan.kind
    title = ""
    if kind.is_knockout:
        title = round_title(reader, pairing.round, event.rounds or 1)
    elif kind.has_rounds:
        title = t("Round {round}", round=pairing.round)
    name = t("Bye") if rival is None else plain_of(event, rival)
    is_hidden = kind.is_duplicate and not is_open(pairing) and pairing.round > event.revealed
    result = CellMark.OPEN if is_hidden else mark_of(pairing, user)
    way = None
    if pairing.matches and not is_hidden:
        match = pairing.matches[-1]
        if result is CellMark.OPEN:
            way = Way(label=t("Go to table"), match=match)
        else:
            label = t("Replay of the match against {name}", name=name)
            way = Way(label=label, page=f"replay.{base36(match)}.1")
    return ListedRow(
        name=name,
        disc=None if rival is None else disc_of(name, rival),
        note=title,
        mark=result,
        value="" if is_hidden or rival is None else _score(event, pairing, user),
        way=way,
    )


def _score(event: Event, pairing: EventPairing, user: UserId) -> str:
    """Return the matches won of several, else the points by which a match was won."""
    is_first = pairing.first == user
    if event.plan.best_of > 1:
        mine, theirs = pairing.won if is_first else pairing.won[::-1]
        return f"{mine} : {theirs}"
    points = pairing.points if is_first else -pairing.points
    return points_text(points) if points else ""


def _tables(reader: Reader, event: Event, user: UserId) -> PairsPart | None:
    """Return the tables at which others play."""
    if event.state is not EventState.RUNNING:
        return None
    t = reader.words.t
    others = (one for one in event.pairings if is_open(one) and user not in (one.first, one.second))
    found = [_table(event, one, one.second, t("Watch")) for one in others if one.second is not None]
    column = PairColumn(title=t("Live tables"), pairs=tuple(found[:TABLES]))
    return PairsPart(columns=(column,)) if found else None


def _table(event: Event, pairing: EventPairing, second: UserId, label: str) -> RowPair:
    is_public = pairing.matches and not event.plan.kind.is_duplicate
    return RowPair(
        first=_person(event, pairing.first),
        second=_person(event, second),
        score=f"{pairing.won[0]} : {pairing.won[1]}" if any(pairing.won) else "",
        way=Way(label=label, match=pairing.matches[-1]) if is_public else None,
    )


def _own_rounds(
    reader: Reader, event: Event, user: UserId, to_play: Sequence[EventPairing]
) -> RowsPart | None:
    """Return the reader's other rounds: those to play, then the earlier ones, the newest first."""
    mine = (one for one in reversed(event.pairings) if user in (one.first, one.second))
    done = [one for one in mine if not is_open(one)]
    rows = [_own_round(reader, event, one, user) for one in (*to_play, *done[:RESULTS])]
    title = reader.words.t("My rounds")
    return (
        RowsPart(ground=Ground.BOX, place=PartPlace.LATER, title=title, rows=rows) if rows else None
    )


def _entrants(reader: Reader, event: Event) -> RowsPart | None:
    """Return who has entered, before the start, with a few places that are free."""
    if event.state not in BEFORE:
        return None
    holding = [one for one in event.entries if one.state not in GONE and one.queue is None]
    rows = [_person(event, one.user_id) for one in holding[:NAMES]]
    free = [ListedRow(name="")] * max(0, SEATS - len(rows))
    return RowsPart(
        ground=Ground.BOX,
        place=PartPlace.SIDE,
        title=reader.words.t("Entries"),
        subtitle=str(entered(event)),
        rows=(*rows, *free),
        nobody="" if rows else reader.words.t("No entries yet."),
    )


def _bracket(reader: Reader, event: Event, user: UserId) -> PairsPart | None:
    if not event.plan.kind.is_knockout or not event.pairings:
        return None
    section = sections(event.rounds or 1)[section_of(event, user)]
    found = bracket_part(bracket_picture(reader, event, section, user))
    title = reader.words.t("Bracket")
    return found.model_copy(update={"ground": Ground.BOX, "place": PartPlace.LATER, "title": title})


def _standings(reader: Reader, event: Event, user: UserId) -> RowsPart | None:
    pages = standings_pages(event)
    if event.plan.kind.is_knockout or not event.pairings or not pages:
        return None
    found = cross_part(standings_picture(reader, event, pages[own_page(event, user)], user))
    title = reader.words.t("Standings")
    return found.model_copy(update={"ground": Ground.BOX, "place": PartPlace.SIDE, "title": title})


def _boards(reader: Reader, event: Event, boards: BoardsOf) -> RowsPart:
    found, title = cross_part(boards_picture(reader, event, boards)), reader.words.t("My boards")
    return found.model_copy(
        update={"ground": Ground.PAPER, "place": PartPlace.LATER, "title": title}
    )
