"""A record as long as a file may be, made of one late move that is taken back again and again."""

from engine.game.actions import AllowBack, AskBack, Discard, Draw, Pass
from engine.game.cards import cards_of
from engine.game.match import Match, act, start
from engine.game.presets import PRESETS
from engine.game.record import MatchRecord, RecordedDeal, RecordedMove, sealed, to_text
from engine.game.seats import Seat
from engine.game.view import seat_view
from tests.engine.playing import SeededDecks

DECKS = SeededDecks(4)
TURNS = 24
"""So many cards are drawn before the move that is taken back: nearly all there are."""


class _Writer:
    def __init__(self) -> None:
        self.match = start(PRESETS["standard"], 2, 1, DECKS)
        self.moves: list[RecordedMove] = []

    def do(self, seat: Seat, action: object) -> None:
        self.match = act(self.match, seat, action, DECKS).match  # type: ignore[arg-type]
        self.write(seat, action)

    def write(self, seat: Seat, action: object) -> None:
        self.moves.append(RecordedMove(1000 + len(self.moves), seat, action))  # type: ignore[arg-type]


def _first_discard(match: Match, seat: Seat) -> Discard:
    return Discard(next(cards_of(seat_view(match, seat).legal.discards)))


def _turn(writer: _Writer) -> tuple[Seat, Discard]:
    mover = writer.match.to_act[0]
    writer.do(mover, Draw())
    discard = _first_discard(writer.match, mover)
    writer.do(mover, discard)
    return mover, discard


def taken_back(times: int) -> MatchRecord:
    """A match whose last move is taken back and made again so many times."""
    writer = _Writer()
    for _ in range(2):
        writer.do(writer.match.to_act[0], Pass())
    mover, last = _turn(writer)
    for _ in range(TURNS - 1):
        mover, last = _turn(writer)
    other = writer.match.to_act[0]
    for _ in range(times):  # the same three moves: they lead back to where they began
        writer.write(mover, AskBack())
        writer.write(other, AllowBack())
        writer.write(mover, last)
    deals = tuple(
        RecordedDeal(1, 0, attempt, tuple(DECKS.deck(1, 0, attempt)), None)
        for attempt in range(writer.match.tables[0].attempt + 1)
    )
    names = ("Ann", "Bob")
    rules = PRESETS["standard"]
    return sealed(MatchRecord(9, rules, 2, 1, 999, deals, tuple(writer.moves), None, names))


def longest_file(limit: int) -> bytes:
    """As many moves taken back as fit into a file of ``limit`` bytes."""
    few, more = (len(to_text(taken_back(times))) for times in (10, 20))
    times = 10 + (limit - few) * 10 // (more - few)
    while len(data := to_text(taken_back(times)).encode()) > limit:
        times -= 20
    return data
