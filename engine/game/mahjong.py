"""Mahjong gin: many pickups, melds on the table, gin by an empty hand (rulebook 2.9).

The only ruleset with a different turn; its interface is that of ``engine.game.gin``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from engine.game.actions import Discard, Draw, LayMeld, LayOff, Pass, RoundAction, Take
from engine.game.cards import SUIT_MASK, SUIT_SIZE, Card, CardSet, card_set, cards_of, rank, suit
from engine.game.errors import RuleCode, RuleError
from engine.game.legal import NOTHING_LEGAL, Legal, Verb
from engine.game.melds import Layout, solver
from engine.game.round import (
    Phase,
    ResultKind,
    RoundEvent,
    RoundEventKind,
    RoundFacts,
    ShownHand,
    VoidReason,
    changed,
    deal_hands,
    require,
)
from engine.game.rules import Rules
from engine.game.seats import Side, put

CARD_VALUES: Final = (15, *(5,) * 8, *(10,) * 4)
"""Points of a card by rank, ace to king: scored on the table, lost in hand."""


class TableMeld(NamedTuple):
    """A meld on the table and its owner; both players may lay off on it."""

    owner: Side
    cards: CardSet


@dataclass(frozen=True, slots=True)
class MahjongRound:
    """The whole state of one round, hidden cards included.

    ``laid``: the cards each side has put on the table, which score for that side. ``must_use``:
    the deepest card of a pickup of two or more, until it is on the table. ``taken``: a single
    card taken from the pile this turn, which may not be discarded.
    """

    phase: Phase
    turn: Side
    hands: tuple[CardSet, CardSet]
    stock: tuple[Card, ...]
    discards: tuple[Card, ...]
    upcard: Card | None = None
    taken: Card | None = None
    drawn: Card | None = None
    must_use: Card | None = None
    melds: tuple[TableMeld, ...] = ()
    laid: tuple[CardSet, CardSet] = (0, 0)
    pile_draws_in_a_row: int = 0
    events: tuple[RoundEvent, ...] = ()
    facts: RoundFacts | None = None
    kind: Literal["mahjong"] = "mahjong"

    @property
    def to_act(self) -> Side | None:
        return None if self.phase is Phase.OVER else self.turn

    @property
    def top(self) -> Card | None:
        """The top discard."""
        return self.discards[-1] if self.discards else None


def card_value(card: Card) -> int:
    """Points of a card: 2-9 five, ten to king ten, ace fifteen."""
    return CARD_VALUES[rank(card)]


def cards_value(cards: CardSet) -> int:
    """Points of several cards."""
    return sum(card_value(card) for card in cards_of(cards))


def hand_score(laid: CardSet, hand: CardSet, gin_bonus: int) -> int:
    """Return a player's score: cards on the table less cards in hand, plus any gin bonus."""
    return cards_value(laid) - cards_value(hand) + gin_bonus


class MahjongTable:
    """Plays rounds of Mahjong gin under one set of rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.solver = solver(rules.meld_rules)

    def deal(self, deck: Sequence[Card], knock_card: Card | None = None) -> MahjongRound:
        """Deal a round; there is never a knock card."""
        size = self.rules.hand_size
        upcard = deck[2 * size]
        return MahjongRound(
            phase=Phase.OFFER_NON_DEALER,
            turn=Side.NON_DEALER,
            hands=deal_hands(deck, size),
            stock=tuple(deck[2 * size + 1 :]),
            discards=(upcard,),
            upcard=upcard,
        )

    def layout(self, state: MahjongRound, side: Side) -> Layout:
        """Return the best layout of a side's hand."""
        return self.solver.best_layout(state.hands[side])

    # -- queries ------------------------------------------------------------------------

    def legal(self, state: MahjongRound, side: Side) -> Legal:
        """Return the legal actions of ``side``."""
        if state.to_act is not side:
            return NOTHING_LEGAL
        if state.phase in (Phase.OFFER_NON_DEALER, Phase.OFFER_DEALER):
            return Legal((Verb.TAKE, Verb.PASS), takes=(1,))
        if state.phase is Phase.FORCED_STOCK:
            return Legal((Verb.DRAW,))
        if state.phase is Phase.DRAW:
            counts = range(1, len(state.discards) + 1)
            takes = tuple(count for count in counts if self.may_take(state, side, count))
            verbs = (Verb.DRAW, Verb.TAKE) if takes else (Verb.DRAW,)
            return Legal(verbs, takes=takes)
        return self._legal_meld(state, side)

    def may_take(self, state: MahjongRound, side: Side, count: int) -> bool:
        """Whether the top ``count`` cards of the pile may be taken."""
        if not 1 <= count <= len(state.discards):
            return False
        if count == 1:
            return True
        taken = state.discards[-count:]
        hand = state.hands[side] | card_set(taken)
        return self._can_place(state.melds, hand, taken[0])

    def neutral(self, state: MahjongRound) -> RoundAction:
        """Return the move that the clock plays (rulebook 1.13)."""
        if state.phase in (Phase.OFFER_NON_DEALER, Phase.OFFER_DEALER):
            return Pass()
        if state.phase in (Phase.FORCED_STOCK, Phase.DRAW):
            return Draw()
        legal = self.legal(state, state.turn)
        if state.must_use is not None:
            return self._neutral_duty(legal, state.must_use)
        if not legal.discards:
            return LayOff(*legal.layoffs[0]) if legal.layoffs else LayMeld(legal.melds[0])
        if state.drawn is not None and legal.discards >> state.drawn & 1:
            return Discard(state.drawn)
        return Discard(max(cards_of(legal.discards), key=lambda card: (card_value(card), card)))

    @staticmethod
    def _neutral_duty(legal: Legal, duty: Card) -> RoundAction:
        for meld in legal.melds:
            if meld >> duty & 1:
                return LayMeld(meld)
        for card, number in legal.layoffs:
            if card == duty:
                return LayOff(card, number)
        return LayOff(*legal.layoffs[0])

    # -- actions ------------------------------------------------------------------------

    def apply(self, state: MahjongRound, side: Side, action: RoundAction) -> MahjongRound:
        """Return the round after ``action``. Raise RuleError if the action is not legal."""
        if state.phase is Phase.OVER:
            raise RuleError(RuleCode.ROUND_OVER)
        if state.turn is not side:
            raise RuleError(RuleCode.NOT_YOUR_TURN)
        match action:
            case Pass():
                return self._pass(state, side)
            case Take():
                return self._take(state, side, action.count)
            case Draw():
                return self._draw(state, side)
            case LayMeld():
                return self._meld(state, side, action.cards)
            case LayOff():
                return self._lay_off(state, side, action)
            case Discard():
                return self._discard(state, side, action.card)
            case _:
                raise RuleError(RuleCode.WRONG_PHASE, phase=state.phase.value)

    def _pass(self, state: MahjongRound, side: Side) -> MahjongRound:
        if state.phase is Phase.OFFER_NON_DEALER:
            phase = Phase.OFFER_DEALER
        elif state.phase is Phase.OFFER_DEALER:
            phase = Phase.FORCED_STOCK
        else:
            raise RuleError(RuleCode.WRONG_PHASE, phase=state.phase.value)
        after = changed(state, phase=phase, turn=side.other)
        return _log(after, RoundEvent(side, RoundEventKind.PASSED))

    def _take(self, state: MahjongRound, side: Side, count: int) -> MahjongRound:
        if state.phase is Phase.FORCED_STOCK:
            raise RuleError(RuleCode.UPCARD_REFUSED)
        require(state.phase, Phase.OFFER_NON_DEALER, Phase.OFFER_DEALER, Phase.DRAW)
        if not 1 <= count <= len(state.discards):
            raise RuleError(RuleCode.TOO_FEW_DISCARDS, count=len(state.discards))
        if not self.may_take(state, side, count):
            raise RuleError(RuleCode.DEEPEST_NOT_USED)
        taken = state.discards[-count:]
        after = changed(
            state,
            phase=Phase.MELD,
            hands=put(state.hands, side, state.hands[side] | card_set(taken)),
            discards=state.discards[:-count],
            taken=taken[0] if count == 1 else None,
            must_use=taken[0] if count > 1 else None,
            pile_draws_in_a_row=state.pile_draws_in_a_row + 1,
        )
        return _log(after, RoundEvent(side, RoundEventKind.TOOK, taken[0], number=count))

    def _draw(self, state: MahjongRound, side: Side) -> MahjongRound:
        require(state.phase, Phase.FORCED_STOCK, Phase.DRAW)
        card = state.stock[0]
        after = changed(
            state,
            phase=Phase.MELD,
            hands=put(state.hands, side, state.hands[side] | 1 << card),
            stock=state.stock[1:],
            drawn=card,
            pile_draws_in_a_row=0,
        )
        return _log(after, RoundEvent(side, RoundEventKind.DREW, card))

    # -- the table ----------------------------------------------------------------------

    def _legal_meld(self, state: MahjongRound, side: Side) -> Legal:
        hand = state.hands[side]
        melds = tuple(
            meld
            for meld in self.solver.melds_in(hand)
            if self._finishable(self._melded(state, side, meld), side)
        )
        groups = tuple(meld.cards for meld in state.melds)
        layoffs = tuple(
            (card, number)
            for card in cards_of(hand)
            for number in self.solver.layoff_targets(groups, card)
            if self._finishable(self._laid_off(state, side, card, number), side)
        )
        discards = self._discardable(state, side)
        verbs = [
            verb
            for verb, offered in (
                (Verb.MELD, melds),
                (Verb.LAY_OFF, layoffs),
                (Verb.DISCARD, discards),
            )
            if offered
        ]
        return Legal(tuple(verbs), discards=discards, layoffs=layoffs, melds=melds)

    def _discardable(self, state: MahjongRound, side: Side) -> CardSet:
        if state.must_use is not None:
            return 0
        hand = state.hands[side]
        if state.taken is None or self.rules.may_return_taken_discard:
            return hand
        return hand & ~(1 << state.taken)

    def _finishable(self, state: MahjongRound, side: Side) -> bool:
        """Whether the turn can end: ``must_use`` met, and a discard possible or the hand empty."""
        hand = state.hands[side]
        if state.must_use is not None:
            return self._can_place(state.melds, hand, state.must_use)
        if not hand or self._discardable(state, side):
            return True
        groups = tuple(meld.cards for meld in state.melds)
        assert state.taken is not None
        return bool(self.solver.layoff_targets(groups, state.taken))

    def _can_place(self, melds: Sequence[TableMeld], hand: CardSet, card: Card) -> bool:
        """Whether ``card`` can go to the table: melded, or laid off, also after other layoffs."""
        if any(meld >> card & 1 for meld in self.solver.melds_in(hand)):
            return True
        return any(self._reaches(meld.cards, hand, card) for meld in melds)

    def _reaches(self, meld: CardSet, hand: CardSet, card: Card) -> bool:
        """Whether successive layoffs from the hand on this meld can end with ``card``."""
        if self.solver.is_set(meld):
            return bool(self.solver.layoff_targets((meld,), card))
        suit_cards = SUIT_MASK << suit(card) * SUIT_SIZE
        if not meld & suit_cards:
            return False
        before = 0
        while meld != before:
            before = meld
            for other in cards_of(hand & suit_cards & ~meld):
                if self.solver.layoff_targets((meld,), other):
                    meld = self.solver.extend(meld, other)
        return bool(meld >> card & 1)

    def _melded(self, state: MahjongRound, side: Side, cards: CardSet) -> MahjongRound:
        return changed(
            self._put_down(state, side, cards),
            melds=(*state.melds, TableMeld(side, cards)),
        )

    def _laid_off(self, state: MahjongRound, side: Side, card: Card, number: int) -> MahjongRound:
        melds = list(state.melds)
        target = melds[number]
        melds[number] = TableMeld(target.owner, self.solver.extend(target.cards, card))
        return changed(self._put_down(state, side, 1 << card), melds=tuple(melds))

    @staticmethod
    def _put_down(state: MahjongRound, side: Side, cards: CardSet) -> MahjongRound:
        def used(card: Card | None) -> Card | None:
            return None if card is not None and cards >> card & 1 else card

        return changed(
            state,
            hands=put(state.hands, side, state.hands[side] & ~cards),
            laid=put(state.laid, side, state.laid[side] | cards),
            must_use=used(state.must_use),
            taken=used(state.taken),
            drawn=used(state.drawn),
        )

    def _meld(self, state: MahjongRound, side: Side, cards: CardSet) -> MahjongRound:
        require(state.phase, Phase.MELD)
        if cards & ~state.hands[side]:
            raise RuleError(RuleCode.NOT_IN_HAND)
        if not self.solver.is_meld(cards):
            raise RuleError(RuleCode.NOT_A_MELD)
        after = self._checked(self._melded(state, side, cards), side)
        return self._gin_if_empty(
            _log(after, RoundEvent(side, RoundEventKind.MELDED, None, (cards,))), side
        )

    def _lay_off(self, state: MahjongRound, side: Side, action: LayOff) -> MahjongRound:
        require(state.phase, Phase.MELD)
        if not state.hands[side] >> action.card & 1:
            raise RuleError(RuleCode.NOT_IN_HAND)
        if not 0 <= action.meld < len(state.melds):
            raise RuleError(RuleCode.NO_SUCH_MELD)
        groups = tuple(meld.cards for meld in state.melds)
        if action.meld not in self.solver.layoff_targets(groups, action.card):
            raise RuleError(RuleCode.DOES_NOT_FIT)
        after = self._checked(self._laid_off(state, side, action.card, action.meld), side)
        event = RoundEvent(side, RoundEventKind.LAID_OFF, action.card, number=action.meld)
        return self._gin_if_empty(_log(after, event), side)

    def _checked(self, after: MahjongRound, side: Side) -> MahjongRound:
        if not self._finishable(after, side):
            duty = after.must_use is not None
            raise RuleError(RuleCode.DEEPEST_NOT_USED if duty else RuleCode.LEAVES_NO_DISCARD)
        return after

    def _discard(self, state: MahjongRound, side: Side, card: Card) -> MahjongRound:
        require(state.phase, Phase.MELD)
        if not state.hands[side] >> card & 1:
            raise RuleError(RuleCode.NOT_IN_HAND)
        if state.must_use is not None:
            raise RuleError(RuleCode.DEEPEST_NOT_USED)
        if not self._discardable(state, side) >> card & 1:
            raise RuleError(RuleCode.JUST_TAKEN)
        drew = state.pile_draws_in_a_row == 0
        after = changed(
            state,
            phase=Phase.DRAW,
            turn=side.other,
            hands=put(state.hands, side, state.hands[side] & ~(1 << card)),
            discards=(*state.discards, card),
            taken=None,
            drawn=None,
        )
        after = self._gin_if_empty(
            _log(after, RoundEvent(side, RoundEventKind.DISCARDED, card)), side
        )
        if after.phase is Phase.OVER:
            return after
        if drew and len(state.stock) <= self.rules.wall_size:
            return self._end(after, None, VoidReason.WALL)
        if state.pile_draws_in_a_row >= self.rules.max_pile_draws_in_a_row:
            return self._end(after, None, VoidReason.PILE_DRAWS)
        return after

    # -- the end ------------------------------------------------------------------------

    def _gin_if_empty(self, state: MahjongRound, side: Side) -> MahjongRound:
        return state if state.hands[side] else self._end(state, side, None)

    def _end(
        self, state: MahjongRound, ginner: Side | None, reason: VoidReason | None
    ) -> MahjongRound:
        bonus = self.rules.mahjong_gin_bonus
        scores = None
        if ginner is not None:
            first, second = (
                hand_score(state.laid[side], state.hands[side], bonus if side is ginner else 0)
                for side in Side
            )
            scores = (first, second)
        facts = RoundFacts(
            kind=ResultKind.VOID if ginner is None else ResultKind.MAHJONG_GIN,
            winner=ginner,
            knocker=ginner,
            hands=(self._shown(state, Side.NON_DEALER), self._shown(state, Side.DEALER)),
            knock_limit=0,
            void_reason=reason,
            mahjong_scores=scores,
        )
        return changed(state, phase=Phase.OVER, taken=None, drawn=None, facts=facts)

    @staticmethod
    def _shown(state: MahjongRound, side: Side) -> ShownHand:
        melds = tuple(meld.cards for meld in state.melds if meld.owner is side)
        return ShownHand(melds, state.hands[side], cards_value(state.hands[side]))


def _log(state: MahjongRound, event: RoundEvent) -> MahjongRound:
    return changed(state, events=(*state.events, event))
