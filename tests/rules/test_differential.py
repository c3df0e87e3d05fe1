"""Whole rounds beside OpenSpiel's ``gin_rummy``, replayed from a recording (the short form).

``scripts/dev differential --record`` wrote ``openspiel_games.json``: what OpenSpiel allowed at
every move of real games, what was played, and what it paid. So the suite needs no OpenSpiel, and
the comparison is the very one that the long form makes against the library.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest

from engine.game.cards import CardSet, cards_of
from engine.game.round import ResultKind
from engine.game.seats import Side
from tests.rules.differential import TAKE, Comparison, DiffersError, Fault, Moment

RECORDING: Final[dict[str, Any]] = json.loads(
    Path(__file__).with_name("openspiel_games.json").read_text(encoding="utf-8")
)
BATCH: Final = 25
GAMES: Final[list[list[Any]]] = RECORDING["games"]


def read(phase: str, actor: int, legal: str, hand: CardSet) -> Moment:
    cards: set[int] = set()
    melds: set[CardSet] = set()
    for part in legal.split(","):
        if part == "h":
            cards |= set(cards_of(hand))
        elif part.startswith("m"):
            melds.add(int(part[1:], 16))
        else:
            cards.add(int(part))
    return Moment(phase, actor, frozenset(cards), frozenset(melds))


def replay(game: list[Any], faults: Counter[Fault]) -> ResultKind | None:
    oklahoma, deck, steps, (first, second) = game
    comparison = Comparison(bool(oklahoma), deck, faults)
    for phase, actor, legal, chosen in steps:
        moment = read(phase, actor, legal, comparison.state.hands[Side(actor)])
        comparison.check(moment)
        comparison.apply(moment, max(chosen, TAKE) if chosen < 0 else chosen, max(-chosen, 0))
    return comparison.finish((first, second))


@pytest.mark.parametrize("start", range(0, len(GAMES), BATCH))
def test_recorded_games_are_played_and_paid_the_same(start: int) -> None:
    faults: Counter[Fault] = Counter()
    for number, game in enumerate(GAMES[start : start + BATCH], start):
        try:
            replay(game, faults)
        except DiffersError as difference:
            raise AssertionError(f"game {number}: {difference}") from difference


def test_the_recording_reaches_what_it_is_for() -> None:
    faults: Counter[Fault] = Counter()
    endings = Counter(replay(game, faults) for game in GAMES)
    assert RECORDING["open_spiel"] == "2.0.2"
    assert len(GAMES) >= 150
    assert endings.keys() >= {
        ResultKind.KNOCK,
        ResultKind.GIN,
        ResultKind.UNDERCUT,
        ResultKind.TIE,
        ResultKind.VOID,
    }
    assert {bool(oklahoma) for oklahoma, *_ in GAMES} == {False, True}
    assert faults[Fault.CHAIN_CUT]


def test_a_different_payment_is_noticed() -> None:
    knock = next(game for game in GAMES if replay(game, Counter()) is ResultKind.KNOCK)
    oklahoma, deck, steps, (first, second) = knock
    with pytest.raises(DiffersError):
        replay([oklahoma, deck, steps, [first + 1, second - 1]], Counter())


def test_a_different_legal_action_is_noticed() -> None:
    oklahoma, deck, steps, returns = GAMES[0]
    turn = next(n for n, step in enumerate(steps) if step[0] == "Draw" and "52" in step[2])
    phase, actor, _, _ = steps[turn]
    changed = [*steps[:turn], [phase, actor, "53", 53]]
    with pytest.raises(DiffersError):
        replay([oklahoma, deck, changed, returns], Counter())
