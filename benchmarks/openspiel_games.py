"""The long form of the differential test: OpenSpiel's ``gin_rummy`` itself beside our engine.

    scripts/dev differential                      2,400 games, figures, known faults with counters
    scripts/dev differential --games 20000        more of them
    scripts/dev differential --record             also write the recording that the suite replays

Half of the games are played at random (a fifth of them by players who always take the top
discard), half by players who mostly discard for the least deadwood and knock when they may, because
random players hardly ever come close to a knock.
"""

import argparse
import json
import random
import sys
from collections import Counter
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import pyspiel

from engine.game.cards import SUIT_SIZE, Card, CardSet, card_set, cards_of
from engine.game.seats import Side
from tests.rules.differential import (
    FIRST_MELD,
    KNOCK,
    PASS,
    TAKE,
    Comparison,
    DiffersError,
    Fault,
    Moment,
)

RECORDING: Final = Path(__file__).parents[1] / "tests" / "rules" / "openspiel_games.json"
RECORDED: Final = 150
SUITS: Final = (3, 0, 1, 2)
"""Our suit of each of OpenSpiel's, which are spades, clubs, diamonds, hearts."""
UTILS: Final = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
PLAYERS: Final = 2


def ours(card: int) -> Card:
    """Return our number of OpenSpiel's card."""
    return SUITS[card // SUIT_SIZE] * SUIT_SIZE + card % SUIT_SIZE


def theirs(card: Card) -> int:
    """Return OpenSpiel's number of our card."""
    return SUITS.index(card // SUIT_SIZE) * SUIT_SIZE + card % SUIT_SIZE


def meld_of(action: int) -> CardSet:
    """Return the cards of one of OpenSpiel's meld actions."""
    return card_set(map(ours, UTILS.int_to_meld[action - FIRST_MELD]))


class Player:
    """Chooses among the actions that both sides allow."""

    def __init__(self, rng: random.Random, careful: bool, grabbing: bool) -> None:
        self.rng = rng
        self.careful = careful
        self.grabbing = grabbing

    def choose(self, game: Comparison, moment: Moment) -> int | CardSet:
        """Return an action number, or a meld where melds are laid down (negative: a meld)."""
        legal = sorted(moment.legal)
        if moment.phase == "Layoff":
            return self._defend(game, moment)
        if moment.phase == "Knock" and game.discarded is not None:
            return self._show(game, moment)
        if KNOCK in moment.legal and self.rng.random() < (0.6 if self.careful else 0.9):
            return KNOCK
        if self.careful and self.rng.random() < 0.9:
            return self._sensible(game, moment, legal)
        if TAKE in moment.legal and self.grabbing:
            return TAKE
        if TAKE in moment.legal and self.rng.random() < 0.5:
            legal.remove(TAKE)
        return self.rng.choice([number for number in legal if number != KNOCK] or legal)

    @staticmethod
    def _sensible(game: Comparison, moment: Moment, legal: list[int]) -> int:
        state, solver = game.state, game.table.solver
        hand = state.hands[state.turn]
        if moment.phase == "Discard":
            taken = 0 if state.taken is None else 1 << state.taken
            return solver.best_discard(hand, taken)[0]
        if TAKE in moment.legal and state.top is not None:
            left = solver.best_discard(hand | 1 << state.top, 1 << state.top)[1]
            return TAKE if left + 2 < solver.deadwood(hand) else legal[-1]
        return legal[0]

    def _show(self, game: Comparison, moment: Moment) -> int:
        """Lay down random melds, until no more are wanted or possible."""
        if PASS in moment.legal and (not moment.melds or self.rng.random() < 0.2):
            return PASS
        return -self.rng.choice(sorted(moment.melds))

    def _defend(self, game: Comparison, moment: Moment) -> int:
        state = game.state
        if state.to_act is not None:
            fitting = {card for card, _ in game.table.legal(state, state.to_act).layoffs}
            both = sorted(fitting & moment.legal)
            return self.rng.choice(both) if both and self.rng.random() < 0.8 else PASS
        return -game.next_meld() or PASS


def encoded(moment: Moment, hand: CardSet) -> str:
    """Return legal actions as text: ``h`` for the whole hand, numbers, melds in hexadecimal."""
    cards = frozenset(cards_of(hand))
    rest = moment.legal
    parts = []
    if cards and cards <= rest:
        parts.append("h")
        rest -= cards
    parts += [str(number) for number in sorted(rest)]
    parts += [f"m{meld:x}" for meld in sorted(moment.melds)]
    return ",".join(parts)


def moment_of(state: Any) -> Moment:
    """Return the actions that OpenSpiel allows now, in our numbers."""
    legal, melds = set(), set()
    for action in state.legal_actions():
        if action >= FIRST_MELD:
            melds.add(meld_of(action))
        else:
            legal.add(ours(action) if action < TAKE else action)
    return Moment(
        state.current_phase().name.title().replace("_Up", "Up"),
        state.current_player(),
        frozenset(legal),
        frozenset(melds),
    )


def play(seed: int, oklahoma: bool, faults: Counter[Fault]) -> tuple[list[Any], str, int]:
    """Play one game on both sides; return its recording, its ending and the moments compared."""
    rng = random.Random(seed)
    deck = rng.sample(range(52), 52)
    game = pyspiel.load_game("gin_rummy", {"oklahoma": oklahoma})
    state = game.new_initial_state()
    dealt = [*deck[0:20:2], *deck[1:20:2], deck[20]]
    for card in dealt:
        state.apply_action(theirs(card))
    stock = iter(deck[21:])
    comparison = Comparison(oklahoma, deck, faults)
    player = Player(rng, careful=seed % 2 == 0, grabbing=seed % 10 == 1)
    steps: list[list[Any]] = []
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(theirs(next(stock)))
            continue
        moment = moment_of(state)
        comparison.check(moment)
        chosen = player.choose(comparison, moment)
        hand = comparison.state.hands[Side(moment.actor)]
        steps.append([moment.phase, moment.actor, encoded(moment, hand), chosen])
        if chosen < 0:
            action = next(
                one
                for one in state.legal_actions()
                if one >= FIRST_MELD and meld_of(one) == -chosen
            )
            comparison.apply(moment, action, -chosen)
        else:
            action = theirs(chosen) if chosen < TAKE else chosen
            comparison.apply(moment, chosen)
        state.apply_action(action)
    first, second = (int(value) for value in state.returns())
    kind = comparison.finish((first, second))
    record = [int(oklahoma), deck, steps, [first, second]]
    return record, "stopped" if kind is None else kind.value, comparison.steps


def main() -> int:
    """Play, compare, report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", action="store_true")
    wanted = parser.parse_args()
    faults: Counter[Fault] = Counter()
    endings: Counter[str] = Counter()
    records: list[list[Any]] = []
    moments = 0
    for number in range(wanted.games):
        seed, oklahoma = wanted.seed * 1_000_000 + number, number % 4 >= 2
        try:
            record, ending, steps = play(seed, oklahoma, faults)
        except DiffersError as difference:
            print(f"game {seed} (oklahoma {oklahoma}): {difference}")
            return 1
        moments += steps
        endings[ending] += 1
        if len(records) < RECORDED:
            records.append(record)
    print(f"OpenSpiel {version('open_spiel')}: {wanted.games} games, {moments} moments compared,")
    print("no difference but its known faults:")
    for fault in Fault:
        print(f"  {faults[fault]:6}  trap {fault.value}")
    print("endings: " + ", ".join(f"{kind} {count}" for kind, count in sorted(endings.items())))
    if wanted.record:
        lines = ",\n".join(json.dumps(one, separators=(",", ":")) for one in records)
        RECORDING.write_text(
            f'{{"open_spiel":"{version("open_spiel")}","games":[\n{lines}\n]}}\n', encoding="utf-8"
        )
        print(f"recorded {len(records)} games in {RECORDING.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
