"""Fast playouts of Mahjong gin rounds: bit masks and a loop, without an object per move.

The players of a playout are *quick*: they take cards from the pile for the points that these put
on the table at once, put down whatever they can, and discard the card with the fewest partners in
the hand. A round costs a few tenths of a millisecond.
"""

from collections.abc import Iterable, Sequence
from functools import cache, reduce
from operator import or_
from typing import Final

from engine.game.actions import Discard, Draw, LayMeld, LayOff, Pass, RoundAction, Take
from engine.game.cards import FULL_DECK, SET_BASE, Card, CardSet, card_set, cards_of, rank
from engine.game.mahjong import MahjongRound, MahjongTable
from engine.game.melds import solver
from engine.game.round import Phase, RoundEvent, RoundEventKind
from engine.game.rules import Rules
from engine.game.seats import Side

LONGEST: Final = 200
"""Turns after which a playout counts as drawn."""
BURDEN: Final = 2
"""Points that each loose card of a pickup has to be worth to a quick player."""
CACHED: Final = 100_000
"""Cached hands with melds; the cache is cleared when it is full."""
_ACES: Final = SET_BASE
_TENS: Final = sum(SET_BASE << rank for rank in range(9, 13))
_NOT_KING: Final = FULL_DECK & ~(SET_BASE << 12)
_NOT_TOP: Final = _NOT_KING & ~(SET_BASE << 11)
_NOT_ACE: Final = FULL_DECK & ~_ACES
_NOT_LOW: Final = _NOT_ACE & ~(SET_BASE << 1)


def points_of(cards: CardSet) -> int:
    """Return the points of several cards: 2-9 five, ten to king ten, ace fifteen."""
    return (
        5 * cards.bit_count() + 5 * (cards & _TENS).bit_count() + 10 * (cards & _ACES).bit_count()
    )


def completing(cards: CardSet) -> CardSet:
    """Return every card that makes a set or a run with two or more of these."""
    first = (cards << 13 | cards >> 39) & FULL_DECK
    second = (cards << 26 | cards >> 26) & FULL_DECK
    third = (cards << 39 | cards >> 13) & FULL_DECK
    pairs = cards & cards >> 1 & _NOT_KING
    gaps = cards & cards >> 2 & _NOT_TOP
    runs = (pairs & _NOT_TOP) << 2 | (pairs & _NOT_ACE) >> 1 | gaps << 1
    return first & second | (first | second) & third | runs


def quick_discard(hand: CardSet, wanted: CardSet = 0) -> Card:
    """Return the card with the fewest partners in the hand, the dearest of several.

    ``wanted``: cards that make a meld with those that the opponent is known to hold; another goes.
    """
    hand = hand & ~wanted or hand
    alike = (
        hand << 13 | hand >> 39 | hand << 26 | hand >> 26 | hand << 39 | hand >> 13
    ) & FULL_DECK
    near = (hand & _NOT_KING) << 1 | (hand & _NOT_ACE) >> 1
    far = (hand & _NOT_TOP) << 2 | (hand & _NOT_LOW) >> 2
    loose = hand & ~(alike | near | far)
    if not loose:
        loose = hand & ~(alike & near | alike & far | near & far) or hand
        loose = loose & ~(alike | near) or loose
    return (loose & _ACES or loose & _TENS or loose).bit_length() - 1


def known_cards(upcard: Card | None, events: Iterable[RoundEvent], side: Side) -> CardSet:
    """Return the cards that ``side`` took from the pile and still holds."""
    pile = [] if upcard is None else [upcard]
    known = 0
    for event in events:
        own = event.side is side
        match event.fact:
            case RoundEventKind.TOOK:
                count = event.number or 1
                taken = card_set(pile[-count:])
                del pile[-count:]
                known |= taken if own else 0
            case RoundEventKind.DISCARDED if event.card is not None:
                pile.append(event.card)
                known &= ~(1 << event.card)
            case RoundEventKind.LAID_OFF if event.card is not None:
                known &= ~(1 << event.card)
            case RoundEventKind.MELDED:
                known &= ~sum(event.melds)
            case _:
                pass
    return known


class MahjongPlay:
    """Playouts under one set of rules. Points are those of side 0 less those of side 1."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._solver = solver(rules.meld_rules)
        self._covers: dict[CardSet, tuple[CardSet, ...]] = {}
        self._takers: dict[CardSet, CardSet] = {}
        self._table = MahjongTable(rules)
        self._latest: tuple[MahjongRound | None, list[CardSet]] = (None, [])

    def playout(
        self,
        state: MahjongRound,
        hands: tuple[CardSet, CardSet],
        stock: list[Card],
        *,
        bound: bool = False,
    ) -> int:
        """Play a round to its end and return its points.

        ``state``: what lies open, and whose turn it is. ``hands``: the cards of both sides.
        ``stock``: the next card is the last of the list, which is consumed. ``bound``: whether the
        player to move draws from the stock.
        """
        held, groups, pile = list(hands), [meld.cards for meld in state.melds], list(state.discards)
        net = points_of(state.laid[0]) - points_of(state.laid[1])
        turn = int(state.turn)
        if state.phase is Phase.OVER:
            # A discard of the last card has passed the turn on.
            return next((net + self._gin(held, side) for side in (0, 1) if not held[side]), 0)
        turn, bound = self._beginner(state, held, bound=bound)
        in_row, begun, locked = state.pile_draws_in_a_row, state.phase is Phase.MELD, state.taken
        fits = self.takers(groups)
        shown = self._shown(state)
        wall, most = self._rules.wall_size, self._rules.max_pile_draws_in_a_row
        for _ in range(LONGEST):
            hand = held[turn]
            if not begun:
                locked = None
                count = 0 if bound else self._wanted(hand, pile, groups, fits)
                if count:
                    taken = card_set(pile[-count:])
                    hand |= taken
                    shown[turn] |= taken
                    del pile[-count:]
                    in_row += 1
                else:
                    hand |= 1 << stock.pop()
                    in_row = 0
            if hand & (completing(hand) | fits):
                left = self._put_down(hand, groups, state.must_use if begun else None)
                laid = points_of(hand ^ left)
                net += laid if turn == 0 else -laid
                hand, fits = left, self.takers(groups)
            begun = bound = False
            if hand:
                free = hand if locked is None else hand & ~(1 << locked) or hand
                card = quick_discard(free, completing(shown[1 - turn]))
                hand &= ~(1 << card)
                pile.append(card)
            held[turn] = hand
            shown[turn] &= hand
            if not hand:
                return net + self._gin(held, turn)
            if (in_row == 0 and len(stock) <= wall) or in_row >= most:
                return 0
            turn ^= 1
        return 0

    def _beginner(
        self, state: MahjongRound, held: Sequence[CardSet], *, bound: bool
    ) -> tuple[int, bool]:
        """Return who takes or draws the next card, and whether it is bound to come from the stock.

        The upcard is offered to both; if nobody takes it, the non-dealer draws.
        """
        turn, groups = state.turn, [meld.cards for meld in state.melds]
        offered = {
            Phase.OFFER_NON_DEALER: (turn, turn.other),
            Phase.OFFER_DEALER: (turn,),
        }.get(state.phase)
        if offered is None:
            return turn, bound or state.phase is Phase.FORCED_STOCK
        for side in offered:
            if self.wanted(held[side], state.discards, groups):
                return side, False
        return Side.NON_DEALER, True

    def _shown(self, state: MahjongRound) -> list[CardSet]:
        """Return the cards of both sides that the other has seen taken."""
        if self._latest[0] is not state:
            known = [known_cards(state.upcard, state.events, side) for side in Side]
            self._latest = state, known
        return list(self._latest[1])

    def action(self, state: MahjongRound) -> RoundAction:
        """Return what a quick player does; of the other hand only what was taken is looked at."""
        hand, groups = state.hands[state.turn], [meld.cards for meld in state.melds]
        if state.phase is Phase.FORCED_STOCK:
            return Draw()
        if state.phase is not Phase.MELD:
            count = self.wanted(hand, state.discards, groups)
            return Take(count) if count else Draw() if state.phase is Phase.DRAW else Pass()
        placed = self.placement(state)
        if placed is not None:
            return placed
        locked = 0 if state.taken is None else 1 << state.taken
        theirs = self._shown(state)[state.turn.other]
        return Discard(quick_discard(hand & ~locked or hand, completing(theirs)))

    def placement(self, state: MahjongRound) -> RoundAction | None:
        """Return the next meld or layoff of a quick player; ``None`` if all is on the table."""
        hand, legal = state.hands[state.turn], self._table.legal(state, state.turn)
        groups = [meld.cards for meld in state.melds]
        if state.must_use is not None:
            hand = self._do_duty(hand, groups, state.must_use)
        chosen = [*groups[len(state.melds) :], *self.melds_for(hand)]
        for meld in chosen:
            if meld in legal.melds:
                return LayMeld(meld)
        melded = sum(chosen)
        return next((LayOff(*one) for one in legal.layoffs if not melded >> one[0] & 1), None)

    def _gin(self, held: list[CardSet], turn: int) -> int:
        points = self._rules.mahjong_gin_bonus + points_of(held[1 - turn])
        return points if turn == 0 else -points

    def placeable(self, hand: CardSet, groups: Sequence[CardSet]) -> CardSet:
        """Return the cards of ``hand`` that a quick player puts down at once."""
        return hand & ~self._put_down(hand, list(groups), None)

    def takers(self, groups: Sequence[CardSet]) -> CardSet:
        """Return the cards that can be laid off on these melds."""
        found = 0
        for group in groups:
            found |= self._takes(group)
        return found

    def wanted(self, hand: CardSet, pile: Sequence[Card], groups: Sequence[CardSet]) -> int:
        """Return how many cards of the pile a quick player takes; 0 to leave it."""
        return self._wanted(hand, pile, groups, self.takers(groups))

    def _wanted(
        self, hand: CardSet, pile: Sequence[Card], groups: Sequence[CardSet], fits: CardSet
    ) -> int:
        open_cards = 0
        for card in pile:
            open_cards |= 1 << card
        useful = open_cards & (completing(hand | open_cards) | fits)
        if not useful:
            return 0
        placed = points_of(self.placeable(hand, groups)) if hand & (completing(hand) | fits) else 0
        taken, best, found = 0, placed + 1, 0
        for count, card in enumerate(reversed(pile), 1):
            bit = 1 << card
            taken |= bit
            if not useful & bit:
                continue
            held = hand | taken
            if not (completing(held) | fits) & bit:
                continue
            down = self.placeable(held, groups)
            if down & bit:
                gain = points_of(down) - BURDEN * (taken & ~down).bit_count()
                if gain > best:
                    best, found = gain, count
        return found

    def _put_down(self, hand: CardSet, groups: list[CardSet], must_use: Card | None) -> CardSet:
        """Put melds and layoffs on the table, and return the cards left in the hand."""
        if must_use is not None:
            hand = self._do_duty(hand, groups, must_use)
        if hand & completing(hand):
            for meld in self.melds_for(hand):
                hand &= ~meld
                groups.append(meld)
        fitting = hand & self.takers(groups)
        while fitting:
            for card in cards_of(fitting):
                for number, group in enumerate(groups):
                    if self._takes(group) >> card & 1:
                        groups[number] = group | 1 << card
                        hand &= ~(1 << card)
                        break
            fitting = hand & self.takers(groups)
        return hand

    def _do_duty(self, hand: CardSet, groups: list[CardSet], card: Card) -> CardSet:
        """Put the deepest card of a pickup on the table, if nothing else would."""
        if self.placeable(hand, groups) >> card & 1:
            return hand
        melds = [meld for meld in self._solver.melds_in(hand) if meld >> card & 1]
        if not melds:
            return hand
        meld = max(melds, key=points_of)
        groups.append(meld)
        return hand & ~meld

    def melds_for(self, hand: CardSet) -> tuple[CardSet, ...]:
        """Return the melds within the hand that are worth most together."""
        found = self._covers.get(hand)
        if found is None:
            if len(self._covers) >= CACHED:
                self._covers.clear()
            found = self._covers[hand] = _dearest(self._solver.melds_in(hand))
        return found

    def _takes(self, group: CardSet) -> CardSet:
        found = self._takers.get(group)
        if found is None:
            targets = self._solver.layoff_targets
            found = sum(1 << card for card in range(52) if targets((group,), card))
            self._takers[group] = found
        return found


def _dearest(melds: tuple[CardSet, ...]) -> tuple[CardSet, ...]:
    """Return the melds without a card in common that are worth most, of equals the earlier ones.

    Goes through the cards rank by rank, so that what is still open is only how far a run of each
    suit reaches: a hand after a deep pickup holds a hundred melds.
    """
    if len(melds) < 2:
        return melds
    count = len(melds)
    worth = [(points_of(one) << count) + (1 << count - 1 - at) for at, one in enumerate(melds)]
    starting: dict[Card, list[int]] = {}
    for at, meld in enumerate(melds):
        starting.setdefault(min(cards_of(meld), key=_by_rank), []).append(at)
    order = sorted(starting, key=_by_rank)
    later = [0]
    for card in reversed(order):
        later.append(reduce(or_, (melds[at] for at in starting[card]), later[-1]))
    later.reverse()

    @cache
    def best(place: int, taken: CardSet) -> int:
        """The most that melds starting here or later are worth, without the taken cards."""
        if place == len(order):
            return 0
        found, left = best(place + 1, taken & later[place + 1]), later[place + 1]
        for at in starting[order[place]]:
            if not melds[at] & taken:
                found = max(found, worth[at] + best(place + 1, (taken | melds[at]) & left))
        return found

    chosen = best(0, 0)
    return tuple(meld for at, meld in enumerate(melds) if chosen >> count - 1 - at & 1)


def _by_rank(card: Card) -> tuple[int, Card]:
    return rank(card), card


@cache
def mahjong_play(rules: Rules) -> MahjongPlay:
    """Return the playouts of these rules."""
    return MahjongPlay(rules)
