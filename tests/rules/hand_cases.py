"""Cases about cards: melds, deadwood, knocks, layoffs, results of a hand."""

from typing import Any

from engine.game.actions import AutoLayOff, BigGin, Knock, Melds
from engine.game.cards import FULL_DECK, card, card_text, cards_of, parse_set, set_text
from engine.game.errors import RuleError
from engine.game.gin import GinTable
from engine.game.legal import Verb
from engine.game.mahjong import MahjongRound, MahjongTable, TableMeld, hand_score
from engine.game.melds import Solver, solver
from engine.game.round import GinRound, Phase, RoundFacts
from engine.game.rules import Rules, rules_from
from engine.game.scoring import award
from engine.game.seats import Side

Case = dict[str, Any]
KNOCKER = Side.NON_DEALER


def rules_of(case: Case) -> Rules:
    return rules_from(case.get("opts", {}))


def solver_of(case: Case) -> Solver:
    return solver(rules_of(case).meld_rules)


def melds_of(texts: list[str]) -> Melds:
    return tuple(parse_set(text) for text in texts)


def to_discard(
    rules: Rules, hand: int, other: int, knock_card: int | None, taken: int | None = None
) -> GinRound:
    """A round in which the knocker is to discard from eleven cards."""
    stock = tuple(cards_of(FULL_DECK & ~hand & ~other))
    limit, multiplier = rules.knock_value(knock_card)
    return GinRound(
        phase=Phase.DISCARD,
        turn=KNOCKER,
        hands=(hand, other),
        stock=stock,
        discards=(),
        knock_limit=limit,
        multiplier=multiplier,
        taken=taken,
    )


def is_meld(case: Case) -> None:
    assert solver_of(case).is_meld(parse_set(case["cards"])) is case["expect"]


def deadwood(case: Case) -> None:
    engine, hand = solver_of(case), parse_set(case["hand"])
    assert engine.deadwood(hand) == case["deadwood"]
    best = list(engine.layouts(hand, case["deadwood"]))
    assert all(one.deadwood == case["deadwood"] for one in best)
    families = {frozenset(one.melds) for one in best}
    covers = {one.deadwood_cards for one in best}
    if "melds" in case:
        assert frozenset(melds_of(case["melds"])) in families
    if "unique_cover" in case:
        assert (len(covers) == 1) is case["unique_cover"]
    if case.get("unique"):
        assert len(covers) == 1
    elif "unique" in case:
        assert len(families) > 1
    layout = engine.best_layout(hand)
    assert layout.deadwood == case["deadwood"]
    assert layout.deadwood_cards in covers


def discards(case: Case) -> None:
    rules, hand = rules_of(case), parse_set(case["hand"])
    knock_card = card(case["knock_card"]) if "knock_card" in case else None
    taken = card(case["taken"]) if "taken" in case else None
    state = to_discard(rules, hand, 0, knock_card, taken)
    table = GinTable(rules)
    legal = table.legal(state, KNOCKER)
    left = {one: n for one, n in table.solver.discards(hand) if legal.discards >> one & 1}
    assert min(left.values()) == case["best_deadwood"]
    best = {card_text(one) for one, n in left.items() if n == case["best_deadwood"]}
    if "best_discards" in case:
        assert best == set(case["best_discards"].split())
    forbidden = 0 if taken is None or legal.discards >> taken & 1 else 1 << taken
    discarded, deadwood_left = table.solver.best_discard(hand, forbidden)
    assert card_text(discarded) in best
    assert deadwood_left == case["best_deadwood"]
    if "knock_discards" in case:
        assert {card_text(one): n for one, n in legal.knocks} == case["knock_discards"]
    if "eleven_card_deadwood" in case:
        assert table.solver.deadwood(hand) == case["eleven_card_deadwood"]
    if "big_gin" in case:
        assert (Verb.BIG_GIN in legal.verbs) is case["big_gin"]


def illegal_knock(case: Case) -> None:
    rules, hand = rules_of(case), parse_set(case["hand"])
    knock_card = card(case["knock_card"]) if "knock_card" in case else None
    taken = card(case["taken"]) if "taken" in case else None
    state = to_discard(rules, hand, 0, knock_card, taken)
    table = GinTable(rules)
    assert state.knock_limit == case["limit"]
    legal = table.legal(state, KNOCKER)
    assert Verb.KNOCK not in legal.verbs
    left = [n for one, n in table.solver.discards(hand) if legal.discards >> one & 1]
    assert min(left) == case["best_deadwood"]
    for one in cards_of(hand):
        try:
            table.apply(state, KNOCKER, Knock(one))
        except RuleError:
            continue
        raise AssertionError(f"knocking with {card_text(one)} thrown was accepted")


def layoff(case: Case) -> None:
    engine = solver_of(case)
    melds, hand = melds_of(case["knocker_melds"]), parse_set(case["defender"])
    best = engine.best_layoff(melds, hand)
    assert best.deadwood == best.layout.deadwood == case["deadwood"]
    assert engine.deadwood(hand) == case.get("before", engine.deadwood(hand))
    laid = {card_text(one) for one, _ in best.steps}
    expected = set(case["layoffs"].split())
    assert len(laid) == len(expected)
    if case.get("layoffs_unique"):
        assert laid == expected


def _result(rules: Rules, case: Case, melds: Melds | None) -> RoundFacts:
    """Knock (or declare big gin) and defend as well as possible."""
    hand, other = parse_set(case["knocker"]), parse_set(case["defender"])
    discarded = None
    if not case.get("big_gin"):
        if "discard" in case:
            discarded = card(case["discard"])
        else:
            discarded = next(cards_of(FULL_DECK & ~hand & ~other))
            hand |= 1 << discarded
    knock_card = card(case["knock_card"]) if "knock_card" in case else None
    state = to_discard(rules, hand, other, knock_card)
    table = GinTable(rules)
    action = BigGin(melds) if discarded is None else Knock(discarded, melds)
    state = table.apply(state, KNOCKER, action)
    if state.phase is Phase.LAYOFF:
        state = table.apply(state, KNOCKER.other, AutoLayOff())
    assert state.facts is not None
    return state.facts


def _check_result(rules: Rules, facts: RoundFacts, expected: Case) -> None:
    names = {None: "none", KNOCKER: "knocker", KNOCKER.other: "defender"}
    assert facts.kind.value == expected["result"]
    assert names[facts.winner] == expected["winner"]
    assert award(rules, facts).winner_points == expected["points"]
    assert facts.knocker_deadwood == expected["knocker_deadwood"]
    assert facts.defender_deadwood == expected["defender_deadwood"]


def hand_result(case: Case) -> None:
    rules = rules_of(case)
    melds = melds_of(case["melds"]) if "melds" in case else None
    _check_result(rules, _result(rules, case, melds), case)


def knocker_choice(case: Case) -> None:
    rules = rules_of(case)
    engine, hand = solver_of(case), parse_set(case["knocker"])
    points = []
    for expected in case["arrangements"]:
        facts = _result(rules, case, melds_of(expected["melds"]))
        _check_result(rules, facts, expected)
        gained = award(rules, facts).winner_points
        points.append(gained if facts.winner is KNOCKER else -gained)
    assert max(points) == case["best_for_knocker"]
    if case.get("complete"):
        listed = {frozenset(melds_of(one["melds"])) for one in case["arrangements"]}
        found = {frozenset(one.melds) for one in engine.layouts(hand, rules.knock_limit)}
        assert listed <= found
        for melds in found - listed:
            # The list may leave out layouts that only give up a meld of a listed one.
            assert any(melds < other for other in listed), [set_text(meld) for meld in melds]
    choices = {frozenset(one.melds) for one in engine.choices(hand, rules.knock_limit)}
    best = points.index(case["best_for_knocker"])
    assert frozenset(melds_of(case["arrangements"][best]["melds"])) in choices


def knock_value(case: Case) -> None:
    assert rules_of(case).knock_value(card(case["knock_card"])) == (
        case["limit"],
        case["multiplier"],
    )


def mahjong(case: Case) -> None:
    bonus = rules_of(case).mahjong_gin_bonus if case["gin"] else 0
    score = hand_score(parse_set(case["table"]), parse_set(case["hand"]), bonus)
    assert score == case["score"]


def mahjong_pick(case: Case) -> None:
    rules = rules_from({"game_kind": "mahjong", **case.get("opts", {})})
    melds = tuple(TableMeld(Side.DEALER, meld) for meld in melds_of(case.get("table", [])))
    state = MahjongRound(
        phase=Phase.DRAW,
        turn=Side.NON_DEALER,
        hands=(parse_set(case["hand"]), 0),
        stock=(),
        discards=tuple(card(text) for text in case["pile"].split()),
        melds=melds,
    )
    table = MahjongTable(rules)
    assert table.may_take(state, Side.NON_DEALER, case["take"]) is case["legal"]
