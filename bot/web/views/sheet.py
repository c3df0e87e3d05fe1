"""The score sheet in the form of the protocol."""

from bot.ui.reader import MatchContext, Reader
from bot.web.protocol.table import SheetColumn, SheetEntry, SheetState
from bot.wording.scores import settlement_lines
from engine.game.rules import MatchFormat
from engine.game.sheet import Column, Game


def sheet_state(reader: Reader, board: MatchContext) -> SheetState:
    """Return the sheet: a column for each game, or Hollywood's three."""
    sheet = board.view.sheet
    if sheet.format is MatchFormat.HOLLYWOOD:
        columns = [_hollywood(reader, board, n, one) for n, one in enumerate(sheet.columns, 1)]
    else:
        columns = [_game(reader, board, n, one) for n, one in enumerate(sheet.games, 1)]
    return SheetState(
        format=sheet.format.value,
        parties=tuple(board.party_plain(one) for one in range(len(board.view.parties))),
        columns=tuple(columns),
        totals=sheet.totals,
        games_won=sheet.games_won,
        target=board.view.rules.target,
        finished=sheet.finished,
    )


def _title(reader: Reader, number: int) -> str:
    return reader.words.t("Game {n}", n=number)


def _game(reader: Reader, board: MatchContext, number: int, game: Game) -> SheetColumn:
    entries = []
    for index, running in zip(game.rounds, game.running, strict=True):
        scores = board.view.played[index].entry.scores
        entries += [
            SheetEntry(party=party, round=index + 1, points=points, total=running[party])
            for party, points in enumerate(scores)
            if points
        ]
    return SheetColumn(
        title=_title(reader, number),
        entries=tuple(entries),
        points=game.points,
        boxes=game.rounds_won if board.view.sheet.format is not MatchFormat.ROUNDS else (),
        winner=game.winner,
        settled=_settled(reader, board, game),
    )


def _hollywood(reader: Reader, board: MatchContext, number: int, column: Column) -> SheetColumn:
    entries = [
        SheetEntry(party=party, round=index + 1, points=points, total=total)
        for party, entered in enumerate(column.entries)
        for index, points, total in entered
    ]
    return SheetColumn(
        title=_title(reader, number),
        entries=tuple(sorted(entries, key=lambda one: one.round)),
        points=column.points,
        boxes=column.boxes,
        winner=column.winner,
        settled=_settled(reader, board, column),
    )


def _settled(reader: Reader, board: MatchContext, part: Game | Column) -> tuple[str, ...]:
    if part.settlement is None:
        return ()
    return tuple(settlement_lines(reader, board, part.settlement))
