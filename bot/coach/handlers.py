"""Handlers of the coach's screens."""

import logging
from typing import Final

from bot.coach.screens import coach_screen, hint_words, luck_screen, tried_screen
from bot.match.board import match_context, panel_of
from bot.match.coaching import Coaching
from bot.match.panels import PanelKind
from bot.match.wiring import MatchMessages
from bot.presses.match import CoachPress, CoachVerb, HintPress
from bot.ui.context import Context
from bot.ui.replying import Refusal
from bot.ui.routes import AnswerKind
from engine.game.errors import GinError
from engine.game.match import MatchPhase
from engine.game.notation import action_text
from engine.service import LiveMatch, MatchId, Service

LIMIT: Final = 20
"""The most matches processed in one run."""

log = logging.getLogger(__name__)


async def enter_all_luck(service: Service, coaching: Coaching) -> None:
    """Fill in the luck of ended matches."""
    for match in await service.luck.pending(LIMIT):
        await enter_luck(service, coaching, match)


async def enter_luck(service: Service, coaching: Coaching, match: MatchId) -> None:
    """Compute and store the luck of one ended match, none if it is unreadable; idempotent."""
    try:
        found = await coaching.luck(match)
    except GinError as error:
        log.warning("match %d cannot be looked into (%s)", match, error.code)
        found = {}
    await service.luck.enter(match, found)


def coach_answers(press: CoachPress, _submitted: bool) -> AnswerKind:
    """Return the answer kind: a new private message to open the coach, in place for its pages."""
    opening = press.verb in (CoachVerb.OPEN, CoachVerb.LUCK)
    return AnswerKind.PRIVATE if opening else AnswerKind.IN_PLACE


async def coach_pressed(coaching: Coaching, ctx: Context, press: CoachPress) -> None:
    """Review the presser's round, or show their luck in a match."""
    live = await ctx.load_match(MatchId(press.id))
    seat = None if live is None else live.seat_of(ctx.user)
    if live is None or seat is None:
        raise Refusal("The coach only reviews your own rounds.")
    if press.verb is CoachVerb.LUCK:
        await _show_luck(coaching, ctx, live)
        return
    study = await coaching.study(live.id, press.revision, seat)
    if study is None:
        raise Refusal(
            "This round isn't over yet, or you sat it out. Ask the coach about a finished round "
            "you played."
        )
    review = study.review
    await ctx.service.achievements.praised(
        ctx.user, live.id, len(review.graded), is_flawless=review.is_flawless
    )
    decision, choice = press.decision or 0, press.choice or 0
    if press.verb is CoachVerb.TRY and study.review.costliest:
        screen = tried_screen(ctx.reader, live.id, study, decision, choice)
    else:
        asked = press.verb is CoachVerb.ASK
        screen = coach_screen(ctx.reader, live.id, study, decision, asked=asked)
    if press.verb is CoachVerb.OPEN:
        await ctx.reply.private(screen)
    else:
        await ctx.reply.update(screen)


async def _show_luck(coaching: Coaching, ctx: Context, live: LiveMatch) -> None:
    """Show the presser's luck in an ended match, computed now if it is not stored yet."""
    user = ctx.user
    found = await ctx.service.luck.of_match(live.id, user)
    if found is None and live.public().phase is MatchPhase.OVER:
        await enter_luck(ctx.service, coaching, live.id)
        found = await ctx.service.luck.of_match(live.id, user)
    await ctx.reply.private(luck_screen(ctx.reader, found))


async def hint_pressed(
    coaching: Coaching, chat: MatchMessages, ctx: Context, press: HintPress
) -> None:
    """Show one suggestion with its reason, in practice only."""
    live = await ctx.load_match(MatchId(press.id))
    if live is None:
        raise Refusal("This match no longer exists.")
    user = ctx.user
    seat = live.seat_of(user)
    alone = all(p.user_id in (None, user) for p in live.players)
    if seat is None or live.setup.has_shared_deals or not alone:
        raise Refusal("Hints are only available in practice.")
    view = live.view(seat)
    if not view.is_my_turn:
        raise Refusal("It isn't your turn.")
    found = await coaching.hint(view)
    tip = hint_words(ctx.reader, found)
    proposal = action_text(found.action), live.revision(seat)
    if await ctx.reply.open_on_page(live.id, tip, proposal):
        return
    screen = panel_of(ctx.reader, match_context(ctx.service, live, ctx.reader), live, seat, tip=tip)
    panel = chat.updates.follow(live, PanelKind.HAND, ctx.reply.editor, ctx)
    await ctx.reply.update(screen)
    chat.updates.answered(live, PanelKind.HAND, panel, ctx)
    await chat.updates.catch_up(live)
