"""A round that has been played up to a decision, from which a match of two can begin."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self, cast

from engine.game.actions import AllowBack, Expire, RoundAction
from engine.game.cards import Card, card, card_text, cards_from, cards_text
from engine.game.errors import RecordError
from engine.game.match import Match, MatchPhase, act, neutral_action, start
from engine.game.record import MatchRecord, RecordedMove, positions
from engine.game.rules import MatchFormat, Rules
from engine.game.seats import Seat


@dataclass(frozen=True, slots=True)
class PlayedDeck:
    """The one deck of a match that begins in the middle. Implements ``engine.game.match.Decks``.

    ``knock``: the card of a second deck, if the rules have one. ``moves``: how many were made
    before the match began.
    """

    cards: tuple[Card, ...]
    knock: Card | None = None
    moves: int = 0

    def deck(self, number: int, table: int, attempt: int) -> Sequence[Card]:
        """Return the deck."""
        return self.cards

    def knock_card(self, number: int, table: int, attempt: int) -> Card:
        """Return the knock card of the second deck."""
        assert self.knock is not None
        return self.knock

    def __str__(self) -> str:
        """Return the form that :meth:`read` reads."""
        knock = "-" if self.knock is None else card_text(self.knock)
        return f"{self.moves} {knock} {cards_text(self.cards)}"

    @classmethod
    def read(cls, text: str) -> Self:
        """Return a stored deck."""
        moves, knock, cards = text.split(" ", 2)
        return cls(cards_from(cards), None if knock == "-" else card(knock), int(moves))


@dataclass(frozen=True, slots=True)
class StartPosition:
    """A round between two seats: who deals, the deck, and the moves up to the decision."""

    rules: Rules
    dealer: Seat
    deck: PlayedDeck
    moves: tuple[tuple[Seat, RoundAction], ...] = ()

    @classmethod
    def of(
        cls,
        rules: Rules,
        dealer: Seat,
        cards: Sequence[Card],
        moves: Sequence[tuple[Seat, RoundAction]],
        knock: Card | None = None,
    ) -> Self:
        """Return the position as a match of one round."""
        deck = PlayedDeck(tuple(cards), knock, len(moves))
        return cls(of_one_round(rules), dealer, deck, tuple(moves))

    @property
    def lot(self) -> int:
        """The lot with which the dealer deals."""
        return int(self.dealer)

    def match(self) -> Match:
        """Return the match at the decision. Raise RuleError if a move is not legal."""
        now = start(self.rules, 2, self.lot, self.deck)
        for seat, action in self.moves:
            now = act(now, seat, action, self.deck).match
        return now


def of_one_round(rules: Rules) -> Rules:
    """Return the rules for one round, whose deal has been accepted as it is."""
    return replace(rules, match_format=MatchFormat.ROUNDS, rounds=1, dealt_knock_misdeal=False)


def position_of(record: MatchRecord, number: int, step: int) -> StartPosition:
    """Return the position at a step of round ``number`` (from 1) of a match of two.

    The steps are those of :mod:`engine.game.replay`; 0 is the deal. Raise RecordError if the record
    has no such step, or if the round is over there.
    """
    moves: list[tuple[Seat, RoundAction]] = []
    at, before = -1, None
    made: list[RecordedMove | None] = [None, *record.moves]
    for move, match in zip(made, positions(record), strict=True):
        if match.number == number and _has_changed(before, match):
            if at >= 0 and before is not None and move is not None:
                _note(moves, before, move)
            at += 1
            if at == step and record.players == 2 and match.tables[0].to_act is not None:
                return _found(record, match, moves)
        before = match
    raise RecordError("record_position")


def _has_changed(before: Match | None, match: Match) -> bool:
    if before is None or before.number != match.number:
        return True
    return before.tables[0].round is not match.tables[0].round


def _note(moves: list[tuple[Seat, RoundAction]], before: Match, move: RecordedMove) -> None:
    """Add a move that changed the table, or remove the one that it takes back."""
    seat, action = move.seat, move.action
    assert seat is not None
    if isinstance(action, AllowBack):
        moves.pop()
    elif isinstance(action, Expire):
        moves += _neutral_moves(before, seat)
    else:
        moves.append((seat, cast(RoundAction, action)))


def _neutral_moves(match: Match, seat: Seat) -> Iterator[tuple[Seat, RoundAction]]:
    """Yield the moves that the clock has made for a seat."""
    while match.phase is MatchPhase.PLAYING and seat in match.to_act:
        action = neutral_action(match, seat)
        yield seat, action
        match = act(match, seat, action, PlayedDeck(())).match


def _found(
    record: MatchRecord, match: Match, moves: Sequence[tuple[Seat, RoundAction]]
) -> StartPosition:
    dealt = max(
        (one for one in record.deals if one.number == match.number), key=lambda one: one.attempt
    )
    dealer = match.tables[0].pair.dealer
    return StartPosition.of(match.rules, dealer, dealt.deck, moves, dealt.knock_card)
