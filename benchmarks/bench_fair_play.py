"""How many honest pairs the watch over discards would name, and how soon it finds the others.

Rounds of all levels against each other, and rounds in which one player is told the other's cards
and throws what completes a meld with some probability. Pairs are drawn from these rounds, with
replacement: each pair plays a season of them and is looked at after every round, as the bot does.
"""

import random
from collections.abc import Sequence
from typing import Final

from benchmarks.arena import SeededDecks
from engine.coach.helping import Help, completes_meld, help_of
from engine.game.actions import Action, Discard, Knock
from engine.game.cards import cards_of
from engine.game.match import Match, MatchPhase, act, start
from engine.game.presets import PRESETS
from engine.game.record import RecordedMove
from engine.game.seats import Seat
from engine.game.view import seat_view
from engine.players import Level, choose

ROUNDS: Final = 1500
TOLD_ROUNDS: Final = 200
PAIRS: Final = 20_000
SEASON: Final = 120
"""Rounds of one pair."""
SHARES: Final = (1.0, 0.5, 0.25)
RULES: Final = PRESETS["single"]


def played(seed: int, level: Level, told: float) -> Help:
    """The help of the first seat's discards; ``told``: how often it throws what the other needs."""
    decks, rng, found = SeededDecks(seed), random.Random(seed), Help()
    levels = (level, rng.choice(list(Level)))
    match, number = start(RULES, 2, seed % 2, decks), 0
    while match.phase is MatchPhase.PLAYING:
        seat = match.to_act[0]
        action: Action = choose(seat_view(match, seat), levels[seat], rng.randrange(2**30))
        if seat is Seat.ONE:
            if rng.random() < told:
                action = helpful(match, action)
            found += help_of(match, RecordedMove(0, seat, action), seed * 1000 + number)
        match, number = act(match, seat, action, decks).match, number + 1
    return found


def helpful(match: Match, action: Action) -> Action:
    """What somebody throws who knows the other's cards and wants them to win."""
    if not isinstance(action, Discard | Knock):
        return action
    table = match.tables[0]
    other = table.round.hands[1 - table.pair.index(Seat.ONE)]
    legal = seat_view(match, Seat.ONE).legal.discards
    wanted = [one for one in cards_of(legal) if completes_meld(one, other)]
    return Discard(wanted[0] if wanted else action.card)


def found_after(rounds: Sequence[Help], rng: random.Random) -> int | None:
    """The round after which a pair of such rounds is named; ``None`` in the whole season."""
    total = Help()
    for number in range(1, SEASON + 1):
        total += rng.choice(rounds)
        if total.is_too_much:
            return number
    return None


def main() -> None:
    """Print the shares."""
    rng = random.Random(5)
    for level in Level:
        rounds = [played(seed, level, 0.0) for seed in range(ROUNDS // len(Level))]
        whole = sum(rounds, Help())
        named = sum(found_after(rounds, rng) is not None for _ in range(PAIRS // len(Level)))
        beyond = (whole.completed - whole.expected) / whole.discards
        print(
            f"honest {level:<7} {whole.discards:>6} discards, {beyond:+.3f} melds a discard beyond "
            f"the sampled hands; named: {named} of {PAIRS // len(Level)} pairs in {SEASON} rounds"
        )
    for told in SHARES:
        rounds = [played(10_000 + seed, Level.CASUAL, told) for seed in range(TOLD_ROUNDS)]
        after = [found_after(rounds, rng) for _ in range(200)]
        known = sorted(one for one in after if one is not None)
        half = known[len(known) // 2] if known else "-"
        print(
            f"told the cards, uses it {told:.0%} of the time: {len(known) / len(after):.0%} found "
            f"within {SEASON} rounds, half of them after {half}"
        )


if __name__ == "__main__":
    main()
