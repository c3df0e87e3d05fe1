"""Gin rummy without a platform: matches on seeded or chosen decks, for programs.

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
from dataclasses import dataclass, field
from typing import Final

from engine.game.actions import Action, Ready
from engine.game.card_reader import parse_cards
from engine.game.cards import DECK_SIZE, Card, card_text, cards_of, cards_text
from engine.game.errors import RuleError
from engine.game.legal import NOTHING_LEGAL, Legal
from engine.game.machine import machine
from engine.game.match import Decks, Match, MatchPhase, act, start
from engine.game.notation import action_text, parse_action
from engine.game.option_types import Option
from engine.game.options import house_rules
from engine.game.presets import PRESET_PLAYERS, PRESETS
from engine.game.record import MatchRecord, RecordedDeal, RecordedMove, sealed
from engine.game.rules import Rules
from engine.game.seats import Seat, Side
from engine.game.view import SeatView, seat_view
from engine.players import Level, choose


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


class ChosenHands:
    """Decks whose first deal gives each seat the hand chosen for it; the rest is shuffled.

    ``match``: the match as it would be dealt otherwise, which tells who deals at which table.
    """

    def __init__(
        self, decks: Decks, match: Match, hands: Mapping[Seat, Sequence[Card] | str]
    ) -> None:
        """Raise ValueError for a seat without a hand, a wrong number of cards, or a card twice."""
        self._decks, self._first = decks, dict[int, list[Card]]()
        read = {
            seat: tuple(parse_cards(hand) if isinstance(hand, str) else hand)
            for seat, hand in hands.items()
        }
        dealt = [seat for table in match.tables for seat in table.pair]
        if strange := sorted(read.keys() - set(dealt)):
            raise ValueError(
                f"seat {strange[0]!r} is dealt no cards; these seats are: {sorted(dealt)}"
            )
        size = match.rules.hand_size
        for seat, hand in read.items():
            if len(hand) != size:
                raise ValueError(f"a hand has {size} cards; {seat!r} has {len(hand)}")
        for number, table in enumerate(match.tables):
            wanted = {side: read[table.pair[side]] for side in Side if table.pair[side] in read}
            deck = decks.deck(match.number, number, table.attempt)
            self._first[number] = _arranged(deck, wanted, size)
        self._number = match.number

    def deck(self, number: int, table: int, attempt: int) -> Sequence[Card]:
        if number == self._number and not attempt:
            return self._first[table]
        return self._decks.deck(number, table, attempt)

    def knock_card(self, number: int, table: int, attempt: int) -> Card:
        return self._decks.knock_card(number, table, attempt)


def _arranged(deck: Sequence[Card], wanted: Mapping[Side, Sequence[Card]], size: int) -> list[Card]:
    """Return a deck that deals these hands, one card at a time, the non-dealer first."""
    chosen = [card for hand in wanted.values() for card in hand]
    if twice := sorted({card for card in chosen if chosen.count(card) > 1}):
        raise ValueError(f"{card_text(twice[0])} is in the hands more than once")
    others = [card for card in deck if card not in chosen]
    hands = {side: wanted.get(side) or [others.pop(0) for _ in range(size)] for side in Side}
    return [hands[side][place] for place in range(size) for side in Side] + others


@dataclass(slots=True)
class RecordingDecks:
    """Decks that remember what they have dealt."""

    decks: Decks
    _dealt: dict[tuple[int, int, int], tuple[Card, ...]] = field(default_factory=dict)
    _turned: dict[tuple[int, int, int], Card] = field(default_factory=dict)

    def deck(self, number: int, table: int, attempt: int) -> Sequence[Card]:
        """Return the deck of a round at a table."""
        place = (number, table, attempt)
        if place not in self._dealt:
            self._dealt[place] = tuple(self.decks.deck(*place))
        return self._dealt[place]

    def knock_card(self, number: int, table: int, attempt: int) -> Card:
        """Return the card of a second deck."""
        place = (number, table, attempt)
        if place not in self._turned:
            self._turned[place] = self.decks.knock_card(*place)
        return self._turned[place]

    def deals(self, *, is_shared: bool) -> tuple[RecordedDeal, ...]:
        """Return every deal so far. ``is_shared``: all tables have one knock card."""
        return tuple(
            RecordedDeal(*place, deck, self._turned.get((place[0], 0, 0) if is_shared else place))
            for place, deck in self._dealt.items()
        )


ORDERS: Final = 40_320
"""The number of orders of eight seats."""


def preset(name: str = "standard", **options: Option) -> Rules:
    """Return the rules of a preset with some options changed (rulebook 5).

    Raise ValueError for an unknown preset, and OptionError for options that cannot be played or
    have no effect.

    >>> preset("oklahoma", target=150).target
    150
    """
    if name not in PRESETS:
        raise ValueError(f"no preset is called {name!r}; there are {', '.join(PRESETS)}")
    return house_rules(options, PRESETS[name])


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
        self,
        rules: Rules | str = "standard",
        players: int | None = None,
        seed: int = 0,
        *,
        decks: Decks | None = None,
        hands: Mapping[Seat, Sequence[Card] | str] | None = None,
    ) -> None:
        """Deal the first round. ``players``: by default the number of the preset, else two.

        ``decks``: another source of decks than the seed. ``hands``: what seats are dealt in the
        first round, as cards or as text in any notation. Raise ValueError for an unknown preset,
        an impossible number of players, or impossible hands.
        """
        if not isinstance(rules, Rules | str):
            raise TypeError(f"rules are the name of a preset or Rules, not {rules!r}")
        self.name = rules if isinstance(rules, str) else "own rules"
        size = PRESET_PLAYERS.get(self.name, 2) if players is None else players
        chosen = preset(rules) if isinstance(rules, str) else rules
        lot = random.Random(seed).randrange(ORDERS)
        source = SeededDecks(seed) if decks is None else decks
        if hands:
            source = ChosenHands(source, start(chosen, size, lot, source), hands)
        self._decks, self._lot = RecordingDecks(source), lot
        self._moves: list[RecordedMove] = []
        self.match: Match = start(chosen, size, lot, self._decks)

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
        """Return the legal actions of a seat; by default of the one that is to act."""
        acting = self._acting(seat)
        for table in self.match.tables:
            if acting in table.pair and self.match.phase is MatchPhase.PLAYING:
                side = Side(table.pair.index(acting))
                return machine(self.match.rules).legal(table.round, side)
        return NOTHING_LEGAL

    def hand(self, seat: Seat | None = None) -> Hand:
        """Return a seat's own hand."""
        layout = self.view(seat).layout
        melds = tuple(tuple(cards_of(meld)) for meld in layout.melds)
        return Hand(melds, tuple(cards_of(layout.deadwood_cards)), layout.deadwood)

    def play(self, action: Action | str, seat: Seat | None = None) -> None:
        """Apply an action, or its notation such as ``"d9S"``, for the seat that is to act.

        Raise RuleError if the rules forbid it, with the legal actions in ``data["legal"]``, and
        RecordError if the notation is invalid; the match is then unchanged. The next round starts
        automatically.
        """
        wanted = parse_action(action) if isinstance(action, str) else action
        if not isinstance(wanted, Action):
            raise TypeError(f"an action is one of engine.game.actions or its notation: {wanted!r}")
        acting = self._acting(seat)
        try:
            self._act(acting, wanted)
        except RuleError as error:
            offered = " ".join(map(action_text, self.legal(acting).actions())) or "nothing"
            raise RuleError(error.broken, **error.data, legal=offered) from None
        while self.match.phase is MatchPhase.BETWEEN:
            self._act(self.match.to_act[0], Ready())

    def _act(self, seat: Seat, action: Action) -> None:
        self.match = act(self.match, seat, action, self._decks).match
        self._moves.append(RecordedMove(len(self._moves), seat, action))

    def record(self) -> MatchRecord:
        """Return the match so far as a sealed record; the times of its moves are their numbers."""
        rules = self.match.rules
        return sealed(
            MatchRecord(
                match_id=0,
                rules=rules,
                players=len(self.match.seats),
                lot=self._lot,
                started_ms=0,
                deals=self._decks.deals(is_shared=rules.shared_knock_card),
                moves=tuple(self._moves),
            )
        )

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
        if acting not in self.match.seats:
            raise ValueError(f"there is no seat {acting!r}; the seats are {self.match.seats}")
        return Seat(acting)

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
    """Return a computer's action for the seat that is to act. Raise ValueError for no level."""
    if not isinstance(level, Level):
        raise ValueError(f"there is no level {level!r}; the levels are {[*Level]}")
    return choose(game.view(), level, seed)


def playout(
    rules: Rules | str, levels: Mapping[Seat, Level] | Level = Level.EXPERT, seed: int = 0
) -> Game:
    """Play a whole match of computers and return it. ``levels``: one for all, or one per seat.

    Raise ValueError for a seat without a level.
    """
    game = Game(rules, seed=seed)
    if isinstance(levels, Mapping) and (missing := set(game.match.seats) - levels.keys()):
        raise ValueError(f"{min(missing)!r} has no level; the seats are {game.match.seats}")
    while (seat := game.turn) is not None:
        level = levels if isinstance(levels, Level) else levels[seat]
        game.play(computer(game, level, seed))
    return game


def notation(action: Action) -> str:
    """Return an action as text that :meth:`Game.play` reads."""
    return action_text(action)
