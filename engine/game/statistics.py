"""Statistics of a match's players, counted from facts: rounds, knocks, gins, undercuts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Final

from engine.game.cards import rank
from engine.game.formats import party_of
from engine.game.match import EndReason, Match, Table
from engine.game.round import ResultKind, RoundEventKind, RoundFacts
from engine.game.rules import Rules
from engine.game.seats import Seat, Side
from engine.game.sheet import Settlement

GINS: Final = (ResultKind.GIN, ResultKind.BIG_GIN, ResultKind.MAHJONG_GIN)
_KNOCKS: Final = (ResultKind.KNOCK, ResultKind.UNDERCUT, ResultKind.TIE)
_COUNTED: Final = (EndReason.FINISHED, EndReason.RESIGNED, EndReason.FORFEITED, EndReason.AWARDED)


@dataclass(frozen=True, slots=True)
class PlayStatistics:
    """Statistics of one player that add up over rounds and matches.

    ``downs``: rounds that the player ended by knock or gin; ``down_turns``: the sum of their last
    turns; ``knocks``: those with deadwood left, ``knock_deadwood``: the sum of that deadwood.
    ``undercuts``: of others, ``undercut``: by others. ``gins`` include ``big_gins``.
    ``layoff_points``: deadwood laid off on others' knocks. ``blitzes``: Hollywood columns won
    without a win of the other side, ``shutouts``: such games. ``fastest_gin``: the earliest turn.
    """

    games_won: int = 0
    points: int = 0
    rounds: int = 0
    rounds_won: int = 0
    downs: int = 0
    knocks: int = 0
    gins: int = 0
    big_gins: int = 0
    undercuts: int = 0
    undercut: int = 0
    knock_deadwood: int = 0
    down_turns: int = 0
    layoff_points: int = 0
    blitzes: int = 0
    shutouts: int = 0
    fastest_gin: int | None = None

    def __add__(self, other: "PlayStatistics") -> "PlayStatistics":
        sums = {name: getattr(self, name) + getattr(other, name) for name in SUMMED}
        turns = [one for one in (self.fastest_gin, other.fastest_gin) if one is not None]
        return PlayStatistics(**sums, fastest_gin=min(turns, default=None))

    def plain(self) -> dict[str, int]:
        """Return the nonzero fields, for JSON."""
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in found.items() if value}


SUMMED: Final = tuple(one.name for one in fields(PlayStatistics) if one.name != "fastest_gin")


def figures_from(plain: Mapping[str, int]) -> PlayStatistics:
    """Return the statistics from the output of :meth:`PlayStatistics.plain`."""
    return PlayStatistics(**plain)


def counts(match: Match) -> bool:
    """Whether an ended match was played to a result."""
    return match.outcome is not None and match.outcome.reason in _COUNTED


def table_figures(rules: Rules, table: Table) -> tuple[PlayStatistics, PlayStatistics]:
    """Return the statistics of a finished round, by side."""
    facts = table.round.facts
    assert facts is not None
    return _side_figures(rules, table, facts, Side.NON_DEALER), _side_figures(
        rules, table, facts, Side.DEALER
    )


def _side_figures(rules: Rules, table: Table, facts: RoundFacts, side: Side) -> PlayStatistics:
    won = facts.winner is side
    went_out = facts.kind is ResultKind.MAHJONG_GIN and won
    down = facts.knocker is side or went_out
    gin = down and facts.kind in GINS
    knocked = down and facts.kind in _KNOCKS
    turn = _turn(table, side)
    undercut = facts.kind is ResultKind.UNDERCUT
    laid_off = 0
    if facts.knocker is side.other:
        laid_off = sum(_deadwood(rules, card) for card, _ in facts.layoffs)
    return PlayStatistics(
        rounds=1,
        rounds_won=int(won),
        downs=int(down),
        knocks=int(knocked),
        gins=int(gin),
        big_gins=int(gin and facts.kind is ResultKind.BIG_GIN),
        undercuts=int(undercut and won),
        undercut=int(undercut and not won),
        knock_deadwood=facts.hands[side].deadwood if knocked else 0,
        down_turns=turn if down else 0,
        layoff_points=laid_off,
        fastest_gin=turn if gin else None,
    )


def _turn(table: Table, side: Side) -> int:
    """Return the turn, from 1, in which a player went down: one more than its discards."""
    done = sum(
        one.fact is RoundEventKind.DISCARDED and one.side is side for one in table.round.events
    )
    return done + 1


def _deadwood(rules: Rules, card: int) -> int:
    return rules.ace_deadwood if rank(card) == 0 else min(rank(card) + 1, 10)


def match_figures(match: Match, seat: Seat, rounds: Iterable[PlayStatistics]) -> PlayStatistics:
    """Return the statistics of one seat: those of its rounds and of the score sheet."""
    party, sheet = party_of(match.parties, seat), match.sheet()
    total = PlayStatistics(
        games_won=sheet.games_won[party],
        points=sheet.totals[party],
        blitzes=sum(_is_shutout(one.settlement, one.winner, party) for one in sheet.columns),
        shutouts=sum(_is_shutout(one.settlement, one.winner, party) for one in sheet.games),
    )
    return sum(rounds, total)


def _is_shutout(settlement: Settlement | None, winner: int | None, party: int) -> bool:
    return settlement is not None and settlement.shutout and winner == party


def result_of(match: Match, seat: Seat) -> int:
    """Return 1 for a win, 0 for a draw, -1 for a loss.

    With three or more parties all but the winner lose; without a winner, the one who gave up loses.
    """
    assert match.outcome is not None
    winner, party = match.outcome.winner, party_of(match.parties, seat)
    if winner is None:
        return -1 if match.outcome.by is not None and _gave_up(match, party) else 0
    return 1 if winner == party else -1


def score_between(match: Match, party: int, other: int) -> float:
    """Return one party's score against another.

    The winner beats all, a party that gave up loses to all, the others compare their totals.
    """
    assert match.outcome is not None
    if _gave_up(match, party) or match.outcome.winner == other:
        return 0.0
    if _gave_up(match, other) or match.outcome.winner == party:
        return 1.0
    if len(match.parties) == 2:
        return 0.5
    mine, theirs = (match.sheet().totals[one] for one in (party, other))
    return 0.5 if mine == theirs else float(mine > theirs)


def _gave_up(match: Match, party: int) -> bool:
    by = None if match.outcome is None else match.outcome.by
    return by is not None and by in match.parties[party]
