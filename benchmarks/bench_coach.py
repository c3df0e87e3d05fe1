"""What the coach says against what then happened, in rounds of all levels against each other.

Percentages are compared with the cards that the opponent really held, expected points with the
points of the round. The facts in its reasons are counted again by ``tests/coach/test_claims.py``.
"""

import argparse
import random
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from math import sqrt
from pathlib import Path

import numpy as np

from benchmarks.arena import SeededDecks
from benchmarks.plots import MARGIN, NOW, PALE, Sheet
from engine.coach import Graded, Why, grade
from engine.coach.luck import Values
from engine.game.actions import Knock
from engine.game.cards import CardSet
from engine.game.match import MatchPhase, act, start
from engine.game.melds import solver
from engine.game.presets import PRESETS
from engine.game.rules import GameKind
from engine.game.scoring import award
from engine.game.seats import Side
from engine.game.view import SeatView, seat_view
from engine.players import Level, choose
from engine.players.simulation import simulation

ROUNDS = 600
FIRST = 10_000
BINS = 10
STOCKS = 24
RESAMPLED = 1000
"""Times that the rounds are drawn again for the interval of a slope."""
Pairs = list[tuple[float, float]]


@dataclass
class Said:
    """What was said and what happened: percentages with 0 or 1, points with points."""

    uses: Pairs = field(default_factory=list)
    undercuts: Pairs = field(default_factory=list)
    points: Pairs = field(default_factory=list)
    values: Pairs = field(default_factory=list)
    losses: dict[Level, list[float]] = field(default_factory=dict)


def listen(preset: str, share: float, stocks: int, seed: int) -> Said:
    """Play a round of two levels; return what the coach says of this share of its decisions.

    ``stocks``: orders of the stock for each value with all cards open; none: no such values.
    """
    rules, said = PRESETS[preset], Said()
    decks, rng = SeededDecks(seed), random.Random(seed)
    levels = rng.choices(list(Level), k=2)
    match, move = start(rules, 2, seed, decks), 0
    expected: list[tuple[Side, float]] = []
    values, open_cards = [], Values(rules, max(1, stocks), seed)
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
        if stocks and is_heard and match.phase is MatchPhase.PLAYING:
            values.append(open_cards.of(match.tables[0].round))
    facts = match.tables[0].round.facts
    assert facts is not None
    points = award(rules, facts).points
    said.points += [(value, points[side] - points[side.other]) for side, value in expected]
    said.values += [(value, points[0] - points[1]) for value in values]
    return said


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


def slope(rounds: Sequence[Pairs]) -> tuple[float, float, float]:
    """Return the slope of what happened over what was said, and its 95 % interval.

    Decisions of a round share its result, so whole rounds are drawn again for the interval.
    """
    sums = np.array(
        [
            (
                len(one),
                one[:, 0].sum(),
                one[:, 1].sum(),
                one[:, 0] @ one[:, 1],
                one[:, 0] @ one[:, 0],
            )
            for one in map(np.array, filter(None, rounds))
        ]
    )
    drawn = np.random.default_rng(1).integers(len(sums), size=(RESAMPLED, len(sums)))
    count, said, real, product, square = np.vstack([sums.sum(axis=0), sums[drawn].sum(axis=1)]).T
    found = (count * product - said * real) / (count * square - said * said)
    low, high = np.quantile(found[1:], (0.025, 0.975))
    return float(found[0]), float(low), float(high)


def tenths(pairs: Iterable[tuple[float, float]]) -> Pairs:
    """Return the means of what was said and of what happened for every tenth of the pairs."""
    ordered = sorted(pairs)
    size = len(ordered) // BINS
    return [means(ordered[number * size : (number + 1) * size]) for number in range(BINS)]


def report(name: str, rounds: Sequence[Pairs]) -> None:
    """Print the slope of what happened over what was said, and the means of every tenth."""
    middle, low, high = slope(rounds)
    count = sum(map(len, rounds))
    print(
        f"   {name}: slope {middle:.2f} ({low:.2f} to {high:.2f}) over {count} positions; tenths:"
    )
    for one, other in tenths(chain.from_iterable(rounds)):
        print(f"      expected {one:+6.1f}  happened {other:+6.1f}")


def draw(file: Path, rounds: Sequence[Said]) -> None:
    """Draw what happened over what was said: melds, undercuts and points, by tenths."""
    sheet = Sheet(3, 1)
    sheet.text(MARGIN, 6, "What happened (up) over what the coach had said (across), by tenths")
    kinds = (
        ("Can be melded, %", (0, 100), [one for said in rounds for one in said.uses]),
        ("Undercut, %", (0, 60), [one for said in rounds for one in said.undercuts]),
        ("Points", (-30, 40), [one for said in rounds for one in said.points]),
    )
    for number, (title, span, pairs) in enumerate(kinds):
        place = sheet.frame(number, 0, span, span, title)
        sheet.line([place(span[0], span[0]), place(span[1], span[1])], PALE)
        sheet.line([place(*one) for one in tenths(pairs)], NOW)
    sheet.picture.save(file, lossless=True)


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(prog="scripts/bench coach", description=__doc__)
    parser.add_argument("--preset", default="standard", choices=PRESETS)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--first", type=int, default=FIRST, help="the first deal's seed")
    parser.add_argument("--share", type=float, default=1.0, help="of the decisions that are graded")
    parser.add_argument("--closed", action="store_true", help="no values with all cards open")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--plot", type=Path, help="where to draw what happened over what was said")
    asked = parser.parse_args(arguments)
    heard = partial(listen, asked.preset, asked.share, 0 if asked.closed else STOCKS)
    seeds = range(asked.first, asked.first + asked.rounds)
    with ProcessPoolExecutor(asked.jobs) as pool:
        rounds = list(pool.map(heard, seeds, chunksize=10))
    for name, pairs in (
        ("can be melded", [one for said in rounds for one in said.uses]),
        ("undercut", [one for said in rounds for one in said.undercuts]),
    ):
        if not pairs:
            continue
        one, other = means(pairs)
        error = 196 * sqrt(0.25 / len(pairs))
        figures = f"said {one:5.1f} %  happened {other:5.1f} ± {error:.1f} % of {len(pairs)}"
        print(f"   {name:14} {figures}")
    report("points", [said.points for said in rounds])
    if not asked.closed:
        report("with all cards open", [said.values for said in rounds])
    for level in Level:
        losses = [loss for said in rounds for loss in said.losses.get(level, ())]
        if losses:
            mean = sum(losses) / len(losses)
            print(f"   {level:8} loses {mean:.2f} of {len(losses)} decisions")
    if asked.plot:
        draw(asked.plot, rounds)


if __name__ == "__main__":
    main()
