"""The list of a person's matches by pages, and the screen of one match."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.presses.match import ReplayPress, ReplaySource, TablePress, TableVerb, Watching
from bot.presses.pages import Filter, HistoryPress, HistoryVerb
from bot.render.event_models import CellMark
from bot.ui.both import in_both
from bot.ui.custom_id import base36
from bot.ui.markup import disc_of
from bot.ui.parts.empty import EmptyPart, EmptyPicture
from bot.ui.parts.kinds import Covers, Ground, InChat, Way
from bot.ui.parts.rows import ListedRow, RowsPart
from bot.ui.reader import MatchContext, Reader
from bot.ui.screen import (
    Accent,
    Button,
    Divider,
    Download,
    MenuChoice,
    Part,
    Row,
    Screen,
    Style,
    Text,
    clipped,
)
from bot.wording.names import title_of_match
from bot.wording.scores import match_lines
from engine.game.match import EndReason
from engine.game.seats import Seat

PAGE_LINES: Final = 8


@dataclass(frozen=True, slots=True)
class PastMatch:
    """An ended match from the view of its player at ``seat``; ``ended`` in epoch seconds."""

    board: MatchContext
    seat: Seat
    ended: int

    @property
    def party(self) -> int:
        """The party of the reader."""
        parties = self.board.view.parties
        return next(number for number, members in enumerate(parties) if self.seat in members)

    @property
    def share(self) -> str:
        """The public id of the match."""
        return base36(self.board.match)


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """A page of the list, newest first, and whether there are more on either side."""

    lines: tuple[PastMatch, ...]
    chosen: Filter
    newer: bool = False
    older: bool = False


def _press(verb: HistoryVerb, match: int, chosen: Filter) -> HistoryPress:
    return HistoryPress.to(verb, match, chosen)


def history_screen(reader: Reader, page: HistoryPage) -> Screen:
    """Return the list."""
    t = reader.words.t
    title = t("## 🗂️ Your matches")
    if not page.lines:
        text = t("You have no finished matches here yet.")
        what = t("They will be listed with the score, and each can be replayed move by move.")
        empty = EmptyPart(picture=EmptyPicture.HAND, title=text, text=what, play=True)
        return Screen((Text(f"{title}\n{text}"), empty), Accent.CALM)
    first, last = page.lines[0].board.match, page.lines[-1].board.match
    opens = _press(HistoryVerb.OPEN, first, page.chosen)
    rows = RowsPart(
        ground=Ground.BOX,
        covers=Covers.TEXTS,
        rows=tuple(row_of(reader, one) for one in page.lines),
        chat=InChat(menu=opens, placeholder=t("Open a match")),
    )
    parts: list[Part] = [Text(title), *in_both(reader, rows)]
    newer = _press(HistoryVerb.NEWER, first, page.chosen)
    older = _press(HistoryVerb.OLDER, last, page.chosen)
    everything = _press(HistoryVerb.ALL, first, page.chosen)
    parts.append(
        Row(
            (
                Button(t("Newer"), newer, emoji="⬅️", disabled=not page.newer),
                Button(t("Older"), older, emoji="➡️", disabled=not page.older),
                Button(t("Download all"), everything, emoji="💾"),
            )
        )
    )
    return Screen(tuple(parts), Accent.CALM)


def row_of(reader: Reader, past: PastMatch) -> ListedRow:
    """Return a match as a line that leads to its replay."""
    board = past.board
    others = [party for party in range(len(board.view.parties)) if party != past.party]
    rival = board.players[board.view.parties[others[0]][0]]
    marks = {True: CellMark.WON, False: CellMark.LOST, None: CellMark.DRAWN}
    name = ", ".join(board.party_plain(party) for party in others)
    label = reader.words.t("Replay of the match against {name}", name=name)
    rules, result = title_of_match(reader.words, board.setup), _result(reader, past)
    against = _against(reader, past, plain=True)
    return ListedRow(
        words=_line(reader, past),
        choice=MenuChoice(
            clipped(f"{result} · {against}", 100),
            past.share,
            clipped(f"{_score(past)} · {rules}", 100),
        ),
        mark=marks[_won(past)],
        disc=disc_of(rival.plain, rival.user),
        name=name,
        note=f"{rules}, {result}",
        moment=past.ended * 1000,
        value=_score(past),
        way=Way(label=label, page=f"replay.{past.share}.1"),
    )


def past_screen(reader: Reader, past: PastMatch, first: int, chosen: Filter) -> Screen:
    """Return the screen of one match. ``first``: the first match of the page to return to."""
    t, board = reader.words.t, past.board
    match = board.match
    words = [
        match_lines(reader, board),
        _line(reader, past),
        "-# " + t("Share id: `{share}`: `/gin replay match:{share}`", share=past.share),
    ]
    start = Watching(ReplaySource.MATCH, match, number=1)
    buttons = (
        Button(t("Replay"), ReplayPress.to(start), Style.PRIMARY, "🎞️"),
        Button(t("Score sheet"), TablePress(TableVerb.SHEET, match), emoji="📋"),
        Button(t("Download"), _press(HistoryVerb.RECORD, match, chosen), emoji="💾"),
        Button(t("Back to the list"), _press(HistoryVerb.AT, first, chosen), emoji="↩️"),
    )
    parts = (Text(clipped("\n".join(words), 3500)), Divider(), Row(buttons))
    return Screen(parts, Accent.GOLD)


def records_screen(reader: Reader, archive: bytes, count: int) -> Screen:
    """Return the records of all matches of a person in one archive."""
    text = reader.words.tn(
        "The record of {n} match, as text.", "The records of {n} matches, as text.", count
    )
    hint = reader.words.t("Replay any of them with `/gin replay file:`, on any server.")
    return Screen((Text(f"{text}\n-# {hint}"), Download("gin-matches.zip", archive)), Accent.CALM)


def record_screen(reader: Reader, share: str, text: str, json: str) -> Screen:
    """Return the record of a match as two files: notation for people, JSON for programs."""
    t = reader.words.t
    sentence = t("The record of match `{share}`, as text and as JSON.", share=share)
    hint = t("Replay either of them with `/gin replay file:`, on any server.")
    return Screen(
        (
            Text(f"{sentence}\n-# {hint}"),
            Download(f"gin-{share}.txt", text.encode()),
            Download(f"gin-{share}.json", json.encode()),
        ),
        Accent.CALM,
    )


def past_in_short(reader: Reader, past: PastMatch) -> str:
    """Return a match in one plain line, for lists of choices."""
    parts = (
        _result(reader, past),
        _against(reader, past, plain=True),
        _score(past),
        title_of_match(reader.words, past.board.setup),
    )
    return clipped(" · ".join(parts), 100)


def _line(reader: Reader, past: PastMatch) -> str:
    t = reader.words.t
    marks = {True: "🏆", False: "▫️", None: "🤝"}
    text = t(
        "{mark} **{result}** {against}  ·  {rules}  ·  {score}  ·  {day}  ·  `{share}`",
        mark=marks[_won(past)],
        result=_result(reader, past),
        against=_against(reader, past, plain=False),
        rules=title_of_match(reader.words, past.board.setup),
        score=f"**{_score(past)}**",
        day=f"<t:{past.ended}:d>",
        share=past.share,
    )
    return text


def _won(past: PastMatch) -> bool | None:
    outcome = past.board.view.outcome
    if outcome is None or outcome.winner is None:
        return None
    return outcome.winner == past.party


def _result(reader: Reader, past: PastMatch) -> str:
    t, outcome = reader.words.t, past.board.view.outcome
    off = (EndReason.ABORTED, EndReason.CALLED_OFF)
    if outcome is not None and outcome.reason in off:
        return t("called off")
    if outcome is not None and outcome.reason is EndReason.CANCELLED:
        return t("cancelled")
    result = {True: t("won"), False: t("lost"), None: t("drawn")}[_won(past)]
    if outcome is not None and outcome.reason is EndReason.RESIGNED:
        return t("{result} by resignation", result=result)
    if outcome is not None and outcome.reason is EndReason.FORFEITED:
        return t("{result} on time", result=result)
    if outcome is not None and outcome.reason is EndReason.AWARDED:
        return t("{result} by an admin's decision", result=result)
    return result


def _against(reader: Reader, past: PastMatch, *, plain: bool) -> str:
    board = past.board
    others = [party for party in range(len(board.view.parties)) if party != past.party]
    if plain:
        names = ", ".join(board.party_plain(party) for party in others)
    else:
        names = ", ".join(f"**{board.party_name(party)}**" for party in others)
    return reader.words.t("vs {names}", names=names)


def _score(past: PastMatch) -> str:
    """Return the final points, the reader's own first."""
    totals: Sequence[int] = past.board.view.sheet.totals
    others = [total for party, total in enumerate(totals) if party != past.party]
    return " : ".join(map(str, (totals[past.party], *others)))
