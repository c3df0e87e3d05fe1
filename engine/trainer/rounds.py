"""The decisions of played rounds: of a match's record, or of computers from a seed."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.coach import decisions_of
from engine.fairness import CommittedDecks, lot, round_secret
from engine.game.actions import RoundAction
from engine.game.match import MatchPhase, act, start
from engine.game.melds import RunWrap
from engine.game.record import MatchRecord, positions
from engine.game.rules import FirstTurn, GameKind, Rules
from engine.game.seats import Seat
from engine.game.view import SeatView, seat_view
from engine.players import Level, choose

STANDARD: Final = Rules()
_CONTRIBUTIONS: Final = ("trainer", "computer")
_LEVELS: Final = (Level.CASUAL, Level.EXPERT)
MOST_MOVES: Final = 400
"""The most actions of a round of computers."""


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision: what a seat saw in a round, and what it did."""

    seat: Seat
    number: int
    view: SeatView
    action: RoundAction


def is_duel(rules: Rules, players: int) -> bool:
    """Whether these are rounds of gin between two players."""
    return rules.game_kind is GameKind.GIN and players == 2


def is_standard(rules: Rules) -> bool:
    """Whether a round is played and counted as in standard gin, but for the knock limit."""
    return (
        rules.game_kind is GameKind.GIN
        and rules.run_wrap is RunWrap.NONE
        and rules.first_turn is FirstTurn.UPCARD_OFFER
        and not (rules.deep_pickup or rules.spade_doubles)
        and _counted(rules) == _counted(STANDARD)
    )


def _counted(rules: Rules) -> tuple[object, ...]:
    return (
        rules.ace_deadwood,
        rules.hand_size,
        rules.gin_bonus,
        rules.undercut_bonus,
        rules.undercut_on_tie,
        rules.layoff_on_gin,
        rules.may_return_taken_discard,
        rules.wall_size,
    )


def decisions(record: MatchRecord) -> Iterator[Decided]:
    """Return every decision of a match between two players; none of any other match."""
    if not is_duel(record.rules, record.players):
        return
    states = list(positions(record))
    for number in sorted({deal.number for deal in record.deals}):
        for seat in (Seat.ONE, Seat.TWO):
            for view, action in decisions_of(states, record.moves, seat, number):
                yield Decided(seat, number, view, action)


def of_computers(seed: str) -> Iterator[Decided]:
    """Play one round of standard gin between computers; the same seed gives the same round."""
    root = hashlib.sha256(seed.encode()).digest()
    chance = int.from_bytes(root[:4], "big")
    levels = _LEVELS[chance % 2], _LEVELS[chance // 2 % 2]
    decks = CommittedDecks(root, 1, _CONTRIBUTIONS)
    match = start(STANDARD, 2, lot(round_secret(root, 1), 1, _CONTRIBUTIONS), decks)
    for move in range(MOST_MOVES):
        if match.phase is not MatchPhase.PLAYING:
            return
        seat = match.to_act[0]
        view = seat_view(match, seat)
        action = choose(view, levels[seat], chance + move)
        yield Decided(seat, match.number, view, action)
        match = act(match, seat, action, decks).match
