"""Plays one round of gin under one set of rules: legal actions and what each does (1.5-1.9)."""

from collections.abc import Sequence
from typing import Any, assert_never

from engine.actions import (
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
from engine.cards import Card, CardSet, card_set, cards_of
from engine.errors import Broken, RuleError
from engine.events import Event, Fact
from engine.facts import (
    ResultKind,
    RoundFacts,
    ShownHand,
    VoidReason,
    kind_of_knock,
    shown,
)
from engine.legal import NOTHING_LEGAL, Legal, Verb
from engine.melds import Layout, Solver, solver
from engine.round import GinRound, KnockDown, Phase, deal_hands
from engine.rules import FirstTurn, KnockCardSource, LayoffMode, Rules, WallRule
from engine.seats import Side
from engine.values import changed


class GinTable:
    """Plays rounds of gin under one set of rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.solver: Solver = solver(rules.meld_rules)

    # -- deal ---------------------------------------------------------------------------

    def deal(self, deck: Sequence[Card], knock_card: Card | None = None) -> GinRound:
        """Deal a round (rulebook 1.4). ``knock_card`` comes from a second deck, where used."""
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
        """A dealt ten-card hand is already within the knock limit (``dealt_knock_misdeal``)."""
        if not self.rules.dealt_knock_misdeal:
            return False
        dealt = [hand for hand in state.hands if hand.bit_count() == self.rules.hand_size]
        return any(self.solver.deadwood(hand) <= state.knock_limit for hand in dealt)

    # -- questions ----------------------------------------------------------------------

    def legal(self, state: GinRound, side: Side) -> Legal:
        """Everything ``side`` may do now."""
        if state.to_act is not side:
            return NOTHING_LEGAL
        match state.phase:
            case Phase.OFFER_NON_DEALER | Phase.OFFER_DEALER:
                return Legal((Verb.TAKE, Verb.PASS), takes=(1,))
            case Phase.FORCED_STOCK:
                return Legal((Verb.DRAW,))
            case Phase.DRAW:
                return self._legal_draw(state, side)
            case Phase.DISCARD:
                return self._legal_discard(state, side)
            case Phase.LAYOFF:
                return self._legal_layoff(state, side)
            case Phase.LAST_DISCARD:
                knocks = self._last_discard_knocks(state, side)
                verbs = (Verb.PASS, Verb.TAKE_KNOCK)
                return Legal(verbs, knocks=knocks)
            case Phase.MELD | Phase.OVER:
                return NOTHING_LEGAL
            case _:
                assert_never(state.phase)

    def layout(self, state: GinRound, side: Side) -> Layout:
        """The best layout of a side's hand, exposed melds included."""
        return self._best(state, side, state.hands[side])

    def neutral(self, state: GinRound) -> RoundAction:
        """The move the clock plays (rulebook 1.13). Never a knock."""
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
                return self._neutral_layoff(state, side)
            case Phase.MELD | Phase.OVER:
                raise RuleError(Broken.ROUND_OVER)
            case _:
                assert_never(state.phase)

    # -- acting -------------------------------------------------------------------------

    def apply(self, state: GinRound, side: Side, action: RoundAction) -> GinRound:
        """The round after ``action``; a RuleError, and nothing changed, if it is not legal."""
        if state.phase is Phase.OVER:
            raise RuleError(Broken.ROUND_OVER)
        if state.turn is not side:
            raise RuleError(Broken.NOT_YOUR_TURN)
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
                _require(state, Phase.DISCARD)
                return self._knock(state, side, action.card, action.layout)
            case BigGin():
                return self._big_gin(state, side, action.layout)
            case TakeKnock():
                return self._take_knock(state, side, action)
            case LayOff():
                return self._lay_off(state, side, action)
            case AutoLayOff():
                return self._auto_lay_off(state, side)
            case DoneLayingOff():
                _require(state, Phase.LAYOFF)
                return self._settle_knock(_after(state, Event(side, Fact.FINISHED_LAYING_OFF)))
            case LayMeld():
                raise RuleError(Broken.WRONG_PHASE, phase=state.phase.value)
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
        """Whether a card is left to discard after a pickup that exposes these cards.

        Only with ``deep_pickup`` can all cards of a hand be exposed, and exposed cards stay.
        """
        free = self._free(state, side) & ~exposing
        return bool(free) or (self.rules.may_return_taken_discard and not exposing)

    def _deep_pickups(self, state: GinRound, side: Side) -> tuple[tuple[Card, CardSet], ...]:
        if not self.rules.deep_pickup:
            return ()
        free = self._free(state, side)
        return tuple(
            (card, meld)
            for card in state.discards
            for meld in self.solver.melds_in(free | 1 << card)
            if meld >> card & 1 and self._leaves_a_move(state, side, meld)
        )

    def _pass(self, state: GinRound, side: Side) -> GinRound:
        passed = _after(state, Event(side, Fact.PASSED), turn=side.other)
        match state.phase:
            case Phase.OFFER_NON_DEALER:
                return changed(passed, phase=Phase.OFFER_DEALER)
            case Phase.OFFER_DEALER:
                return changed(passed, phase=Phase.FORCED_STOCK)
            case Phase.LAST_DISCARD:
                return self._void(passed, VoidReason.WALL)
            case _:
                raise RuleError(Broken.WRONG_PHASE, phase=state.phase.value)

    def _take(self, state: GinRound, side: Side, action: Take) -> GinRound:
        if state.phase is Phase.FORCED_STOCK:
            raise RuleError(Broken.UPCARD_REFUSED)
        _require(state, Phase.OFFER_NON_DEALER, Phase.OFFER_DEALER, Phase.DRAW)
        if action.count != 1 or not state.discards:
            raise RuleError(Broken.DISCARD_PILE_EMPTY)
        if not self._leaves_a_move(state, side, 0):
            raise RuleError(Broken.EXPOSED)
        card = state.discards[-1]
        return _after(
            state,
            Event(side, Fact.TOOK, card, number=1),
            phase=Phase.DISCARD,
            hands=_with(state.hands, side, state.hands[side] | 1 << card),
            discards=state.discards[:-1],
            taken=card,
            pile_draws_in_a_row=state.pile_draws_in_a_row + 1,
        )

    def _draw(self, state: GinRound, side: Side) -> GinRound:
        _require(state, Phase.FORCED_STOCK, Phase.DRAW)
        card = state.stock[0]
        return _after(
            state,
            Event(side, Fact.DREW, card),
            phase=Phase.DISCARD,
            hands=_with(state.hands, side, state.hands[side] | 1 << card),
            stock=state.stock[1:],
            drawn=card,
            pile_draws_in_a_row=0,
        )

    def _take_deep(self, state: GinRound, side: Side, action: TakeDeep) -> GinRound:
        if not self.rules.deep_pickup:
            raise RuleError(Broken.DEEP_PICKUP_OFF)
        _require(state, Phase.DRAW)
        if (action.card, action.meld) not in self._deep_pickups(state, side):
            raise RuleError(Broken.NOT_A_MELD)
        exposed = (*state.exposed[side], action.meld)
        return _after(
            state,
            Event(side, Fact.TOOK_DEEP, action.card, (action.meld,)),
            phase=Phase.DISCARD,
            hands=_with(state.hands, side, state.hands[side] | 1 << action.card),
            discards=tuple(card for card in state.discards if card != action.card),
            taken=action.card,
            pile_draws_in_a_row=state.pile_draws_in_a_row + 1,
            exposed=(exposed, state.exposed[1]) if side == 0 else (state.exposed[0], exposed),
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
        cards = self._free(state, side)
        if state.taken is not None and not self.rules.may_return_taken_discard:
            cards &= ~(1 << state.taken)
        return cards

    def _knocks(self, state: GinRound, side: Side, thrown: CardSet) -> tuple[tuple[Card, int], ...]:
        hand, limit = state.hands[side], state.knock_limit
        if state.exposed[side]:
            left = tuple(
                (card, self._best(state, side, hand & ~(1 << card)).deadwood)
                for card in cards_of(thrown)
            )
        elif self.solver.best_discard(hand, hand & ~thrown)[1] > limit:
            return ()
        else:
            left = self.solver.discards(hand)
        return tuple(pair for pair in left if pair[1] <= limit and thrown >> pair[0] & 1)

    def _may_declare_big_gin(self, state: GinRound, side: Side) -> bool:
        if self.rules.big_gin_bonus is None:
            return False
        hand = state.hands[side]
        if not self.solver.is_all_melded(hand):
            return False
        return not state.exposed[side] or self._best(state, side, hand).deadwood == 0

    def _check_throw(self, state: GinRound, side: Side, card: Card) -> None:
        if not state.hands[side] >> card & 1:
            raise RuleError(Broken.NOT_IN_HAND)
        if card == state.taken and not self.rules.may_return_taken_discard:
            raise RuleError(Broken.JUST_TAKEN)
        if _union(state.exposed[side]) >> card & 1:
            raise RuleError(Broken.EXPOSED)

    def _discard(self, state: GinRound, side: Side, card: Card) -> GinRound:
        _require(state, Phase.DISCARD)
        self._check_throw(state, side, card)
        drew = state.drawn is not None
        after = _after(
            state,
            Event(side, Fact.DISCARDED, card),
            phase=Phase.DRAW,
            turn=side.other,
            hands=_with(state.hands, side, state.hands[side] & ~(1 << card)),
            discards=(*state.discards, card),
            taken=None,
            drawn=None,
        )
        if drew and len(state.stock) <= self.rules.wall_size:
            if self.rules.wall_rule is WallRule.LAST_DISCARD:
                return changed(after, phase=Phase.LAST_DISCARD)
            return self._void(after, VoidReason.WALL)
        if state.pile_draws_in_a_row >= self.rules.max_pile_draws_in_a_row:
            return self._void(after, VoidReason.PILE_DRAWS)
        return after

    def _knock(self, state: GinRound, side: Side, card: Card, melds: Melds | None) -> GinRound:
        self._check_throw(state, side, card)
        hand = state.hands[side] & ~(1 << card)
        layout = self._chosen(state, side, hand, melds)
        if layout.deadwood > state.knock_limit:
            raise RuleError(
                Broken.OVER_KNOCK_LIMIT, deadwood=layout.deadwood, limit=state.knock_limit
            )
        down = KnockDown(
            side, card, layout.melds, layout.deadwood_cards, layout.deadwood, big_gin=False
        )
        after = _after(
            state,
            Event(side, Fact.KNOCKED, card, layout.melds),
            phase=Phase.LAYOFF,
            turn=side.other,
            hands=_with(state.hands, side, hand),
            taken=None,
            drawn=None,
            knock=down,
        )
        if layout.deadwood == 0 and not self.rules.layoff_on_gin:
            return self._settle_knock(after)
        return after

    def _big_gin(self, state: GinRound, side: Side, melds: Melds | None) -> GinRound:
        _require(state, Phase.DISCARD)
        if self.rules.big_gin_bonus is None:
            raise RuleError(Broken.BIG_GIN_OFF)
        layout = self._chosen(state, side, state.hands[side], melds)
        if layout.deadwood:
            raise RuleError(Broken.NOT_ALL_MELDED, deadwood=layout.deadwood)
        down = KnockDown(side, None, layout.melds, 0, 0, big_gin=True)
        event = Event(side, Fact.DECLARED_BIG_GIN, None, layout.melds)
        return self._settle_knock(
            _after(state, event, turn=side.other, taken=None, drawn=None, knock=down)
        )

    def _take_knock(self, state: GinRound, side: Side, action: TakeKnock) -> GinRound:
        _require(state, Phase.LAST_DISCARD)
        top = state.discards[-1]
        taken = _after(
            state,
            Event(side, Fact.TOOK, top, number=1),
            hands=_with(state.hands, side, state.hands[side] | 1 << top),
            discards=state.discards[:-1],
            taken=top,
        )
        return self._knock(taken, side, action.card, action.layout)

    def _last_discard_knocks(self, state: GinRound, side: Side) -> tuple[tuple[Card, int], ...]:
        top = state.discards[-1]
        hand = state.hands[side] | 1 << top
        held = changed(state, hands=_with(state.hands, side, hand), taken=top)
        return self._knocks(held, side, self._discardable(held, side))

    def _chosen(self, state: GinRound, side: Side, hand: CardSet, melds: Melds | None) -> Layout:
        """The layout the player chose, checked, or the best one (rulebook 1.6)."""
        if melds is None:
            return self._best(state, side, hand)
        covered = 0
        for meld in melds:
            if meld & covered or meld & ~hand or not self.solver.is_meld(meld):
                raise RuleError(Broken.BAD_LAYOUT)
            covered |= meld
        if any(all(shown & ~meld for meld in melds) for shown in state.exposed[side]):
            raise RuleError(Broken.BAD_LAYOUT)
        rest = hand & ~covered
        return Layout(melds, rest, self.solver.total(rest))

    def _best(self, state: GinRound, side: Side, hand: CardSet) -> Layout:
        exposed = state.exposed[side]
        if not exposed:
            return self.solver.best_layout(hand)
        joined = self.solver.best_layoff(exposed, hand & ~_union(exposed))
        melds = joined.melds + joined.layout.melds
        return Layout(melds, joined.layout.deadwood_cards, joined.layout.deadwood)

    def _neutral_discard(self, state: GinRound, side: Side, discards: CardSet) -> Card:
        """The dearest deadwood card among those that keep the least deadwood (rulebook 1.13)."""
        hand = state.hands[side]
        left = {c: self._best(state, side, hand & ~(1 << c)).deadwood for c in cards_of(discards)}
        least = min(left.values())
        best = [card for card, deadwood in left.items() if deadwood == least]
        return max(best, key=lambda card: (self.solver.value(card), card))

    def _neutral_layoff(self, state: GinRound, side: Side) -> RoundAction:
        """The best layoffs, one by one where the rules ask for that (rulebook 1.13)."""
        assert state.knock is not None
        if self.rules.layoff_mode is LayoffMode.AUTO:
            return AutoLayOff()
        steps = self.solver.best_layoff(state.knock.melds, self._free(state, side)).steps
        return LayOff(*steps[0]) if steps else DoneLayingOff()

    # -- laying off and settling --------------------------------------------------------

    def _free(self, state: GinRound, side: Side) -> CardSet:
        """The cards of a hand that are not in an exposed meld."""
        return state.hands[side] & ~_union(state.exposed[side])

    def _legal_layoff(self, state: GinRound, side: Side) -> Legal:
        assert state.knock is not None
        free = self._free(state, side)
        layoffs = tuple(
            (card, meld)
            for card in cards_of(free)
            for meld in self.solver.layoff_targets(state.knock.melds, card)
        )
        verbs = [Verb.LAY_OFF] if layoffs else []
        if self.rules.layoff_mode is LayoffMode.AUTO:
            verbs.append(Verb.AUTO)
        verbs.append(Verb.DONE)
        return Legal(tuple(verbs), layoffs=layoffs)

    def _lay_off(self, state: GinRound, side: Side, action: LayOff) -> GinRound:
        _require(state, Phase.LAYOFF)
        assert state.knock is not None
        free = self._free(state, side)
        if not free >> action.card & 1:
            raise RuleError(Broken.NOT_IN_HAND)
        if not 0 <= action.meld < len(state.knock.melds):
            raise RuleError(Broken.NO_SUCH_MELD)
        if action.meld not in self.solver.layoff_targets(state.knock.melds, action.card):
            raise RuleError(Broken.DOES_NOT_FIT)
        melds = list(state.knock.melds)
        melds[action.meld] = self.solver.extend(melds[action.meld], action.card)
        return _after(
            state,
            Event(side, Fact.LAID_OFF, action.card, number=action.meld),
            hands=_with(state.hands, side, state.hands[side] & ~(1 << action.card)),
            knock=changed(state.knock, melds=tuple(melds)),
            layoffs=(*state.layoffs, (action.card, action.meld)),
        )

    def _auto_lay_off(self, state: GinRound, side: Side) -> GinRound:
        _require(state, Phase.LAYOFF)
        if self.rules.layoff_mode is LayoffMode.MANUAL:
            raise RuleError(Broken.LAYOFFS_BY_HAND)
        assert state.knock is not None
        free = self._free(state, side)
        for card, meld in self.solver.best_layoff(state.knock.melds, free).steps:
            state = self._lay_off(state, side, LayOff(card, meld))
        return self._settle_knock(_after(state, Event(side, Fact.FINISHED_LAYING_OFF)))

    def _settle_knock(self, state: GinRound) -> GinRound:
        down = state.knock
        assert down is not None
        defence = shown(self.layout(state, down.side.other))
        kind = kind_of_knock(
            down.deadwood,
            defence.deadwood,
            big=down.big_gin,
            undercut_on_tie=self.rules.undercut_on_tie,
        )
        if kind is ResultKind.GIN and self.rules.layoff_on_gin and defence.deadwood == 0:
            kind = ResultKind.GIN_TIED
        winners: dict[ResultKind, Side | None] = {
            ResultKind.UNDERCUT: down.side.other,
            ResultKind.TIE: None,
            ResultKind.GIN_TIED: None,
        }
        laid = _laid_down(down, state.layoffs)
        hands = (laid, defence) if down.side is Side.NON_DEALER else (defence, laid)
        facts = RoundFacts(
            kind=kind,
            winner=winners.get(kind, down.side),
            knocker=down.side,
            hands=hands,
            multiplier=state.multiplier,
            knock_limit=state.knock_limit,
            discard=down.discard,
            layoffs=state.layoffs,
        )
        return changed(state, phase=Phase.OVER, facts=facts)

    def _void(self, state: GinRound, reason: VoidReason) -> GinRound:
        hands = (
            shown(self.layout(state, Side.NON_DEALER)),
            shown(self.layout(state, Side.DEALER)),
        )
        facts = RoundFacts(
            kind=ResultKind.VOID,
            winner=None,
            knocker=None,
            hands=hands,
            multiplier=state.multiplier,
            knock_limit=state.knock_limit,
            void_reason=reason,
        )
        return changed(state, phase=Phase.OVER, taken=None, drawn=None, facts=facts)


def _laid_down(down: KnockDown, layoffs: tuple[tuple[Card, int], ...]) -> ShownHand:
    """The knocker's own cards, without what the defender added."""
    added = card_set(card for card, _ in layoffs)
    melds = tuple(meld & ~added for meld in down.melds)
    return ShownHand(melds, down.deadwood_cards, down.deadwood)


def _require(state: GinRound, *phases: Phase) -> None:
    if state.phase not in phases:
        raise RuleError(Broken.WRONG_PHASE, phase=state.phase.value)


def _with(hands: tuple[CardSet, CardSet], side: Side, hand: CardSet) -> tuple[CardSet, CardSet]:
    return (hand, hands[1]) if side is Side.NON_DEALER else (hands[0], hand)


def _union(melds: Melds) -> CardSet:
    cards = 0
    for meld in melds:
        cards |= meld
    return cards


def _after(state: GinRound, event: Event, **changes: Any) -> GinRound:
    return changed(state, events=(*state.events, event), **changes)
