"""The boards of a duplicate event: the rules they are played by, and where their cards come from.

An event has one chain of secrets whose anchor is public before anybody enters. The secret of a
round, together with what everybody pressed to be there, gives all boards of that round, and is
revealed when the last table has played them. It does not give those of later rounds.
"""

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from engine import fairness
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
