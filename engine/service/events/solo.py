"""The boards of an event against the computer, which everybody plays when they like."""

from typing import Final

from engine.game.seats import Seat
from engine.players import CHARACTERS, Level
from engine.service.events import entering, tables
from engine.service.events.outcome_types import EventCode
from engine.service.events.rows import StoredEntry, StoredGame, StoredPairing, Work
from engine.service.events.types import EntryState, EventKind, EventState, PairingState
from engine.service.live import LiveMatch
from engine.service.matches import starting
from engine.service.people import Person, Player
from engine.service.types import Started

LEVEL: Final = Level.CASUAL
"""A level that needs no time, so that it moves alike on every machine."""


def play(work: Work, person: Person, interaction: int) -> EventCode | None:
    """Begin somebody's only try; whoever has not entered is entered with it."""
    refused = _objection(work)
    if refused is not None:
        return refused
    entry = work.held.entry_of(person.user_id)
    if entry is None or entry.state is not EntryState.HERE:
        refused = entering.enter(work, person, interaction)
        if refused is not None:
            return refused
        entry = work.held.entry_of(person.user_id)
    assert entry is not None
    mine = [one for one in work.held.pairings.values() if one.has(entry.number)]
    if mine:
        return None if mine[0].is_open else EventCode.PLAYED
    _begin(work, entry)
    return None


def _objection(work: Work) -> EventCode | None:
    if work.event.kind is not EventKind.COMPUTER:
        return EventCode.NO_SUCH_PAIRING
    if not work.event.is_open:
        return EventCode.OVER
    if work.event.state is not EventState.RUNNING:
        return EventCode.NOT_YET
    return EventCode.TOO_LATE if work.now >= (work.event.ends_ms or 0) else None


def _begin(work: Work, entry: StoredEntry) -> None:
    number = max(work.held.pairings, default=0) + 1
    pairing = StoredPairing(
        number, work.event.round, number, 1, entry.number, None, PairingState.PLAYING
    )
    match_id = tables.match_id_of(work, number, 1)
    players = (
        Player(Seat.ONE, entry.user_id, None, entry.name, entry.world_name),
        Player(Seat.TWO, None, LEVEL.value, CHARACTERS[LEVEL].name),
    )
    plan = tables.of_boards(work, match_id, players, work.event.round)
    started = starting.start(work.connection, plan, work.now, work.terms)
    work.add(pairing)
    work.begin(StoredGame(match_id, number, 1, int(Seat.ONE)))
    work.matches.append(Started(LiveMatch(started)))
