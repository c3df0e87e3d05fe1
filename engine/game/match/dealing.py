"""Seating and dealing: the beginning of a match and of each round (rulebook 1.2, 2.10, 3)."""

from collections.abc import Sequence
from dataclasses import replace

from engine.game.formats import Pair, format_of
from engine.game.formats.base import Parties
from engine.game.machine import Round, machine
from engine.game.match.state import (
    Decks,
    Match,
    MatchEvent,
    MatchPhase,
    PlayedRound,
    Step,
    Table,
)
from engine.game.rules import KnockCardSource, Rules
from engine.game.seats import Seat
from engine.game.sheet import ScoreEntry


def start(
    rules: Rules, players: int, lot: int, decks: Decks, sides: Parties | None = None
) -> Match:
    """Seat ``players`` people, cut for the deal with ``lot``, and deal the first round.

    ``sides``: chosen teams. Raise ValueError if the rules do not allow that many players.
    """
    if players not in rules.players():
        raise ValueError(f"{rules.table_format.value} is not for {players} players")
    seats = [Seat(number) for number in range(players)]
    arrangement = format_of(rules)
    parties = arrangement.parties(seats, sides)
    if sorted(seat for party in parties for seat in party) != seats:
        raise ValueError("every seat belongs to exactly one side")
    lineup = arrangement.first(rules, parties, lot)
    match = Match(rules, parties, lineup, (), strikes=(0,) * players)
    return _deal(match, decks).match


def start_after(
    rules: Rules, players: int, lot: int, decks: Decks, scores: Sequence[tuple[int, int]]
) -> Match:
    """Deal a round of a match of two parties after rounds with these ``scores``.

    Such a match is for asking about: nothing of those rounds is known but their points.
    """
    dealt = start(rules, players, lot, decks)
    played = tuple(
        PlayedRound(number, ScoreEntry(0 if own > other else 1, (own, other), (0, 0)), ())
        for number, (own, other) in enumerate(scores, 1)
    )
    lineup = replace(dealt.lineup, number=len(played) + 1)
    return replace(dealt, played=played, lineup=lineup)


def deal_following(match: Match, decks: Decks) -> Step:
    """Seat and deal the round after a finished one."""
    new_game = match.sheet().starts_new_game
    results = [table.result for table in match.played[-1].tables]
    lineup = format_of(match.rules).following(
        match.rules, match.parties, match.lineup, results, new_game
    )
    fresh = replace(match, lineup=lineup, phase=MatchPhase.PLAYING, ready=())
    return _deal(fresh, decks)


def _deal(match: Match, decks: Decks) -> Step:
    tables = tuple(
        _deal_table(match, index, pair, decks) for index, pair in enumerate(match.lineup.pairs)
    )
    return Step(replace(match, tables=tables), (MatchEvent.ROUND_DEALT,))


def _deal_table(match: Match, index: int, pair: Pair, decks: Decks) -> Table:
    attempt = 0
    while True:
        state = dealt(match, index, attempt, decks)
        if not machine(match.rules).is_misdeal(state):
            return Table(pair, state, attempt)
        attempt += 1


def dealt(match: Match, index: int, attempt: int, decks: Decks) -> Round:
    """Return the round of one table as the decks deal it."""
    second = match.rules.knock_card_source is KnockCardSource.SECOND_DECK
    # All tables share one card, including a table that is dealt again.
    shared = match.rules.shared_knock_card
    place, turned = (0, 0) if shared else (index, attempt)
    knock_card = decks.knock_card(match.number, place, turned) if second else None
    return machine(match.rules).deal(decks.deck(match.number, index, attempt), knock_card)
