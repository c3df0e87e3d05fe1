"""Which feature answers which press: the one table of pages, and what several features share."""

from typing import TYPE_CHECKING, Final

from bot.account.handlers import settings_pressed
from bot.account.privacy import privacy_pressed
from bot.coach.handlers import coach_answers, coach_pressed, hint_pressed
from bot.commands.shortcuts import go_answers, go_pressed
from bot.daily.handlers import daily_answers, daily_pressed
from bot.friends.handlers import friends_answers, friends_pressed
from bot.history.handlers import history_answers, history_pressed
from bot.leaderboard.handlers import board_pressed
from bot.lobby.handlers import lobby_pressed, rematch_pressed
from bot.match.hand.handlers import hand_answers, hand_pressed, play_pressed
from bot.match.replay.handlers import replay_answers, replay_pressed
from bot.match.table_handlers import table_answers, table_pressed
from bot.match.which_match import pick_pressed
from bot.moderation.handlers import reports_pressed
from bot.moderation.log_handlers import log_pressed
from bot.notes.handlers import notes_answers, notes_pressed
from bot.profile.handlers import profile_answers, profile_pressed
from bot.rewards.handlers import rewards_pressed
from bot.rulebook.handlers import rules_pressed
from bot.server.handlers import config_pressed
from bot.server.house_handlers import house_answers, house_pressed
from bot.ui.answers import Answer, Route
from bot.ui.custom_id import Area, CustomId
from bot.ui.errors import OLD_BUTTON
from bot.ui.notice import notice_screen
from bot.ui.reply import Reply

if TYPE_CHECKING:
    from bot.app import GinBot

PAGES: Final[dict[str, Route]] = {
    "board": Route(board_pressed, Answer.IN_PLACE),
    "profile": Route(profile_pressed, profile_answers),
    "coach": Route(coach_pressed, coach_answers),
    "config": Route(config_pressed, Answer.IN_PLACE),
    "daily": Route(daily_pressed, daily_answers),
    "friends": Route(friends_pressed, friends_answers),
    "go": Route(go_pressed, go_answers),
    "history": Route(history_pressed, history_answers),
    "house": Route(house_pressed, house_answers),
    "log": Route(log_pressed, Answer.IN_PLACE),
    "note": Route(notes_pressed, notes_answers),
    "pick": Route(pick_pressed, Answer.IN_PLACE),
    "privacy": Route(privacy_pressed, Answer.IN_PLACE),
    "replay": Route(replay_pressed, replay_answers),
    "reports": Route(reports_pressed, Answer.IN_PLACE),
    "rewards": Route(rewards_pressed, Answer.IN_PLACE),
    "rules": Route(rules_pressed, Answer.IN_PLACE),
    "set": Route(settings_pressed, Answer.IN_PLACE),
}
"""The handler of a page's press, by the word before the first hyphen."""

_OTHERS: Final[dict[tuple[Area, str], Route]] = {
    (Area.HAND, "hint"): Route(hint_pressed, Answer.IN_PLACE),
    (Area.TABLE, "rematch"): Route(rematch_pressed, Answer.PUBLIC),
}
"""Buttons under a hand or a table that belong to another feature."""
_AREAS: Final[dict[Area, Route]] = {
    Area.PLAY: Route(play_pressed, Answer.IN_PLACE),
    Area.HAND: Route(hand_pressed, hand_answers),
    Area.TABLE: Route(table_pressed, table_answers),
    Area.LOBBY: Route(lobby_pressed, Answer.IN_PLACE),
}


def route_of(press: CustomId) -> Route:
    """Return the handler of a press."""
    if press.area is Area.PAGE:
        return PAGES.get(press.what.partition("-")[0], _UNKNOWN)
    return _OTHERS.get((press.area, press.what), _AREAS[press.area])


async def _unknown_page(
    bot: "GinBot", reply: Reply, press: CustomId, values: tuple[str, ...]
) -> None:
    reader = await bot.readers.of(reply.interaction)
    await reply.private(notice_screen(reader.words.t(OLD_BUTTON)))


_UNKNOWN: Final = Route(_unknown_page, Answer.IN_PLACE)
