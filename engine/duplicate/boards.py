"""The boards of a duplicate event: the rules they are played by, and where their cards come from.

An event has one chain of secrets whose anchor is public before anybody enters. The secret of a
round, together with what everybody pressed to be there, gives all boards of that round, and is
revealed when the last table has played them. It does not give those of later rounds.
"""

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from engine import fairness
from engine.events.history import BYE, History
from engine.events.matching import Cost
from engine.events.results import Entrant, EntrantPair, PairingResult
from engine.game.rules import DealRule, DrawDeal, MatchFormat, Rules

BOARDS: Final = (4, 6, 8, 10, 12, 16)
"""The possible numbers of boards in a round: even, so that both seats deal equally often."""


def rules_of(rules: Rules, boards: int) -> Rules:
    """Return the rules of a match of boards: points only, and a dealer who does not depend on them.

    >>> rules_of(Rules(), 8).rounds
    8
    """
    return replace(
        rules,
        match_format=MatchFormat.ROUNDS,
        rounds=boards,
        deal_rule=DealRule.ALTERNATE,
        draw_deal=DrawDeal.BY_RULE,
    )


def secret_of(chain: bytes, round_: int) -> bytes:
    """Return the secret of a round; its hash is the secret of the round before."""
    return fairness.round_secret(chain, round_)


def root_of(secret: bytes, event: int, round_: int) -> bytes:
    """Return the root of the chain from which the boards of a round are dealt."""
    return hmac.new(secret, f"gin/1/{event}/{round_}/boards".encode(), hashlib.sha256).digest()


def pressed_text(pressed: Iterable[int]) -> str:
    """Return what everybody pressed to be there, as one text that does not depend on the order.

    >>> pressed_text([30, 4])
    '4,30'
    """
    return ",".join(map(str, sorted(pressed)))


def contributions(event: int, round_: int, pressed: str) -> tuple[str, str]:
    """Return the contributions to every board of a round, the second from all entrants."""
    return f"boards:{event}:{round_}", hashlib.sha256(pressed.encode()).hexdigest()


def field_tables(
    here: Sequence[Entrant],
    results: Sequence[PairingResult],
    scores: Mapping[int, int],
    apart: Iterable[tuple[int, int]] = (),
    later: int = 0,
) -> list[EntrantPair]:
    """Return the tables of the next round of a field.

    Nobody meets the same opponent twice while that can be avoided; then those who have sat in
    the first seat more often meet those who have sat in the second; then equal scores meet.
    ``apart``: pairs that are avoided like a second meeting. ``later``: the rounds that follow.
    """
    made = {one.number: scores.get(one.number, 0) for one in here}
    ranked = sorted(here, key=lambda one: (-made[one.number], one.seed, one.lot))
    past = History([one.number for one in ranked], results)
    shunned = {frozenset(one) for one in apart}
    lowest = min(made.values())

    def cost(one: int, other: int) -> Cost:
        again = past.met[one][other]
        distance = past.place[other] - past.place[one]
        if other == BYE:
            return 0, again, made[one] - lowest, 0, distance * distance
        again += frozenset((one, other)) in shunned
        return again, 0, 0, past.seat_cost(one, other), distance * distance

    return past.pairs(cost, later)


def equal_teams(teams: Mapping[int, int]) -> tuple[list[int], list[int]]:
    """Return as many players of each team, an even number. ``teams``: that of each entrant.

    >>> equal_teams({1: 1, 2: 2, 3: 2, 4: 1, 5: 2})
    ([1, 4], [2, 3])
    """
    both = [[number for number, team in teams.items() if team == each] for each in (1, 2)]
    count = min(map(len, both)) // 2 * 2
    one, other = (team[:count] for team in both)
    return one, other


def team_tables(one: Sequence[int], other: Sequence[int]) -> list[EntrantPair]:
    """Return the tables of a team match; the teams take turns to sit first.

    >>> team_tables([1, 2], [3, 4])
    [EntrantPair(first=1, second=3), EntrantPair(first=4, second=2)]
    """
    return [
        EntrantPair(mine, theirs) if table % 2 else EntrantPair(theirs, mine)
        for table, (mine, theirs) in enumerate(zip(one, other, strict=True), 1)
    ]
