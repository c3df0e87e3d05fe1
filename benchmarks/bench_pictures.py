"""CPU time and size of every picture, as multiples of encoding an empty one of the same size.

``python -m benchmarks.bench_pictures [--runs N]``. The yardstick is Pillow writing an RGB image of
one colour as PNG in the same run, so figures of different machines can be compared. Pictures are
drawn each time (only card sprites and fonts are cached); every time is the least CPU time of the
runs. ``deflate`` is the part in which zlib leaves the interpreter to other threads. The cost of a
first picture after the preparations of a start is measured in a process of its own.
"""

import argparse
import random
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from typing import TypeVar

from PIL import Image

from bot.render import DRAWINGS
from bot.render.hand import render_hand, render_head
from bot.render.models import (
    Disc,
    HandPicture,
    HeadPicture,
    LaidHand,
    LaidMeld,
    Look,
    MeldKind,
    Picture,
    ReplayPicture,
    ResultPicture,
    ResultPlayer,
    RoundEndPicture,
    SheetColumn,
    SheetEntry,
    SheetPicture,
    TablePicture,
    TablePlayer,
)
from bot.render.replay import render_replay
from bot.render.result import render_result, render_round_end
from bot.render.shades import deflated
from bot.render.sheet import render_sheet
from bot.render.table import render_table
from engine.game.cards import DECK_SIZE, Card, card_set, cards_of, rank
from engine.game.melds import STANDARD, solver

FRAMES = 40
SEEDS = 8


@dataclass(frozen=True, slots=True)
class Figure:
    """The slowest and the largest of several pictures of one kind."""

    seconds: float
    size: int
    blank: float
    deflate: float


def grouped(hand: list[Card], drawn: Card | None = None) -> tuple[tuple[Card, ...], ...]:
    """Return a hand as it is shown: melds, deadwood, the card just drawn."""
    melds = solver(STANDARD)
    kept = card_set(card for card in hand if card != drawn)
    layout = melds.best_layout(kept)
    loose = kept
    for meld in layout.melds:
        loose &= ~meld
    deadwood = tuple(sorted(cards_of(loose), key=lambda card: (-rank(card), card)))
    groups = [*(melds.in_order(meld) for meld in layout.melds), deadwood]
    if drawn is not None:
        groups.append((drawn,))
    return tuple(group for group in groups if group)


def discard(hand: list[Card]) -> Card:
    """Return a simple player's discard: least deadwood left, then the highest card."""
    held = card_set(hand)
    deadwood = solver(STANDARD).deadwood
    return min(hand, key=lambda card: (deadwood(held & ~(1 << card)), -rank(card)))


def played(seed: int) -> tuple[TablePicture, ...]:
    """Return the tables of a round between two simple players who only draw from the stock."""
    deck = random.Random(seed).sample(range(DECK_SIZE), DECK_SIZE)
    hands, pile, stock = [deck[:10], deck[10:20]], [deck[20]], deck[21:]
    tables: list[TablePicture] = []
    for turn in range(FRAMES // 2):
        hand = hands[turn % 2]
        drawn = stock.pop()
        hand.append(drawn)
        tables.append(shown(hands, pile, stock, turn % 2, drawn))
        discarded = discard(hand)
        hand.remove(discarded)
        pile.append(discarded)
        tables.append(shown(hands, pile, stock, 1 - turn % 2, None))
    return tuple(tables)


def shown(
    hands: list[list[Card]], pile: list[Card], stock: list[Card], mover: int, drawn: Card | None
) -> TablePicture:
    """Return the table with both hands open."""
    ann, bo = (
        TablePlayer(
            name, "62", to_move=n == mover, hand=grouped(hand, drawn if n == mover else None)
        )
        for n, (name, hand) in enumerate(zip(("Ann", "Bo"), hands, strict=True))
    )
    return TablePicture(ann, bo, len(stock), pile[-1], tuple(pile[-5:-1]), knock_limit="10")


def replay_model(seed: int) -> ReplayPicture:
    """Return a replay of a whole round, both hands open."""
    return ReplayPicture(played(seed))


def hand_model(seed: int) -> HandPicture:
    """Return a hand of eleven random cards, one drawn."""
    cards = random.Random(seed).sample(range(DECK_SIZE), 11)
    layout = solver(STANDARD).best_layout(card_set(cards))
    melds = tuple(solver(STANDARD).in_order(meld) for meld in layout.melds)
    loose = tuple(c for c in cards if not any(c in meld for meld in melds))
    return HandPicture(
        melds,
        loose,
        tuple((MeldKind.RUN, "run") for _ in melds),
        cards[10],
        frozenset(loose[1:2]),
    )


def head_model(seed: int) -> HeadPicture:
    """Return the header above a hand in the middle of a round."""
    card, disc = random.Random(seed).randrange(DECK_SIZE), Disc("AW", seed % 5)
    name, knock = "Aleksandra Wiśniewska", (("Knock", "10"),)
    return HeadPicture(name, disc, "62", "You", "18", "Round 3", card, "Discard", knock)


def table_model(seed: int) -> TablePicture:
    """Return a table in the middle of a round, hands closed."""
    cards = random.Random(seed).sample(range(DECK_SIZE), 5)
    ann, bo = TablePlayer("Aleksandra Wiśniewska", "62"), TablePlayer("Bo", "18", 11, to_move=True)
    return TablePicture(ann, bo, seed % 32, cards[0], tuple(cards[1:]), knock_limit="10")


def round_end_model(seed: int) -> RoundEndPicture:
    """Return two random hands laid out."""
    deck = random.Random(seed).sample(range(DECK_SIZE), 20)
    sides = []
    for name, cards in (("Ann", deck[:10]), ("Bo", deck[10:])):
        melds = solver(STANDARD).best_layout(card_set(cards)).melds
        laid = tuple(LaidMeld(tuple(cards_of(meld))) for meld in melds)
        loose = tuple(c for c in cards if not any(c in meld.cards for meld in laid))
        sides.append(LaidHand(name, laid, loose, "Deadwood 23", "KNOCK", "+13", name == "Ann"))
    return RoundEndPicture(sides[0], sides[1])


def sheet_model(seed: int) -> SheetPicture:
    """Return a Hollywood sheet with three columns."""
    points = random.Random(seed).choices(range(1, 60), k=8)
    entries = tuple(SheetEntry(p, sum(points[: n + 1])) for n, p in enumerate(points))
    columns = tuple(SheetColumn(f"Game {n + 1}", (entries[n:], entries[:n])) for n in range(3))
    return SheetPicture(("Ann", "Bo"), columns, title="Hollywood")


def result_model(seed: int) -> ResultPicture:
    """Return a final score with a fan of ten cards."""
    cards = tuple(random.Random(seed).sample(range(DECK_SIZE), 10))
    players = (ResultPlayer("Ann", "307", winner=True), ResultPlayer("Bo", "72"))
    return ResultPicture("Ann wins", players, "to 100", (("Gins", "2"),), cards, Look())


def best(work: Callable[[], object], runs: int) -> float:
    """Return the CPU seconds of the fastest run."""
    fastest = float("inf")
    for _ in range(runs):
        start = time.thread_time()
        work()
        fastest = min(fastest, time.thread_time() - start)
    return fastest


def blank(width: int, height: int) -> None:
    """Draw the yardstick: an image of one colour written as PNG."""
    Image.new("RGB", (width, height), "#1e7450").save(BytesIO(), "PNG", compress_level=6)


def deflate(picture: Picture, runs: int) -> float:
    """Return the seconds for writing the pixels of a finished PNG; 0 for other kinds."""
    if picture.mime != "image/png":
        return 0.0
    image = Image.open(BytesIO(picture.data))
    rows = b"".join(
        b"\0" + image.crop((0, y, image.width, y + 1)).tobytes() for y in range(image.height)
    )
    return best(lambda: deflated(rows), runs)


def measured(draws: list[Callable[[], Picture]], runs: int) -> Figure:
    """Return the mean time and size of these pictures, and their yardstick."""
    pictures = [draw() for draw in draws]
    seconds = sum(best(draw, runs) for draw in draws) / len(draws)
    writing = sum(deflate(picture, runs) for picture in pictures) / len(draws)
    tallest = max(pictures, key=lambda picture: picture.height)
    yardstick = best(lambda: blank(tallest.width, tallest.height), runs)
    size = sum(len(picture.data) for picture in pictures) // len(pictures)
    return Figure(seconds, size, yardstick, writing)


def line(name: str, figure: Figure) -> str:
    """Return one row of the printed table."""
    times = figure.seconds / figure.blank
    share = figure.deflate / figure.seconds
    return (
        f"{name:18} {figure.seconds * 1e3:8.1f} {times:8.1f} x {share:8.0%} "
        f"{figure.size / 1000:8.1f}"
    )


FIRST = """
import time
from benchmarks.bench_pictures import best, hand_model, render_hand
from bot.render.drawing import prepare_all
model = hand_model(1)
began = time.thread_time()
prepare_all()
ready = time.thread_time()
render_hand(model)
first = time.thread_time() - ready
later = best(lambda: render_hand(model), 9)
took = 1e3 * (ready - began)
print(f"preparing {took:.0f} ms; the first hand: {first / later:.1f} x a later one")
"""


Model = TypeVar("Model")


def anew(
    render: Callable[[Model], Picture], model_of: Callable[[int], Model], seeds: int = SEEDS
) -> list[Callable[[], Picture]]:
    """Return functions that draw several models of one kind, without caching."""
    return [partial(render, model_of(seed)) for seed in range(seeds)]


def draws_of_all_kinds() -> dict[str, list[Callable[[], Picture]]]:
    """Return the drawings to measure, by the name of their kind."""
    return {
        "hand": anew(render_hand, hand_model),
        "head": anew(render_head, head_model),
        "table": anew(render_table, table_model),
        "round end": anew(render_round_end, round_end_model),
        "sheet": anew(render_sheet, sheet_model),
        "result": anew(render_result, result_model),
        f"replay, {FRAMES} frames": anew(render_replay, replay_model, seeds=3),
    }


def main(runs: int = 5) -> None:
    """Print time, ratio to the yardstick and size for every kind of picture."""
    print(f"{'picture':18} {'ms':>8} {'to blank':>10} {'deflate':>8} {'kB':>8}   means")
    for name, draws in draws_of_all_kinds().items():
        print(line(name, measured(draws, runs)))
    subprocess.run([sys.executable, "-c", FIRST], check=True)
    model = hand_model(0)
    DRAWINGS.of(model)
    print(f"a hand once drawn: {best(lambda: DRAWINGS.of(model), runs) * 1e6:.1f} us")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    main(parser.parse_args().runs)
