"""The end of a round of gin: the knock, its layout, laying off, and the result (1.6-1.9)."""

from engine.game.actions import AutoLayOff, DoneLayingOff, LayOff, Melds, RoundAction
from engine.game.cards import Card, CardSet, card_set, cards_of, union
from engine.game.errors import RuleCode, RuleError
from engine.game.legal import Legal, Verb
from engine.game.melds import Layout, Solver
from engine.game.round import (
    GinRound,
    KnockDown,
    Phase,
    ResultKind,
    RoundEvent,
    RoundEventKind,
    RoundFacts,
    ShownHand,
    VoidReason,
    changed,
    kind_of_knock,
    require,
    shown,
)
from engine.game.rules import LayoffMode, Rules
from engine.game.seats import Side, put


class Knocking:
    """Ends rounds of gin under one set of rules."""

    def __init__(self, rules: Rules, solver: Solver) -> None:
        self._rules = rules
        self._solver = solver

    # -- knocking -------------------------------------------------------------------------

    def knock(self, state: GinRound, side: Side, card: Card, melds: Melds | None) -> GinRound:
        """Discard ``card``, which must be discardable, face down and lay the hand on the table."""
        hand = state.hands[side] & ~(1 << card)
        layout = self._chosen(state, side, hand, melds)
        if layout.deadwood > state.knock_limit:
            raise RuleError(
                RuleCode.OVER_KNOCK_LIMIT, deadwood=layout.deadwood, limit=state.knock_limit
            )
        down = KnockDown(
            side, card, layout.melds, layout.deadwood_cards, layout.deadwood, big_gin=False
        )
        after = state.after(
            RoundEvent(side, RoundEventKind.KNOCKED, card, layout.melds),
            phase=Phase.LAYOFF,
            turn=side.other,
            hands=put(state.hands, side, hand),
            taken=None,
            drawn=None,
            knock=down,
        )
        if layout.deadwood == 0 and not self._rules.layoff_on_gin:
            return self.settle(after)
        return after

    def big_gin(self, state: GinRound, side: Side, melds: Melds | None) -> GinRound:
        """Lay down all eleven cards in melds."""
        require(state.phase, Phase.DISCARD)
        if self._rules.big_gin_bonus is None:
            raise RuleError(RuleCode.BIG_GIN_OFF)
        layout = self._chosen(state, side, state.hands[side], melds)
        if layout.deadwood:
            raise RuleError(RuleCode.NOT_ALL_MELDED, deadwood=layout.deadwood)
        down = KnockDown(side, None, layout.melds, 0, 0, big_gin=True)
        event = RoundEvent(side, RoundEventKind.DECLARED_BIG_GIN, None, layout.melds)
        return self.settle(state.after(event, turn=side.other, taken=None, drawn=None, knock=down))

    def _chosen(self, state: GinRound, side: Side, hand: CardSet, melds: Melds | None) -> Layout:
        """Return the checked layout that the player chose, or the best one (rulebook 1.6)."""
        if melds is None:
            return self.best_layout(state, side, hand)
        covered = 0
        for meld in melds:
            if meld & covered or meld & ~hand or not self._solver.is_meld(meld):
                raise RuleError(RuleCode.BAD_LAYOUT)
            covered |= meld
        if any(all(shown & ~meld for meld in melds) for shown in state.exposed[side]):
            raise RuleError(RuleCode.BAD_LAYOUT)
        rest = hand & ~covered
        return Layout(melds, rest, self._solver.total(rest))

    def best_layout(self, state: GinRound, side: Side, hand: CardSet) -> Layout:
        """Return the layout of ``hand`` with least deadwood; exposed melds stay as they are."""
        exposed = state.exposed[side]
        if not exposed:
            return self._solver.best_layout(hand)
        joined = self._solver.best_layoff(exposed, hand & ~union(exposed))
        melds = joined.melds + joined.layout.melds
        return Layout(melds, joined.layout.deadwood_cards, joined.layout.deadwood)

    # -- laying off --------------------------------------------------------------------------

    def legal_layoff(self, state: GinRound, side: Side) -> Legal:
        """Return every card with each meld of the knocker that takes it."""
        assert state.knock is not None
        free = state.free(side)
        layoffs = tuple(
            (card, meld)
            for card in cards_of(free)
            for meld in self._solver.layoff_targets(state.knock.melds, card)
        )
        verbs = [Verb.LAY_OFF] if layoffs else []
        if self._rules.layoff_mode is LayoffMode.AUTO:
            verbs.append(Verb.AUTO)
        verbs.append(Verb.DONE)
        return Legal(tuple(verbs), layoffs=layoffs)

    def lay_off(self, state: GinRound, side: Side, action: LayOff) -> GinRound:
        """Add one card to a meld of the knocker."""
        require(state.phase, Phase.LAYOFF)
        assert state.knock is not None
        free = state.free(side)
        if not free >> action.card & 1:
            raise RuleError(RuleCode.NOT_IN_HAND)
        if not 0 <= action.meld < len(state.knock.melds):
            raise RuleError(RuleCode.NO_SUCH_MELD)
        if action.meld not in self._solver.layoff_targets(state.knock.melds, action.card):
            raise RuleError(RuleCode.DOES_NOT_FIT)
        melds = list(state.knock.melds)
        melds[action.meld] = self._solver.extend(melds[action.meld], action.card)
        return state.after(
            RoundEvent(side, RoundEventKind.LAID_OFF, action.card, number=action.meld),
            hands=put(state.hands, side, state.hands[side] & ~(1 << action.card)),
            knock=changed(state.knock, melds=tuple(melds)),
            layoffs=(*state.layoffs, (action.card, action.meld)),
        )

    def auto_lay_off(self, state: GinRound, side: Side) -> GinRound:
        """Make the layoffs that leave the least deadwood, and settle."""
        require(state.phase, Phase.LAYOFF)
        if self._rules.layoff_mode is LayoffMode.MANUAL:
            raise RuleError(RuleCode.LAYOFFS_BY_HAND)
        assert state.knock is not None
        free = state.free(side)
        for card, meld in self._solver.best_layoff(state.knock.melds, free).steps:
            state = self.lay_off(state, side, LayOff(card, meld))
        return self.settle(state.after(RoundEvent(side, RoundEventKind.FINISHED_LAYING_OFF)))

    def neutral_layoff(self, state: GinRound, side: Side) -> RoundAction:
        """Return the best layoffs, one at a time if the rules require it (rulebook 1.13)."""
        assert state.knock is not None
        if self._rules.layoff_mode is LayoffMode.AUTO:
            return AutoLayOff()
        steps = self._solver.best_layoff(state.knock.melds, state.free(side)).steps
        return LayOff(*steps[0]) if steps else DoneLayingOff()

    # -- the result ----------------------------------------------------------------------------

    def settle(self, state: GinRound) -> GinRound:
        """Compare the hands and end the round (rulebook 1.8, 1.9)."""
        down = state.knock
        assert down is not None
        defence = shown(self.best_layout(state, down.side.other, state.hands[down.side.other]))
        kind = kind_of_knock(
            down.deadwood,
            defence.deadwood,
            big=down.big_gin,
            undercut_on_tie=self._rules.undercut_on_tie,
        )
        if kind is ResultKind.GIN and self._rules.layoff_on_gin and defence.deadwood == 0:
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

    def void(self, state: GinRound, reason: VoidReason) -> GinRound:
        """End the round without a winner (rulebook 1.9)."""
        hands = (
            shown(self.best_layout(state, Side.NON_DEALER, state.hands[0])),
            shown(self.best_layout(state, Side.DEALER, state.hands[1])),
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
    """Return the knocker's own cards, without the defender's layoffs."""
    added = card_set(card for card, _ in layoffs)
    melds = tuple(meld & ~added for meld in down.melds)
    return ShownHand(melds, down.deadwood_cards, down.deadwood)
