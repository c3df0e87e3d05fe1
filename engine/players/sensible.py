"""A player that follows good common sense: takes what helps, throws what is dear and useless."""

from collections.abc import Iterator

from engine.actions import (
    AutoLayOff,
    BigGin,
    Discard,
    DoneLayingOff,
    Draw,
    Knock,
    LayMeld,
    LayOff,
    Pass,
    RoundAction,
    Take,
    TakeDeep,
    TakeKnock,
)
from engine.cards import FULL_DECK, Card, CardSet, card_set, cards_of
from engine.events import Fact
from engine.legal import Verb
from engine.melds import Solver, solver
from engine.rules import GameKind
from engine.seats import Side
from engine.view import SeatView, TableView

EARLY_TURNS = 7
"""Until then any knock is a good knock; later one wants to be well below the limit."""
WORTH_EXPOSING = 5
"""Points of deadwood that a pickup from deep in the pile has to save."""
_OUT, _DANGER = 1, 4


class Sensible:
    """Plays every preset from what its seat may see."""

    async def choose(self, view: SeatView, level: str, seed: int) -> RoundAction:
        """The sensible action; there is only one level of it."""
        return sensible_action(view)


def sensible_action(view: SeatView) -> RoundAction:
    """A legal action for the seat of ``view``. Raises ValueError when it is not its turn."""
    if not view.legal or view.table is None or view.side is None:
        raise ValueError(f"seat {view.seat} has nothing to do")
    turn = _Turn(view, view.table, view.side)
    if view.public.rules.game_kind is GameKind.MAHJONG:
        return turn.mahjong()
    return turn.gin()


class _Turn:
    """One decision, with what the player can work out about the table."""

    def __init__(self, view: SeatView, table: TableView, side: Side) -> None:
        self._legal = view.legal
        self._hand = view.hand
        self._table = table
        self._side = side
        self._taken = view.taken
        self._solver: Solver = solver(view.public.rules.meld_rules)
        self._held = self._solver.deadwood(view.hand)

    def gin(self) -> RoundAction:
        verbs = self._legal.verbs
        if Verb.BIG_GIN in verbs:
            return BigGin()
        if Verb.TAKE_KNOCK in verbs:
            return self._last_discard()
        if Verb.DISCARD in verbs:
            return self._knock() or Discard(self._discard())
        if Verb.DONE in verbs:
            return self._lay_off()
        if Verb.TAKE in verbs and self._wants_top():
            return Take()
        if Verb.TAKE_DEEP in verbs:
            deep = self._deep()
            if deep is not None:
                return deep
        return Pass() if Verb.PASS in verbs else Draw()

    def mahjong(self) -> RoundAction:
        legal = self._legal
        if legal.melds:
            own = self._solver.best_layout(self._hand).melds
            good = [meld for meld in legal.melds if meld in own] or list(legal.melds)
            return LayMeld(max(good, key=lambda meld: (self._solver.total(meld), meld)))
        if legal.layoffs:
            return LayOff(*max(legal.layoffs, key=lambda one: (self._solver.value(one[0]), one)))
        if Verb.DISCARD in legal.verbs:
            return Discard(self._discard())
        counts = [count for count in legal.takes if self._wants(count)]
        if counts:
            return Take(max(counts))
        return Pass() if Verb.PASS in legal.verbs else Draw()

    # -- drawing --------------------------------------------------------------------------

    def _wants_top(self) -> bool:
        """The top discard makes or extends a meld and lowers the deadwood, or allows a knock."""
        top = self._table.top
        assert top is not None
        with_it = self._hand | 1 << top
        thrown, left = self._solver.best_discard(with_it, 1 << top)
        if left >= self._held:
            return False
        rest = with_it & ~(1 << thrown)
        melded = not self._solver.best_layout(rest).deadwood_cards >> top & 1
        return melded or left <= self._table.knock_limit < self._held

    def _wants(self, count: int) -> bool:
        """Mahjong gin: taking so many cards does not leave more loose ones than before."""
        with_them = self._hand | card_set(self._table.discards[-count:])
        left = self._solver.deadwood(with_them)
        return left < self._held if count == 1 else left <= self._held

    def _deep(self) -> RoundAction | None:
        best: tuple[int, TakeDeep] | None = None
        for card, meld in self._legal.deep:
            left = self._solver.best_discard(self._hand | 1 << card, meld)[1]
            if left + WORTH_EXPOSING <= self._held and (best is None or left < best[0]):
                best = left, TakeDeep(card, meld)
        return None if best is None else best[1]

    # -- ending the turn ------------------------------------------------------------------

    def _knock(self) -> RoundAction | None:
        if not self._legal.knocks:
            return None
        card, left = min(self._legal.knocks, key=lambda one: (one[1], -one[0]))
        early = self._turns() <= EARLY_TURNS
        if left == 0 or early or 2 * left <= self._table.knock_limit or self._is_late():
            return Knock(card)
        return None

    def _last_discard(self) -> RoundAction:
        if not self._legal.knocks:
            return Pass()
        card, _ = min(self._legal.knocks, key=lambda one: (one[1], -one[0]))
        return TakeKnock(card)

    def _lay_off(self) -> RoundAction:
        if Verb.AUTO in self._legal.verbs:
            return AutoLayOff()
        assert self._table.knock is not None
        steps = self._solver.best_layoff(self._table.knock.melds, self._hand).steps
        return LayOff(*steps[0]) if steps else DoneLayingOff()

    def _discard(self) -> Card:
        """The card whose loss costs least: deadwood first, then chances, then what it gives."""
        left = dict(self._solver.discards(self._hand))
        unseen = self._unseen()
        theirs = self._theirs()

        def cost(card: Card) -> tuple[int, int]:
            chances = sum(1 for _ in self._outs(card, self._hand & ~(1 << card), unseen))
            danger = sum(1 for _ in self._outs(card, theirs, unseen | theirs))
            return 2 * left[card] + _OUT * chances + _DANGER * danger, -card

        return min(cards_of(self._legal.discards), key=cost)

    def _outs(self, card: Card, partners: CardSet, source: CardSet) -> Iterator[tuple[Card, Card]]:
        """Pairs of a partner and a card still to come that make a meld with ``card``."""
        for partner in cards_of(partners & ~(1 << card)):
            pair = 1 << card | 1 << partner
            for other in cards_of(source & ~pair):
                if self._solver.is_meld(pair | 1 << other):
                    yield partner, other

    # -- what is known --------------------------------------------------------------------

    def _unseen(self) -> CardSet:
        """Cards in the stock or in the other hand."""
        seen = self._hand | card_set(self._table.discards)
        for meld in self._table.table_melds:
            seen |= meld.cards
        return FULL_DECK & ~seen

    def _theirs(self) -> CardSet:
        """Cards the opponent took from the pile and has not thrown again."""
        held = 0
        for event in self._table.events:
            if event.side is self._side or event.card is None:
                continue
            if event.fact in (Fact.TOOK, Fact.TOOK_DEEP):
                held |= 1 << event.card
            elif event.fact is Fact.DISCARDED:
                held &= ~(1 << event.card)
        return held & ~self._hand

    def _turns(self) -> int:
        return sum(
            event.fact is Fact.DISCARDED and event.side is self._side
            for event in self._table.events
        )

    def _is_late(self) -> bool:
        return self._table.stock_size <= 8
