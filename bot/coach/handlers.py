"""The coach's screens, and hints in practice."""

from typing import TYPE_CHECKING

from bot.coach.screens import coach_screen, hint_words, luck_screen, tried_screen
from bot.match.board import panel_of
from bot.match.panels import PanelKind
from bot.ui.answers import Answer
from bot.ui.custom_id import CustomId
from bot.ui.notice import notice_screen
from bot.ui.reply import Reply
from engine.game.match import MatchPhase
from engine.service import LiveMatch, MatchId, UserId

if TYPE_CHECKING:
    from bot.app import GinBot


def coach_answers(press: CustomId, _submitted: bool) -> Answer:
    """A new private message for what opens the coach, its pages in place."""
    opening = press.what in ("coach-open", "coach-luck")
    return Answer.PRIVATE if opening else Answer.IN_PLACE


async def coach_pressed(
    bot: "GinBot", reply: Reply, press: CustomId, _values: tuple[str, ...]
) -> None:
    """``coach-open``, ``coach-see-1``, ``coach-ask-1``, ``coach-try-1-3``: the own round."""
    kind, index, choice = _parts(press.what)
    reader = await bot.readers.of(reply.interaction)
    live = await bot.service.load(MatchId(press.id))
    seat = None if live is None else live.seat_of(UserId(reply.interaction.user.id))
    if live is None or seat is None:
        text = reader.words.t("The coach only reviews your own rounds.")
        await reply.private(notice_screen(text))
        return
    if kind == "luck":
        await _show_luck(bot, reply, live)
        return
    study = await bot.coaching.study(live.id, press.revision, seat)
    if study is None:
        text = reader.words.t(
            "This round isn't over yet, or you sat it out. Ask the coach about a finished round "
            "you played."
        )
        await reply.private(notice_screen(text))
        return
    review = study.review
    await bot.service.achievements.praised(
        UserId(reply.interaction.user.id), live.id, review.accuracy, len(review.graded)
    )
    if kind == "try" and study.review.costliest:
        screen = tried_screen(reader, live.id, study, index, choice)
    else:
        screen = coach_screen(reader, live.id, study, index, asked=kind == "ask")
    if kind == "open":
        await reply.private(screen)
    else:
        await reply.update(screen)


async def _show_luck(bot: "GinBot", reply: Reply, live: LiveMatch) -> None:
    """The presser's luck in an ended match; worked out now if it has not been yet."""
    reader = await bot.readers.of(reply.interaction)
    user = UserId(reply.interaction.user.id)
    found = await bot.service.luck.of_match(live.id, user)
    if found is None and live.public().phase is MatchPhase.OVER:
        await bot.luck.look_into(live.id)
        found = await bot.service.luck.of_match(live.id, user)
    await reply.private(luck_screen(reader, found))


async def hint_pressed(
    bot: "GinBot", reply: Reply, press: CustomId, _values: tuple[str, ...]
) -> None:
    """One suggestion with its reason, in practice only."""
    reader = await bot.readers.of(reply.interaction)
    live = await bot.service.load(MatchId(press.id))
    if live is None:
        await reply.private(notice_screen(reader.words.t("This match no longer exists.")))
        return
    user = UserId(reply.interaction.user.id)
    seat = live.seat_of(user)
    alone = all(p.user_id in (None, user) for p in live.players)
    if seat is None or live.is_private or not alone:
        await reply.private(notice_screen(reader.words.t("Hints are only available in practice.")))
        return
    view = live.view(seat)
    if not view.is_my_turn:
        await reply.private(notice_screen(reader.words.t("It isn't your turn.")))
        return
    tip = hint_words(reader, await bot.coaching.hint(view))
    screen = panel_of(reader, bot.board(live), live, seat, tip=tip)
    editor = reply.editor
    locale = str(reply.interaction.locale)
    bot.panels.opened(live.id, user, PanelKind.HAND, editor, live.version, locale)
    await reply.update(screen)
    await bot.boards.follow_since(live)


def _parts(what: str) -> tuple[str, int, int]:
    words = [*what.split("-")[1:], "0", "0"]
    numbers = [int(word) if word.isdecimal() else 0 for word in words[1:3]]
    return words[0], numbers[0], numbers[1]
