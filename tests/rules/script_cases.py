"""Cases that play a round from a deal or from a position, action by action.

An action is ``[who, verb, ...]``; ``"!verb"`` must be refused, ``"because <reason>"`` for that
reason and an object with these details. ``{"expect": ...}`` between two actions tells what must be
so there. ``SHOWN`` and ``CARDS`` are what can be expected, beside ``may`` and ``may_not`` with
actions of the player whose turn it is.
"""

from collections.abc import Callable
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
from engine.game.cards import (
    DECK_SIZE,
    FULL_DECK,
    Card,
    CardSet,
    card,
    card_set,
    card_text,
    cards_from,
    cards_of,
    parse_set,
    set_text,
)
from engine.game.errors import RuleCode, RuleError
from engine.game.legal import NOTHING_LEGAL
from engine.game.machine import Machine, Round, machine
from engine.game.mahjong import MahjongRound, TableMeld
from engine.game.round import GinRound, Phase, RoundEventKind, RoundFacts
from engine.game.rules import GameKind, rules_from
from engine.game.scoring import award
from engine.game.seats import Side

Case = dict[str, Any]
SIDES = {"N": Side.NON_DEALER, "D": Side.DEALER}
NAMES = {side: name for name, side in SIDES.items()}
N, D = Side.NON_DEALER, Side.DEALER


def script(case: Case) -> None:
    engine = machine(rules_from(case.get("opts", {})))
    knock_card = card(case["knock_card"]) if "knock_card" in case else None
    _play(engine, engine.deal(_deck(case), knock_card), case)


def position(case: Case) -> None:
    engine = machine(rules_from(case.get("opts", {})))
    begin = _mahjong if engine.rules.game_kind is GameKind.MAHJONG else _gin
    _play(engine, begin(case), case)


def _play(engine: Machine, state: Round, case: Case) -> None:
    for step in case.get("actions", ()):
        if isinstance(step, dict):
            _check(engine, state, step["expect"])
            continue
        who, verb, *rest = step
        if verb == "draw_discard_drawn":
            for _ in range(rest[0]):
                state = _draw_and_throw(engine, state)
        elif verb.startswith("!"):
            _refused(engine, state, SIDES[who], verb[1:], rest)
        else:
            state = engine.apply(state, SIDES[who], _action(verb, rest))
    _check(engine, state, case.get("expect", {}))


# -- where it begins --------------------------------------------------------------------------


def _deck(case: Case) -> list[Card]:
    first, second = cards_from(case.get("nondealer", "")), cards_from(case.get("dealer", ""))
    front: list[Card] = []
    for index, number in enumerate(first):
        front.append(number)
        if index < len(second):
            front.append(second[index])
    front += cards_from(case.get("upcard", "")) + cards_from(case.get("stock_top", ""))
    return front + [number for number in range(DECK_SIZE) if number not in front]


def _places(case: Case) -> Case:
    """The non-dealer is to act; ``stock`` cards are left, and the others lie below the ``pile``."""
    hand, pile = parse_set(case["hand"]), cards_from(case.get("pile", ""))
    melds = card_set(one for text in case.get("melds", ()) for one in cards_from(text))
    unused = list(cards_of(FULL_DECK & ~hand & ~card_set(pile) & ~melds))
    other = cards_from(case["other"]) if "other" in case else tuple(unused[:10])
    rest = tuple(one for one in unused if one not in other)
    stock = case.get("stock", 20)
    return {
        "phase": Phase(case.get("phase", "DISCARD")),
        "turn": N,
        "hands": (hand, card_set(other)),
        "stock": rest[:stock],
        "discards": () if case.get("pile") == "" else (*rest[stock:], *pile),
        "taken": card(case["taken"]) if "taken" in case else None,
    }


def _gin(case: Case) -> GinRound:
    return GinRound(
        **_places(case),
        knock_limit=case.get("limit", 10),
        multiplier=case.get("multiplier", 1),
        exposed=(tuple(map(parse_set, case.get("exposed", ()))), ()),
    )


def _mahjong(case: Case) -> MahjongRound:
    melds = tuple(TableMeld(D, parse_set(text)) for text in case.get("melds", ()))
    laid = (parse_set(case.get("laid", "")), sum(meld.cards for meld in melds))
    return MahjongRound(**_places(case), melds=melds, laid=laid)


# -- actions ----------------------------------------------------------------------------------


def _action(verb: str, rest: list[Any]) -> RoundAction:
    melds = tuple(map(parse_set, rest[-1])) if rest and isinstance(rest[-1], list) else None
    match verb:
        case "pass":
            return Pass()
        case "take":
            return Take(*rest)
        case "take_deep":
            return TakeDeep(card(rest[0]), parse_set(rest[1]))
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
        case "done":
            return DoneLayingOff()
        case "meld":
            return LayMeld(parse_set(rest[0]))
        case _:
            raise AssertionError(f"unknown verb {verb!r} in a script")


def _draw_and_throw(engine: Machine, state: Round) -> Round:
    side = state.to_act
    assert side is not None
    state = engine.apply(state, side, Draw())
    assert state.drawn is not None
    return engine.apply(state, side, Discard(state.drawn))


def _refused(engine: Machine, state: Round, side: Side, verb: str, rest: list[Any]) -> None:
    reasons = [one for one in rest if isinstance(one, str) and one.startswith("because ")]
    details = [one for one in rest if isinstance(one, dict)]
    asked = [one for one in rest if one not in reasons and one not in details]
    with pytest.raises(RuleError) as refused:
        engine.apply(state, side, _action(verb, asked))
    if reasons:
        assert f"because {refused.value.broken}" == reasons[0]
    if details:
        assert refused.value.data == details[0]
    if refused.value.broken is RuleCode.WRONG_PHASE:
        assert refused.value.data == {"phase": state.phase.value}


# -- what is expected -------------------------------------------------------------------------


def _facts(state: Round) -> RoundFacts:
    assert state.facts is not None, "the round is not over"
    return state.facts


def _name(side: Side | None) -> str | None:
    return None if side is None else NAMES[side]


def _text(number: Card | None) -> str | None:
    return None if number is None else card_text(number)


def _told(state: Round) -> str:
    """The last event in words: "N knocked KC: 5H 6H 7H / AC AD AS"."""
    event = state.events[-1]
    words = [NAMES[event.side], event.fact.name.lower().replace("_", " ")]
    words += [card_text(event.card)] if event.card is not None else []
    counted = (RoundEventKind.TOOK, RoundEventKind.LAID_OFF)
    words += [str(event.number)] if event.fact in counted else []
    melds = " / ".join(map(set_text, event.melds))
    return " ".join(words) + (f": {melds}" if melds else "")


def _clock(engine: Machine, state: Round) -> RoundAction | None:
    try:
        return engine.neutral(state)
    except RuleError:
        return None


SHOWN: dict[str, Callable[[Machine, Any], Any]] = {
    "phase": lambda _, state: state.phase.value,
    "turn": lambda _, state: _name(state.to_act),
    "cards_held": lambda _, state: [hand.bit_count() for hand in state.hands],
    "stock": lambda _, state: len(state.stock),
    "pile": lambda _, state: len(state.discards),
    "pile_top": lambda _, state: _text(state.top),
    "upcard": lambda _, state: _text(state.upcard),
    "knock_card": lambda _, state: _text(state.knock_card),
    "limit": lambda _, state: state.knock_limit,
    "multiplier": lambda _, state: state.multiplier,
    "taken": lambda _, state: _text(state.taken),
    "drawn": lambda _, state: _text(state.drawn),
    "must_use": lambda _, state: _text(state.must_use),
    "pile_draws": lambda _, state: state.pile_draws_in_a_row,
    "misdeal": lambda engine, state: engine.is_misdeal(state),
    "told": lambda _, state: _told(state),
    "takes": lambda engine, state: list(engine.legal(state, state.to_act).takes),
    "knocks": lambda engine, state: {
        card_text(one): left for one, left in engine.legal(state, state.to_act).knocks
    },
    "melds_down": lambda _, state: [
        set_text(one if isinstance(one, int) else one.cards)
        for one in (state.melds if isinstance(state, MahjongRound) else state.knock.melds)
    ],
    "exposed": lambda _, state: [set_text(one) for one in state.exposed[N]],
    "knock_deadwood": lambda _, state: state.knock.deadwood,
    # when the round is over
    "result": lambda _, state: _facts(state).kind.value,
    "winner": lambda _, state: _name(_facts(state).winner),
    "knocker": lambda _, state: _name(_facts(state).knocker),
    "void_reason": lambda _, state: _facts(state).void_reason,
    "points": lambda engine, state: award(engine.rules, _facts(state)).winner_points,
    "extra_boxes": lambda engine, state: award(engine.rules, _facts(state)).extra_boxes,
    "knocker_deadwood": lambda _, state: _facts(state).knocker_deadwood,
    "defender_deadwood": lambda _, state: _facts(state).defender_deadwood,
    "deadwood": lambda _, state: [hand.deadwood for hand in _facts(state).hands],
    "thrown": lambda _, state: _text(_facts(state).discard),
    "stakes": lambda _, state: [_facts(state).knock_limit, _facts(state).multiplier],
    "scores": lambda _, state: _scores(state),
    "shown_melds": lambda _, state: [
        [set_text(meld) for meld in hand.melds] for hand in _facts(state).hands
    ],
}
CARDS: dict[str, Callable[[Machine, Any], CardSet]] = {
    "discards": lambda engine, state: engine.legal(state, state.to_act).discards,
    "hand": lambda _, state: state.hands[N],
    "laid_off": lambda _, state: card_set(one for one, _ in state.layoffs),
    "laid_by_N": lambda _, state: state.laid[N],
    "left_with_N": lambda _, state: _facts(state).hands[N].deadwood_cards,
    "left_with_D": lambda _, state: _facts(state).hands[D].deadwood_cards,
}


def _scores(state: Round) -> list[int] | None:
    scores = _facts(state).mahjong_scores
    return None if scores is None else list(scores)


def _check(engine: Machine, state: Round, expected: Case) -> None:
    if "result" in expected and state.phase is Phase.LAYOFF:
        assert state.to_act is not None
        state = engine.apply(state, state.to_act, AutoLayOff())
    legal = NOTHING_LEGAL if state.to_act is None else engine.legal(state, state.to_act)
    for name, wanted in expected.items():
        found: Any
        match name:
            case "legal":
                found, wanted = {verb.value for verb in legal.verbs}, set(wanted)
            case "may" | "may_not":
                asked = [_action(verb, rest) for verb, *rest in wanted]
                found = [one in legal.actions() for one in asked]
                wanted = [name == "may"] * len(asked)
            case "clock":
                found = _clock(engine, state)
                wanted = None if wanted is None else _action(wanted[0], wanted[1:])
            case _ if name in CARDS:
                found, wanted = set_text(CARDS[name](engine, state)), set_text(parse_set(wanted))
            case _:
                found = SHOWN[name](engine, state)
        assert found == wanted, f"{name}: {found}, not {wanted}"
