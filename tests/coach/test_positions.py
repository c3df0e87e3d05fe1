"""Positions whose right answer follows from trying everything that can happen.

Three kinds. *Layoffs*: the knocker's count is on the table, so every order of laying off is tried
through the engine. *The last turn before the wall*: who does not knock gets nothing, so a knock
is right exactly when it wins points on average over the 66 hands that the opponent can hold.
*Gin*: it cannot lose, and no later gin brings more than this one and what the opponent may draw
meanwhile takes away.
"""

import random
from dataclasses import dataclass
from itertools import combinations

import pytest

from engine.coach import Grade, Why, grade, hint
from engine.coach.options import options
from engine.game.actions import BigGin, Discard, DoneLayingOff, Knock, LayOff, RoundAction
from engine.game.cards import FULL_DECK, Card, CardSet, card, cards_of, set_text
from engine.game.gin import GinTable
from engine.game.legal import Verb
from engine.game.melds import STANDARD, solver
from engine.game.presets import PRESETS
from engine.game.round import GinRound, Phase
from engine.game.rules import rules_from
from engine.game.scoring import award
from engine.game.seats import Side
from engine.players.position import Position
from engine.players.simulation import simulation
from tests.players.positions import to_discard, to_lay_off, view_of

MANUAL = rules_from({"layoff_mode": "manual"})

LAYOFFS = {
    "fourth of a rank": ("5C 5D 5H 8S 9S TS QC QD QH 2D", "5C 5D 5H,8S 9S TS,QC QD QH",
                         "5S 3C KC KH 7D 7H 4C 2C 3H AS"),
    "both ends of a run": ("8S 9S TS QC QD QH 2D 3D 4D 7C", "8S 9S TS,QC QD QH,2D 3D 4D",
                           "7S JS KC KH 7D 7H 4C 2C 3H AS"),
    "two cards beyond the end": ("8S 9S TS QC QD QH 2D 3D 4D 7C", "8S 9S TS,QC QD QH,2D 3D 4D",
                                 "JS QS KC KH 9D 7H 4C 2C 3H AS"),
    "keep a card for the own set": ("5C 5D 5H 8S 9S TS QC QD QH 2D", "5C 5D 5H,8S 9S TS,QC QD QH",
                                    "JS JC JD KH 7D 7H 4C 2C 3H AS"),
    "break the own set for two": ("8S 9S TS AC AD AH 4D 5D 6D 7C", "8S 9S TS,AC AD AH,4D 5D 6D",
                                  "7S 7D 7H 8D 9D KC QC 2C 3H JH"),
    "set or run": ("5C 5D 5H 6S 7S 8S QC QD QH 2D", "5C 5D 5H,6S 7S 8S,QC QD QH",
                   "5S 4S KC KH 7D 9H 4C 2C 3H JD"),
    "an undercut by one layoff": ("5C 5D 5H 8S 9S TS QC QD QH 9D", "5C 5D 5H,8S 9S TS,QC QD QH",
                                  "2C 3C 4C 6H 7H 8H KD KS KH 5S"),
    "a whole tail": ("2S 3S 4S 9C 9D 9H KC KD KH 3D", "2S 3S 4S,9C 9D 9H,KC KD KH",
                     "5S 6S 7S 8S TC JD QH 2C 4C 6D"),
    "all four melds answered": ("2S 3S 4S 9C 9D 9H KC KD KH 3D", "2S 3S 4S,9C 9D 9H,KC KD KH",
                                "AS 5S 9S KS TC JD QH 2C 4C 6D"),
    "nothing of worth left over": ("8S 9S TS QC QD QH 2D 3D 4D 7C", "8S 9S TS,QC QD QH,2D 3D 4D",
                                   "7S AD QS KC KD KH 5H 5S 5C 6C"),
}  # fmt: skip


def results(table: GinTable, state: GinRound) -> list[tuple[RoundAction, int]]:
    """Every next action with the best points to the defender that can follow, by trying all."""
    found = []
    legal = table.legal(state, Side.NON_DEALER)
    actions: list[RoundAction] = [LayOff(*one) for one in legal.layoffs]
    for action in [*actions, DoneLayingOff()]:
        after = table.apply(state, Side.NON_DEALER, action)
        if after.facts is not None:
            points = award(table.rules, after.facts).points
            found.append((action, points[0] - points[1]))
        else:
            found.append((action, max(value for _, value in results(table, after))))
    return found


@pytest.mark.parametrize("name", LAYOFFS)
def test_layoffs_are_graded_by_what_they_cost_exactly(name: str) -> None:
    state = to_lay_off(*LAYOFFS[name], rules=MANUAL)
    view = view_of(state, MANUAL)
    truth = results(GinTable(MANUAL), state)
    best = max(points for _, points in truth)
    worth = {option.action: option.expected for option in options(Position.of(view, 1), None)}
    for action, points in truth:
        graded = grade(view, action)
        assert graded is not None
        # The score stands at nought all, where a point is worth about a point.
        assert (worth[action] == max(worth.values())) is (points == best)
        assert (graded.grade is Grade.BEST) is (best - points < 1)
        assert graded.loss == pytest.approx(best - points, rel=0.5, abs=1.0)
    chosen = hint(view).action
    assert dict(truth)[chosen] == best


@dataclass(frozen=True)
class LastTurn:
    """The last turn before the wall with a knock possible; ``mean``: its points, all hands even."""

    state: GinRound
    discarded: Card
    mean: float
    wins: int


def last_turns(count: int, *, good: bool) -> list[LastTurn]:
    """The first ``count`` random positions in which the knock is clearly right or clearly wrong."""
    rng, play = random.Random(11 if good else 12), simulation(PRESETS["standard"])
    found: list[LastTurn] = []
    while len(found) < count:
        hand = _knocking_hand(rng)
        unseen = _unseen(rng, hand, good=good)
        card, left = play.solver.best_discard(hand)
        rest = hand & ~(1 << card)
        points = [
            play.knock_points(rest, left, sum(1 << one for one in theirs))
            for theirs in combinations(cards_of(unseen), 10)
        ]
        mean, wins = sum(points) / len(points), sum(one > 0 for one in points)
        if (mean >= 6 and wins >= 60) if good else (mean <= -6 and wins <= 10):
            found.append(LastTurn(_state(rng, hand, unseen), card, mean, wins))
    return found


def _knocking_hand(rng: random.Random) -> CardSet:
    count = solver(STANDARD)
    while True:
        melds = rng.sample(MELDS, 2)
        if melds[0] & melds[1]:
            continue
        hand = melds[0] | melds[1]
        while hand.bit_count() < 11:
            hand |= 1 << rng.randrange(52)
        if 4 <= count.best_discard(hand)[1] <= 10:
            return hand


def _unseen(rng: random.Random, hand: CardSet, *, good: bool) -> CardSet:
    """Twelve cards: any ten of them are the opponent's. Melds and low cards if it is to hold."""
    free = FULL_DECK & ~hand
    chosen = 0
    if not good:
        for meld in rng.sample(FOURS, len(FOURS)):
            if chosen.bit_count() <= 8 and not meld & (hand | chosen):
                chosen |= meld
    cheap = sorted(cards_of(free & ~chosen), key=lambda one: one % 13)
    pool = rng.sample(list(cards_of(free & ~chosen)), 12) if good else cheap
    for one in pool:
        if chosen.bit_count() < 12:
            chosen |= 1 << one
    return chosen


MELDS = [meld for meld in solver(STANDARD).melds_in(FULL_DECK) if meld.bit_count() in (3, 4)]
FOURS = [meld for meld in MELDS if meld.bit_count() == 4]


def _state(rng: random.Random, hand: CardSet, unseen: CardSet) -> GinRound:
    cards = list(cards_of(unseen))
    rng.shuffle(cards)
    pile = list(cards_of(FULL_DECK & ~hand & ~unseen))
    rng.shuffle(pile)
    return GinRound(
        phase=Phase.DISCARD,
        turn=Side.NON_DEALER,
        hands=(hand, sum(1 << one for one in cards[:10])),
        stock=tuple(cards[10:]),
        discards=tuple(pile),
        knock_limit=10,
        drawn=next(iter(cards_of(hand))),
    )


GOOD, BAD = last_turns(8, good=True), last_turns(8, good=False)


@pytest.mark.parametrize("turn", GOOD, ids=lambda turn: set_text(turn.state.hands[0]))
def test_at_the_wall_a_knock_that_wins_against_the_66_hands_is_right(turn: LastTurn) -> None:
    view = view_of(turn.state)
    knocked = grade(view, Knock(turn.discarded))
    assert knocked is not None
    assert knocked.grade is Grade.BEST
    other = next(card for card in cards_of(view.legal.discards))
    passed = grade(view, Discard(other))
    assert passed is not None
    assert passed.grade in (Grade.MISTAKE, Grade.BLUNDER)
    assert passed.reason.why is Why.KNOCK_NOW
    assert isinstance(hint(view).action, Knock)


@pytest.mark.parametrize("turn", BAD, ids=lambda turn: set_text(turn.state.hands[0]))
def test_at_the_wall_a_knock_that_is_undercut_by_the_66_hands_is_wrong(turn: LastTurn) -> None:
    view = view_of(turn.state)
    knocked = grade(view, Knock(turn.discarded))
    assert knocked is not None
    assert knocked.grade in (Grade.MISTAKE, Grade.BLUNDER)
    assert knocked.reason.why is Why.UNDERCUT_RISK
    assert knocked.reason.data["undercut_percent"] > 50
    assert isinstance(hint(view).action, Discard)


GINS = {
    "two sets and a run": "AS 2S 3S 4S 7C 7D 7H JC JD JH KD",
    "three runs": "AC 2C 3C 7D 8D 9D TH JH QH KH 5S",
    "a long run": "AH 2H 3H 4H 5H 6H 7H 9C 9D 9S KS",
    "a layout to find": "4C 4D 4H 4S 5S 6S 7S 9C TC JC 2D",
}


@pytest.mark.parametrize("name", GINS)
def test_throwing_gin_away_is_a_blunder(name: str) -> None:
    state = to_discard(GINS[name], "AD 3D 5D 6C 8S 8C TS QS QC KC")
    view = view_of(state)
    gins = [discarded for discarded, left in view.legal.knocks if left == 0]
    assert gins
    assert grade(view, Knock(gins[0])) is None, "gin leaves nothing to choose"
    for discarded in (gins[0], next(one for one in cards_of(view.hand) if one not in gins)):
        lost = grade(view, Discard(discarded))
        assert lost is not None
        assert lost.grade is Grade.BLUNDER
        assert lost.reason.why is Why.GIN
    assert isinstance(hint(view).action, Knock)


def test_big_gin_is_better_than_gin_by_its_bonus() -> None:
    state = to_discard("AS 2S 3S 4S 7C 7D 7H JC JD JH JS", "AD 2D 3D 5H 6C 8S 9H TS QS KC")
    view = view_of(state)
    assert Verb.BIG_GIN in view.legal.verbs
    plain = grade(view, Knock(card("JS")))
    assert plain is not None
    assert plain.best.action == BigGin()
    assert plain.reason.why is Why.BIG_GIN
    assert plain.loss == pytest.approx(6, abs=2.5)


def test_a_layout_that_invites_layoffs_costs_what_is_laid_off() -> None:
    """The same ten cards as sets or as a run: whatever the opponent holds, one is no worse."""
    hand = "4C 4D 4H 5C 5D 5H 6C 6D 6H 3S KD"
    state = to_discard(hand, "7C 3C 7D 3D 2H 8S 9S TS QS KC")
    view = view_of(state)
    layouts = solver(STANDARD).choices(view.hand & ~(1 << card("KD")), 10)
    found = options(Position.of(view, 1), Knock(card("KD"), layouts[-1].melds))
    knocks = [option for option in found if isinstance(option.action, Knock)]
    best = max(option.expected for option in knocks)
    default = next(option for option in knocks if option.action == Knock(card("KD")))
    assert default.expected <= best
    assert all(option.expected <= best for option in knocks)
