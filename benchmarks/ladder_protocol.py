"""What the ladder plays: its players, opponents, seeds and pairs, fixed before anything is played.

A change here is another protocol: the stored results are of this one only, which a test compares.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final


class Program(StrEnum):
    """Where the games of a pairing are played: `batch.py` with `arena.c`, or `arena.py`."""

    C = "C"
    PYTHON = "Python"


@dataclass(frozen=True, slots=True)
class Contestant:
    """One of our players. ``names``: what each program calls it; a program may lack it."""

    name: str
    description: str
    names: dict[Program, str]


@dataclass(frozen=True, slots=True)
class Opponent:
    """A public player, or our port of one.

    ``plays_as``: its name in the program. ``pairs``: pairs of games with each seed against each of
    our players. ``hands``: how many hands it imagines at each decision, if it imagines any.
    """

    name: str
    title: str
    source: str
    fidelity: str
    program: Program
    plays_as: str
    pairs: int
    hands: int = 0


@dataclass(frozen=True, slots=True)
class Protocol:
    """Everything that a run of the ladder plays.

    Each pair of games is two games with the same deals and the seats swapped. ``level``: the
    probability below which a difference counts, after Holm's correction over all pairings.
    """

    rules: str
    target: int
    seeds: tuple[int, int]
    level: float
    players: tuple[Contestant, ...]
    opponents: tuple[Opponent, ...]

    def pairings(self) -> Iterator[tuple[Contestant, Opponent]]:
        """Every player with every opponent that its program has."""
        for opponent in self.opponents:
            for player in self.players:
                if opponent.program in player.names:
                    yield player, opponent

    def shortened(self) -> "Protocol":
        """Return a trial of the machinery: two pairs with each of two seeds that are not ours."""
        few = tuple(replace(one, pairs=2) for one in self.opponents)
        return replace(self, seeds=(1, 2), opponents=few)


def _level(name: str, description: str) -> Contestant:
    return Contestant(name, description, {Program.C: name, Program.PYTHON: name})


_MONTE_CARLO: Final = (
    "a Monte Carlo player written here in the manner of the challenge's, not one of them: hands by "
    "our learned beliefs, every choice played out, knocks expected as they were seen"
)

PROTOCOL: Final = Protocol(
    rules="standard",
    target=100,
    seeds=(20261, 20262),
    level=0.05,
    players=(
        Contestant(
            "searcher",
            "Ada, the bot's master: networks and a search",
            {Program.C: "searcher", Program.PYTHON: "master"},
        ),
        Contestant("master", "her networks alone, without the search", {Program.C: "master"}),
        _level("expert", "Viktor, the bot's expert"),
        _level("casual", "Marge, its casual player"),
        _level("novice", "Pip, its novice"),
    ),
    opponents=(
        Opponent(
            "sampler512",
            "Monte Carlo, 512 hands",
            "none published",
            _MONTE_CARLO,
            Program.C,
            "sampler",
            pairs=300,
            hands=512,
        ),
        Opponent(
            "sampler128",
            "Monte Carlo, 128 hands",
            "none published",
            "the same with a quarter of the hands",
            Program.C,
            "sampler",
            pairs=500,
            hands=128,
        ),
        Opponent(
            "marjj",
            "MARJJ",
            "winner of the EAAI 2021 gin rummy challenge; Ahmed and others, *A Heuristic "
            "Evaluation Function for Hand Strength Estimation in Gin Rummy*, AAAI-21, and its "
            "published fifth version",
            "a port: the weights and quirks of the fifth version, which need not be the program "
            "that won; draws, layouts and layoffs are ours. An earlier master won 68 ± 3 % of the "
            "original",
            Program.C,
            "marjj",
            pairs=2500,
        ),
        Opponent(
            "tonic",
            "GinRummyAndTonic",
            "Larkin, Collicott and Hiebel, *Modeling Expert Knowledge in a Heuristic-Based Gin "
            "Rummy Agent*, AAAI-21",
            "a port of the description: its sieves for discards and its table of knocks; weaker "
            "than the original, of which an earlier master won 63 ± 8 %",
            Program.C,
            "tonic",
            pairs=2500,
        ),
        Opponent(
            "gold",
            "expert of arXiv 2607.06854",
            "Kelidari, Haghi and Salmani, *A Gold-Standard Study of What Makes a Lightweight "
            "Game-Playing Agent Strong*, arXiv 2607.06854, and its published source",
            "a port of the whole rule: take what lowers the deadwood, discard what leaves least, "
            "the highest of several, knock as soon as allowed; the original plays single rounds "
            "without layoffs, ours lays off",
            Program.C,
            "gold",
            pairs=2500,
        ),
        Opponent(
            "openspiel",
            "OpenSpiel's rule",
            "`SimpleGinRummyBot` of OpenSpiel",
            "a copy of its rule that lays off, which the original never does",
            Program.C,
            "openspiel",
            pairs=2500,
        ),
        Opponent(
            "openspiel_itself",
            "OpenSpiel itself",
            "`SimpleGinRummyBot` of OpenSpiel",
            "the program itself, asked in OpenSpiel's own copy of the round; our engine lays its "
            "knocks down and replaces a discard of the card just taken",
            Program.PYTHON,
            "openspiel",
            pairs=150,
        ),
    ),
)
"""The ladder of docs/research/ladder.md."""
