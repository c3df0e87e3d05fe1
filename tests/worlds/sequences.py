"""Matches that are played by a sequence of actions."""

from functools import lru_cache

from engine.fairness import CommittedDecks
from engine.game.actions import Ready
from engine.game.match import Match, MatchPhase, act, neutral_action, start
from engine.game.presets import PRESET_PLAYERS, PRESETS
from engine.game.record import MatchRecord, RecordedDeal, RecordedMove, sealed
from engine.game.rules import KnockCardSource

DECKS = CommittedDecks(b"r" * 32, 1, ("a", "b"))


MOVES = 120


@lru_cache
def played(preset: str) -> tuple[MatchRecord, Match]:
    """A few rounds of neutral moves, and the match after them."""
    rules, players = PRESETS[preset], PRESET_PLAYERS.get(preset, 2)
    match = start(rules, players, 5, DECKS)
    deals, moves = [*deals_of(match)], []
    for number in range(MOVES):
        seat = match.to_act[number % len(match.to_act)]
        between = match.phase is MatchPhase.BETWEEN
        action = Ready("my own words") if between else neutral_action(match, seat)
        match = act(match, seat, action, DECKS).match
        moves.append(RecordedMove(1000 + number, seat, action))
        if between and match.phase is MatchPhase.PLAYING:
            deals += deals_of(match)
    names = tuple(f"Player {seat}" for seat in range(players))
    kept = MatchRecord(9, rules, players, 5, 999, tuple(deals), tuple(moves), None, names)
    return sealed(kept), match


def deals_of(match: Match) -> list[RecordedDeal]:
    second = match.rules.knock_card_source is KnockCardSource.SECOND_DECK
    shared = match.rules.shared_knock_card
    return [
        RecordedDeal(
            match.number,
            index,
            attempt,
            DECKS.deck(match.number, index, attempt),
            DECKS.knock_card(match.number, 0 if shared else index, attempt) if second else None,
        )
        for index, table in enumerate(match.tables)
        for attempt in range(table.attempt + 1)
    ]
