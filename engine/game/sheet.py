"""The score sheet: rounds scored as games, sessions or Hollywood columns (1.11, 2.2-2.7).

A party is the owner of a score: a player, or a side of a team match. A sheet is always
computed from the entries, never stored.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import assert_never

from engine.game.rules import LateEntry, MatchFormat, Rules, Shutout, WinnerRule
from engine.game.scoring import LineKind, ScoreLine


@dataclass(frozen=True, slots=True)
class ScoreEntry:
    """One round on the sheet. Tuples have one number per party.

    ``scores``: points of the round. ``extra_boxes``: boxes in addition to the winner's one.
    """

    winner: int | None
    scores: tuple[int, ...]
    extra_boxes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Settlement:
    """The end of a game: the total of each party and its score lines."""

    totals: tuple[int, ...]
    lines: tuple[tuple[ScoreLine, ...], ...]
    shutout: bool


@dataclass(frozen=True, slots=True)
class ScoredGame:
    """One game to the target (or one match of a multi-match session).

    ``rounds``: numbers (from 0) of the entries in it. ``running``: points per party after each.
    """

    rounds: tuple[int, ...]
    running: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    rounds_won: tuple[int, ...]
    extra_boxes: tuple[int, ...]
    winner: int | None = None
    settlement: Settlement | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """One Hollywood column (rulebook 2.7).

    ``entries``: per party, a list of (round number from 0, points entered, running total).
    """

    entries: tuple[tuple[tuple[int, int, int], ...], ...]
    points: tuple[int, ...]
    extra_boxes: tuple[int, ...]
    winner: int | None = None
    settlement: Settlement | None = None

    @property
    def boxes(self) -> tuple[int, ...]:
        """The number of wins of each party in this column."""
        return tuple(len(entered) for entered in self.entries)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The contents of a score sheet. ``totals`` are final or current."""

    format: MatchFormat
    games: tuple[ScoredGame, ...]
    columns: tuple[Column, ...]
    totals: tuple[int, ...]
    games_won: tuple[int, ...]
    finished: bool
    winner: int | None

    @property
    def starts_new_game(self) -> bool:
        """Whether the next round is the first of a game."""
        return self.format is not MatchFormat.HOLLYWOOD and (
            not self.games or self.games[-1].settlement is not None
        )


def settle(
    rules: Rules,
    points: Sequence[int],
    rounds_won: Sequence[int],
    reached: int,
    extra_boxes: Sequence[int] | None = None,
) -> Settlement:
    """Settle one game won by ``reached``: shutout, boxes, game bonus (rulebook 1.11)."""
    parties = range(len(points))
    extra = extra_boxes or [0] * len(points)
    shutout = all(rounds_won[party] == 0 for party in parties if party != reached)
    lines = [[ScoreLine(LineKind.HAND_POINTS, points[party])] for party in parties]
    doubles = rules.shutout in (Shutout.DOUBLE_POINTS, Shutout.DOUBLE_AND_FLAT)
    if shutout and doubles:
        lines[reached].append(ScoreLine(LineKind.SHUTOUT_DOUBLES, points[reached]))
    for party in parties:
        boxes = rounds_won[party] + extra[party]
        if boxes and rules.box_bonus:
            amount = boxes * rules.box_bonus
            lines[party].append(ScoreLine(LineKind.BOXES, amount, boxes, rules.box_bonus))
    if rules.game_bonus:
        lines[reached].append(ScoreLine(LineKind.GAME_BONUS, rules.game_bonus))
    if shutout and rules.shutout in (Shutout.FLAT, Shutout.DOUBLE_AND_FLAT):
        lines[reached].append(ScoreLine(LineKind.SHUTOUT_FLAT, rules.shutout_flat))
    if shutout and rules.shutout is Shutout.DOUBLE_DIFF:
        totals = _totals(lines)
        ahead = totals[reached] - max(totals[party] for party in parties if party != reached)
        lines[reached].append(ScoreLine(LineKind.SHUTOUT_DIFFERENCE, ahead, ahead))
    return Settlement(_totals(lines), tuple(tuple(line) for line in lines), shutout)


def sheet(rules: Rules, parties: int, entries: Sequence[ScoreEntry]) -> Sheet:
    """Return the score sheet after these rounds."""
    match rules.match_format:
        case MatchFormat.HOLLYWOOD:
            return _hollywood(rules, parties, entries)
        case MatchFormat.MULTI_MATCH:
            return _multi_match(rules, parties, entries)
        case MatchFormat.BEST_OF:
            return _best_of(rules, parties, entries)
        case MatchFormat.ROUNDS:
            return _rounds(rules, parties, entries)
        case MatchFormat.SINGLE:
            games = _games(rules, parties, entries, limit=1)
            return _single(rules, parties, games)
        case _:
            assert_never(rules.match_format)


def game_winner(rules: Rules, points: Sequence[int], boxes: Sequence[int]) -> int | None:
    """Return the party that reached the target; none on a tie, which continues (1.11, 2.9)."""
    counted = list(points)
    if rules.boxes_count_toward_target:
        sessions = rules.match_format is MatchFormat.MULTI_MATCH
        bonus = rules.mm_round_bonus if sessions else rules.box_bonus
        counted = [score + bonus * won for score, won in zip(points, boxes, strict=True)]
    best = max(counted)
    if best < rules.target or counted.count(best) > 1:
        return None
    return counted.index(best)


def _games(
    rules: Rules, parties: int, entries: Sequence[ScoreEntry], limit: int
) -> list[ScoredGame]:
    games: list[ScoredGame] = []
    game = _new_game(parties)
    for number, entry in enumerate(entries):
        game = _enter(game, number, entry)
        boxes = _add(game.rounds_won, game.extra_boxes)
        reached = game_winner(rules, game.points, boxes)
        if reached is None:
            continue
        games.append(_close(rules, game, reached))
        if len(games) == limit:
            return games
        game = _new_game(parties)
    if game.rounds or not games:
        games.append(game)
    return games


def _new_game(parties: int) -> ScoredGame:
    zeros = (0,) * parties
    return ScoredGame((), (), zeros, zeros, zeros)


def _enter(game: ScoredGame, number: int, entry: ScoreEntry) -> ScoredGame:
    points = _add(game.points, entry.scores)
    won = tuple(int(entry.winner == party) for party in range(len(points)))
    return ScoredGame(
        (*game.rounds, number),
        (*game.running, points),
        points,
        _add(game.rounds_won, won),
        _add(game.extra_boxes, entry.extra_boxes),
    )


def _close(rules: Rules, game: ScoredGame, reached: int) -> ScoredGame:
    winner = _unless_forfeited(rules, game.points, reached)
    settlement = settle(rules, game.points, game.rounds_won, winner, game.extra_boxes)
    if winner == reached:
        winner = _by_rule(rules, reached, settlement.totals)
    return _closed(game, winner, settlement)


def _unless_forfeited(rules: Rules, points: Sequence[int], reached: int) -> int:
    """Return the winner when ``reached`` ends a game; a lead of exactly 50 may forfeit it (2.4)."""
    if not rules.exact_fifty_forfeit:
        return reached
    others = (party for party in range(len(points)) if party != reached)
    second = max(others, key=lambda party: points[party])
    return second if points[reached] - points[second] == 50 else reached


def _by_rule(rules: Rules, reached: int, totals: Sequence[int]) -> int:
    """Return the winner after settlement when ``reached`` ends a game (``winner_rule``, 1.11)."""
    best = max(totals)
    if rules.winner_rule is WinnerRule.FIRST_TO_TARGET or totals[reached] == best:
        return reached
    return list(totals).index(best)


def _closed(game: ScoredGame, winner: int, settlement: Settlement) -> ScoredGame:
    return ScoredGame(
        game.rounds,
        game.running,
        game.points,
        game.rounds_won,
        game.extra_boxes,
        winner,
        settlement,
    )


def _single(rules: Rules, parties: int, games: list[ScoredGame]) -> Sheet:
    game = games[0]
    totals = game.settlement.totals if game.settlement else game.points
    won = tuple(int(game.winner == party) for party in range(parties))
    finished = game.settlement is not None
    return Sheet(rules.match_format, tuple(games), (), totals, won, finished, game.winner)


def _rounds(rules: Rules, parties: int, entries: Sequence[ScoreEntry]) -> Sheet:
    """Return the sheet of a set number of rounds: points only, and a draw if they are equal."""
    game = _new_game(parties)
    for number, entry in enumerate(entries[: rules.rounds]):
        game = _enter(game, number, entry)
    finished = len(game.rounds) == rules.rounds
    best = max(game.points)
    winner = game.points.index(best) if finished and game.points.count(best) == 1 else None
    won = tuple(int(party == winner) for party in range(parties))
    return Sheet(rules.match_format, (game,), (), game.points, won, finished, winner)


def _best_of(rules: Rules, parties: int, entries: Sequence[ScoreEntry]) -> Sheet:
    need = (rules.best_of + 1) // 2
    games: list[ScoredGame] = []
    won = [0] * parties
    winner: int | None = None
    for game in _games(rules, parties, entries, limit=parties * rules.best_of):
        games.append(game)
        if game.winner is not None:
            won[game.winner] += 1
            if won[game.winner] == need:
                winner = game.winner
                break
    totals = _sum_games(parties, games)
    finished = winner is not None
    return Sheet(rules.match_format, tuple(games), (), totals, tuple(won), finished, winner)


def _multi_match(rules: Rules, parties: int, entries: Sequence[ScoreEntry]) -> Sheet:
    """Return the sheet of a session of matches to ``target`` (rulebook 2.4)."""
    games: list[ScoredGame] = []
    session = (0,) * parties
    won = [0] * parties
    winner: int | None = None
    for game in _games(rules, parties, entries, limit=len(entries) + 1):
        if game.winner is None:
            games.append(game)
            break
        game = _credit(rules, game)
        assert game.settlement is not None
        assert game.winner is not None
        games.append(game)
        won[game.winner] += 1
        session = _add(session, game.settlement.totals)
        best = max(session)
        if best >= rules.session_target and session.count(best) == 1:
            winner = session.index(best)
            break
    finished = winner is not None
    return Sheet(rules.match_format, tuple(games), (), session, tuple(won), finished, winner)


def _credit(rules: Rules, game: ScoredGame) -> ScoredGame:
    reached = game_winner(rules, game.points, _add(game.rounds_won, game.extra_boxes))
    assert reached is not None
    others = [party for party in range(len(game.points)) if party != reached]
    winner = _unless_forfeited(rules, game.points, reached)
    shutout = winner == reached and all(game.rounds_won[party] == 0 for party in others)
    lines = []
    for party, score in enumerate(game.points):
        own = [ScoreLine(LineKind.HAND_POINTS, score)]
        boxes = game.rounds_won[party] + game.extra_boxes[party]
        if boxes and rules.mm_round_bonus:
            amount = boxes * rules.mm_round_bonus
            own.append(ScoreLine(LineKind.BOXES, amount, boxes, rules.mm_round_bonus))
        if party == winner:
            own.append(ScoreLine(LineKind.MATCH_BONUS, rules.mm_match_bonus))
            if shutout:
                own.append(ScoreLine(LineKind.MATCH_SHUTOUT, rules.mm_shutout_bonus))
        lines.append(own)
    settlement = Settlement(_totals(lines), tuple(tuple(own) for own in lines), shutout)
    if winner == reached:
        winner = _by_rule(rules, reached, settlement.totals)
    return _closed(game, winner, settlement)


class _OpenColumn:
    """A Hollywood column under construction."""

    def __init__(self, parties: int) -> None:
        self.entries: list[list[tuple[int, int, int]]] = [[] for _ in range(parties)]
        self.points = [0] * parties
        self.extra = [0] * parties
        self.winner: int | None = None

    def enter(self, number: int, party: int, entry: ScoreEntry) -> None:
        self.points[party] += entry.scores[party]
        self.extra[party] += entry.extra_boxes[party]
        self.entries[party].append((number, entry.scores[party], self.points[party]))


def _hollywood(rules: Rules, parties: int, entries: Sequence[ScoreEntry]) -> Sheet:
    columns = [_OpenColumn(parties) for _ in range(rules.hollywood_columns)]
    wins = [0] * parties
    for number, entry in enumerate(entries):
        party = entry.winner
        if party is None:
            continue
        wins[party] += 1
        for column in _columns_for(rules, columns, party, wins[party]):
            column.enter(number, party, entry)
            if _closes(rules, column, party):
                column.winner = party
        if all(column.winner is not None for column in columns):
            break
    settled = tuple(
        _settled_column(rules, column, is_last=index == len(columns) - 1)
        for index, column in enumerate(columns)
    )
    finished = all(column.winner is not None for column in settled)
    totals = _sum_columns(parties, settled)
    won = tuple(sum(c.winner == party for c in settled) for party in range(parties))
    winner = _overall(totals, won) if finished else None
    return Sheet(rules.match_format, (), settled, totals, won, finished, winner)


def _closes(rules: Rules, column: _OpenColumn, party: int) -> bool:
    boxes = len(column.entries[party]) + column.extra[party]
    counted = column.points[party]
    if rules.boxes_count_toward_target:
        counted += boxes * rules.box_bonus
    return counted >= rules.hollywood_target


def _columns_for(
    rules: Rules, columns: Iterable[_OpenColumn], party: int, win: int
) -> list[_OpenColumn]:
    """Return the columns in which a win is entered (rulebook 2.7, late entry)."""
    if rules.hollywood_late_entry is LateEntry.STRICT:
        return [column for column in list(columns)[:win] if column.winner is None]
    open_columns = [column for column in columns if column.winner is None]
    entered = [column for column in open_columns if column.entries[party]]
    fresh = [column for column in open_columns if not column.entries[party]]
    return entered + fresh[:1]


def _settled_column(rules: Rules, column: _OpenColumn, *, is_last: bool) -> Column:
    entries = tuple(tuple(party) for party in column.entries)
    points, extra = tuple(column.points), tuple(column.extra)
    if column.winner is None:
        return Column(entries, points, extra)
    won = [len(party) for party in entries]
    reached = _unless_forfeited(rules, points, column.winner)
    settlement = settle(rules, points, won, reached, extra)
    if is_last and rules.hollywood_third_double:
        lines = tuple(
            (*own, ScoreLine(LineKind.COLUMN_DOUBLES, total)) if total else own
            for own, total in zip(settlement.lines, settlement.totals, strict=True)
        )
        totals = tuple(2 * total for total in settlement.totals)
        settlement = Settlement(totals, lines, settlement.shutout)
    winner = reached
    if reached == column.winner:
        winner = _by_rule(rules, reached, settlement.totals)
    return Column(entries, points, extra, winner, settlement)


def _overall(totals: tuple[int, ...], won: tuple[int, ...]) -> int | None:
    """Return the party with the higher sum, then with more columns; a draw on a tie (2.7)."""
    ranking = sorted(zip(totals, won, strict=True), reverse=True)
    if ranking[0] == ranking[1]:
        return None
    return list(zip(totals, won, strict=True)).index(ranking[0])


def _sum_games(parties: int, games: Iterable[ScoredGame]) -> tuple[int, ...]:
    totals = (0,) * parties
    for game in games:
        totals = _add(totals, game.settlement.totals if game.settlement else game.points)
    return totals


def _sum_columns(parties: int, columns: Iterable[Column]) -> tuple[int, ...]:
    totals = (0,) * parties
    for column in columns:
        totals = _add(totals, column.settlement.totals if column.settlement else column.points)
    return totals


def _totals(lines: Iterable[Iterable[ScoreLine]]) -> tuple[int, ...]:
    return tuple(sum(line.amount for line in own) for own in lines)


def _add(left: Sequence[int], right: Sequence[int]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(left, right, strict=True))
