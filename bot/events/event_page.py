"""The parts of which a page draws a server's events, and one of them."""

from collections.abc import Sequence
from typing import Final

from bot.events.bracket_screen import bracket_picture, round_title, section_of, sections
from bot.events.event_facts import NAMES, EventFacts, Looker, all_events, facts_of, podium_lines
from bot.events.list_screens import entered, page_of_event
from bot.events.own_event import (
    Scores,
    best_round,
    mark_of,
    place_of,
    place_words,
    rounds_of,
    score_of,
)
from bot.events.player_screens import RESULTS, boards_picture
from bot.events.screen_parts import (
    BEFORE,
    is_in,
    is_open,
    moment,
    open_pairings,
    opponent,
    plain_of,
    round_words,
)
from bot.events.standings_screen import own_page, standings_pages, standings_picture
from bot.render.event_models import BracketPicture, CellMark, CrossPicture
from bot.ui.custom_id import base36
from bot.ui.markup import disc_of, plain_name
from bot.ui.page_buttons import press_button
from bot.ui.parts.drawn import bracket_part, cross_part
from bot.ui.parts.facts import Fact
from bot.ui.parts.kinds import Covers, Ground, Kind, PartPlace, Way
from bot.ui.parts.rows import ListedRow, PairColumn, PairsPart, RowPair, RowsPart
from bot.ui.parts.section import SectionPart, Versus
from bot.ui.reader import Reader
from bot.ui.screen import Image, Part
from bot.wording.events import score_text
from engine.service import UserId
from engine.service.events import BoardsOf, Event, EventPairing, EventState

TABLES: Final = 24
"""The most tables of others that are listed."""
SEATS: Final = 4
"""The places that an event shows at least."""


def event_board(
    reader: Reader,
    event: Event,
    looker: Looker,
    *,
    boards: BoardsOf | None,
    notice: str = "",
) -> tuple[Part, ...]:
    """Return an event as a person sees it. ``boards``: theirs of the last public round.

    ``notice``: what has just happened.
    """
    user = looker.user
    assert user is not None
    facts, scores = facts_of(reader, event, looker), looker.scores or {}
    to_play = open_pairings(event, user) if event.state is EventState.RUNNING else ()
    is_over = event.state is EventState.FINISHED
    parts = (
        _event_head(reader, event, facts, notice, looker.now_ms),
        _podium(reader, event, user, facts) if is_over else None,
        _own_end(reader, event, user, facts, scores)
        if is_over
        else _next_round(reader, event, user, to_play, facts),
        _tables(reader, event, user),
        _standings(reader, event, user),
        _entrants(reader, event, facts),
        _own_rounds(reader, event, user, to_play[1:], scores),
        _bracket(reader, event, user),
        None if boards is None else _boards(reader, event, boards),
        _to_share(reader, event, user) if is_over else None,
    )
    return tuple(one for one in parts if one is not None)


def _event_head(
    reader: Reader, event: Event, facts: EventFacts, notice: str, now_ms: int
) -> SectionPart:
    t = reader.words.t
    signed = [Fact(icon="users", value=t("Entrants: {n}", n=entered(event)))]
    if event.state is EventState.RUNNING:
        signed.append(Fact(icon="events", value=round_words(reader, event, now_ms)))
    if event.state is EventState.FINISHED and event.ended_ms is not None:
        over = t("Over since {when}", when=moment(event.ended_ms, "f"))
        signed.append(Fact(icon="events", value=over))
    signed.append(Fact(icon="sheet", value=facts.plan))
    return SectionPart(
        page=page_of_event(event),
        covers=Covers.TEXTS,
        title=plain_name(facts.title),
        notice=notice,
        facts=tuple(signed),
        back=press_button(all_events(reader)),
    )


def _next_round(
    reader: Reader,
    event: Event,
    user: UserId,
    to_play: Sequence[EventPairing],
    facts: EventFacts,
) -> SectionPart:
    """Return what comes next: the match to play or the start."""
    own = _person(event, user) if is_in(event, user) or to_play else None
    versus, way = None, None
    if to_play:
        row = _own_round(reader, event, to_play[0], user, {})
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
        lines=tuple(_lines(reader, event, to_play, facts)),
        versus=versus,
        starts=event.plan.starts_ms if event.state in BEFORE else None,
        is_own=own is not None,
        way=way,
        buttons=tuple(map(press_button, facts.actions)),
    )


def _lines(
    reader: Reader, event: Event, to_play: Sequence[EventPairing], facts: EventFacts
) -> Sequence[str]:
    t = reader.words.t
    if event.state in BEFORE:
        return (*facts.own, *facts.stands, facts.idea)
    if to_play:
        return () if all(one.matches for one in to_play) else (facts.own[-1],)
    if event.state is EventState.RUNNING:
        return facts.own or (t("You haven't entered this event."),)
    return facts.stands


# -- the end -----------------------------------------------------------------------------


def _podium(reader: Reader, event: Event, user: UserId, facts: EventFacts) -> Kind:
    """Return the first three; of teams what chat says, since they have one place together."""
    t, best = reader.words.t, facts.podium
    if event.plan.kind.has_teams or not best:
        return SectionPart(ground=Ground.FELT, lines=tuple(podium_lines(reader, event)))
    [*winners] = (plain_of(event, one.user_id) for one in best if one.place == 1)
    return RowsPart(
        ground=Ground.FELT,
        title=t("{name} wins", name=winners[0]) if len(winners) == 1 else t("Finished."),
        total_label="" if event.plan.kind.is_knockout else t("Points"),
        rows=tuple(
            ListedRow(
                name=plain_of(event, one.user_id),
                rank=str(one.place),
                disc=disc_of(plain_of(event, one.user_id), one.user_id),
                value=""
                if event.plan.kind.is_knockout
                else score_text(event.plan.kind, one.half_points),
                own=one.user_id == user,
            )
            for one in best
        ),
        is_podium=True,
    )


def _own_end(
    reader: Reader, event: Event, user: UserId, facts: EventFacts, scores: Scores
) -> SectionPart | None:
    """Return one's own place, the best match, and what an organiser does next."""
    t, place = reader.words.t, place_of(event, user)
    if place is None and not facts.actions:
        return None
    main, lines, row = None, list[str](), None
    if place is not None:
        all_ = t("of {n}", n=place.all)
        main = Fact(value=str(place.standing.place), label=all_)
        lines = place_words(reader, event, place, named=False)
    best = best_round(event, user) if not event.plan.kind.is_duplicate else None
    if best is not None:
        row = _best(reader, _own_round(reader, event, best, user, scores))
    return SectionPart(
        ground=Ground.BOX,
        is_own=place is not None,
        main=main,
        lines=tuple(lines),
        row=row,
        buttons=tuple(map(press_button, facts.actions)),
    )


def _best(reader: Reader, round_: ListedRow) -> ListedRow:
    note = " · ".join(filter(None, (round_.note, reader.words.t("vs {name}", name=round_.name))))
    best = reader.words.t("Your best match")
    return round_.model_copy(update={"name": best, "note": note, "mark": CellMark.PLAIN})


def _to_share(reader: Reader, event: Event, user: UserId) -> Image | None:
    """Return the picture of the result, with the reader's line marked."""
    if not event.pairings:
        return None
    model: BracketPicture | CrossPicture
    if event.plan.kind.is_knockout:
        model = bracket_picture(reader, event, sections(event.rounds or 1)[-1], user)
    else:
        pages = standings_pages(event)
        if not pages:
            return None
        model = standings_picture(reader, event, pages[own_page(event, user)], user)
    title = plain_name(event.plan.name)
    return Image(model, "event", title, share=title)


# -- people and rounds -------------------------------------------------------------------


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


def _own_round(
    reader: Reader, event: Event, pairing: EventPairing, user: UserId, scores: Scores
) -> ListedRow:
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
        value="" if is_hidden or rival is None else score_of(event, pairing, user, scores),
        way=way,
    )


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
    reader: Reader,
    event: Event,
    user: UserId,
    to_play: Sequence[EventPairing],
    scores: Scores,
) -> RowsPart | None:
    """Return the reader's other rounds: those to play, then the earlier ones, the newest first."""
    done = rounds_of(event, user)[:RESULTS]
    rows = [_own_round(reader, event, one, user, scores) for one in (*to_play, *done)]
    place = PartPlace.SIDE if event.state is EventState.FINISHED else PartPlace.LATER
    title = reader.words.t("My rounds")
    return RowsPart(ground=Ground.BOX, place=place, title=title, rows=rows) if rows else None


def _entrants(reader: Reader, event: Event, facts: EventFacts) -> RowsPart | None:
    """Return who has entered, before the start, with a few places that are free."""
    if event.state not in BEFORE:
        return None
    rows = [_person(event, one.user_id) for one in facts.entered[:NAMES]]
    free = [ListedRow(name="")] * max(0, SEATS - len(rows))
    return RowsPart(
        ground=Ground.BOX,
        place=PartPlace.SIDE,
        title=reader.words.t("Entries"),
        subtitle=str(len(facts.entered)),
        rows=(*rows, *free),
        nobody="" if rows else facts.counted,
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
    place = PartPlace.MAIN if event.state is EventState.FINISHED else PartPlace.SIDE
    return found.model_copy(update={"ground": Ground.BOX, "place": place, "title": title})


def _boards(reader: Reader, event: Event, boards: BoardsOf) -> RowsPart:
    found, title = cross_part(boards_picture(reader, event, boards)), reader.words.t("My boards")
    return found.model_copy(
        update={"ground": Ground.PAPER, "place": PartPlace.LATER, "title": title}
    )
