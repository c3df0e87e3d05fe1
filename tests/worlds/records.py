"""Records of matches that were played to their end."""

import random
from functools import lru_cache

from engine.game.actions import Action, Ready
from engine.game.match import Match, MatchPhase, act
from engine.game.presets import PRESET_PLAYERS, PRESETS
from engine.game.record import MatchRecord, RecordedDeal, RecordedMove, sealed
from engine.game.rules import KnockCardSource
from engine.game.view import seat_view
from tests.engine.playing import SeededDecks, new_match, sensible_action


@lru_cache
def recorded(preset: str, rounds: int = 2) -> tuple[MatchRecord, tuple[Match, ...]]:
    """A few sensible rounds, and the match after the deal and after every move."""
    rules, players = PRESETS[preset], PRESET_PLAYERS.get(preset, 2)
    match, decks = new_match(rules, players, 7)
    assert isinstance(decks, SeededDecks)
    rng, seen = random.Random(7), [match]
    deals = deals_of(match, decks)
    moves: list[RecordedMove] = []
    while match.number <= rounds and match.phase is not MatchPhase.OVER:
        seat = rng.choice(match.to_act)
        action: Action = Ready()
        if match.phase is MatchPhase.PLAYING:
            action = sensible_action(seat_view(match, seat), rng)
        number = match.number
        match = act(match, seat, action, decks).match
        seen.append(match)
        moves.append(RecordedMove(1000 + len(moves), seat, action))
        if match.number > number:
            deals += deals_of(match, decks)
    lot = random.Random(7).randrange(5040)
    record = MatchRecord(9, rules, players, lot, 999, tuple(deals), tuple(moves))
    return sealed(record), tuple(seen)


def deals_of(match: Match, decks: SeededDecks) -> list[RecordedDeal]:
    second = match.rules.knock_card_source is KnockCardSource.SECOND_DECK
    shared = match.rules.shared_knock_card
    found = []
    for index, table in enumerate(match.tables):
        for attempt in range(table.attempt + 1):
            place = (match.number, 0 if shared else index, attempt)
            knock = decks.knock_card(*place) if second else None
            deck = tuple(decks.deck(match.number, index, attempt))
            found.append(RecordedDeal(match.number, index, attempt, deck, knock))
    return found
