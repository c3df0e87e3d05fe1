"""Cases that play a round on a fixed deal, action by action."""

from typing import Any

import pytest

from engine.game.actions import (
    AutoLayOff,
    BigGin,
    Discard,
    Draw,
    Knock,
    LayMeld,
    LayOff,
    Pass,
    RoundAction,
    Take,
    TakeKnock,
)
from engine.game.cards import DECK_SIZE, card, card_text, cards_from, parse_set
from engine.game.errors import RuleError
from engine.game.machine import Machine, Round, machine
from engine.game.round import Phase
from engine.game.rules import rules_from
from engine.game.scoring import award
from engine.game.seats import Side

Case = dict[str, Any]
SIDES = {"N": Side.NON_DEALER, "D": Side.DEALER}
NAMES = {side: name for name, side in SIDES.items()}


def script(case: Case) -> None:
    engine = machine(rules_from(case.get("opts", {})))
    knock_card = card(case["knock_card"]) if "knock_card" in case else None
    state = engine.deal(_deck(case), knock_card)
    for who, verb, *rest in case["actions"]:
        if verb == "draw_discard_drawn":
            for _ in range(rest[0]):
                state = _draw_and_throw(engine, state)
        elif verb.startswith("!"):
            _refused(engine, state, SIDES[who], _action(verb[1:], rest))
        else:
            state = engine.apply(state, SIDES[who], _action(verb, rest))
    _check(engine, state, case["expect"])


def _deck(case: Case) -> list[int]:
    first, second = cards_from(case["nondealer"]), cards_from(case["dealer"])
    front: list[int] = []
    for index, number in enumerate(first):
        front.append(number)
        if index < len(second):
            front.append(second[index])
    front += cards_from(case.get("upcard", "")) + cards_from(case.get("stock_top", ""))
    return front + [number for number in range(DECK_SIZE) if number not in front]


def _action(verb: str, rest: list[Any]) -> RoundAction:
    melds = tuple(parse_set(text) for text in rest[-1]) if rest and _is_list(rest[-1]) else None
    match verb:
        case "pass":
            return Pass()
        case "take":
            return Take(*rest)
        case "draw":
            return Draw()
        case "discard":
            return Discard(card(rest[0]))
        case "knock":
            return Knock(card(rest[0]), melds)
        case "big_gin":
            return BigGin(melds)
        case "take_knock":
            return TakeKnock(card(rest[0]), melds)
        case "lay_off":
            return LayOff(card(rest[0]), rest[1])
        case "auto":
            return AutoLayOff()
        case "meld":
            return LayMeld(parse_set(rest[0]))
        case _:
            raise AssertionError(f"unknown verb {verb!r} in a script")


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _draw_and_throw(engine: Machine, state: Round) -> Round:
    side = state.to_act
    assert side is not None
    state = engine.apply(state, side, Draw())
    assert state.drawn is not None
    return engine.apply(state, side, Discard(state.drawn))


def _refused(engine: Machine, state: Round, side: Side, action: RoundAction) -> None:
    with pytest.raises(RuleError):
        engine.apply(state, side, action)


def _check(engine: Machine, state: Round, expected: Case) -> None:
    if "result" in expected and state.phase is Phase.LAYOFF:
        assert state.to_act is not None
        state = engine.apply(state, state.to_act, AutoLayOff())
    if "phase" in expected:
        assert state.phase.value == expected["phase"]
    if "turn" in expected:
        assert state.to_act is not None
        assert NAMES[state.to_act] == expected["turn"]
    if "stock" in expected:
        assert len(state.stock) == expected["stock"]
    if "pile_top" in expected:
        assert state.top is not None
        assert card_text(state.top) == expected["pile_top"]
    if "legal" in expected:
        assert state.to_act is not None
        verbs = {verb.value for verb in engine.legal(state, state.to_act).verbs}
        assert verbs == set(expected["legal"])
    if "result" in expected:
        _check_result(engine, state, expected)


def _check_result(engine: Machine, state: Round, expected: Case) -> None:
    facts = state.facts
    assert facts is not None
    assert facts.kind.value == expected["result"]
    if "winner" in expected:
        winner = None if facts.winner is None else NAMES[facts.winner]
        assert winner == expected["winner"]
    if "points" in expected:
        assert award(engine.rules, facts).winner_points == expected["points"]
    for name in ("knocker_deadwood", "defender_deadwood"):
        if name in expected:
            assert getattr(facts, name) == expected[name]
