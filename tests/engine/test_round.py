"""One round of gin: what each option of the rulebook does (rulebook 1.5-1.9, 2.6)."""

import random
from dataclasses import replace
from typing import Any

import pytest

from engine.game.actions import (
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
from engine.game.cards import FULL_DECK, card, cards_from, cards_of, parse_set
from engine.game.errors import RuleCode, RuleError
from engine.game.gin import GinTable
from engine.game.legal import Verb
from engine.game.match import MatchPhase, act
from engine.game.melds import STANDARD, solver
from engine.game.round import GinRound, Phase, ResultKind, RoundEventKind, VoidReason
from engine.game.rules import rules_from
from engine.game.scoring import award
from engine.game.seats import Side
from engine.game.view import seat_view
from tests.engine.playing import new_match, sensible_action

N, D = Side.NON_DEALER, Side.DEALER
OTHER = "8H 9H TH JH KD QS 9S 7C 6S 5D"
DEFENDER = parse_set(OTHER)
deadwood = solver(STANDARD).deadwood


def table_of(**options: Any) -> GinTable:
    return GinTable(rules_from(options))


def at(
    phase: Phase, hand: str, other: str = OTHER, pile: str = "", stock: int = 20, **changes: Any
) -> GinRound:
    """The non-dealer is to act, with this hand and this discard pile (top last)."""
    discards = cards_from(pile)
    used = parse_set(hand) | parse_set(other) | parse_set(pile)
    rest = tuple(cards_of(FULL_DECK & ~used))
    state = GinRound(phase, N, (parse_set(hand), parse_set(other)), rest, discards, 10)
    bottom = rest[stock:]
    return replace(state, stock=rest[:stock], discards=(*bottom, *discards), **changes)


def broken(table: GinTable, state: GinRound, action: RoundAction, side: Side = N) -> RuleCode:
    with pytest.raises(RuleError) as refused:
        table.apply(state, side, action)
    return refused.value.broken


# -- starts -----------------------------------------------------------------------------------


def test_eleven_cards_go_to_the_non_dealer_who_discards_first() -> None:
    table = table_of(first_turn="eleven_cards")
    state = table.deal(range(52))
    assert [hand.bit_count() for hand in state.hands] == [11, 10]
    assert (state.phase, state.to_act, state.upcard) == (Phase.DISCARD, N, None)
    assert len(state.stock) == 31
    assert state.discards == ()
    assert sum(state.hands) + sum(1 << one for one in state.stock) == FULL_DECK
    discarded = next(cards_of(state.hands[N]))
    after = table.apply(state, N, Discard(discarded))
    assert table.legal(after, D).verbs == (Verb.DRAW, Verb.TAKE)


def test_the_neutral_discard_of_eleven_dealt_cards_keeps_the_least_deadwood() -> None:
    table = table_of(first_turn="eleven_cards")
    state = at(Phase.DISCARD, "5H 6H 7H AC AD AS 2C 2D 2S KC QD")
    assert table.neutral(state) == Discard(card("QD"))
    melded = at(Phase.DISCARD, "4C 5C 6C 7C 3C 3D 3H 3S KD KH KS")
    assert table.neutral(melded) == Discard(card("7C")), "of those that leave none, the highest"


def test_stock_only_has_no_upcard_and_begins_with_a_draw() -> None:
    table = table_of(first_turn="stock_only", knock_card_source="second_deck")
    state = table.deal(range(52), card("AS"))
    assert (state.upcard, state.discards, len(state.stock)) == (None, (), 32)
    assert table.legal(state, N).verbs == (Verb.DRAW,)
    assert (state.knock_limit, state.multiplier) == (1, 1)
    assert table.neutral(state) == Draw()


def test_a_fixed_limit_ignores_a_knock_card() -> None:
    state = table_of(spade_doubles=True).deal(range(52), card("5S"))
    assert (state.knock_card, state.knock_limit, state.multiplier) == (None, 10, 1)


@pytest.mark.parametrize("size", [5, 7, 10])
def test_hand_size_is_what_is_dealt(size: int) -> None:
    state = table_of(hand_size=size).deal(range(52))
    assert [hand.bit_count() for hand in state.hands] == [size, size]
    assert len(state.stock) == 51 - 2 * size
    assert state.upcard == 2 * size


def test_a_dealt_hand_within_the_limit_is_a_misdeal_only_by_option() -> None:
    good = "AC 2C 3C AD 2D 3D AH 2H 3H 4H"
    hands = cards_from(good), cards_from(OTHER)
    front = [one for pair in zip(*hands, strict=True) for one in pair]
    deck = front + [one for one in range(52) if one not in front]
    for on in (False, True):
        table = table_of(dealt_knock_misdeal=on)
        assert table.is_misdeal(table.deal(deck)) is on
    eleven = table_of(dealt_knock_misdeal=True, first_turn="eleven_cards")
    assert not eleven.is_misdeal(eleven.deal(deck)), "only ten-card hands count"
    with pytest.raises(ValueError, match="52 cards"):
        table_of().deal([*deck[:-1], deck[0]])


# -- drawing and discarding -------------------------------------------------------------------


def test_a_taken_card_goes_back_only_where_the_rules_allow_it() -> None:
    state = at(Phase.DRAW, "5H 6H 7H AC AD AS 2C 2D 2S KC", pile="QD")
    for allowed in (False, True):
        table = table_of(may_return_taken_discard=allowed)
        taken = table.apply(state, N, Take())
        assert bool(table.legal(taken, N).discards >> card("QD") & 1) is allowed
        if allowed:
            assert table.apply(taken, N, Discard(card("QD"))).top == card("QD")
            assert table.apply(taken, N, Knock(card("QD"))).knock is not None
        else:
            assert broken(table, taken, Discard(card("QD"))) is RuleCode.JUST_TAKEN
            assert broken(table, taken, Knock(card("QD"))) is RuleCode.JUST_TAKEN


@pytest.mark.parametrize("size", [0, 1, 2, 5])
def test_the_wall_stands_before_the_last_cards(size: int) -> None:
    table = table_of(wall_size=size)
    state = at(Phase.DRAW, "5H 6H 7H AC AD AS 2C 2D 2S KC", stock=size + 1)
    drawn = table.apply(state, N, Draw())
    over = table.apply(drawn, N, Discard(card("KC")))
    assert over.facts is not None
    assert over.facts.kind is ResultKind.VOID
    assert over.facts.void_reason is VoidReason.WALL
    assert (over.facts.winner, over.facts.knocker) == (None, None)
    assert len(over.stock) == size


def test_a_void_round_tells_its_stakes_and_shows_both_hands() -> None:
    table = table_of(max_pile_draws_in_a_row=1)
    mine = "5H 6H 7H AC AD AS 2C 2D 2S 4H"
    state = replace(at(Phase.DRAW, mine, pile="KC"), knock_limit=4, multiplier=2)
    taken = table.apply(state, N, Take())
    over = table.apply(taken, N, Discard(card("4H")))
    assert over.facts is not None
    assert over.facts.void_reason is VoidReason.PILE_DRAWS
    assert (over.facts.knock_limit, over.facts.multiplier) == (4, 2)
    assert [hand.deadwood for hand in over.facts.hands] == [10, deadwood(DEFENDER)]


@pytest.mark.parametrize(
    ("phase", "action", "reason"),
    [
        (Phase.DRAW, Pass(), RuleCode.WRONG_PHASE),
        (Phase.DRAW, Discard(0), RuleCode.WRONG_PHASE),
        (Phase.DRAW, Knock(0), RuleCode.WRONG_PHASE),
        (Phase.DRAW, LayMeld(7), RuleCode.WRONG_PHASE),
        (Phase.DRAW, TakeDeep(0, 7), RuleCode.DEEP_PICKUP_OFF),
        (Phase.DRAW, TakeKnock(0), RuleCode.WRONG_PHASE),
        (Phase.DRAW, Take(2), RuleCode.DISCARD_PILE_EMPTY),
        (Phase.OVER, Draw(), RuleCode.ROUND_OVER),
    ],
)
def test_actions_out_of_place_are_refused(
    phase: Phase, action: RoundAction, reason: RuleCode
) -> None:
    state = at(phase, "5H 6H 7H AC AD AS 2C 2D 2S KC", pile="QD")
    with pytest.raises(RuleError) as refused:
        table_of().apply(state, N, action)
    assert refused.value.broken is reason
    if reason is RuleCode.WRONG_PHASE:
        assert refused.value.data == {"phase": phase.value}


def test_only_a_card_of_the_hand_can_be_discarded() -> None:
    state = at(Phase.DISCARD, "5H 6H 7H AC AD AS 2C 2D 2S KC QD")
    for other in cards_of(FULL_DECK & ~state.hands[N]):
        assert broken(table_of(), state, Discard(other)) is RuleCode.NOT_IN_HAND


def test_a_pickup_moves_one_card_from_the_pile_and_counts_it() -> None:
    state = at(Phase.DRAW, "5H 6H 7H AC AD AS 2C 2D 2S KC", pile="JC QD")
    after = table_of().apply(state, N, Take())
    assert after.discards == state.discards[:-1]
    assert after.hands[N] == state.hands[N] | 1 << card("QD")
    assert after.events[-1].number == 1


def test_nothing_is_asked_when_the_round_is_over() -> None:
    state = at(Phase.OVER, "5H 6H 7H AC AD AS 2C 2D 2S KC")
    assert not table_of().legal(state, N)
    with pytest.raises(RuleError):
        table_of().neutral(state)


def test_the_clock_throws_the_drawn_card_and_never_knocks() -> None:
    table = table_of()
    state = at(Phase.DRAW, "5H 6H 7H AC AD AS 2C 2D 2S KC", pile="3H")
    assert table.neutral(state) == Draw()
    drawn = table.apply(state, N, Draw())
    assert table.neutral(drawn) == Discard(state.stock[0])
    taken = table.apply(state, N, Take())
    assert table.neutral(taken) == Discard(card("KC"))
    assert table.neutral(replace(state, phase=Phase.OFFER_NON_DEALER)) == Pass()


def test_an_empty_pile_cannot_be_drawn_from() -> None:
    table = table_of(first_turn="stock_only")
    state = replace(at(Phase.DRAW, "5H 6H 7H AC AD AS 2C 2D 2S KC"), discards=())
    assert table.legal(state, N).verbs == (Verb.DRAW,)
    assert broken(table, state, Take()) is RuleCode.DISCARD_PILE_EMPTY


# -- knocking ---------------------------------------------------------------------------------


def test_big_gin_needs_eleven_melded_cards_and_the_option() -> None:
    hand = "3S 4S 5S 6S 9C 9D 9H KC KD KH KS"
    other = "8H 7H TH JH 2D QS 9S 7C 6D 5D"
    state = at(Phase.DISCARD, hand, other)
    table = table_of(big_gin_bonus=50)
    assert Verb.BIG_GIN in table.legal(state, N).verbs
    over = table.apply(state, N, BigGin())
    assert over.facts is not None
    assert award(table.rules, over.facts).winner_points == 50 + over.facts.hands[D].deadwood
    assert (over.facts.winner, over.facts.knocker, over.facts.discard) == (N, N, None)
    assert (over.taken, over.drawn) == (None, None)
    declared = next(event for event in over.events if event.fact is RoundEventKind.DECLARED_BIG_GIN)
    assert declared.side is N
    assert sum(declared.melds) == parse_set(hand)
    off = table_of(big_gin_bonus=None)
    assert Verb.BIG_GIN not in off.legal(state, N).verbs
    assert broken(off, state, BigGin()) is RuleCode.BIG_GIN_OFF
    short = at(Phase.DISCARD, hand.replace("6S", "7S"), other.replace("7C", "6C"))
    assert Verb.BIG_GIN not in table.legal(short, N).verbs
    assert broken(table, short, BigGin()) is RuleCode.NOT_ALL_MELDED


def test_a_refused_knock_says_how_much_deadwood_there_is() -> None:
    table = table_of(big_gin_bonus=50)
    state = at(Phase.DISCARD, "5H 6H 7H AC AD AS 4C 4D 8S 9C KC")
    with pytest.raises(RuleError) as knock:
        table.apply(state, N, Knock(card("KC")))
    assert knock.value.code is RuleCode.OVER_KNOCK_LIMIT
    assert knock.value.data == {"deadwood": 25, "limit": 10}
    with pytest.raises(RuleError) as big_gin:
        table.apply(state, N, BigGin())
    assert big_gin.value.code is RuleCode.NOT_ALL_MELDED
    assert big_gin.value.data == {"deadwood": 35}


def test_a_layout_of_cards_that_are_no_meld_is_refused() -> None:
    state = at(Phase.DISCARD, "5H 6H 7H AC AD AS 2C 2D 2S 3C KC")
    melds = tuple(parse_set(one) for one in ("5H 6H 7H", "AC AD AS", "2C 2D 3C"))
    assert broken(table_of(), state, Knock(card("KC"), melds)) is RuleCode.BAD_LAYOUT


def test_a_knock_is_told_with_its_card_and_its_melds() -> None:
    table = table_of()
    knocked = table.apply(
        at(Phase.DISCARD, "5H 6H 7H AC AD AS 2C 2D 2S 3C KC"), N, Knock(card("KC"))
    )
    told = knocked.events[-1]
    assert (told.fact, told.side, told.card) == (RoundEventKind.KNOCKED, N, card("KC"))
    assert sum(told.melds) == parse_set("5H 6H 7H AC AD AS 2C 2D 2S")
    over = table.apply(knocked, D, DoneLayingOff())
    assert over.facts is not None
    assert (over.events[-1].fact, over.events[-1].side) == (RoundEventKind.FINISHED_LAYING_OFF, D)
    assert (over.facts.discard, over.facts.layoffs) == (card("KC"), ())
    assert over.facts.hands[N].deadwood_cards == parse_set("3C")
    assert (over.facts.knocker_deadwood, over.facts.knock_limit) == (3, 10)
    assert over.facts.defender_deadwood == deadwood(DEFENDER)


def test_layoffs_on_gin_only_by_option_and_never_on_big_gin() -> None:
    gin = at(Phase.DISCARD, "2S 3S 4S 9C 9D 9H TC JC QC KC 5H", "5S 6S 7S 9S AS 7D 7H 4D 5D 6D")
    plain = table_of().apply(gin, N, Knock(card("5H")))
    assert plain.facts is not None
    assert plain.facts.kind is ResultKind.GIN
    table = table_of(layoff_on_gin=True)
    state = table.apply(gin, N, Knock(card("5H")))
    assert state.phase is Phase.LAYOFF
    tied = table.apply(state, D, AutoLayOff())
    assert tied.facts is not None
    assert tied.facts.kind in (ResultKind.GIN, ResultKind.GIN_TIED)
    done = table.apply(state, D, DoneLayingOff())
    assert done.facts is not None
    assert done.facts.hands[D].deadwood > tied.facts.hands[D].deadwood
    eleven = "2S 3S 4S 9C 9D 9H TC JC QC KC AC"
    big = at(Phase.DISCARD, eleven.replace("AC", "5S"), "6S 7S 8S 9S AS 7D 7H 4D 5D 6D")
    over = table.apply(big, N, BigGin())
    assert over.phase is Phase.OVER
    assert over.layoffs == ()


def test_a_hand_laid_off_to_nothing_ties_a_gin_and_nobody_scores() -> None:
    table = table_of(layoff_on_gin=True)
    hand, other = "2S 3S 4S 9C 9D 9H TC JC QC KC 5H", "5S 6S 9S AS 7D 7H 7S 4D 5D 6D"
    state = table.apply(at(Phase.DISCARD, hand, other), N, Knock(card("5H")))
    over = table.apply(state, D, AutoLayOff())
    assert over.facts is not None
    assert over.facts.kind is ResultKind.GIN_TIED
    assert award(table.rules, over.facts).points == (0, 0)


def test_layoffs_by_hand_are_not_found_by_the_bot() -> None:
    table = table_of(layoff_mode="manual")
    state = table.apply(at(Phase.DISCARD, "5H 6H 7H AC AD AS 2C 2D 2S 3C KC"), N, Knock(card("KC")))
    assert Verb.AUTO not in table.legal(state, D).verbs
    assert broken(table, state, AutoLayOff(), D) is RuleCode.LAYOFFS_BY_HAND
    steps = []
    while state.facts is None:
        action = table.neutral(state)
        steps.append(action)
        state = table.apply(state, D, action)
    assert isinstance(steps[-1], DoneLayingOff)
    assert all(isinstance(step, LayOff) for step in steps[:-1])
    automatic = table_of()
    other = automatic.apply(
        at(Phase.DISCARD, "5H 6H 7H AC AD AS 2C 2D 2S 3C KC"), N, Knock(card("KC"))
    )
    assert automatic.neutral(other) == AutoLayOff()
    other = automatic.apply(other, D, AutoLayOff())
    assert other.facts is not None
    assert state.facts.defender_deadwood == other.facts.defender_deadwood


def test_layoffs_need_a_card_of_the_hand_and_a_meld_that_takes_it() -> None:
    table = table_of()
    state = table.apply(at(Phase.DISCARD, "5H 6H 7H AC AD AS 2C 2D 2S 3C KC"), N, Knock(card("KC")))
    assert broken(table, state, LayOff(card("4H"), 0), D) is RuleCode.NOT_IN_HAND
    assert broken(table, state, LayOff(card("8H"), 9), D) is RuleCode.NO_SUCH_MELD
    assert broken(table, state, LayOff(card("KD"), 0), D) is RuleCode.DOES_NOT_FIT


def test_the_last_discard_may_be_taken_to_knock_but_not_thrown() -> None:
    table = table_of(wall_rule="last_discard")
    state = at(Phase.LAST_DISCARD, "5H 6H 7H AC AD AS 2C 2D KC 3C", pile="2S", stock=2)
    assert table.neutral(state) == Pass()
    legal = table.legal(state, N)
    assert card("2S") not in [one for one, _ in legal.knocks]
    assert broken(table, state, TakeKnock(card("2S"))) is RuleCode.JUST_TAKEN
    after = table.apply(state, N, TakeKnock(card("KC")))
    assert after.knock is not None
    assert after.knock.deadwood == 3
    assert after.discards == state.discards[:-1]
    assert (after.phase, after.to_act) == (Phase.LAYOFF, D)


# -- deep pickups -----------------------------------------------------------------------------


DEEP = table_of(deep_pickup=True)
DEEP_HAND = "4C 5C 9D 9H KC KD 2S 3D 7S JH"
DEEP_OTHER = "8H TH KH QS 9S 7C 6S 5D AD AH"


def test_any_discard_may_be_taken_into_a_meld_that_stays() -> None:
    state = at(Phase.DRAW, DEEP_HAND, DEEP_OTHER, pile="6C QD 9C 4H")
    legal = DEEP.legal(state, N)
    assert (card("6C"), parse_set("4C 5C 6C")) in legal.deep
    assert (card("9C"), parse_set("9C 9D 9H")) in legal.deep
    assert card("QD") not in [one for one, _ in legal.deep]
    assert broken(DEEP, state, TakeDeep(card("QD"), parse_set("QD KC KD"))) is RuleCode.NOT_A_MELD
    taken = DEEP.apply(state, N, TakeDeep(card("6C"), parse_set("4C 5C 6C")))
    assert card("6C") not in taken.discards
    assert taken.pile_draws_in_a_row == state.pile_draws_in_a_row + 1
    assert taken.exposed[N] == (parse_set("4C 5C 6C"),)
    assert not DEEP.legal(taken, N).discards & parse_set("4C 5C 6C")
    assert broken(DEEP, taken, Discard(card("5C"))) is RuleCode.EXPOSED
    assert DEEP.neutral(taken) == Discard(card("JH"))
    after = DEEP.apply(taken, N, Discard(card("KC")))
    assert DEEP.layout(after, N).melds[0] == parse_set("4C 5C 6C")


def test_an_exposed_meld_has_to_be_in_the_layout_of_a_knock() -> None:
    hand, shown = "4C 5C 6C 7C AD AH AS 2D 2H 2S KC", parse_set("4C 5C 6C")
    other = "8H TH KH QS 9S 7D 6S 5D 9C JD"
    state = at(Phase.DISCARD, hand, other, exposed=((shown,), ()))
    sets = parse_set("AD AH AS"), parse_set("2D 2H 2S")
    bad = Knock(card("KC"), (parse_set("5C 6C 7C"), *sets))
    assert broken(DEEP, state, bad) is RuleCode.BAD_LAYOUT
    good = DEEP.apply(state, N, Knock(card("KC"), (parse_set("4C 5C 6C 7C"), *sets)))
    assert good.facts is not None
    assert good.facts.kind is ResultKind.GIN
    assert (card("KC"), 0) in DEEP.legal(state, N).knocks


def test_big_gin_may_complete_an_exposed_meld() -> None:
    hand, other = "4C 5C 6C 7C AD AH AS 2D 2H 2S 8C", "8H TH KH QS 9S 7D 6S 5D KC JD"
    state = at(Phase.DISCARD, hand, other, exposed=((parse_set("4C 5C 6C"),), ()))
    assert Verb.BIG_GIN in DEEP.legal(state, N).verbs
    over = DEEP.apply(state, N, BigGin())
    assert over.facts is not None
    assert over.facts.kind is ResultKind.BIG_GIN
    assert over.facts.hands[N].melds[0] == parse_set("4C 5C 6C 7C 8C")


def test_big_gin_has_to_keep_the_exposed_meld() -> None:
    """2-3-4 of clubs lies open; all eleven are melded only with 2C 2D 2H."""
    hand, other = "2C 3C 4C 5C 6C 2D 2H AS 9S TS JS", "8H TH KH QS 7S 7D 6S 5D KC JD"
    state = at(Phase.DISCARD, hand, other, exposed=((parse_set("2C 3C 4C"),), ()))
    assert Verb.BIG_GIN not in DEEP.legal(state, N).verbs
    free = at(Phase.DISCARD, hand.replace("AS", "8S"), other)
    assert Verb.BIG_GIN in DEEP.legal(free, N).verbs
    kept = replace(free, exposed=state.exposed)
    assert Verb.BIG_GIN not in DEEP.legal(kept, N).verbs


def test_a_pickup_that_leaves_nothing_to_discard_is_not_offered() -> None:
    other = "8H TH KH QS 9S 7D 6S 5D 9C JD"
    shown = parse_set("4C 5C 6C 7C"), parse_set("AD AH AC AS")
    state = at(Phase.DRAW, "4C 5C 6C 7C AD AH AC AS 2D 2H", other, pile="2S", exposed=(shown, ()))
    assert DEEP.legal(state, N).deep == ()
    all_shown = (parse_set("4C 5C 6C 7C"), parse_set("AD AH AS"), parse_set("2D 2H 2S"))
    full = at(
        Phase.DRAW, "4C 5C 6C 7C AD AH AS 2D 2H 2S", other, pile="3S", exposed=(all_shown, ())
    )
    assert DEEP.legal(full, N).verbs == (Verb.DRAW,)
    assert broken(DEEP, full, Take()) is RuleCode.EXPOSED
    drawn = DEEP.apply(full, N, Draw())
    assert DEEP.legal(drawn, N).discards == 1 << full.stock[0]


@pytest.mark.parametrize("seed", range(6))
def test_matches_with_every_rare_option_come_to_an_end(seed: int) -> None:
    rules = rules_from(
        {
            "deep_pickup": True,
            "layoff_mode": "manual",
            "big_gin_bonus": None,
            "layoff_on_gin": True,
            "wall_rule": "last_discard",
            "dealt_knock_misdeal": True,
            "hand_size": 7,
            "run_wrap": "high_low",
            "target": 60,
        }
    )
    match, decks = new_match(rules, 2, seed)
    rng = random.Random(seed)
    for _ in range(6000):
        if match.phase is not MatchPhase.PLAYING:
            break
        seat = match.to_act[0]
        match = act(match, seat, sensible_action(seat_view(match, seat), rng), decks).match
        state = match.tables[0].round
        assert state.to_act is None or seat_view(match, match.to_act[0]).legal.verbs
    assert match.phase is not MatchPhase.PLAYING
