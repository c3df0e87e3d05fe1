"""The table of all presses and the features that answer them."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeAlias

from bot.account.handlers import settings_pressed
from bot.account.privacy import privacy_pressed
from bot.coach.handlers import coach_answers, coach_pressed, hint_pressed
from bot.commands.admin import admin_answers, admin_pressed
from bot.commands.person import person_answers, person_pressed
from bot.commands.shortcuts import go_answers, go_pressed
from bot.daily.handlers import daily_answers, daily_pressed
from bot.events.building import build_answers, build_pressed
from bot.events.handlers import event_answers, event_pressed
from bot.friends.handlers import friends_answers, friends_pressed
from bot.history.handlers import history_answers, history_pressed
from bot.leaderboard.handlers import board_pressed
from bot.lessons.handlers import lesson_answers, lesson_pressed
from bot.lobby.finder import find_answers, find_pressed
from bot.lobby.handlers import lobby_pressed, rematch_pressed
from bot.match.hand.handlers import hand_answers, hand_pressed, play_pressed
from bot.match.replay.handlers import replay_answers, replay_pressed
from bot.match.table_handlers import table_answers, table_pressed
from bot.moderation.handlers import reports_pressed
from bot.moderation.log_handlers import log_pressed
from bot.notes.handlers import notes_answers, notes_pressed
from bot.presses.admin import AdminPress
from bot.presses.board import BoardPress
from bot.presses.coach import CoachPress, HintPress
from bot.presses.config import ConfigPress
from bot.presses.daily import DailyPress
from bot.presses.event import BuildPress, EventPress
from bot.presses.find import FindPress
from bot.presses.friends import FriendsPress
from bot.presses.go import GoPress
from bot.presses.hand import HandPress
from bot.presses.history import HistoryPress
from bot.presses.house import HousePress
from bot.presses.lesson import LessonPress
from bot.presses.lobby import LobbyPress
from bot.presses.log import LogPress
from bot.presses.note import NotePress
from bot.presses.person import PersonPress
from bot.presses.pick import PickPress
from bot.presses.play import PlayPress
from bot.presses.privacy import PrivacyPress
from bot.presses.profile import ProfilePress
from bot.presses.replay import ReplayPress
from bot.presses.reports import ReportsPress
from bot.presses.rewards import RewardsPress
from bot.presses.rules import RulesPress
from bot.presses.settings import SettingsPress
from bot.presses.setup import SetupPress
from bot.presses.share import SharePress
from bot.presses.table import ProofPress, RematchPress, read_table
from bot.presses.trainer import TrainerPress
from bot.profile.handlers import profile_answers, profile_pressed
from bot.rewards.handlers import rewards_pressed
from bot.rulebook.handlers import rules_pressed
from bot.server.handlers import config_pressed
from bot.server.house_handlers import house_answers, house_pressed
from bot.server.setup_handlers import setup_pressed
from bot.sharing.handlers import share_answers, share_pressed
from bot.tables.my_tables import proof_pressed
from bot.tables.which_match import pick_pressed
from bot.trainer.handlers import trainer_pressed
from bot.ui.answers import Answer
from bot.ui.custom_id import CustomId
from bot.ui.routes import Bound, Route
from bot.wiring import Parts

Routes: TypeAlias = tuple[Route[Any], ...]
IN_PLACE: Final = Answer.IN_PLACE


def routes_of(parts: Parts) -> Routes:
    """Return the handler of every press, with the parts of the bot it needs."""
    chat, hosting, told = parts.chat, parts.hosting, parts.notes.sent
    coach = partial(coach_pressed, parts.coaching)
    person = partial(person_pressed, hosting, parts.outlet, told)
    return (
        # The table is searched from its beginning, and these two are most of the presses.
        Route(PlayPress.read, partial(play_pressed, chat), IN_PLACE),
        Route(HandPress.read, partial(hand_pressed, chat), hand_answers),
        Route(AdminPress.read, admin_pressed, admin_answers),
        Route(BoardPress.read, board_pressed, IN_PLACE),
        Route(BuildPress.read, partial(build_pressed, parts.events), build_answers),
        Route(CoachPress.read, coach, coach_answers),
        Route(ConfigPress.read, config_pressed, IN_PLACE),
        Route(DailyPress.read, partial(daily_pressed, chat), daily_answers),
        Route(FindPress.read, partial(find_pressed, hosting), find_answers),
        Route(EventPress.read, event_pressed, event_answers),
        Route(FriendsPress.read, partial(friends_pressed, hosting, told), friends_answers),
        Route(GoPress.read, partial(go_pressed, hosting), go_answers),
        Route(HintPress.read, partial(hint_pressed, parts.coaching, chat), IN_PLACE),
        Route(HistoryPress.read, partial(history_pressed, chat), history_answers),
        Route(HousePress.read, house_pressed, house_answers),
        Route(LessonPress.read, partial(lesson_pressed, chat), lesson_answers),
        Route(LobbyPress.read, partial(lobby_pressed, chat), IN_PLACE),
        Route(LogPress.read, log_pressed, IN_PLACE),
        Route(NotePress.read, partial(notes_pressed, told), notes_answers),
        Route(PersonPress.read, person, person_answers),
        Route(PickPress.read, partial(pick_pressed, chat), IN_PLACE),
        Route(PrivacyPress.read, privacy_pressed, IN_PLACE),
        Route(ProofPress.read, proof_pressed, IN_PLACE),
        Route(ProfilePress.read, profile_pressed, profile_answers),
        Route(RematchPress.read, partial(rematch_pressed, hosting), Answer.PUBLIC),
        Route(ReplayPress.read, partial(replay_pressed, chat), replay_answers),
        Route(ReportsPress.read, reports_pressed, IN_PLACE),
        Route(RewardsPress.read, rewards_pressed, IN_PLACE),
        Route(RulesPress.read, rules_pressed, IN_PLACE),
        Route(SharePress.read, partial(share_pressed, parts.share_url), share_answers),
        Route(SettingsPress.read, settings_pressed, IN_PLACE),
        Route(SetupPress.read, partial(setup_pressed, parts.tv), IN_PLACE),
        Route(TrainerPress.read, trainer_pressed, IN_PLACE),
        Route(read_table, partial(table_pressed, chat), table_answers),
    )


def binder(routes: Routes) -> Callable[[CustomId, bool], Bound | None]:
    """Return the function that finds a press's feature, or ``None`` for an unknown press."""

    def bind(press: CustomId, submitted: bool) -> Bound | None:
        found = (route.bind(press, submitted=submitted) for route in routes)
        return next((bound for bound in found if bound is not None), None)

    return bind
