"""What the coach says against what then happened, in rounds of all levels against each other.

Percentages are compared with the cards that the opponent really held, expected points with the
points of the round. The facts in its reasons are counted again by ``tests/coach/test_claims.py``.
"""

import argparse
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt

from benchmarks.arena import SeededDecks
from engine.coach import Graded, Why, grade
from engine.coach.luck import Values
from engine.game.actions import Knock
from engine.game.cards import CardSet
from engine.game.match import MatchPhase, act, start
from engine.game.melds import solver
from engine.game.presets import PRESETS
from engine.game.rules import GameKind, Rules
from engine.game.scoring import award
from engine.game.seats import Side
from engine.game.view import SeatView, seat_view
from engine.players import Level, choose
from engine.players.simulation import simulation

ROUNDS = 600
FIRST = 10_000
BINS = 10
STOCKS = 24


@dataclass
class Said:
    """What was said and what happened: percentages with 0 or 1, points with points."""

    uses: list[tuple[float, float]] = field(default_factory=list)
    undercuts: list[tuple[float, float]] = field(default_factory=list)
    points: list[tuple[float, float]] = field(default_factory=list)
    values: list[tuple[float, float]] = field(default_factory=list)
    losses: dict[Level, list[float]] = field(default_factory=dict)


def listen(rules: Rules, seed: int, said: Said, share: float = 1.0) -> None:
    """Play a round of two levels and add what the coach says of this share of its decisions."""
    decks, rng = SeededDecks(seed), random.Random(seed)
    levels = rng.choices(list(Level), k=2)
    match, move = start(rules, 2, seed, decks), 0
    expected: list[tuple[Side, float]] = []
    values, open_cards = [], Values(rules, STOCKS, seed)
    while match.phase is MatchPhase.PLAYING:
        seat = match.to_act[0]
        view, side = seat_view(match, seat), Side(match.tables[0].pair.index(seat))
        action = choose(view, levels[seat], seed * 1000 + move)
        is_heard = rng.random() < share
        found = grade(view, action, 0, seed) if is_heard else None
        if found is not None:
            if rules.game_kind is GameKind.GIN:
                theirs = match.tables[0].round.hands[side.other]
                _note_percentages(view, found, theirs, said)
            expected.append((side, found.played.points))
            said.losses.setdefault(levels[seat], []).append(found.loss)
        match, move = act(match, seat, action, decks).match, move + 1
        if is_heard and match.phase is MatchPhase.PLAYING:
            values.append(open_cards.of(match.tables[0].round))
    facts = match.tables[0].round.facts
    assert facts is not None
    points = award(rules, facts).points
    said.points += [(value, points[side] - points[side.other]) for side, value in expected]
    said.values += [(value, points[0] - points[1]) for value in values]


def _note_percentages(view: SeatView, found: Graded, theirs: CardSet, said: Said) -> None:
    rules = view.public.rules
    count, data = solver(rules.meld_rules), found.reason.data
    if found.reason.why is Why.FEEDS_PILE:
        card = data["card"]
        used = count.deadwood(theirs | 1 << card) < count.deadwood(theirs) + count.value(card)
        said.uses.append((data["percent"], 100.0 * used))
    if "undercut_percent" in data:
        knock = next(one.action for one in found.options if isinstance(one.action, Knock))
        rest = view.hand & ~(1 << knock.card)
        lost = simulation(rules).knock_points(rest, data["deadwood"], theirs) < 0
        said.undercuts.append((data["undercut_percent"], 100.0 * lost))


def means(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the means of what was said and of what happened."""
    count = max(1, len(pairs))
    return sum(one for one, _ in pairs) / count, sum(other for _, other in pairs) / count


def slope(pairs: Sequence[tuple[float, float]]) -> float:
    """Return the slope of what happened over what was said, by least squares."""
    said, real = means(pairs)
    product = sum((one - said) * (other - real) for one, other in pairs)
    return product / sum((one - said) ** 2 for one, _ in pairs)


def tenths(name: str, pairs: Sequence[tuple[float, float]]) -> None:
    """Print the slope of what happened over what was said, and the means of every tenth."""
    ordered = sorted(pairs)
    print(f"   {name}: slope {slope(ordered):.2f} over {len(ordered)} positions; tenths of them:")
    size = len(ordered) // BINS
    for number in range(BINS):
        one, other = means(ordered[number * size : (number + 1) * size])
        print(f"      expected {one:+6.1f}  happened {other:+6.1f}")


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(prog="scripts/bench coach", description=__doc__)
    parser.add_argument("--preset", default="standard", choices=PRESETS)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--first", type=int, default=FIRST, help="the first deal's seed")
    parser.add_argument("--share", type=float, default=1.0, help="of the decisions that are graded")
    asked, said = parser.parse_args(arguments), Said()
    for seed in range(asked.first, asked.first + asked.rounds):
        listen(PRESETS[asked.preset], seed, said, asked.share)
    for name, pairs in (("can be melded", said.uses), ("undercut", said.undercuts)):
        if not pairs:
            continue
        one, other = means(pairs)
        error = 196 * sqrt(0.25 / len(pairs))
        figures = f"said {one:5.1f} %  happened {other:5.1f} ± {error:.1f} % of {len(pairs)}"
        print(f"   {name:14} {figures}")
    tenths("points", said.points)
    tenths("with all cards open", said.values)
    for level, losses in sorted(said.losses.items()):
        mean = sum(losses) / len(losses)
        print(f"   {level:8} loses {mean:.2f} of {len(losses)} decisions")


if __name__ == "__main__":
    main()
