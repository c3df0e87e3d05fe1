"""The question for a match, when several are running and a command fits any of them."""

from collections.abc import Sequence
from typing import Final

from bot.match.match_line import match_title
from bot.presses.pick import ChoicePurpose, PickPress
from bot.ui.custom_id import base36
from bot.ui.i18n import mark
from bot.ui.reader import MatchContext, Reader
from bot.ui.screen import MAX_CHOICE, MAX_CHOICES, Accent, Choice, Menu, Screen, Text, clipped
from engine.game.seats import Seat

QUESTIONS: Final = {
    ChoicePurpose.RESIGN: mark("Which match do you want to resign?"),
    ChoicePurpose.PAUSE: mark("Which match do you want to pause?"),
    ChoicePurpose.RESUME: mark("Which match do you want to resume?"),
    ChoicePurpose.GIVE: mark("Which match do you want to give extra time in?"),
}


def which_match_screen(
    reader: Reader, wish: ChoicePurpose, matches: Sequence[tuple[MatchContext, Seat]]
) -> Screen:
    """Return a menu with the person's matches: rules, opponent, score and round."""
    t = reader.words.t
    choices = tuple(
        Choice(clipped(match_title(reader, board, seat), MAX_CHOICE), base36(board.match))
        for board, seat in matches[:MAX_CHOICES]
    )
    press = str(PickPress(wish))
    question = t(QUESTIONS[wish])
    return Screen((Text(f"### {question}"), Menu(press, choices, t("Choose a match"))), Accent.CALM)
