"""Standings with the results of every round or opponent, as a picture and in words."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.events.event_facts import standing_line
from bot.events.own_event import mark_of
from bot.events.screen_parts import (
    name_of,
    opponent,
    plain_of,
    press,
    round_words,
    team_name,
    team_score,
    title_line,
)
from bot.presses.event import EventVerb
from bot.render.event_models import CellMark, CrossCell, CrossPicture, CrossRow
from bot.ui.markup import disc_of, plain_name
from bot.ui.reader import Reader
from bot.ui.screen import Accent, Button, Image, Part, Row, Screen, Text, clipped
from bot.wording.events import kind_title, points_text, score_text, words_of
from engine.service import UserId
from engine.service.events import Event, EventPairing, EventStanding

PER_PAGE: Final = 20
MOST_COLUMNS: Final = 8
MOST_WIDE: Final = 3
"""The most columns of points."""


def standings_pages(event: Event) -> tuple[tuple[EventStanding, ...], ...]:
    """Return the pages: one a division in a league, else twenty places each."""
    if event.plan.kind.is_divided:
        divisions = sorted({one.division for one in event.standings})
        return tuple(
            tuple(one for one in event.standings if one.division == number) for number in divisions
        )
    lines = event.standings
    return tuple(lines[start : start + PER_PAGE] for start in range(0, len(lines), PER_PAGE))


def own_page(event: Event, user: UserId) -> int:
    """Return the page of the standings with a person's line, else the first."""
    for number, lines in enumerate(standings_pages(event)):
        if any(one.user_id == user for one in lines):
            return number
    return 0


def standings_screen(
    reader: Reader, event: Event, page: int, *, user: UserId | None = None
) -> Screen:
    """Return a page of the standings. ``user``: the person whose line is marked."""
    pages = standings_pages(event)
    page = min(max(page, 0), max(0, len(pages) - 1))
    parts = standings_parts(reader, event, page, user=user)
    if pages and (ties := words_of(event.plan.kind).ties):
        parts.append(Text(f"-# {reader.words.t(ties)}"))
    buttons = [Button(reader.words.t("Back"), press(event, EventVerb.SHOW))]
    buttons += [
        Button(label, press(event, EventVerb.STANDINGS, to), emoji=emoji)
        for label, emoji, to in (
            (reader.words.t("Previous"), "◀️", page - 1),
            (reader.words.t("Next"), "▶️", page + 1),
        )
        if 0 <= to < len(pages)
    ]
    return Screen((*parts, Row(tuple(buttons))), Accent.GOLD)


def standings_parts(
    reader: Reader, event: Event, page: int = 0, *, user: UserId | None = None
) -> list[Part]:
    """Return a page of the standings without controls."""
    pages = standings_pages(event)
    if not pages:
        return [Text(reader.words.t("No standings yet."))]
    lines = pages[page]
    words = _words(reader, event, lines)
    if reader.text_mode:
        return [Text(clipped(words, 3400))]
    model = standings_picture(reader, event, lines, user)
    alt = clipped(plain_name(words).replace("*", "").replace("#", ""), 1024)
    return [Image(model, "standings", alt)]


# -- the picture ------------------------------------------------------------------------


def standings_picture(
    reader: Reader, event: Event, lines: Sequence[EventStanding], user: UserId | None
) -> CrossPicture:
    """Return a page of the standings as a model. ``user``: the person whose line is marked."""
    heads, cells = _cells(event, lines)
    return CrossPicture(
        title=plain_name(title_line(event)),
        rows=tuple(_row(reader, event, one, cells[one.user_id], user) for one in lines),
        columns=heads,
        subtitle=_subtitle(reader, event, lines),
        total_label=reader.words.t("Points"),
        wide=event.plan.kind.is_duplicate and event.plan.kind.has_rounds,
        look=reader.look,
    )


def _subtitle(reader: Reader, event: Event, lines: Sequence[EventStanding]) -> str:
    t = reader.words.t
    if event.plan.kind.has_teams:
        return plain_name(team_score(reader, event).replace("*", ""))
    if len({one.division for one in event.standings}) > 1:
        return t("Division {n}", n=lines[0].division)
    if event.ends_ms is not None:  # A picture can't count down.
        return kind_title(reader.words, event.plan.kind)
    return round_words(reader, event)


def _row(
    reader: Reader,
    event: Event,
    standing: EventStanding,
    cells: tuple[CrossCell, ...],
    user: UserId | None,
) -> CrossRow:
    name = plain_of(event, standing.user_id)
    note = f"×{standing.streak}" if standing.streak > 2 else ""
    if event.plan.kind.has_teams:
        note = plain_name(team_name(reader, standing.division))
    # The half is drawn as two digits, so pictures show decimals.
    total = score_text(event.plan.kind, standing.half_points).replace("½", ".5")
    return CrossRow(
        rank=str(standing.place),
        name=name,
        total=f"0{total}" if total == ".5" else total,
        cells=cells,
        note=note,
        disc=disc_of(name, standing.user_id),
        own=standing.user_id == user,
    )


Cells = Mapping[UserId, tuple[CrossCell, ...]]


def _cells(event: Event, lines: Sequence[EventStanding]) -> tuple[tuple[str, ...], Cells]:
    """Return the heads of the columns and each player's cells."""
    kind = event.plan.kind
    if kind.is_continuous or kind.has_teams:
        return _counts(lines)
    if kind.is_duplicate:
        return _boards(event, lines)
    if kind.is_divided and len(lines) <= MOST_COLUMNS:
        return _opponents(event, lines)
    return _rounds(event, lines)


def _counts(lines: Sequence[EventStanding]) -> tuple[tuple[str, ...], Cells]:
    """Return how many matches everyone has won, drawn and lost."""
    return ("+", "=", "−"), {
        one.user_id: tuple(CrossCell(str(n)) for n in (one.won, one.drawn, one.lost))
        for one in lines
    }


def _boards(event: Event, lines: Sequence[EventStanding]) -> tuple[tuple[str, ...], Cells]:
    """Return what everyone made of the boards of each of the last rounds."""
    first = max(0, event.revealed - MOST_WIDE)
    heads = tuple(str(number + 1) for number in range(first, event.revealed))
    return heads, {
        one.user_id: tuple(
            CrossCell("–" if points is None else points_text(points))
            for points in one.by_round[first:]
        )
        for one in lines
    }


def _opponents(event: Event, lines: Sequence[EventStanding]) -> tuple[tuple[str, ...], Cells]:
    """Return a column for every opponent, by their places."""
    order = [one.user_id for one in lines]
    found = {(one.first, one.second): one for one in event.pairings}

    def cell(row: UserId, column: UserId) -> CrossCell:
        if row == column:
            return CrossCell(mark=CellMark.SELF)
        pairing = found.get((row, column)) or found.get((column, row))
        if pairing is None:
            return CrossCell()
        mark = mark_of(pairing, row)
        texts = {CellMark.WON: "1", CellMark.DRAWN: "½", CellMark.LOST: "0"}
        return CrossCell(texts.get(mark, ""), mark)

    heads = tuple(str(one.place) for one in lines)
    return heads, {row: tuple(cell(row, column) for column in order) for row in order}


def _rounds(event: Event, lines: Sequence[EventStanding]) -> tuple[tuple[str, ...], Cells]:
    """Return a column for each of the last rounds, with the opponents' places."""
    rounds = range(max(1, event.round - MOST_COLUMNS + 1), event.round + 1)
    places = {one.user_id: one.place for one in event.standings}
    mine: dict[tuple[UserId, int], EventPairing] = {}
    for one in event.pairings:
        mine[one.first, one.round] = one
        if one.second is not None:
            mine[one.second, one.round] = one

    def cell(user: UserId, number: int) -> CrossCell:
        pairing = mine.get((user, number))
        if pairing is None:
            return CrossCell("–")
        other = opponent(pairing, user)
        text = "+" if other is None else str(places.get(other, ""))
        return CrossCell(text, mark_of(pairing, user))

    cells = {one.user_id: tuple(cell(one.user_id, n) for n in rounds) for one in lines}
    return tuple(str(n) for n in rounds), cells


# -- the words --------------------------------------------------------------------------


def _words(reader: Reader, event: Event, lines: Sequence[EventStanding]) -> str:
    """Return the standings in words, each line with the results behind it."""
    text_lines = [f"### 🏆 {title_line(event)}", f"-# {_subtitle(reader, event, lines)}"]
    results: dict[UserId, list[str]] = {one.user_id: [] for one in lines}
    if not event.plan.kind.is_continuous and not event.plan.kind.is_duplicate:
        for pairing in event.pairings:
            for user in (pairing.first, pairing.second):
                if user in results:
                    results[user].append(_result(event, pairing, user))
    team = 0
    for one in lines:
        if event.plan.kind.has_teams and one.division != team:
            team = one.division
            text_lines.append(f"**{team_name(reader, team)}**")
        text_lines.append(standing_line(event, one))
        ties = "" if event.plan.kind.is_duplicate else _ties(one)
        counts = f"+{one.won} ={one.drawn} −{one.lost}{ties}"
        rounds = ["–" if made is None else points_text(made) for made in one.by_round]
        behind = [*results[one.user_id], *rounds][-MOST_COLUMNS:]
        text_lines.append("-# " + "  ·  ".join([counts, *behind]))
    text_lines.append("-# " + _key(reader, event))
    return "\n".join(text_lines)


def _key(reader: Reader, event: Event) -> str:
    """Return what the signs in a line mean."""
    if event.plan.kind.is_duplicate:
        return reader.words.t("Boards above (+), at (=) and below (−) average · points by round")
    return reader.words.t("+ won · = drawn · − lost · … in progress")


def _ties(standing: EventStanding) -> str:
    """Return the values that rank equal scores, in brackets."""
    values = (f"{value:g}".replace("-", "−") for value in standing.ties)
    return f" ({' / '.join(values)})" if standing.ties else ""


def _result(event: Event, pairing: EventPairing, user: UserId) -> str:
    signs = {CellMark.WON: "+", CellMark.DRAWN: "=", CellMark.LOST: "−", CellMark.OPEN: "…"}
    other = opponent(pairing, user)
    return signs[mark_of(pairing, user)] + ("" if other is None else name_of(event, other))
