"""Mahjong gin: pickups, melds on the table, gin by an empty hand (rulebook 2.9)."""

import random
from dataclasses import replace
from typing import Any

import pytest

from engine.game.actions import Discard, Draw, Knock, LayMeld, LayOff, Pass, RoundAction, Take
from engine.game.cards import FULL_DECK, card, cards_from, cards_of, parse_set
from engine.game.errors import RuleCode, RuleError
from engine.game.legal import Verb
from engine.game.machine import machine
from engine.game.mahjong import MahjongRound, MahjongTable, TableMeld, hand_score
from engine.game.match import MatchPhase, act
from engine.game.presets import PRESETS
from engine.game.round import Phase, ResultKind, RoundEvent, RoundEventKind, VoidReason
from engine.game.rules import rules_from
from engine.game.seats import Side
from engine.game.view import public_view, seat_view
from tests.engine.playing import any_action, preset_match

N, D = Side.NON_DEALER, Side.DEALER
TABLE = MahjongTable(PRESETS["mahjong"])


def at(
    phase: Phase, hand: str, pile: str = "", melds: str = "", stock: int = 12, **changes: Any
) -> MahjongRound:
    """The non-dealer is to act; melds of the dealer lie on the table."""
    laid = tuple(TableMeld(D, parse_set(text)) for text in melds.split("/") if text)
    used = parse_set(hand) | parse_set(pile)
    for meld in laid:
        used |= meld.cards
    rest = tuple(cards_of(FULL_DECK & ~used))
    other = sum(1 << one for one in rest[:10])
    state = MahjongRound(
        phase=phase,
        turn=N,
        hands=(parse_set(hand), other),
        stock=rest[10 : 10 + stock],
        discards=(*rest[10 + stock :], *cards_from(pile)),
        melds=laid,
        laid=(0, sum(meld.cards for meld in laid)),
    )
    return replace(state, **changes)


def broken(state: MahjongRound, action: RoundAction, table: MahjongTable = TABLE) -> RuleCode:
    with pytest.raises(RuleError) as refused:
        table.apply(state, state.turn, action)
    return refused.value.broken


def test_the_upcard_is_offered_to_both_and_then_refused() -> None:
    state = TABLE.deal(range(52))
    assert state.discards == (state.upcard,) == (20,)
    assert TABLE.legal(state, N).verbs == (Verb.TAKE, Verb.PASS)
    assert TABLE.neutral(state) == Pass()
    assert broken(state, Take(2)) is RuleCode.TOO_FEW_DISCARDS
    once = TABLE.apply(state, N, Pass())
    assert TABLE.legal(once, N).verbs == ()
    twice = TABLE.apply(once, D, Pass())
    assert TABLE.legal(twice, N).verbs == (Verb.DRAW,)
    assert broken(twice, Take()) is RuleCode.UPCARD_REFUSED
    assert TABLE.neutral(twice) == Draw()
    taken = TABLE.apply(once, D, Take())
    assert taken.phase is Phase.MELD
    assert broken(taken, Pass()) is RuleCode.WRONG_PHASE


def test_there_is_no_knocking_and_no_turn_for_the_other() -> None:
    state = at(Phase.MELD, "5C 5D 5H KD 2S")
    assert broken(state, Knock(card("KD"))) is RuleCode.WRONG_PHASE
    with pytest.raises(RuleError) as refused:
        TABLE.apply(state, D, Draw())
    assert refused.value.broken is RuleCode.NOT_YOUR_TURN
    with pytest.raises(RuleError) as over:
        TABLE.apply(replace(state, phase=Phase.OVER), N, Draw())
    assert over.value.broken is RuleCode.ROUND_OVER


def test_several_cards_are_taken_only_if_the_deepest_can_be_used() -> None:
    state = at(Phase.DRAW, "5C 5D KD 2S 9H", pile="5H QS 7C")
    legal = TABLE.legal(state, N)
    assert 3 in legal.takes
    assert 2 not in legal.takes
    assert broken(state, Take(2)) is RuleCode.DEEPEST_NOT_USED
    taken = TABLE.apply(state, N, Take(3))
    assert taken.must_use == card("5H")
    assert TABLE.legal(taken, N).discards == 0
    assert broken(taken, Discard(card("KD"))) is RuleCode.DEEPEST_NOT_USED
    assert TABLE.neutral(taken) == LayMeld(parse_set("5C 5D 5H"))
    placed = TABLE.apply(taken, N, LayMeld(parse_set("5C 5D 5H")))
    assert placed.must_use is None
    assert TABLE.apply(placed, N, Discard(card("7C"))).top == card("7C")


def test_the_deepest_card_may_be_laid_off_after_other_layoffs() -> None:
    state = at(Phase.DRAW, "8H KD 2S 4C", pile="9H QS", melds="5H 6H 7H/3C 3D 3S")
    assert 2 in TABLE.legal(state, N).takes
    taken = TABLE.apply(state, N, Take(2))
    assert TABLE.neutral(taken) == LayOff(card("8H"), 0)
    first = TABLE.apply(taken, N, LayOff(card("8H"), 0))
    assert TABLE.neutral(first) == LayOff(card("9H"), 0)
    second = TABLE.apply(first, N, LayOff(card("9H"), 0))
    assert second.must_use is None
    assert second.melds[0] == TableMeld(D, parse_set("5H 6H 7H 8H 9H"))
    assert second.laid[N] == parse_set("8H 9H")


def test_a_set_takes_its_fourth_card_from_a_pickup() -> None:
    state = at(Phase.DRAW, "8D KD 2S", pile="3H QS", melds="3C 3D 3S")
    assert 2 in TABLE.legal(state, N).takes
    other = at(Phase.DRAW, "8D KD 2S", pile="4H QS", melds="3C 3D 3S/5C 6C 7C")
    assert 2 not in TABLE.legal(other, N).takes


@pytest.mark.parametrize("allowed", [False, True])
def test_a_single_taken_card_may_be_thrown_back_only_by_option(allowed: bool) -> None:
    rules = rules_from({"game_kind": "mahjong", "may_return_taken_discard": allowed})
    table = MahjongTable(rules)
    taken = table.apply(at(Phase.DRAW, "5C 9D KD 2S", pile="5H"), N, Take(1))
    assert bool(table.legal(taken, N).discards >> card("5H") & 1) is allowed
    if allowed:
        assert table.apply(taken, N, Discard(card("5H"))).top == card("5H")
    else:
        assert broken(taken, Discard(card("5H")), table) is RuleCode.JUST_TAKEN


def test_a_meld_may_not_leave_only_the_card_just_taken() -> None:
    state = at(Phase.DRAW, "5C 5D 5S", pile="9H")
    taken = TABLE.apply(state, N, Take(1))
    assert parse_set("5C 5D 5S") not in TABLE.legal(taken, N).melds
    assert broken(taken, LayMeld(parse_set("5C 5D 5S"))) is RuleCode.LEAVES_NO_DISCARD
    fits = TABLE.apply(at(Phase.DRAW, "5C 5D 5S", pile="9H", melds="9C 9D 9S"), N, Take(1))
    assert parse_set("5C 5D 5S") in TABLE.legal(fits, N).melds
    laid = TABLE.apply(fits, N, LayMeld(parse_set("5C 5D 5S")))
    assert TABLE.legal(laid, N).verbs == (Verb.LAY_OFF,)
    assert TABLE.neutral(laid) == LayOff(card("9H"), 0)
    assert TABLE.apply(laid, N, LayOff(card("9H"), 0)).phase is Phase.OVER


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (LayMeld(parse_set("KC KD KH")), RuleCode.NOT_IN_HAND),
        (LayMeld(parse_set("5C 5D 2S")), RuleCode.NOT_A_MELD),
        (LayOff(card("KH"), 0), RuleCode.NOT_IN_HAND),
        (LayOff(card("KD"), 3), RuleCode.NO_SUCH_MELD),
        (LayOff(card("KD"), 0), RuleCode.DOES_NOT_FIT),
        (Discard(card("KH")), RuleCode.NOT_IN_HAND),
        (Draw(), RuleCode.WRONG_PHASE),
    ],
)
def test_what_does_not_fit_is_refused(action: RoundAction, reason: RuleCode) -> None:
    state = at(Phase.MELD, "5C 5D KD 2S", melds="9C 9D 9S")
    assert broken(state, action) is reason


def test_gin_by_the_last_meld_or_the_last_discard() -> None:
    for state, action in (
        (at(Phase.MELD, "5C 5D 5S", melds="9C 9D 9S"), LayMeld(parse_set("5C 5D 5S"))),
        (at(Phase.MELD, "KD", melds="9C 9D 9S"), Discard(card("KD"))),
        (at(Phase.MELD, "9H", melds="9C 9D 9S"), LayOff(card("9H"), 0)),
    ):
        over = TABLE.apply(state, N, action)
        assert over.facts is not None
        assert (over.facts.kind, over.facts.winner) == (ResultKind.MAHJONG_GIN, N)
        assert over.facts.knocker is N
        assert over.facts.mahjong_scores is not None
        mine, other = over.facts.mahjong_scores
        assert mine == hand_score(over.laid[N], 0, 25)
        assert other == hand_score(over.laid[D], over.hands[D], 0)
        assert over.facts.hands[D].deadwood_cards == over.hands[D]
        own = (parse_set("5C 5D 5S"),) if isinstance(action, LayMeld) else ()
        assert over.facts.hands[N].melds == own
        assert over.facts.hands[D].melds == (over.melds[0].cards,)


def test_the_gin_bonus_is_the_rulesets() -> None:
    table = MahjongTable(rules_from({"game_kind": "mahjong", "mahjong_gin_bonus": 40}))
    over = table.apply(at(Phase.MELD, "KD"), N, Discard(card("KD")))
    assert over.facts is not None
    assert over.facts.mahjong_scores is not None
    assert over.facts.mahjong_scores[N] == 40


def test_the_wall_and_endless_pickups_end_without_a_score() -> None:
    drawn = TABLE.apply(at(Phase.DRAW, "5C 9D KD 2S", stock=3), N, Draw())
    over = TABLE.apply(drawn, N, Discard(card("KD")))
    assert over.facts is not None
    assert (over.facts.kind, over.facts.void_reason) == (ResultKind.VOID, VoidReason.WALL)
    assert over.facts.mahjong_scores is None
    assert over.facts.knock_limit == 0
    assert len(drawn.stock) == 2
    taken = TABLE.apply(at(Phase.DRAW, "5C 9D KD 2S", pile="4H", stock=3), N, Take())
    assert TABLE.apply(taken, N, Discard(card("KD"))).phase is Phase.DRAW
    table = MahjongTable(rules_from({"game_kind": "mahjong", "max_pile_draws_in_a_row": 3}))
    state = table.deal(range(52))
    for pickups in (1, 2, 3):
        assert state.phase is not Phase.OVER, pickups
        side = state.turn
        state = table.apply(state, side, Take())
        discarded = next(one for one in cards_of(state.hands[side]) if one != state.taken)
        state = table.apply(state, side, Discard(discarded))
    assert state.facts is not None
    assert state.facts.void_reason is VoidReason.PILE_DRAWS
    table = MahjongTable(rules_from({"game_kind": "mahjong", "max_pile_draws_in_a_row": 1}))
    taken = table.apply(at(Phase.DRAW, "5C 9D KD 2S", pile="4H"), N, Take())
    over = table.apply(taken, N, Discard(card("KD")))
    assert over.facts is not None
    assert over.facts.void_reason is VoidReason.PILE_DRAWS


def test_the_clock_throws_the_drawn_card_or_the_dearest() -> None:
    state = at(Phase.DRAW, "5C 9D KD 2S", pile="AH")
    drawn = TABLE.apply(state, N, Draw())
    assert TABLE.neutral(drawn) == Discard(state.stock[0])
    taken = TABLE.apply(state, N, Take())
    assert TABLE.neutral(taken) == Discard(card("KD"))
    laid = at(Phase.MELD, "5C 5D 5S", taken=card("5S"))
    assert TABLE.neutral(laid) == Discard(card("5D"))


def test_the_layout_of_a_hand_is_of_what_is_still_in_it() -> None:
    state = at(Phase.MELD, "5C 5D 5S KD", melds="9C 9D 9S")
    assert machine(PRESETS["mahjong"]).layout(state, N).melds == (parse_set("5C 5D 5S"),)
    assert not machine(PRESETS["mahjong"]).is_misdeal(state)


@pytest.mark.parametrize("seed", range(8))
def test_the_clock_alone_brings_every_round_to_its_end(seed: int) -> None:
    rng = random.Random(seed)
    match, decks = preset_match("mahjong", seed)
    engine = machine(match.rules)
    for step in range(400):
        if match.phase is not MatchPhase.PLAYING:
            break
        seat = match.to_act[0]
        state = match.tables[0].round
        action = engine.neutral(state)
        if step % 2:
            action = any_action(seat_view(match, seat), rng)
        match = act(match, seat, action, decks).match
    assert match.phase is not MatchPhase.PLAYING


def test_everybody_sees_the_melds_on_the_table() -> None:
    match, decks = preset_match("mahjong", 1)
    state = at(Phase.MELD, "5C 5D 5H KD 2S", melds="9C 9D 9S")
    table = replace(match.tables[0], round=state)
    match = act(
        replace(match, tables=(table,)), table.pair[N], LayMeld(parse_set("5C 5D 5H")), decks
    ).match
    view = public_view(match).tables[0]
    laid = {D: parse_set("9C 9D 9S"), N: parse_set("5C 5D 5H")}
    assert {one.owner: one.cards for one in view.table_melds} == laid
    assert view.laid == (laid[N], laid[D])


def test_every_move_is_told_with_its_card() -> None:
    state = at(Phase.DRAW, "5C 5D KD 2S 9H", pile="5H QS 7C", melds="9C 9D 9S")
    drawn = TABLE.apply(state, N, Draw())
    assert drawn.events[-1] == RoundEvent(N, RoundEventKind.DREW, state.stock[0])
    taken = TABLE.apply(state, N, Take(3))
    assert taken.events[-1] == RoundEvent(N, RoundEventKind.TOOK, card("5H"), number=3)
    placed = TABLE.apply(taken, N, LayMeld(parse_set("5C 5D 5H")))
    laid_off = TABLE.apply(placed, N, LayOff(card("9H"), 0))
    assert laid_off.events[-1] == RoundEvent(N, RoundEventKind.LAID_OFF, card("9H"), number=0)
    discarded = TABLE.apply(laid_off, N, Discard(card("KD")))
    assert discarded.events[-1] == RoundEvent(N, RoundEventKind.DISCARDED, card("KD"))


def test_refusals_say_where_the_round_stands() -> None:
    state = at(Phase.MELD, "5C 5D 5S KD")
    with pytest.raises(RuleError) as refused:
        TABLE.apply(state, N, Pass())
    assert refused.value.broken is RuleCode.WRONG_PHASE
    assert refused.value.data == {"phase": "MELD"}
    pile = at(Phase.DRAW, "5C 5D 5S KD", pile="7C")
    with pytest.raises(RuleError) as refused:
        TABLE.apply(replace(pile, discards=pile.discards[-1:]), N, Take(2))
    assert refused.value.data == {"count": 1}
