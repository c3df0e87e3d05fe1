"""Any position, asked of the coach: what to do, what each choice promises, what the other may hold.

The position is played up to: both sides draw from the stock what lies in the pile, so that every
rule holds and the coach sees a turn like any other. What nobody knows is dealt at random.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.coach.options import Option
from engine.coach.reasons import Reason
from engine.coach.review import examined
from engine.game.actions import Discard, Draw, Pass, RoundAction, Take
from engine.game.cards import DECK_SIZE, Card, card_set, card_text, cards_of
from engine.game.errors import GinError, RuleError
from engine.game.match import Match, MatchPhase, act, start_after
from engine.game.rules import FirstTurn, GameKind, KnockCardSource, MatchFormat, Rules
from engine.game.seats import Seat
from engine.game.start_position import PlayedDeck, StartPosition
from engine.game.view import SeatView, seat_view
from engine.players.memory import MASTERS_HABITS, Chance
from engine.players.position import Position

IMAGINED: Final = 400
"""The hands of the opponent that are imagined to say what they may hold."""
CLOSE: Final = 1.5
"""The points up to which two choices are called about as good: of such leads 57 % are leads, of
those up to 3 points 77 % (docs/research/coach.md)."""
SEED: Final = 1
ODD: Final = 1
"""The lot that lets the second seat deal, and so the first one play first."""


def is_askable(rules: Rules) -> bool:
    """Whether positions of these rules can be played up to."""
    return (
        2 in rules.players()
        and rules.game_kind is GameKind.GIN
        and rules.first_turn is FirstTurn.UPCARD_OFFER
        and rules.knock_card_source is not KnockCardSource.SECOND_DECK
    )


class ImpossiblePositionError(GinError):
    """The position cannot arise. ``code`` says why, ``data`` names the cards or the numbers."""

    def __init__(self, code: str, **data: str | int) -> None:
        super().__init__(code, data)


@dataclass(frozen=True, slots=True)
class AskedPosition:
    """A position at the asker's turn.

    ``hand``: the cards of one more than a hand if the draw is made, the drawn card last. ``pile``:
    from the bottom; at the draw its top is the upcard. ``taken``: the cards that the opponent has
    taken from the pile and still holds. ``score``: the asker's points in the game, and the other's.
    """

    rules: Rules
    hand: tuple[Card, ...]
    pile: tuple[Card, ...]
    taken: tuple[Card, ...] = ()
    score: tuple[int, int] = (0, 0)

    @property
    def has_drawn(self) -> bool:
        """Whether a discard is asked about."""
        return len(self.hand) > self.rules.hand_size


@dataclass(frozen=True, slots=True)
class Choice:
    """What a choice promises, in points.

    At a score, points count as they do there: by how much they change the chance to win the game.
    ``undercut``: the chance that the knock is undercut; ``gin``: that of the player's gin, ``None``
    if unknown.
    """

    action: RoundAction
    points: float
    undercut: float
    gin: float | None


@dataclass(frozen=True, slots=True)
class Answer:
    """The choices in the order of their points, with the reason why the first beats the second.

    ``chances``: of each unseen card to be in the opponent's hand, the likeliest first.
    """

    choices: tuple[Choice, ...]
    reason: Reason
    deadwood: int
    chances: tuple[tuple[Card, float], ...]

    @property
    def close(self) -> tuple[Choice, ...]:
        """The other choices that are about as good as the best."""
        best, *others = self.choices
        return tuple(one for one in others if best.points - one.points < CLOSE)


def answer(asked: AskedPosition) -> Answer:
    """Return the coach's answer against an opponent who plays as well as the coach.

    Raises ImpossiblePositionError.
    """
    view = view_of(asked)
    position = Position.of(view, SEED, MASTERS_HABITS)
    found = examined(view, None, SEED, every_discard=True, habits=MASTERS_HABITS)
    if not found.options:
        raise ImpossiblePositionError("no_choice")
    is_weighted = any(asked.score)
    ranked = sorted(found.options, key=lambda one: -_points(one, is_weighted=is_weighted))
    best, rival = ranked[0], ranked[1] if len(ranked) > 1 else None
    return Answer(
        choices=tuple(_choice(one, is_weighted=is_weighted) for one in ranked),
        reason=found.why(best, rival),
        deadwood=view.layout.deadwood,
        chances=tuple(_chances(position)),
    )


def _choice(option: Option, *, is_weighted: bool) -> Choice:
    points = _points(option, is_weighted=is_weighted)
    return Choice(option.action, points, option.undercut, option.gin)


def _points(option: Option, *, is_weighted: bool) -> float:
    return option.expected if is_weighted else option.points


def _chances(position: Position) -> Iterator[tuple[Card, float]]:
    hands = position.likely_hands(IMAGINED)
    counts = [0] * DECK_SIZE
    for hand in hands:
        for card in cards_of(hand):
            counts[card] += 1
    ranked = sorted(range(DECK_SIZE), key=lambda card: -counts[card])
    return ((card, counts[card] / len(hands)) for card in ranked if counts[card])


def view_of(asked: AskedPosition) -> SeatView:
    """Return the view of the asker. Raises ImpossiblePositionError."""
    checked(asked)
    match, seat = _played(asked)
    return seat_view(match, seat)


def checked(asked: AskedPosition) -> None:
    """Raise ImpossiblePositionError for cards that cannot lie so."""
    rules, size = asked.rules, asked.rules.hand_size
    if not is_askable(rules):
        raise ImpossiblePositionError("rules")
    if any(asked.score) and rules.match_format is MatchFormat.HOLLYWOOD:
        raise ImpossiblePositionError("three_scores")
    if not all(0 <= one < rules.target for one in asked.score):
        raise ImpossiblePositionError("score", target=rules.target)
    if len(asked.hand) not in (size, size + 1):
        raise ImpossiblePositionError("hand_size", found=len(asked.hand), size=size)
    if not asked.pile:
        raise ImpossiblePositionError("pile_empty")
    known = (*asked.hand, *asked.pile, *asked.taken)
    twice = next((card for card in known if known.count(card) > 1), None)
    if twice is not None:
        raise ImpossiblePositionError("twice", card=card_text(twice))
    if len(asked.taken) > size:
        raise ImpossiblePositionError("taken", found=len(asked.taken))
    if len(asked.pile) - 1 < len(asked.taken):
        raise ImpossiblePositionError("pile_short", found=len(asked.pile), taken=len(asked.taken))
    # The discard after the draw of the last card that may be drawn ends the round.
    left = stock_left(rules, _draws(asked))
    if left < rules.wall_size or (left == rules.wall_size and not asked.has_drawn):
        raise ImpossiblePositionError("stock", wall=rules.wall_size)


def stock_left(rules: Rules, draws: int) -> int:
    """Return the cards of the stock after so many draws from it in a round of two players."""
    return DECK_SIZE - 2 * rules.hand_size - 1 - draws


def _draws(asked: AskedPosition) -> int:
    """Return how many cards of the stock the position has cost."""
    return len(asked.pile) - 1 + asked.has_drawn


@dataclass(frozen=True, slots=True)
class _History:
    """How a position can have come about; the first seat is the non-dealer.

    ``stock``: the cards drawn. ``discarded``: what the opponent was dealt and has thrown away.
    """

    seat: Seat
    moves: Sequence[tuple[Seat, RoundAction]]
    stock: Sequence[Card]
    discarded: Sequence[Card]

    def cards(self, asked: AskedPosition, unseen: Sequence[Card]) -> tuple[Card, ...]:
        """Return the deck; ``unseen``: what nobody knows, the opponent's first."""
        missing = asked.rules.hand_size - len(self.discarded)
        theirs = (*self.discarded, *unseen[:missing])
        own = asked.hand[: asked.rules.hand_size]
        first, second = (own, theirs) if self.seat == 0 else (theirs, own)
        dealt = [card for pair in zip(first, second, strict=True) for card in pair]
        return (*dealt, asked.pile[0], *self.stock, *unseen[missing:])


def _unseen(asked: AskedPosition, seed: int) -> list[Card]:
    known = card_set((*asked.hand, *asked.pile, *asked.taken))
    unseen = [card for card in range(DECK_SIZE) if not known >> card & 1]
    Chance(seed).shuffle(unseen, len(unseen))
    return unseen


def _played(asked: AskedPosition) -> tuple[Match, Seat]:
    """Play up to the position, the opponent's hand dealt at random."""
    history = _history(asked)
    deck = PlayedDeck(history.cards(asked, _unseen(asked, SEED)))
    first, second = asked.score if history.seat == 0 else asked.score[::-1]
    scores = [one for one in ((first, 0), (0, second)) if any(one)]
    # The cards are dealt: no rule deals them again.
    rules = replace(asked.rules, dealt_knock_misdeal=False)
    match = start_after(rules, 2, ODD, deck, scores)
    try:
        for who, action in history.moves:
            match = act(match, who, action, deck).match
    except RuleError as error:
        raise ImpossiblePositionError("rules") from error
    if match.phase is not MatchPhase.PLAYING:
        raise ImpossiblePositionError("stock", wall=asked.rules.wall_size)
    if history.seat not in match.to_act:
        raise ImpossiblePositionError("rules")
    return match, history.seat


def to_play_on(asked: AskedPosition, seed: int) -> tuple[StartPosition, Seat]:
    """Return the position as the start of a match, and the asker's seat.

    The opponent gets one of the hands that they may hold, the stock is shuffled; ``seed`` decides.
    Raise ImpossiblePositionError.
    """
    view, history = view_of(asked), _history(asked)
    hand = Position.of(view, seed).likely_hands(1)[0] & ~card_set(asked.taken)
    rest = [card for card in _unseen(asked, seed) if not hand >> card & 1]
    cards = history.cards(asked, (*cards_of(hand), *rest))
    return StartPosition.of(asked.rules, Seat(ODD), cards, history.moves), history.seat


def _history(asked: AskedPosition) -> _History:
    taken, rest = list(asked.taken), list(asked.pile[1:])
    begins = (len(rest) - len(taken)) % 2 == 0
    seat, other = (Seat(0), Seat(1)) if begins else (Seat(1), Seat(0))
    moves: list[tuple[Seat, RoundAction]] = []
    stock: list[Card] = []
    discarded: list[Card] = []
    if rest or taken or asked.has_drawn:
        moves += [(Seat(0), Pass()), (Seat(1), Pass())]
    if not begins:
        moves += _turn(other, rest.pop(0), stock)
    while rest:
        if taken:
            card, own = taken.pop(0), rest.pop(0)
            moves += [*_turn(seat, card, stock), (other, Take()), (other, Discard(own))]
            discarded.append(own)
        else:
            moves += [*_turn(seat, rest.pop(0), stock), *_turn(other, rest.pop(0), stock)]
    if asked.has_drawn:
        stock.append(asked.hand[-1])
        moves.append((seat, Draw()))
    return _History(seat, moves, stock, discarded)


def _turn(seat: Seat, card: Card, stock: list[Card]) -> list[tuple[Seat, RoundAction]]:
    """Return a turn in which a card of the stock is drawn and discarded away."""
    stock.append(card)
    return [(seat, Draw()), (seat, Discard(card))]
