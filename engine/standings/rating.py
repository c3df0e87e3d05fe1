"""Rating pools, and Glicko-2 ratings (Glickman, "Example of the Glicko-2 system", 2013).

A pool is a family of rules, live or by correspondence. A rating is a number with its uncertainty.
Every match is its own rating period; the time since the last one counts in periods of
``PERIOD_MS`` and widens the deviation.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, assert_never

from engine.clocks import DAY, HOUR, ClockRules
from engine.game.melds import RunWrap
from engine.game.rules import GameKind, KnockCardSource, MatchFormat, Rules, TableFormat

ANY: Final = "any"
"""The name of all pools together, accepted in place of a pool."""


class Family(StrEnum):
    """A family of rules that need the same skill."""

    STANDARD = "standard"
    STRAIGHT = "straight"
    OKLAHOMA = "oklahoma"
    HOLLYWOOD = "hollywood"
    TEDESCO = "tedesco"
    MAHJONG = "mahjong"
    THREE_HANDED = "three_handed"
    TEAMS = "teams"


class Pace(StrEnum):
    """The pace of a match: both players present, or by correspondence."""

    LIVE = "live"
    CORRESPONDENCE = "correspondence"


@dataclass(frozen=True, slots=True)
class Pool:
    """One list of ratings, written as ``standard.live``."""

    family: Family
    pace: Pace

    def __str__(self) -> str:
        return f"{self.family}.{self.pace}"


POOLS: Final = tuple(Pool(family, pace) for family in Family for pace in Pace)


def parse_pool(text: str) -> Pool:
    """Read a pool. Raise ValueError if there is none of this name.

    >>> parse_pool("teams.live").family.value
    'teams'
    """
    family, _, pace = text.partition(".")
    return Pool(Family(family), Pace(pace))


def pool_of(rules: Rules, clock: ClockRules) -> Pool:
    """Return the pool of a match."""
    live = clock.turn_ms is not None and clock.turn_ms < HOUR
    return Pool(family_of(rules), Pace.LIVE if live else Pace.CORRESPONDENCE)


def family_of(rules: Rules) -> Family:
    """Return the family of rules, by seating, then by game, then by knock rule.

    >>> family_of(Rules(knock_limit=0)).value
    'straight'
    """
    match rules.table_format:
        case TableFormat.BOX | TableFormat.CUTTHROAT | TableFormat.ROTATION:
            return Family.THREE_HANDED
        case TableFormat.PARTNERSHIP | TableFormat.CAPTAINS | TableFormat.CHOUETTE:
            return Family.TEAMS
        case TableFormat.TWO:
            pass
        case _:
            assert_never(rules.table_format)
    if rules.game_kind is GameKind.MAHJONG:
        return Family.MAHJONG
    if rules.run_wrap is not RunWrap.NONE:
        return Family.TEDESCO
    if rules.match_format is MatchFormat.HOLLYWOOD:
        return Family.HOLLYWOOD
    if rules.knock_card_source is not KnockCardSource.FIXED:
        return Family.OKLAHOMA
    return Family.STRAIGHT if rules.knock_limit == 0 else Family.STANDARD


SCALE: Final = 173.7178
TAU: Final = 0.5
"""The system constant, which limits changes of the volatility; Glickman recommends 0.3 to 1.2."""
START: Final = 1500.0
MOST_UNCERTAIN: Final = 350.0
LEAST_UNCERTAIN: Final = 45.0
"""The least deviation, so that every rating can still follow its player."""
PROVISIONAL: Final = 110.0
"""The deviation from which a rating is provisional."""
PERIOD_MS: Final = 5 * DAY
"""The period: at volatility 0.06, a deviation of 60 becomes 110 after 13 months without play."""
_CLOSE_ENOUGH: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating on the usual scale, its deviation and its volatility."""

    value: float = START
    deviation: float = MOST_UNCERTAIN
    volatility: float = 0.06

    @property
    def is_provisional(self) -> bool:
        return self.deviation >= PROVISIONAL


NEWCOMER: Final = Rating()


class RatedResult(NamedTuple):
    """A result against one opponent: 1 won, 0.5 drawn, 0 lost, with its ``weight``."""

    value: float
    deviation: float
    score: float
    weight: float = 1.0


def expected(value: float, other: float, deviation: float = 0.0) -> float:
    """Return the expected score against an opponent with this deviation.

    >>> round(expected(1500, 1400, 30), 3)
    0.639
    """
    return 1 / (1 + math.exp(-_g(deviation / SCALE) * (value - other) / SCALE))


def widened(rating: Rating, periods: float) -> Rating:
    """Return the rating after ``periods`` periods without a match."""
    wide = math.hypot(rating.deviation, rating.volatility * SCALE * math.sqrt(max(0.0, periods)))
    return Rating(rating.value, min(MOST_UNCERTAIN, wide), rating.volatility)


def updated(rating: Rating, results: Sequence[RatedResult], periods: float = 1.0) -> Rating:
    """Return the rating after these results, ``periods`` after the last (Glickman's steps 2-8).

    >>> faced = [RatedResult(1400, 30, 1), RatedResult(1550, 100, 0), RatedResult(1700, 300, 0)]
    >>> new = updated(Rating(1500, 200), faced)
    >>> round(new.value, 2), round(new.deviation, 2), round(new.volatility, 5)
    (1464.05, 151.52, 0.06)
    """
    information = surprise = 0.0
    for result in results:
        g = _g(result.deviation / SCALE)
        e = expected(rating.value, result.value, result.deviation)
        information += result.weight * g * g * e * (1 - e)
        surprise += result.weight * g * (result.score - e)
    if not information:
        return widened(rating, periods)
    variance, phi = 1 / information, rating.deviation / SCALE
    volatility = _volatility(phi, rating.volatility, variance, variance * surprise)
    wide = widened(Rating(rating.value, rating.deviation, volatility), periods)
    new_phi = 1 / math.sqrt((SCALE / wide.deviation) ** 2 + information)
    value = rating.value + SCALE * new_phi**2 * surprise
    return Rating(value, new_phi * SCALE, volatility)


def after_match(rating: Rating, results: Sequence[RatedResult], idle_ms: int) -> Rating:
    """Return the rating after a match, ``idle_ms`` after the previous one."""
    new = updated(rating, results, idle_ms / PERIOD_MS)
    return Rating(new.value, max(LEAST_UNCERTAIN, new.deviation), new.volatility)


def sure_for_ms(rating: Rating) -> int:
    """Return the time without a match until the rating is provisional again."""
    if rating.is_provisional:
        return 0
    room = (PROVISIONAL**2 - rating.deviation**2) / (rating.volatility * SCALE) ** 2
    return int(room * PERIOD_MS)


def versus_side(
    own: Sequence[Rating], member: int, others: Sequence[Rating], score: float
) -> RatedResult:
    """Return a team's result for one member, as a result against one imaginary opponent.

    Its distance from the member is that of the mean of ``others`` from the mean of ``own``, and its
    deviation includes all other players. The weight of the result decreases with the size of the
    side. For two single players it is the opponent.
    """
    mean, theirs = _mean(own), _mean(others)
    partners = [one for place, one in enumerate(own) if place != member]
    spread = sum(one.deviation**2 for one in others) / len(others) ** 2
    spread += sum(one.deviation**2 for one in partners) / len(own) ** 2
    value = own[member].value + theirs - mean
    return RatedResult(value, math.sqrt(spread), score, 1 / len(own))


def _mean(side: Sequence[Rating]) -> float:
    return sum(one.value for one in side) / len(side)


def _g(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Return the volatility that explains the results best (step 5, Illinois algorithm)."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        grown = phi**2 + variance + math.exp(x)
        return math.exp(x) * (delta**2 - grown) / (2 * grown**2) - (x - a) / TAU**2

    low = a
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        # The paper searches for the first step down at which f is not negative; with tau < 2 it is
        # always this one, because f(a - tau) > 1 / tau - 1 / 2.
        high = a - TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _CLOSE_ENOUGH:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
