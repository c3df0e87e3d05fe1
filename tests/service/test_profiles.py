"""Profiles from a person's own matches, beside a computation of their own over random matches."""

import random
from collections import Counter, defaultdict
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, text

from engine.game.seats import Seat
from engine.game.statistics import PlayStatistics
from engine.service import GuildId, HeadToHead, UserId
from engine.service.people import DIRECT_MESSAGES
from engine.service.standings import Profile, match_facts, statistics
from engine.service.standings.match_facts import EVERYWHERE, MatchFacts, PlayerFacts, season_of
from engine.service.standings.statistics import FEWEST_MEETINGS, PRESETS, PresetResult
from engine.standings.rating import POOLS
from engine.store import sqlite
from engine.store.address import parsed, plain_engine
from engine.store.schema import players
from tests.databases import ready
from tests.seeds import seeds
from tests.transactions import reading, writing

PEOPLE = tuple(UserId(number) for number in range(1, 9))
HOMES = (DIRECT_MESSAGES, GuildId(700), GuildId(701))
RULES = tuple(f"rules {number}" for number in range(PRESETS + 2))
SIDES = ((0, 1), (0, 1), (0, 1), (0, 1, 2), (0, 1, 0, 1), (0, 1, 2, 3))
NOW = 1_800_000_000_000
Pair = tuple[int, UserId, UserId]
"""A scope and two people."""


def some_matches(rng: random.Random) -> list[MatchFacts]:
    """Matches of two to four players and sides, also drawn ones and ones across servers."""
    return [one_match(rng, number) for number in range(1, rng.randint(2, 250))]


def one_match(rng: random.Random, number: int) -> MatchFacts:
    parties = rng.choice(SIDES)
    results = [rng.choice((-1, -1, 0, 1)) for _ in set(parties)]
    across = rng.random() < 0.2
    ended = NOW + rng.randrange(50)
    return MatchFacts(
        match_id=number,
        guild_id=DIRECT_MESSAGES if across else rng.choice(HOMES),
        pool=rng.choice(POOLS),
        preset=rng.choice(RULES),
        season=season_of(ended),
        ended_ms=ended,
        players=tuple(
            PlayerFacts(Seat(seat), user, party, results[party], False, PlayStatistics())
            for seat, (user, party) in enumerate(
                zip(rng.sample(PEOPLE, len(parties)), parties, strict=True)
            )
        ),
        is_apart=across,
    )


class Ledger:
    """The same matches, added up one after the other."""

    def __init__(self, found: list[MatchFacts]) -> None:
        self.met: dict[Pair, Counter[str]] = defaultdict(Counter)
        self.rules: dict[tuple[int, UserId, str], Counter[str]] = defaultdict(Counter)
        for one in found:
            for scope in {EVERYWHERE, one.guild_id}:
                for player in one.players:
                    kind = ("drawn", "won", "lost")[player.result]
                    self.rules[scope, player.user_id, one.preset][kind] += 1
                    self._meet(scope, one, player)

    def _meet(self, scope: int, one: MatchFacts, player: PlayerFacts) -> None:
        for other in one.players:
            if other.party == player.party or one.is_apart:
                continue
            better = player.result - other.result
            if better == 0 and player.result < 0:
                continue
            kind = "drawn" if better == 0 else "won" if better > 0 else "lost"
            self.met[scope, player.user_id, other.user_id][kind] += 1

    def between(self, scope: int, user: UserId, other: UserId) -> HeadToHead:
        met = self.met[scope, user, other]
        return HeadToHead(met["won"], met["lost"], met["drawn"])

    def presets(self, scope: int, user: UserId) -> tuple[PresetResult, ...]:
        mine = [
            PresetResult(rules, counted.total(), counted["won"], counted["drawn"])
            for (where, who, rules), counted in self.rules.items()
            if (where, who) == (scope, user)
        ]
        return tuple(sorted(mine, key=lambda one: (-one.matches, one.preset))[:PRESETS])

    def extremes(self, scope: int, user: UserId) -> tuple[UserId | None, UserId | None]:
        """The opponent met most often, and the one lost to most often."""
        met = {one: self.between(scope, user, one) for one in PEOPLE}
        often = sorted((-met[one].matches, one) for one in PEOPLE if met[one].matches)
        worst = sorted(
            (met[one].won - met[one].lost, one)
            for one in PEOPLE
            if met[one].matches >= FEWEST_MEETINGS
        )
        nemesis = worst[0][1] if worst and worst[0][0] < 0 else None
        return (often[0][1] if often else None), nemesis


def compare(connection: Connection, seed: int) -> None:
    rng = random.Random(seed)
    found = some_matches(rng)
    named = {one: f"Player {one}" for one in PEOPLE[::2]}
    rows = [
        {"user_id": one, "name": name, "prefs": "{}", "seen_ms": 1} for one, name in named.items()
    ]
    connection.execute(insert(players), rows)
    for one in found:
        match_facts.enter(writing(connection), one, {})
    ledger = Ledger(found)
    for scope in HOMES:
        guild = None if scope == EVERYWHERE else scope
        for user in PEOPLE:
            for reader in (user, rng.choice(PEOPLE)):
                seen = statistics.profile(reading(connection, NOW), user, reader, guild)
                if not isinstance(seen, Profile):
                    assert reader != user
                    continue
                assert seen.presets == ledger.presets(scope, user)
                friend, nemesis = ledger.extremes(scope, user)
                for shown, who in ((seen.best_friend, friend), (seen.nemesis, nemesis)):
                    assert (None if shown is None else shown.user_id) == who
                    if shown is not None:
                        assert shown.name == named.get(shown.user_id, "")
                        assert shown.met == ledger.between(scope, user, shown.user_id)
                if reader != user:
                    assert seen.with_reader == ledger.between(scope, user, reader)


MOST = 10
FEW = 3


@pytest.mark.slow
@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(seed, marks=[] if number < FEW else [pytest.mark.night])
        for number, seed in enumerate(seeds(MOST))
    ],
)
def test_profiles_are_the_sums_of_random_matches(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "gin.db"
    ready(f"sqlite:///{path}")
    engine = sqlite.writer_engine(path, foreign_keys=False)
    with engine.begin() as connection:
        compare(connection, seed)
    engine.dispose()


@pytest.mark.postgres
async def test_profiles_are_the_sums_of_random_matches_on_postgresql(url: str) -> None:
    engine = plain_engine(parsed(url))
    async with engine.begin() as connection:
        await connection.execute(text("SET LOCAL session_replication_role = replica"))
        await connection.run_sync(compare, 1)
    await engine.dispose()
