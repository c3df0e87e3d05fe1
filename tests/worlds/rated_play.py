"""Rated matches of two in one pool of one server, by the real rules of ratings, without a store."""

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from math import inf, isinf
from typing import Final, NamedTuple

from engine.clocks import DAY
from engine.standings.credit import (
    ESTABLISHED_MS,
    KNOWN_AFTER,
    MOST_FROM_UNKNOWN,
    SETTLED_PEOPLE,
    Credit,
    Meeting,
    PastChange,
    bounded,
    ceiling,
    credit,
    is_open,
    is_supported,
    open_from,
    room_with,
)
from engine.standings.rating import (
    NEWCOMER,
    PERIOD_MS,
    RatedResult,
    Rating,
    after_match,
    expected,
    widened,
)

WINDOW: Final = 30 * DAY
A_DAY: Final = 5
"""Rated matches of the same two in a day; further ones change no rating."""


class Result(NamedTuple):
    """A match that one person won against another, who may have left early."""

    at_ms: int
    winner: int
    loser: int
    left: bool = False


class Line(NamedTuple):
    """A line of somebody's history."""

    at_ms: int
    change: PastChange
    bounded: float


class RatedPlay:
    """Ratings after the matches of a server. ``groups``: whether what groups give is bounded."""

    def __init__(self, *, groups: bool = True) -> None:
        self.groups = groups
        self.ratings: defaultdict[int, Rating] = defaultdict(lambda: NEWCOMER)
        self._independent: defaultdict[int, Rating] = defaultdict(lambda: NEWCOMER)
        self._independent_ms: dict[int, int] = {}
        self._last: dict[int, int] = {}
        self._first: dict[int, int] = {}
        self._met: defaultdict[tuple[int, int], list[tuple[int, Meeting]]] = defaultdict(list)
        self._finished: defaultdict[int, Counter[int]] = defaultdict(Counter)
        self._history: defaultdict[int, list[Line]] = defaultdict(list)
        self._days: Counter[tuple[int, int, int]] = Counter()
        self._settled: set[int] = set()

    def value(self, person: int) -> float:
        return self.ratings[person].value

    def play(self, results: Sequence[Result]) -> "RatedPlay":
        """Rate matches in the order of their ends."""
        for one in sorted(results):
            self._rate(one)
        return self

    def _rate(self, now: Result) -> None:
        day = (min(now[1:3]), max(now[1:3]), now.at_ms // DAY)
        self._days[day] += 1
        if self._days[day] > A_DAY:
            return
        winner, loser = now.winner, now.loser
        meeting, before = Meeting(1, was_left=now.left), self._lately(now)
        won = self._credit(meeting, before, loser, winner, now.at_ms)
        turned = [one.reversed for one in before]
        lost = self._credit(meeting.reversed, turned, winner, loser, now.at_ms)
        old = self.ratings[winner], self.ratings[loser]
        idle = [now.at_ms - self._last.get(one, now.at_ms) for one in (winner, loser)]
        seen = [widened(one, time / PERIOD_MS) for one, time in zip(old, idle, strict=True)]

        def rated(share: float) -> Rating:
            faced = RatedResult(seen[1].value, seen[1].deviation, 1.0, won.weight * share)
            return after_match(old[0], [faced], idle[0])

        room = self._room(now, seen[0], is_bounded=won.is_bounded)
        if not won.is_independent:
            room = min(room, max(0.0, self._ceiling(winner, now.at_ms) - old[0].value))
        share = 1.0 if isinf(room) else bounded(old[0], room, rated)
        weight = lost.weight * (1.0 if now.left else share)
        faced = [
            RatedResult(seen[1].value, seen[1].deviation, 1.0, won.weight * share),
            RatedResult(seen[0].value, seen[0].deviation, 0.0, weight),
        ]
        new = [after_match(old[place], [faced[place]], idle[place]) for place in range(2)]
        for place, (one, other, said) in enumerate(((winner, loser, won), (loser, winner, lost))):
            if said.is_independent:
                self._enter_independent(one, faced[place], now.at_ms)
            highest = self._ceiling(one, now.at_ms)
            new[place] = replace(new[place], value=min(new[place].value, highest))
            points = new[place].value - old[place].value
            settled = not new[place].is_provisional
            change = PastChange(frozenset({other}), points, settled)
            self._history[one].append(Line(now.at_ms, change, points if said.is_bounded else 0.0))
            self.ratings[one], self._last[one] = new[place], now.at_ms
            (self._settled.add if settled else self._settled.discard)(one)
            if not now.left:
                self._finished[one][other] += 1
                self._first.setdefault(one, now.at_ms)
        self._met[winner, loser].append((now.at_ms, meeting))
        self._met[loser, winner].append((now.at_ms, meeting.reversed))

    def _lately(self, now: Result) -> list[Meeting]:
        since = now.at_ms - WINDOW
        met = self._met[now.winner, now.loser]
        return [meeting for at_ms, meeting in met if at_ms >= since]

    def _enter_independent(self, person: int, faced: RatedResult, now_ms: int) -> None:
        idle = now_ms - self._independent_ms.get(person, now_ms)
        self._independent[person] = after_match(self._independent[person], [faced], idle)
        self._independent_ms[person] = now_ms

    def _ceiling(self, person: int, now_ms: int) -> float:
        """The highest rating that the independent rating supports."""
        idle = now_ms - self._independent_ms.get(person, now_ms)
        supported = ceiling(widened(self._independent[person], idle / PERIOD_MS))
        return supported if self.groups else inf

    @property
    def _is_small(self) -> bool:
        return not self.groups or len(self._settled) <= SETTLED_PEOPLE

    def _credit(
        self, meeting: Meeting, before: Sequence[Meeting], person: int, besides: int, now_ms: int
    ) -> Credit:
        met = self._finished[person]
        is_known = sum(met.values()) - met[besides] >= KNOWN_AFTER
        return credit(
            meeting,
            before,
            is_known=is_known,
            is_independent=not self.groups
            or self._is_independent(person, besides, len(before), now_ms),
        )

    def _is_independent(self, person: int, besides: int, together: int, now_ms: int) -> bool:
        old = {one for one, at_ms in self._first.items() if at_ms <= now_ms - ESTABLISHED_MS}
        enough = open_from(len((old & self._settled) - {person, besides}))
        if enough is None:
            return True
        met, others = self._finished[person], old - {person, besides}
        support = sum(times for one, times in met.items() if one in others)
        if person not in old or not is_supported(support, together):
            return False
        return is_open(enough, others & set(met), lambda one: others & set(self._finished[one]))

    def _room(self, now: Result, before: Rating, *, is_bounded: bool) -> float:
        since = now.at_ms - WINDOW
        lines = [one for one in self._history[now.winner] if one.at_ms >= since]
        self._history[now.winner] = lines
        room = inf
        if is_bounded:
            room = max(0.0, MOST_FROM_UNKNOWN - sum(one.bounded for one in lines))
        if not self._is_small and not before.is_provisional:
            room = min(room, room_with({now.loser}, [one.change for one in lines]))
        return room


class People(NamedTuple):
    """The people of a server: their strengths, how many matches a day they seek, and friends."""

    strengths: dict[int, float]
    activity: dict[int, float]
    friends: dict[int, list[int]]
    joined: dict[int, int]


def people(rng: random.Random, ids: range, days: int, newcomers: float = 0.4) -> People:
    """People of usual strengths; some of them join later."""
    strengths = {one: rng.gauss(1500, 200) for one in ids}
    activity = {one: min(3.0, rng.lognormvariate(-0.8, 0.8)) for one in ids}
    joined = {
        one: rng.randrange(max(1, days * 2 // 3)) if rng.random() < newcomers else 0 for one in ids
    }
    friends = {}
    for one in ids:
        others = [other for other in ids if other != one]
        friends[one] = rng.sample(others, min(len(others), rng.randint(1, 5)))
    return People(strengths, activity, friends, joined)


def honest(rng: random.Random, here: People, days: range) -> list[Result]:
    """Their matches: two in five against friends, the others against whoever is there."""
    found = []
    for day in days:
        present = [one for one, joined in here.joined.items() if joined <= day]
        if len(present) < 2:
            continue
        weights = [here.activity[one] for one in present]
        for one in present:
            wanted = here.activity[one] / 2
            for _ in range(int(wanted) + (rng.random() < wanted % 1)):
                friends = [other for other in here.friends[one] if here.joined[other] <= day]
                if friends and rng.random() < 0.4:
                    other = rng.choice(friends)
                else:
                    other = rng.choices(present, weights)[0]
                if other != one:
                    odds = expected(here.strengths[one], here.strengths[other])
                    pair = (one, other) if rng.random() < odds else (other, one)
                    found.append(Result(_within(rng, day), *pair, rng.random() < 0.04))
    return found


def _within(rng: random.Random, day: int) -> int:
    return day * DAY + rng.randrange(DAY)


class Crowd:
    """A server of honest people, and a farmer of average strength who plays there every day.

    The farm runs in the last 30 of 90 days. A ``settled`` farmer has played before.
    """

    FARMER: Final = 10_000
    ACCOUNTS: Final = 20_000

    def __init__(self, seed: int, *, settled: bool = True, size: int = 80) -> None:
        self.rng = random.Random(seed)
        self.here = people(self.rng, range(size), 1, newcomers=0.0)
        self.results = honest(self.rng, self.here, range(90))
        for day in range(0 if settled else 60, 90):
            self.results.append(self.stranger(self.FARMER, day))

    def stranger(self, account: int, day: int) -> Result:
        """An honest match of an account, of average strength, against somebody."""
        other = self.rng.randrange(len(self.here.strengths))
        is_won = self.rng.random() < expected(1500, self.here.strengths[other])
        pair = (account, other) if is_won else (other, account)
        return Result(_within(self.rng, day), *pair)

    def gain(self, farm: Sequence[Result], *, groups: bool = True) -> float:
        """The farmer's rating after the 30 days, over that without the farm."""
        without, rated = RatedPlay(groups=groups), RatedPlay(groups=groups)
        without.play(self.results)
        rated.play([*self.results, *farm])
        return rated.value(self.FARMER) - without.value(self.FARMER)

    def _order(self, one: int, other: int) -> tuple[int, int]:
        return (one, other) if self.rng.random() < 0.5 else (other, one)

    def ring(self, accounts: int, times: int) -> list[Result]:
        """Accounts that play each other first, then lose to the farmer as often as is rated."""
        names = [self.ACCOUNTS + one for one in range(accounts)]
        start = 60 * DAY
        found = []
        for _ in range(times):
            for one in names:
                for other in names[: one - self.ACCOUNTS]:
                    start += 1000
                    found.append(Result(start, *self._order(one, other)))
        for day in range(60, 90):
            found += [
                Result(max(start, day * DAY) + 1000 * turn, self.FARMER, one)
                for turn in range(A_DAY)
                for one in names
            ]
        return found

    def feeders(
        self, accounts: int, before: int, *, times: int = 150, a_day: int = A_DAY
    ) -> list[Result]:
        """Accounts that first play strangers honestly, then lose to the farmer."""
        found = []
        for one in range(self.ACCOUNTS, self.ACCOUNTS + accounts):
            found += [self.stranger(one, 60) for _ in range(before)]
            losses = [day for day in range(61, 90) for _ in range(a_day)][:times]
            found += [Result(_within(self.rng, day), self.FARMER, one) for day in losses]
        return found

    def drip(self, accounts: int) -> list[Result]:
        """Accounts that play each other all the time, and lose or resign to the farmer by turns."""
        found = []
        for day in range(60, 90):
            for one in range(accounts):
                other = (one + 1 + day) % accounts
                if other != one:
                    pair = self._order(self.ACCOUNTS + one, self.ACCOUNTS + other)
                    left = self.rng.random() < 0.2
                    found.append(Result(_within(self.rng, day), *pair, left))
                if (one + day) % 3 == 0:
                    left, account = self.rng.random() < 0.4, self.ACCOUNTS + one
                    found.append(Result(_within(self.rng, day), self.FARMER, account, left))
        return found
