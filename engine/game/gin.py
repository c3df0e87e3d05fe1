"""One round of gin under one set of rules: legal actions and their effects (1.5-1.9)."""

from collections.abc import Sequence
from typing import assert_never

from engine.game.actions import (
    AutoLayOff,
    BigGin,
    Discard,
    DoneLayingOff,
    Draw,
    Knock,
    LayMeld,
    LayOff,
    Melds,
    Pass,
    RoundAction,
    Take,
    TakeDeep,
    TakeKnock,
)
from engine.game.cards import Card, CardSet, cards_of, union
from engine.game.errors import RuleCode, RuleError
from engine.game.knocking import Knocking
from engine.game.legal import NOTHING_LEGAL, Legal, Verb
from engine.game.melds import Layout, Solver, solver
from engine.game.round import (
    GinRound,
    Phase,
    RoundEvent,
    RoundEventKind,
    VoidReason,
    changed,
    deal_hands,
    require,
)
from engine.game.rules import FirstTurn, KnockCardSource, Rules, WallRule
from engine.game.seats import Side, put


class GinTable:
    """Plays rounds of gin under one set of rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.solver: Solver = solver(rules.meld_rules)
        self._knocking = Knocking(rules, self.solver)

    # -- deal ---------------------------------------------------------------------------

    def deal(self, deck: Sequence[Card], knock_card: Card | None = None) -> GinRound:
        """Deal a round (rulebook 1.4). ``knock_card`` comes from a second deck, if one is used."""
        rules, size = self.rules, self.rules.hand_size
        hands = deal_hands(deck, size)
        rest = tuple(deck[2 * size :])
        upcard: Card | None = None
        match rules.first_turn:
            case FirstTurn.UPCARD_OFFER:
                phase, upcard, stock = Phase.OFFER_NON_DEALER, rest[0], rest[1:]
            case FirstTurn.STOCK_ONLY:
                phase, stock = Phase.FORCED_STOCK, rest
            case FirstTurn.ELEVEN_CARDS:
                phase, stock = Phase.DISCARD, rest[1:]
                hands = (hands[0] | 1 << rest[0], hands[1])
            case _:
                assert_never(rules.first_turn)
        if rules.knock_card_source is KnockCardSource.UPCARD:
            knock_card = upcard
        elif rules.knock_card_source is KnockCardSource.FIXED:
            knock_card = None
        limit, multiplier = rules.knock_value(knock_card)
        return GinRound(
            phase=phase,
            turn=Side.NON_DEALER,
            hands=hands,
            stock=stock,
            discards=() if upcard is None else (upcard,),
            knock_limit=limit,
            multiplier=multiplier,
            upcard=upcard,
            knock_card=knock_card,
        )

    def is_misdeal(self, state: GinRound) -> bool:
        """Whether a dealt ten-card hand is within the knock limit (``dealt_knock_misdeal``)."""
        if not self.rules.dealt_knock_misdeal:
            return False
        dealt = [hand for hand in state.hands if hand.bit_count() == self.rules.hand_size]
        return any(self.solver.deadwood(hand) <= state.knock_limit for hand in dealt)

    # -- queries ------------------------------------------------------------------------

    def legal(self, state: GinRound, side: Side) -> Legal:
        """Return the legal actions of ``side``."""
        phase = state.phase if state.to_act is side else Phase.OVER
        match phase:
            case Phase.OFFER_NON_DEALER | Phase.OFFER_DEALER:
                return Legal((Verb.TAKE, Verb.PASS), takes=(1,))
            case Phase.FORCED_STOCK:
                return Legal((Verb.DRAW,))
            case Phase.DRAW:
                return self._legal_draw(state, side)
            case Phase.DISCARD:
                return self._legal_discard(state, side)
            case Phase.LAYOFF:
                return self._knocking.legal_layoff(state, side)
            case Phase.LAST_DISCARD:
                knocks = self._last_discard_knocks(state, side)
                verbs = (Verb.PASS, Verb.TAKE_KNOCK)
                return Legal(verbs, knocks=knocks)
            case Phase.MELD | Phase.OVER:
                return NOTHING_LEGAL
            case _:
                assert_never(phase)

    def layout(self, state: GinRound, side: Side) -> Layout:
        """Return the best layout of a side's hand, exposed melds included."""
        return self._knocking.best_layout(state, side, state.hands[side])

    def neutral(self, state: GinRound) -> RoundAction:
        """Return the move that the clock plays, never a knock (rulebook 1.13)."""
        side = state.turn
        match state.phase:
            case Phase.OFFER_NON_DEALER | Phase.OFFER_DEALER | Phase.LAST_DISCARD:
                return Pass()
            case Phase.FORCED_STOCK | Phase.DRAW:
                return Draw()
            case Phase.DISCARD:
                legal = self.legal(state, side)
                if state.drawn is not None and legal.discards >> state.drawn & 1:
                    return Discard(state.drawn)
                return Discard(self._neutral_discard(state, side, legal.discards))
            case Phase.LAYOFF:
                return self._knocking.neutral_layoff(state, side)
            case Phase.MELD | Phase.OVER:
                raise RuleError(RuleCode.ROUND_OVER)
            case _:
                assert_never(state.phase)

    # -- actions ------------------------------------------------------------------------

    def apply(self, state: GinRound, side: Side, action: RoundAction) -> GinRound:
        """Return the round after ``action``. Raise RuleError if the action is not legal."""
        if state.phase is Phase.OVER:
            raise RuleError(RuleCode.ROUND_OVER)
        if state.turn is not side:
            raise RuleError(RuleCode.NOT_YOUR_TURN)
        match action:
            case Pass():
                return self._pass(state, side)
            case Take():
                return self._take(state, side, action)
            case Draw():
                return self._draw(state, side)
            case TakeDeep():
                return self._take_deep(state, side, action)
            case Discard():
                return self._discard(state, side, action.card)
            case Knock():
                require(state.phase, Phase.DISCARD)
                return self._knock(state, side, action.card, action.layout)
            case BigGin():
                return self._knocking.big_gin(state, side, action.layout)
            case TakeKnock():
                return self._take_knock(state, side, action)
            case LayOff():
                return self._knocking.lay_off(state, side, action)
            case AutoLayOff():
                return self._knocking.auto_lay_off(state, side)
            case DoneLayingOff():
                require(state.phase, Phase.LAYOFF)
                return self._knocking.settle(
                    state.after(RoundEvent(side, RoundEventKind.FINISHED_LAYING_OFF))
                )
            case LayMeld():
                raise RuleError(RuleCode.WRONG_PHASE, phase=state.phase.value)
            case _:
                assert_never(action)

    # -- drawing ------------------------------------------------------------------------

    def _legal_draw(self, state: GinRound, side: Side) -> Legal:
        verbs = [Verb.DRAW]
        takes = (1,) if state.discards and self._leaves_a_move(state, side, 0) else ()
        if takes:
            verbs.append(Verb.TAKE)
        deep = self._deep_pickups(state, side)
        if deep:
            verbs.append(Verb.TAKE_DEEP)
        return Legal(tuple(verbs), takes=takes, deep=deep)

    def _leaves_a_move(self, state: GinRound, side: Side, exposing: CardSet) -> bool:
        """Whether a pickup that exposes these cards leaves a card to discard.

        Only ``deep_pickup`` can expose all cards of a hand, and exposed cards cannot be discarded.
        """
        free = state.free(side) & ~exposing
        return bool(free) or (self.rules.may_return_taken_discard and not exposing)

    def _deep_pickups(self, state: GinRound, side: Side) -> tuple[tuple[Card, CardSet], ...]:
        if not self.rules.deep_pickup:
            return ()
        free = state.free(side)
        return tuple(
            (card, meld)
            for card in state.discards
            for meld in self.solver.melds_in(free | 1 << card)
            if meld >> card & 1 and self._leaves_a_move(state, side, meld)
        )

    def _pass(self, state: GinRound, side: Side) -> GinRound:
        passed = state.after(RoundEvent(side, RoundEventKind.PASSED), turn=side.other)
        match state.phase:
            case Phase.OFFER_NON_DEALER:
                return changed(passed, phase=Phase.OFFER_DEALER)
            case Phase.OFFER_DEALER:
                return changed(passed, phase=Phase.FORCED_STOCK)
            case Phase.LAST_DISCARD:
                return self._knocking.void(passed, VoidReason.WALL)
            case _:
                raise RuleError(RuleCode.WRONG_PHASE, phase=state.phase.value)

    def _take(self, state: GinRound, side: Side, action: Take) -> GinRound:
        if state.phase is Phase.FORCED_STOCK:
            raise RuleError(RuleCode.UPCARD_REFUSED)
        require(state.phase, Phase.OFFER_NON_DEALER, Phase.OFFER_DEALER, Phase.DRAW)
        if action.count != 1 or not state.discards:
            raise RuleError(RuleCode.DISCARD_PILE_EMPTY)
        if not self._leaves_a_move(state, side, 0):
            raise RuleError(RuleCode.EXPOSED)
        card = state.discards[-1]
        return state.after(
            RoundEvent(side, RoundEventKind.TOOK, card, number=1),
            phase=Phase.DISCARD,
            hands=put(state.hands, side, state.hands[side] | 1 << card),
            discards=state.discards[:-1],
            taken=card,
            pile_draws_in_a_row=state.pile_draws_in_a_row + 1,
        )

    def _draw(self, state: GinRound, side: Side) -> GinRound:
        require(state.phase, Phase.FORCED_STOCK, Phase.DRAW)
        card = state.stock[0]
        return state.after(
            RoundEvent(side, RoundEventKind.DREW, card),
            phase=Phase.DISCARD,
            hands=put(state.hands, side, state.hands[side] | 1 << card),
            stock=state.stock[1:],
            drawn=card,
            pile_draws_in_a_row=0,
        )

    def _take_deep(self, state: GinRound, side: Side, action: TakeDeep) -> GinRound:
        if not self.rules.deep_pickup:
            raise RuleError(RuleCode.DEEP_PICKUP_OFF)
        require(state.phase, Phase.DRAW)
        if (action.card, action.meld) not in self._deep_pickups(state, side):
            raise RuleError(RuleCode.NOT_A_MELD)
        exposed = (*state.exposed[side], action.meld)
        return state.after(
            RoundEvent(side, RoundEventKind.TOOK_DEEP, action.card, (action.meld,)),
            phase=Phase.DISCARD,
            hands=put(state.hands, side, state.hands[side] | 1 << action.card),
            discards=tuple(card for card in state.discards if card != action.card),
            taken=action.card,
            pile_draws_in_a_row=state.pile_draws_in_a_row + 1,
            exposed=put(state.exposed, side, exposed),
        )

    # -- discarding and knocking --------------------------------------------------------

    def _legal_discard(self, state: GinRound, side: Side) -> Legal:
        discards = self._discardable(state, side)
        knocks = self._knocks(state, side, discards)
        verbs = [Verb.DISCARD]
        if knocks:
            verbs.append(Verb.KNOCK)
        if self._may_declare_big_gin(state, side):
            verbs.append(Verb.BIG_GIN)
        return Legal(tuple(verbs), discards=discards, knocks=knocks)

    def _discardable(self, state: GinRound, side: Side) -> CardSet:
        cards = state.free(side)
        if state.taken is not None and not self.rules.may_return_taken_discard:
            cards &= ~(1 << state.taken)
        return cards

    def _knocks(
        self, state: GinRound, side: Side, discarded: CardSet
    ) -> tuple[tuple[Card, int], ...]:
        hand, limit = state.hands[side], state.knock_limit
        if state.exposed[side]:
            left = tuple(
                (card, self._deadwood(state, side, hand & ~(1 << card)))
                for card in cards_of(discarded)
            )
        elif self.solver.best_discard(hand, hand & ~discarded)[1] > limit:
            return ()
        else:
            left = self.solver.discards(hand)
        return tuple(pair for pair in left if pair[1] <= limit and discarded >> pair[0] & 1)

    def _may_declare_big_gin(self, state: GinRound, side: Side) -> bool:
        if self.rules.big_gin_bonus is None:
            return False
        hand = state.hands[side]
        if not self.solver.is_all_melded(hand):
            return False
        return not state.exposed[side] or self._deadwood(state, side, hand) == 0

    def _check_discard(self, state: GinRound, side: Side, card: Card) -> None:
        if not state.hands[side] >> card & 1:
            raise RuleError(RuleCode.NOT_IN_HAND)
        if card == state.taken and not self.rules.may_return_taken_discard:
            raise RuleError(RuleCode.JUST_TAKEN)
        if union(state.exposed[side]) >> card & 1:
            raise RuleError(RuleCode.EXPOSED)

    def _discard(self, state: GinRound, side: Side, card: Card) -> GinRound:
        require(state.phase, Phase.DISCARD)
        self._check_discard(state, side, card)
        drew = state.drawn is not None
        after = state.after(
            RoundEvent(side, RoundEventKind.DISCARDED, card),
            phase=Phase.DRAW,
            turn=side.other,
            hands=put(state.hands, side, state.hands[side] & ~(1 << card)),
            discards=(*state.discards, card),
            taken=None,
            drawn=None,
        )
        if drew and len(state.stock) <= self.rules.wall_size:
            if self.rules.wall_rule is WallRule.LAST_DISCARD:
                return changed(after, phase=Phase.LAST_DISCARD)
            return self._knocking.void(after, VoidReason.WALL)
        if state.pile_draws_in_a_row >= self.rules.max_pile_draws_in_a_row:
            return self._knocking.void(after, VoidReason.PILE_DRAWS)
        return after

    def _knock(self, state: GinRound, side: Side, card: Card, melds: Melds | None) -> GinRound:
        self._check_discard(state, side, card)
        return self._knocking.knock(state, side, card, melds)

    def _take_knock(self, state: GinRound, side: Side, action: TakeKnock) -> GinRound:
        require(state.phase, Phase.LAST_DISCARD)
        top = state.discards[-1]
        taken = state.after(
            RoundEvent(side, RoundEventKind.TOOK, top, number=1),
            hands=put(state.hands, side, state.hands[side] | 1 << top),
            discards=state.discards[:-1],
            taken=top,
        )
        return self._knock(taken, side, action.card, action.layout)

    def _last_discard_knocks(self, state: GinRound, side: Side) -> tuple[tuple[Card, int], ...]:
        top = state.discards[-1]
        hand = state.hands[side] | 1 << top
        held = changed(state, hands=put(state.hands, side, hand), taken=top)
        return self._knocks(held, side, self._discardable(held, side))

    def _neutral_discard(self, state: GinRound, side: Side, discards: CardSet) -> Card:
        """Return the highest-valued card among the discards that leave least deadwood (1.13)."""
        hand = state.hands[side]
        left = {c: self._deadwood(state, side, hand & ~(1 << c)) for c in cards_of(discards)}
        least = min(left.values())
        best = [card for card, deadwood in left.items() if deadwood == least]
        return max(best, key=lambda card: (self.solver.value(card), card))

    def _deadwood(self, state: GinRound, side: Side, hand: CardSet) -> int:
        return self._knocking.best_layout(state, side, hand).deadwood
