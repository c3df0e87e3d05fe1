"""The menu of other choices at a step of a replay, and the coach's answer about one of them."""

from collections.abc import Iterator
from typing import Final

from bot.presses.replay import ReplayPress, ReplayVerb, Watching
from bot.ui.reader import Player, Reader
from bot.ui.screen import MAX_CHOICES, Choice, Menu, Text, clipped
from bot.wording.reasons import action_words, reason_words
from engine.coach import THRESHOLDS
from engine.coach.what_if import WhatIf
from engine.game.actions import RoundAction
from engine.game.notation import action_text

CLOSE: Final = THRESHOLDS[0][0]
"""Points up to which another choice is as good as the best."""


def what_if_menu(
    reader: Reader, at: Watching, player: Player, others: tuple[RoundAction, ...]
) -> Menu:
    """Return the menu of what a player could have done instead."""
    plain = Reader(reader.words)
    choices = tuple(
        Choice(clipped(action_words(plain, one), 100), action_text(one))
        for one in others[:MAX_CHOICES]
    )
    press = ReplayPress.to(at, ReplayVerb.WHAT_IF)
    title = reader.words.t("What if {name} …", name=player.plain)
    return Menu(str(press), choices, clipped(title, 100))


def what_if_answer(reader: Reader, found: WhatIf) -> Text:
    """Return what the choice promised, and why the best one is better."""
    return Text("\n".join(_lines(reader, found)))


def _lines(reader: Reader, found: WhatIf) -> Iterator[str]:
    t = reader.words.t
    yield t(
        "🤔 What if: **{choice}**? It promised {n} points, the move made {m}.",
        choice=action_words(reader, found.asked.action),
        n=_signed(found.asked.points),
        m=_signed(found.played.points),
    )
    why = reason_words(reader, found.reason)
    if found.best.action == found.asked.action:
        yield t("It would have been the best choice. {reason}", reason=why)
    elif found.best.expected - found.asked.expected < CLOSE:
        yield t("It would have been almost as good as the best choice.")
    else:
        best = action_words(reader, found.best.action)
        yield t("Better: **{action}**. {reason}", action=best, reason=why)


def _signed(points: float) -> str:
    """Format a number as ``+1.5`` or ``−1.5``, without a negative zero."""
    return f"{round(points, 1) + 0.0:+.1f}".replace("-", "−")
