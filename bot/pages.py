"""Which feature answers which press: the one table of all of them."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, TypeAlias

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
from bot.parts import Parts
from bot.profile.handlers import profile_answers, profile_pressed
from bot.rewards.handlers import rewards_pressed
from bot.rulebook.handlers import rules_pressed
from bot.server.handlers import config_pressed
from bot.server.house_handlers import house_answers, house_pressed
from bot.ui.answers import Answer
from bot.ui.custom_id import Area, CustomId
from bot.ui.routes import Bound, Route

Routes: TypeAlias = Mapping[tuple[Area, str], Route[Any]]
"""By area and word; the empty word is for every other press of an area."""
IN_PLACE: Final = Answer.IN_PLACE


def _as_it_is(press: CustomId) -> CustomId:
    return press


def routes_of(parts: Parts) -> Routes:
    """Return the handler of every press, with what the parts of the bot give it."""
    chat, hosting, told = parts.chat, parts.hosting, parts.notes.sent
    pages = {
        "board": Route(_as_it_is, board_pressed, IN_PLACE),
        "coach": Route(
            _as_it_is, partial(coach_pressed, parts.coaching, parts.luck), coach_answers
        ),
        "config": Route(_as_it_is, config_pressed, IN_PLACE),
        "daily": Route(_as_it_is, partial(daily_pressed, chat), daily_answers),
        "friends": Route(_as_it_is, partial(friends_pressed, hosting, told), friends_answers),
        "go": Route(_as_it_is, partial(go_pressed, hosting), go_answers),
        "history": Route(_as_it_is, partial(history_pressed, chat), history_answers),
        "house": Route(_as_it_is, house_pressed, house_answers),
        "log": Route(_as_it_is, log_pressed, IN_PLACE),
        "note": Route(_as_it_is, partial(notes_pressed, told), notes_answers),
        "pick": Route(_as_it_is, partial(pick_pressed, chat), IN_PLACE),
        "privacy": Route(_as_it_is, privacy_pressed, IN_PLACE),
        "profile": Route(_as_it_is, profile_pressed, profile_answers),
        "replay": Route(_as_it_is, partial(replay_pressed, chat), replay_answers),
        "reports": Route(_as_it_is, reports_pressed, IN_PLACE),
        "rewards": Route(_as_it_is, rewards_pressed, IN_PLACE),
        "rules": Route(_as_it_is, rules_pressed, IN_PLACE),
        "set": Route(_as_it_is, settings_pressed, IN_PLACE),
    }
    return {
        **{(Area.PAGE, word): route for word, route in pages.items()},
        (Area.PLAY, ""): Route(_as_it_is, partial(play_pressed, chat), IN_PLACE),
        (Area.HAND, ""): Route(_as_it_is, partial(hand_pressed, chat), hand_answers),
        (Area.HAND, "hint"): Route(
            _as_it_is, partial(hint_pressed, parts.coaching, chat), IN_PLACE
        ),
        (Area.TABLE, ""): Route(_as_it_is, partial(table_pressed, chat), table_answers),
        (Area.TABLE, "rematch"): Route(_as_it_is, partial(rematch_pressed, hosting), Answer.PUBLIC),
        (Area.LOBBY, ""): Route(_as_it_is, partial(lobby_pressed, chat), IN_PLACE),
    }


def binder(routes: Routes) -> Callable[[CustomId, bool], Bound | None]:
    """Return what finds the feature of a press; it gives ``None`` for one that no feature knows."""

    def bind(press: CustomId, submitted: bool) -> Bound | None:
        word = press.what.partition("-")[0] if press.area is Area.PAGE else press.what
        route = routes.get((press.area, word)) or routes.get((press.area, ""))
        return None if route is None else route.bind(press, submitted=submitted)

    return bind
