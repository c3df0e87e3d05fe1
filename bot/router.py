"""The router of presses and modals to features, and the table of all presses."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final, cast

import discord

from bot.account import privacy_pressed, settings_pressed
from bot.coach.position import ask_answers, ask_pressed, play_on_asked
from bot.coach.review import coach_answers, coach_pressed, hint_pressed
from bot.coach.study_handlers import study_answers, study_position, study_pressed, study_round
from bot.coach.tutor import tutor_pressed
from bot.coach.weekly_handlers import hand_answered, weekly_answers, weekly_pressed
from bot.commands.help import rules_pressed
from bot.commands.me import own_head
from bot.commands.person import person_answers, person_pressed
from bot.commands.shortcuts import admin_answers, admin_pressed, go_answers, go_pressed
from bot.current_matches import pick_pressed, proof_pressed
from bot.daily import daily_answers, daily_pressed, day_puzzle_of
from bot.events.builder_handlers import build_pressed, plan_answers, plan_pressed
from bot.events.handlers import event_answers, event_pressed
from bot.friends.handlers import friends_answers, friends_pressed
from bot.history.handlers import history_answers, history_pressed, share_answers, share_pressed
from bot.leaderboard.handlers import board_pressed
from bot.lessons.handlers import lesson_answered, lesson_answers, lesson_pressed
from bot.lobby.commands import open_wanted, play_on_pressed
from bot.lobby.finder import find_answers, find_pressed
from bot.lobby.handlers import lobby_pressed, rematch_pressed
from bot.match.exercise import Answering, exercise_answers, exercise_pressed, showing
from bot.match.hand.handlers import hand_answers, hand_pressed, play_pressed
from bot.match.public_handlers import table_answers, table_pressed
from bot.match.replay.handlers import replay_answers, replay_pressed
from bot.moderation.handlers import log_pressed, reports_pressed
from bot.notes import notes_answers, notes_pressed
from bot.ops.metrics import Ended, PressSource
from bot.presses.account import (
    FriendsPress,
    NotePress,
    PersonPress,
    PrivacyPress,
    ProfilePress,
    RewardsPress,
    SettingsPress,
)
from bot.presses.event import BuildPress, EventPress, PlanPress
from bot.presses.exercise import ExercisePress, renewed
from bot.presses.lobby import FindPress, HousePress, LobbyPress, OpenPress, RulesPress
from bot.presses.match import (
    AgreementPress,
    ChooseMatchPress,
    CoachPress,
    HandPress,
    HintPress,
    PlayOnPress,
    PlayPress,
    ProofPress,
    RematchPress,
    ReplayPress,
    SharePress,
    TablePress,
)
from bot.presses.menu import MenuPress
from bot.presses.pages import (
    AskOnPress,
    AskPress,
    BoardPress,
    DailyPress,
    HistoryPress,
    LessonPress,
    RacePress,
    TutorPress,
)
from bot.presses.server import AdminPress, ConfigPress, LogPress, ReportsPress, SetupPress
from bot.presses.study import StudyPositionPress, StudyPress, StudyRoundPress, WeeklyPress
from bot.profile.handlers import profile_answers, profile_pressed
from bot.rewards import rewards_pressed
from bot.server.handlers import config_pressed, house_answers, house_pressed, setup_pressed
from bot.trainer.day_screen import day_puzzle_screen
from bot.trainer.puzzles import puzzle_of
from bot.trainer.races import race_answers, race_of, race_pressed
from bot.ui.context import Context
from bot.ui.custom_id import parse_custom_id
from bot.ui.dispatcher import InteractionDispatcher
from bot.ui.paging import page_in
from bot.ui.routes import SOURCES, AnswerKind, Route, Routes
from bot.wiring import Parts
from engine.service.exercises import Series


class Router:
    """The router of presses."""

    def __init__(self, dispatcher: InteractionDispatcher, routes: Routes) -> None:
        self._dispatcher = dispatcher
        self._routes = routes

    async def route(self, interaction: discord.Interaction) -> None:
        """Answer a press or a submitted form."""
        data: Mapping[str, Any] = interaction.data or {}
        custom_id = parse_custom_id(str(data.get("custom_id", "")))
        press = None
        if custom_id is not None and was_offered(interaction, data):
            press = self._routes.read(custom_id)
        submitted = interaction.type is discord.InteractionType.modal_submit
        bound = None if press is None else self._routes.bind(press, submitted=submitted)
        values = tuple(str(value) for value in data.get("values", ()))

        async def work(ctx: Context) -> Ended:
            if bound is None:
                return await _is_foreign(ctx)
            ctx.values = values
            await bound.handle(ctx)
            return Ended.ANSWERED

        kind = AnswerKind.PRIVATE if bound is None else bound.kind
        if page_in(values) is not None:
            kind = AnswerKind.IN_PLACE
        await self._dispatcher.receive(
            interaction,
            kind,
            PressSource.UNKNOWN if custom_id is None else SOURCES[custom_id.area],
            work,
            None if custom_id is None else custom_id.id,
        )


def was_offered(interaction: discord.Interaction, data: Mapping[str, Any]) -> bool:
    """Whether the chosen value exists in the menu it claims to come from.

    Discord checks that too; this check frees features from handling values that their menus never
    offered, or words in place of ids.
    """
    values = data.get("values")
    if not values:
        return True
    menu = _carried(interaction, data)
    if not isinstance(menu, discord.SelectMenu) or menu.type.value != data.get("component_type"):
        return False
    if menu.type is not discord.ComponentType.string_select:
        return all(value.isdecimal() for value in values)
    return {option.value for option in menu.options}.issuperset(values)


def _carried(interaction: discord.Interaction, data: Mapping[str, Any]) -> object | None:
    """Return the pressed control as its message has it; ``None`` if it is missing."""
    parts: list[Any] = [] if interaction.message is None else list(interaction.message.components)
    while parts:
        part = parts.pop()
        parts += [*getattr(part, "children", ()), *filter(None, [getattr(part, "accessory", None)])]
        if getattr(part, "custom_id", None) == data.get("custom_id"):
            return cast(object, part)
    return None


async def _is_foreign(ctx: Context) -> Ended:
    await ctx.refuse(
        ctx.t("This button is from an older version. Get a new one with `/gin repost`.")
    )
    return Ended.FOREIGN


IN_PLACE: Final = AnswerKind.IN_PLACE


def routes_of(parts: Parts) -> Routes:
    """Return the handler of every press, with the parts of the bot it needs."""
    display, hosting, notify = parts.display, parts.hosting, parts.notes.sent
    coach = partial(coach_pressed, parts.coaching)
    go = partial(go_pressed, hosting, parts.coaching, parts.tutor)
    study = partial(study_pressed, parts.coaching, parts.share_url)
    person = partial(person_pressed, hosting, parts.admins, notify)
    exercises: dict[Series, Answering] = {
        Series.DAY: showing(partial(day_puzzle_of, day_puzzle_screen)),
        Series.TRAINER: showing(puzzle_of),
        Series.RACE: showing(race_of),
        Series.COURSE: partial(lesson_answered, parts.coaching),
        Series.WEEK: partial(hand_answered, parts.weekly),
    }
    return Routes(
        (
            Route(PlayPress, partial(play_pressed, display), IN_PLACE),
            Route(HandPress, partial(hand_pressed, display), hand_answers),
            Route(AdminPress, admin_pressed, admin_answers),
            Route(AskPress, partial(ask_pressed, parts.coaching), ask_answers),
            Route(AskOnPress, partial(play_on_asked, display), AnswerKind.PUBLIC),
            Route(BoardPress, board_pressed, IN_PLACE),
            Route(BuildPress, build_pressed, IN_PLACE),
            Route(CoachPress, coach, coach_answers),
            Route(ConfigPress, config_pressed, IN_PLACE),
            Route(DailyPress, partial(daily_pressed, display, day_puzzle_screen), daily_answers),
            Route(FindPress, partial(find_pressed, hosting), find_answers),
            Route(EventPress, partial(event_pressed, parts.events), event_answers),
            Route(FriendsPress, partial(friends_pressed, hosting, notify), friends_answers),
            Route(MenuPress, go, go_answers),
            Route(HintPress, partial(hint_pressed, parts.coaching, display), IN_PLACE),
            Route(HistoryPress, partial(history_pressed, display), history_answers),
            Route(HousePress, house_pressed, house_answers),
            Route(LessonPress, partial(lesson_pressed, parts.coaching, display), lesson_answers),
            Route(LobbyPress, partial(lobby_pressed, display, parts.invitations), IN_PLACE),
            Route(LogPress, log_pressed, IN_PLACE),
            Route(NotePress, partial(notes_pressed, notify), notes_answers),
            Route(PersonPress, person, person_answers),
            Route(OpenPress, partial(open_wanted, hosting), AnswerKind.PUBLIC),
            Route(ChooseMatchPress, partial(pick_pressed, display), IN_PLACE),
            Route(PrivacyPress, privacy_pressed, IN_PLACE),
            Route(PlanPress, partial(plan_pressed, parts.events), plan_answers),
            Route(ProofPress, proof_pressed, IN_PLACE),
            Route(ProfilePress, profile_pressed, profile_answers),
            Route(RematchPress, partial(rematch_pressed, hosting), AnswerKind.PUBLIC),
            Route(PlayOnPress, partial(play_on_pressed, display), AnswerKind.PUBLIC),
            Route(ReplayPress, partial(replay_pressed, display), replay_answers),
            Route(ReportsPress, reports_pressed, IN_PLACE),
            Route(RewardsPress, rewards_pressed, IN_PLACE),
            Route(RulesPress, rules_pressed, IN_PLACE),
            Route(SharePress, partial(share_pressed, parts.share_url), share_answers),
            Route(SettingsPress, partial(settings_pressed, own_head), IN_PLACE),
            Route(SetupPress, partial(setup_pressed, parts.tv), IN_PLACE),
            Route(StudyPress, study, study_answers),
            Route(StudyPositionPress, study_position, AnswerKind.PRIVATE),
            Route(StudyRoundPress, partial(study_round, display), AnswerKind.PRIVATE),
            Route(
                WeeklyPress,
                partial(weekly_pressed, parts.coaching, parts.weekly),
                weekly_answers,
            ),
            Route(ExercisePress, partial(exercise_pressed, exercises), exercise_answers),
            Route(RacePress, race_pressed, race_answers),
            Route(TutorPress, partial(tutor_pressed, parts.tutor), IN_PLACE),
            Route(TablePress, partial(table_pressed, display), table_answers),
            Route(AgreementPress, partial(table_pressed, display), table_answers),
        ),
        renewed,
    )
