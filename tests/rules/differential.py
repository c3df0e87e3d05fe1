"""Our round beside OpenSpiel's ``gin_rummy``: same deck, same actions, compared move by move.

A ``Moment`` is what OpenSpiel says before an action: phase, actor, legal actions. It comes from
the library itself (``benchmarks.openspiel_games``, the long form) or from a recording of it (the
short form in the suite). ``Comparison`` plays the same round on our engine and raises
``DiffersError`` at the first thing that is not the same and not one of OpenSpiel's known faults,
which it counts.

Settings: OpenSpiel follows tournament rules, so ours are gin 25, undercut 25 without ties, no big
gin, a taken card may be thrown back, the last discard at the wall may be taken to knock.
"""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.game.actions import (
    Discard,
    DoneLayingOff,
    Draw,
    Knock,
    LayOff,
    Pass,
    RoundAction,
    Take,
    TakeKnock,
)
from engine.game.cards import Card, CardSet, card_set, cards_of
from engine.game.gin import GinTable
from engine.game.legal import Legal, Verb
from engine.game.round import GinRound, Phase, ResultKind
from engine.game.rules import Rules, rules_from
from engine.game.scoring import award

TAKE, DRAW, PASS, KNOCK = 52, 53, 54, 55
FIRST_MELD: Final = 56
"""OpenSpiel's action numbers beyond the cards; cards are translated to ours."""
TURNS: Final[dict[int, RoundAction]] = {TAKE: Take(), DRAW: Draw(), PASS: Pass()}
CAPPED_PICKUPS: Final = 50
LONGEST_MELD: Final = 5
REPEATED_TURNS: Final = 2
"""Turns in a row that took the top discard and threw it back; OpenSpiel stops there."""

PHASES: Final = {
    "FirstUpcard": (Phase.OFFER_NON_DEALER, Phase.OFFER_DEALER, Phase.FORCED_STOCK),
    "Draw": (Phase.DRAW, Phase.FORCED_STOCK),
    "Discard": (Phase.DISCARD,),
    "Wall": (Phase.LAST_DISCARD,),
    "Knock": (Phase.DISCARD, Phase.LAST_DISCARD),
    "Layoff": (Phase.LAYOFF, Phase.OVER),
}


class Fault(StrEnum):
    """Where OpenSpiel departs from the rules, with the rulebook's number of the trap."""

    HIDDEN_KNOCK = "1: a legal knock is not offered, the best 11-card layout hides it"
    CHAIN_CUT = "7: the third card of a chain of layoffs is not offered"
    CAPPED = "16: the round ends after 50 pickups, before the last discard"
    REPEATED = "16: the round ends after a card went back and forth"


class DiffersError(AssertionError):
    """A difference that no known fault explains."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What OpenSpiel allows before an action. ``melds`` of its meld actions, as card sets."""

    phase: str
    actor: int
    legal: frozenset[int]
    melds: frozenset[CardSet] = frozenset()


def rules_of(oklahoma: bool) -> Rules:
    """Our rules for OpenSpiel's game."""
    return rules_from(
        {
            "big_gin_bonus": None,
            "undercut_on_tie": False,
            "may_return_taken_discard": True,
            "wall_rule": "last_discard",
            "max_pile_draws_in_a_row": 500,
            "layoff_mode": "manual",
            "knock_card_source": "upcard" if oklahoma else "fixed",
            "oklahoma_ace": "gin",
        }
    )


class Comparison:
    """One round on our engine, following OpenSpiel's."""

    def __init__(self, oklahoma: bool, deck: list[Card], faults: Counter[Fault]) -> None:
        self.table = GinTable(rules_of(oklahoma))
        self.state: GinRound = self.table.deal(deck)
        self.faults = faults
        self.steps = 0
        self.pickups = 0
        self.thrown_back = 0
        self.discarded: Card | None = None
        self.shown: list[CardSet] = []
        self.defended: CardSet = 0

    # -- what may be done -----------------------------------------------------------------

    def check(self, moment: Moment) -> None:
        """Compare phase, actor and legal actions."""
        self.steps += 1
        if self.state.phase not in PHASES[moment.phase]:
            raise DiffersError(f"{moment.phase} beside {self.state.phase}")
        side = self.state.to_act
        if side is not None and side != moment.actor:
            raise DiffersError(f"player {moment.actor} beside {side}")
        if side is None:
            return
        legal = self.table.legal(self.state, side)
        match moment.phase:
            case "Knock":
                self._check_discard(moment, legal)
            case "Layoff":
                self._check_layoffs(moment, legal)
            case _:
                self._check_turn(moment, legal)

    def _check_turn(self, moment: Moment, legal: Legal) -> None:
        ours = {
            number
            for verb, number in (
                (Verb.TAKE, TAKE),
                (Verb.DRAW, DRAW),
                (Verb.PASS, PASS),
            )
            if verb in legal.verbs
        }
        ours |= set(cards_of(legal.discards))
        if legal.knocks:
            ours.add(KNOCK)
        if ours - moment.legal == {KNOCK} and not moment.legal - ours:
            self.faults[Fault.HIDDEN_KNOCK] += 1
        elif ours != moment.legal:
            raise DiffersError(f"legal {sorted(moment.legal)} beside {sorted(ours)}")

    def _check_discard(self, moment: Moment, legal: Legal) -> None:
        """Before the melds are laid down one card is thrown; afterwards melds are chosen."""
        if self.discarded is not None:
            return
        ours = {card for card, _ in legal.knocks}
        if ours != moment.legal:
            raise DiffersError(f"knocking cards {sorted(moment.legal)} beside {sorted(ours)}")

    def _check_layoffs(self, moment: Moment, legal: Legal) -> None:
        theirs = {number for number in moment.legal if number < TAKE}
        ours = {card for card, _ in legal.layoffs}
        if ours - theirs:
            if not self.state.layoffs:
                raise DiffersError(f"layoffs {sorted(theirs)} beside {sorted(ours)}")
            self.faults[Fault.CHAIN_CUT] += 1
        if theirs - ours:
            raise DiffersError(f"layoffs {sorted(theirs)} beside {sorted(ours)}")

    # -- what is done ---------------------------------------------------------------------

    def apply(self, moment: Moment, number: int, meld: CardSet = 0) -> None:
        """Do what OpenSpiel's player does."""
        match moment.phase:
            case "FirstUpcard" | "Draw":
                action = TURNS[number]
                self.pickups += number == TAKE
                self._act(action)
            case "Discard" | "Wall":
                if number == PASS:
                    self._act(Pass())
                elif number != KNOCK:
                    same = number == self.state.taken
                    self.thrown_back = self.thrown_back + 1 if same else 0
                    self._act(Discard(number))
            case "Knock":
                self._knock(number, meld)
            case "Layoff" if self.state.phase is Phase.LAYOFF:
                self._lay_off(number)
            case "Layoff" if meld:
                self.defended |= meld

    def _act(self, action: RoundAction) -> None:
        self.state = self.table.apply(self.state, self.state.turn, action)

    def _knock(self, number: int, meld: CardSet) -> None:
        if meld:
            self.shown.append(meld)
        elif number != PASS:
            self.discarded = number
        else:
            assert self.discarded is not None
            at_wall = self.state.phase is Phase.LAST_DISCARD
            kind = TakeKnock if at_wall else Knock
            self._act(kind(self.discarded, tuple(self.shown)))
            if self.state.phase is Phase.LAYOFF and self.state.knock is None:
                raise DiffersError("a knock without a layout")

    def _lay_off(self, number: int) -> None:
        if number == PASS:
            self._act(DoneLayingOff())
            return
        # OpenSpiel does not say on which meld: one that fits a set and a run goes to the run,
        # where more may follow.
        assert self.state.knock is not None
        layoffs = self.table.legal(self.state, self.state.turn).layoffs
        targets = [meld for card, meld in layoffs if card == number]
        melds, is_set = self.state.knock.melds, self.table.solver.is_set
        self._act(LayOff(number, min(targets, key=lambda meld: is_set(melds[meld]))))

    # -- the end --------------------------------------------------------------------------

    def finish(self, returns: tuple[int, int]) -> ResultKind | None:
        """Compare the points; ``None`` when OpenSpiel stopped a round that goes on."""
        facts = self.state.facts
        if facts is None:
            if returns != (0, 0):
                raise DiffersError(f"over with {returns} beside {self.state.phase}")
            if self.pickups >= CAPPED_PICKUPS:
                self.faults[Fault.CAPPED] += 1
            elif self.thrown_back >= REPEATED_TURNS:
                self.faults[Fault.REPEATED] += 1
            else:
                raise DiffersError(
                    f"over after {self.pickups} pickups, {self.thrown_back} thrown back"
                )
            return None
        first, second = award(self.table.rules, facts).points
        if (first - second, second - first) != returns:
            raise DiffersError(f"{returns} beside {(first, second)} for {facts.kind}")
        return facts.kind

    def next_meld(self) -> CardSet:
        """The next meld that the defender lays down in the best layout; 0 when all lie.

        Our engine counts the defender's cards at their least without being asked, OpenSpiel wants
        each meld shown, of at most five cards.
        """
        assert self.state.knock is not None
        hand = self.state.hands[self.state.knock.side.other] & ~self.defended
        melds = self.table.solver.best_layout(hand).melds
        if not melds or melds[0].bit_count() <= LONGEST_MELD:
            return melds[0] if melds else 0
        return card_set(self.table.solver.in_order(melds[0])[:3])
