"""Events made by hand, in every state and of every kind."""

from collections.abc import Iterator
from dataclasses import replace

from engine.clocks import DAILY, LIVE_5_15
from engine.duplicate import pressed_text, secret_of
from engine.events.kinds import ARENA, FIELD, KINDS, KNOCKOUT, LEAGUE, SWISS, TEAMS
from engine.events.plan import EventKind, EventPlan, Repeat
from engine.fairness import anchor
from engine.game.presets import PRESETS
from engine.service.events.types import (
    BoardOf,
    BoardsOf,
    BoardsProof,
    EntryState,
    Event,
    EventEntry,
    EventId,
    EventPairing,
    EventStanding,
    EventState,
    PairingState,
    Verdict,
)
from engine.service.people import ChannelId, GuildId, MatchId, MessageId, UserId

BIG = 2**63 - 1
STARTS_MS = 1_900_000_000_000
LONG = "W" * 40
FIRST = 10**17
"""The first entrant; the others follow."""
STATES = tuple(EntryState)
CHAIN = bytes(range(32))
PROOF = BoardsProof(
    anchor(CHAIN).hex(),
    pressed_text(range(BIG - 512, BIG)),
    tuple((n, BIG - n, secret_of(CHAIN, n).hex()) for n in range(1, 16)),
)
ENDING = (ARENA, LEAGUE)
"""The kinds that end at a moment."""


def plan_for(kind: EventKind, *, name: str = "Friday night") -> EventPlan:
    return EventPlan(
        name=name,
        kind=kind,
        preset="standard",
        rules=PRESETS["standard"],
        starts_ms=STARTS_MS,
        clock=DAILY if kind is LEAGUE else LIVE_5_15,
        rated=not kind.is_duplicate,
        rounds=5 if kind is SWISS else None,
        best_of=3 if kind is KNOCKOUT else 1,
        third_place=kind is KNOCKOUT,
        repeat=Repeat.WEEKLY,
        winner_role=BIG,
    )


def entrant(number: int, name: str) -> EventEntry:
    return EventEntry(
        UserId(FIRST + number),
        f"{name}{number + 1}",
        EntryState.HERE,
        seed=number + 1,
        division=number // 6 + 1,
        rating=1500 + number,
    )


def event_of(
    kind: EventKind, state: EventState, players: int = 16, *, name: str = "Player "
) -> Event:
    """An event; where it runs, two rounds are paired and the first is decided."""
    entries = tuple(entrant(number, name) for number in range(players))
    begun = state in (EventState.RUNNING, EventState.FINISHED)
    rounds = max(1, (players - 1).bit_length()) if kind is KNOCKOUT else 5
    revealed = 0
    if kind.is_duplicate:
        rounds = 5 if kind is FIELD else 1
        revealed = {EventState.RUNNING: 1, EventState.FINISHED: 2}.get(state, 0)
        revealed = min(revealed, rounds)
    event = Event(
        id=EventId(BIG),
        guild=GuildId(1),
        channel=ChannelId(2),
        message=MessageId(3),
        thread=None,
        host=UserId(FIRST),
        state=state,
        plan=plan_for(kind, name=LONG if name == LONG else "Friday night"),
        round=2 if begun else 0,
        rounds=None if kind is ARENA else rounds,
        ends_ms=STARTS_MS + 3_600_000 if kind in ENDING else None,
        ended_ms=STARTS_MS if state is EventState.FINISHED else None,
        entries=entries,
        pairings=(),
        standings=(),
        version=1,
        rendered_version=1,
        season=3,
        anchor="0123456789abcdef" * 4 if kind.is_duplicate else None,
        revealed=revealed,
        team_points=(1234, -1234) if kind is TEAMS and revealed else None,
    )
    if not begun or players < 2:
        return event
    return replace(event, pairings=pairings_of(event), standings=standings_of(event))


def pairings_of(event: Event) -> tuple[EventPairing, ...]:
    """Two rounds: the first of each pair wins the first one, the second is being played."""
    users = [one.user_id for one in event.entries]
    found: list[EventPairing] = []
    over = event.state is EventState.FINISHED
    last = (event.rounds or 2) if event.plan.kind is KNOCKOUT else 2
    if event.plan.kind is KNOCKOUT:
        # A bracket of a power of two: the lower places have byes.
        users = [*users, *[UserId(0)] * (2 ** (event.rounds or 1) - len(users))]
    for number in range(1, (last if over else 2) + 1):
        winners = []
        for table, (first, second) in enumerate(zip(users[::2], users[1::2], strict=False), 1):
            done = over or number == 1
            winners.append(first)
            if not first:
                continue
            found.append(
                EventPairing(
                    number=len(found) + 1,
                    round=number,
                    table=table,
                    division=1,
                    first=first,
                    second=second or None,
                    state=PairingState.DONE if done else PairingState.PLAYING,
                    matches=(MatchId(BIG - len(found)),),
                    won=(2, 1) if done and second else (0, 0),
                    winner=first if done else None,
                    verdict=(Verdict.PLAYED if second else Verdict.BYE) if done else None,
                )
            )
        users = winners if event.plan.kind is KNOCKOUT else [*users[1:], users[0]]
        if len(users) < 2:
            break
    return tuple(found)


def standings_of(event: Event) -> tuple[EventStanding, ...]:
    league = event.plan.kind is LEAGUE
    teams = event.plan.kind is TEAMS
    return tuple(
        EventStanding(
            place=number % 6 + 1 if league else number + 1,
            user_id=one.user_id,
            half_points=max(0, 9 - number),
            played=2,
            won=1,
            drawn=1,
            lost=0,
            ties=(3.5, 2.0),
            streak=4 if number == 1 else 0,
            division=one.division if league else 1 + teams * (2 * number // len(event.entries)),
            by_round=(-120, None)[: event.revealed] if number % 2 else (77, 0)[: event.revealed],
        )
        for number, one in enumerate(event.entries)
    )


def boards_of(event: Event, count: int = 16) -> BoardsOf:
    """A player's boards, with as many other tables as there can be."""
    return BoardsOf(
        round=1,
        match=MatchId(BIG),
        opponent=event.entries[-1].user_id,
        boards=tuple(
            BoardOf(
                number,
                None if number == count else 130 - 17 * number,
                12 - number,
                -10 if number == count else 118 - 16 * number,
                tuple(range(-130, 126)),
            )
            for number in range(1, count + 1)
        ),
    )


def queue_of(number: int) -> int | None:
    waits = STATES[number % len(STATES)] in (EntryState.WAITING, EntryState.STANDBY)
    return number + 1 if waits else None


def every_event(players: int, name: str = "Player ") -> Iterator[Event]:
    for kind in KINDS.values():
        for state in EventState:
            event = event_of(kind, state, players, name=name)
            yield event
            if event.entries:
                kinds = tuple(
                    replace(one, state=STATES[number % len(STATES)], queue=queue_of(number))
                    for number, one in enumerate(event.entries)
                )
                yield replace(event, entries=kinds)
