"""Rounds that the coach studies."""

from engine.game.actions import Ready, Resign, SeatAction
from engine.game.match import Match, MatchPhase, act, start
from engine.game.presets import PRESET_PLAYERS, PRESETS
from engine.game.record import MatchRecord, RecordedDeal, RecordedMove, sealed
from engine.game.view import seat_view
from engine.players.levels import Level, choose
from tests.engine.playing import SeededDecks


class KeptDecks:
    """Seeded decks that remember what was dealt."""

    def __init__(self, decks: SeededDecks) -> None:
        self._decks = decks
        self.deals: dict[tuple[int, int, int], RecordedDeal] = {}

    def deck(self, number: int, table: int, attempt: int) -> tuple[int, ...]:
        deck = tuple(self._decks.deck(number, table, attempt))
        self.deals[number, table, attempt] = RecordedDeal(number, table, attempt, deck)
        return deck

    def knock_card(self, number: int, table: int, attempt: int) -> int:
        turned = self._decks.knock_card(number, table, attempt)
        self.deals[number, table, attempt] = RecordedDeal(
            number, table, attempt, self.deals[number, table, attempt].deck, turned
        )
        return turned


def recorded(preset: str, seed: int, rounds: int) -> tuple[MatchRecord, Match]:
    """Casual players play so many rounds and then one of them resigns."""
    decks = KeptDecks(SeededDecks(seed))
    match = start(PRESETS[preset], PRESET_PLAYERS.get(preset, 2), seed, decks)
    moves: list[RecordedMove] = []
    while match.phase is not MatchPhase.OVER:
        seat = match.to_act[0]
        if len(match.played) == rounds and match.phase is MatchPhase.PLAYING:
            action: SeatAction = Resign()
        elif match.phase is MatchPhase.BETWEEN:
            action = Ready()
        else:
            action = choose(seat_view(match, seat), Level.CASUAL, len(moves))
        moves.append(RecordedMove(0, seat, action))
        match = act(match, seat, action, decks).match
    players = sum(len(party) for party in match.parties)
    deals = tuple(decks.deals.values())
    record = MatchRecord(1, match.rules, players, seed, 0, deals, tuple(moves))
    return sealed(record), match
