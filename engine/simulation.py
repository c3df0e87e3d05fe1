"""Gin rummy without a platform: a match on seeded decks, for programs that play, search or learn.

>>> from engine import Game, Level, computer
>>> game = Game("single", seed=7)
>>> while not game.is_over:
...     game.play(computer(game, Level.CASUAL))
>>> print(game)  # doctest: +ELLIPSIS
single, round ..., over
seat 1: ...
seat 2: ...
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.game.actions import Action, Ready
from engine.game.cards import DECK_SIZE, Card, cards_of, cards_text
from engine.game.legal import Legal
from engine.game.match import Match, MatchPhase, act, start
from engine.game.notation import action_text, parse_action
from engine.game.option_types import Option
from engine.game.presets import PRESET_PLAYERS, PRESETS
from engine.game.rules import Rules, rules_from
from engine.game.seats import Seat
from engine.game.view import SeatView, seat_view
from engine.players import Level, choose

ORDERS: Final = 40_320
"""The number of orders of eight seats."""


def preset(name: str = "standard", **options: Option) -> Rules:
    """Return the rules of a preset with some options changed (rulebook 5).

    Raise ValueError for an unknown preset and OptionError for options that cannot be played.

    >>> preset("oklahoma", target=150).target
    150
    """
    if name not in PRESETS:
        raise ValueError(f"no preset is called {name!r}; there are {', '.join(PRESETS)}")
    return rules_from(options, PRESETS[name])


@dataclass(frozen=True, slots=True)
class SeededDecks:
    """Decks that depend only on a seed: the same seed deals the same match."""

    seed: int

    def deck(self, number: int, table: int, attempt: int) -> Sequence[Card]:
        """Return the shuffled deck of a round at a table."""
        return self._shuffled("deck", number, table, attempt)

    def knock_card(self, number: int, table: int, attempt: int) -> Card:
        """Return the card of a second deck that sets the knock limit (rulebook 2.6)."""
        return self._shuffled("knock", number, table, attempt)[0]

    def _shuffled(self, *label: object) -> list[Card]:
        cards = list(range(DECK_SIZE))
        random.Random(f"{self.seed}/{label}").shuffle(cards)
        return cards


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards of one seat in their best layout.

    ``melds`` and ``deadwood`` are tuples of cards, ``points`` the deadwood's value.
    """

    melds: tuple[tuple[Card, ...], ...]
    deadwood: tuple[Card, ...]
    points: int

    def __str__(self) -> str:
        melds = " | ".join(cards_text(meld) for meld in self.melds) or "no melds"
        rest = cards_text(self.deadwood) or "none"
        return f"{melds}; deadwood {rest} ({self.points})"


class Game:
    """A match in progress. It knows every card; :meth:`view` shows what one seat may see."""

    def __init__(
        self, rules: Rules | str = "standard", players: int | None = None, seed: int = 0
    ) -> None:
        """Deal the first round. ``players``: by default the number of the preset, else two.

        Raise ValueError for an unknown preset or an impossible number of players.
        """
        self.name = rules if isinstance(rules, str) else "own rules"
        size = PRESET_PLAYERS.get(self.name, 2) if players is None else players
        self._decks = SeededDecks(seed)
        chosen = preset(rules) if isinstance(rules, str) else rules
        self.match: Match = start(chosen, size, random.Random(seed).randrange(ORDERS), self._decks)

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.match.phase is MatchPhase.OVER

    @property
    def turn(self) -> Seat | None:
        """The seat that is to act, the first of several; ``None`` when the match is over."""
        return next(iter(self.match.to_act), None)

    @property
    def scores(self) -> tuple[int, ...]:
        """The totals of the score sheet, one per party."""
        return self.match.sheet().totals

    def view(self, seat: Seat | None = None) -> SeatView:
        """Return the view of a seat; by default the one that is to act."""
        return seat_view(self.match, self._acting(seat))

    def legal(self, seat: Seat | None = None) -> Legal:
        """Return the legal actions of a seat."""
        return self.view(seat).legal

    def hand(self, seat: Seat | None = None) -> Hand:
        """Return a seat's own hand."""
        layout = self.view(seat).layout
        melds = tuple(tuple(cards_of(meld)) for meld in layout.melds)
        return Hand(melds, tuple(cards_of(layout.deadwood_cards)), layout.deadwood)

    def play(self, action: Action | str, seat: Seat | None = None) -> None:
        """Apply an action, or its notation such as ``"d9S"``, for the seat that is to act.

        Raise RuleError if the rules forbid it and RecordError if the notation is invalid; the
        match is then unchanged. The next round starts automatically.
        """
        wanted = parse_action(action) if isinstance(action, str) else action
        self.match = act(self.match, self._acting(seat), wanted, self._decks).match
        while self.match.phase is MatchPhase.BETWEEN:
            self.match = act(self.match, self.match.to_act[0], Ready(), self._decks).match

    def score_sheet(self) -> str:
        """Return the finished rounds, one per line, and the totals with boxes and bonuses."""
        lines = []
        for one in self.match.played:
            ends = ", ".join(table.kind.value for table in one.tables)
            points = " : ".join(map(str, one.entry.scores))
            lines.append(f"round {one.number}: {ends}, {points}")
        return "\n".join([*lines, f"total: {' : '.join(map(str, self.scores))}"])

    def _acting(self, seat: Seat | None) -> Seat:
        acting = self.turn if seat is None else seat
        if acting is None:
            raise ValueError("the match is over: nobody is to act")
        return acting

    def __str__(self) -> str:
        sheet = self.match.sheet()
        state = "over" if self.is_over else f"seat {int(self.turn or 0) + 1} to act"
        lines = [f"{self.name}, round {self.match.number}, {state}"]
        for party, seats in enumerate(self.match.parties):
            who = " and ".join(str(int(seat) + 1) for seat in seats)
            won = sum(one.entry.winner == party for one in self.match.played)
            lines.append(f"seat {who}: {sheet.totals[party]} points, {won} rounds won")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Game {str(self).splitlines()[0]}>"


def computer(game: Game, level: Level = Level.EXPERT, seed: int = 0) -> Action:
    """Return a computer's action for the seat that is to act."""
    return choose(game.view(), level, seed)


def playout(
    rules: Rules | str, levels: Mapping[Seat, Level] | Level = Level.EXPERT, seed: int = 0
) -> Game:
    """Play a whole match of computers and return it. ``levels``: one for all, or one per seat."""
    game = Game(rules, seed=seed)
    while (seat := game.turn) is not None:
        level = levels if isinstance(levels, Level) else levels[seat]
        game.play(computer(game, level, seed))
    return game


def notation(action: Action) -> str:
    """Return an action as text that :meth:`Game.play` reads."""
    return action_text(action)
