"""The four levels of play behind one function, :func:`choose`."""

from enum import StrEnum
from typing import assert_never

from engine.game.actions import BigGin, Discard, Draw, Knock, RoundAction, TakeDeep
from engine.game.legal import Verb
from engine.game.rules import GameKind
from engine.game.view import SeatView
from engine.players import casual, expert, mahjong, master, novice, showdown
from engine.players.judgement import can_judge
from engine.players.position import Position
from engine.players.valuation import expected_left, stock_odds

LAYOUT_HANDS = 40
"""Likely hands against which layouts are compared."""


class Level(StrEnum):
    """The skill of a computer, weakest first."""

    NOVICE = "novice"
    CASUAL = "casual"
    EXPERT = "expert"
    MASTER = "master"

    @property
    def below(self) -> "Level":
        """The next lower level; the novice is its own."""
        order = list(Level)
        return order[max(0, order.index(self) - 1)]

    @property
    def is_quick(self) -> bool:
        """Whether a decision takes a few milliseconds at most and needs no separate process."""
        return self in (Level.NOVICE, Level.CASUAL)


def level_named(name: str) -> Level:
    """Return the level of this name. Raise ValueError for an unknown name."""
    try:
        return Level(name)
    except ValueError:
        known = ", ".join(Level)
        raise ValueError(f"no level is called {name!r}; there are {known}") from None


def choose(view: SeatView, level: Level, seed: int) -> RoundAction:
    """Return the action of a player of ``level``, the same for the same view and seed.

    Raise ValueError if it is not this seat's turn.
    """
    legal = view.legal
    if not legal or view.table is None:
        raise ValueError(f"seat {view.seat} has nothing to do")
    if legal.verbs == (Verb.DRAW,):
        return Draw()
    if view.public.rules.game_kind is GameKind.MAHJONG:
        return mahjong.choose(view, level.value, seed)
    if Verb.DONE in legal.verbs:
        return showdown.lay_off(view)
    position = Position.of(view, seed)
    if Verb.TAKE_KNOCK in legal.verbs:
        hands = [] if level.is_quick else position.likely_hands(LAYOUT_HANDS)
        return showdown.last_discard(position, hands)
    if Verb.DISCARD in legal.verbs:
        return _discard(position, level)
    return _deep(position, level) or _draw(position, level)


def _draw(position: Position, level: Level) -> RoundAction:
    match level:
        case Level.NOVICE:
            return novice.draw_action(position)
        case Level.CASUAL:
            return casual.draw_action(position)
        case Level.EXPERT:
            return expert.draw_action(position)
        case Level.MASTER:
            return master.draw_action(position)
        case _:
            assert_never(level)


def _discard(position: Position, level: Level) -> RoundAction:
    legal = position.view.legal
    if Verb.BIG_GIN in legal.verbs:
        return _big_gin(position)
    match level:
        case Level.NOVICE:
            return novice.discard_action(position)
        case Level.CASUAL:
            return casual.discard_action(position)
        case Level.EXPERT:
            action = expert.discard_action(position)
        case Level.MASTER:
            action = master.discard_action(position)
        case _:
            assert_never(level)
    if isinstance(action, Discard):
        return action
    return showdown.laid_out(position, action, position.likely_hands(LAYOUT_HANDS))


def _big_gin(position: Position) -> RoundAction:
    """Return big gin, or gin with ten cards if the rules pay more for it (rulebook 1.8)."""
    rules = position.view.public.rules
    gins = [card for card, left in position.view.legal.knocks if left == 0]
    if gins and rules.gin_bonus > (rules.big_gin_bonus or 0):
        return Knock(gins[0])
    return BigGin()


def _deep(position: Position, level: Level) -> RoundAction | None:
    """Return a deep pickup if it is better than a draw (``deep_pickup``)."""
    legal = position.view.legal
    if Verb.TAKE_DEEP not in legal.verbs or level is Level.NOVICE:
        return None
    if level is Level.MASTER and can_judge(position):
        return None
    solver, hand = position.play.solver, position.memory.hand
    left = {
        (card, meld): solver.best_discard(hand | 1 << card, meld)[1] for card, meld in legal.deep
    }
    best = min(left, key=lambda pick: (left[pick], pick))
    expected = expected_left(position.play, hand, stock_odds(position.memory, ()))
    return TakeDeep(*best) if left[best] < expected - 2 else None
