"""The choices of any decision and their reasons, whichever game is played."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from engine.coach import mahjong
from engine.coach.options import Option, options
from engine.coach.reasons import Reason, reason
from engine.game.actions import RoundAction
from engine.game.rules import GameKind
from engine.game.view import SeatView
from engine.players.mahjong_position import MahjongPosition
from engine.players.position import Position


@dataclass(frozen=True, slots=True)
class Examined:
    """A decision as the coach sees it: its choices, and why one is better than another.

    ``options``: the sensible choices and the one made, best first; a single one if forced.
    """

    options: tuple[Option, ...]
    why: Callable[[Option, Option | None], Reason]


def examined(
    view: SeatView, played: RoundAction | None, seed: int, *, every_discard: bool = False
) -> Examined:
    """Return the choices of the player of this view; ``played``: one that is valued in any case.

    ``every_discard``: all discards, not only the sensible ones; in gin, where it is learned.
    """
    if view.public.rules.game_kind is GameKind.MAHJONG:
        at_table = MahjongPosition.of(view, seed)
        found = mahjong.options(at_table, played)
        return Examined(tuple(found), partial(mahjong.reason, at_table))
    position = Position.of(view, seed)
    found = options(position, played, every_discard=every_discard)
    return Examined(tuple(found), partial(reason, position))


def explaining(view: SeatView, seed: int) -> Callable[[Option, Option | None], Reason]:
    """Return what tells why one choice of the player of this view is better than another."""
    if view.public.rules.game_kind is GameKind.MAHJONG:
        return partial(mahjong.reason, MahjongPosition.of(view, seed))
    return partial(reason, Position.of(view, seed))
