"""Handlers of the hand of the week: an organiser posts it, members answer, it is closed."""

from bot.coach.position import impossible_words
from bot.coach.study_handlers import own_study, own_study_screen
from bot.coach.weekly_messages import HandMessages
from bot.coach.weekly_screen import (
    answered_screen,
    close_screen,
    offer_screen,
    order_of,
    taken_screen,
)
from bot.match.coaching import Coaching
from bot.match.exercise import give
from bot.match.own_matches import require_no_match
from bot.presses.exercise import ExercisePress
from bot.presses.study import WeeklyPress, WeeklyVerb
from bot.ui.context import Context, require_organizer
from bot.ui.replying import OLD_BUTTON, Refusal
from bot.ui.routes import AnswerKind
from bot.ui.screen import notice_screen
from engine.coach.asking import ImpossiblePositionError
from engine.coach.study import START, of_position
from engine.service.exercises import AnswerOutcome, Series
from engine.service.trainer import PostHand, WeeklyHand, WeeklySolution

IN_PLACE = (WeeklyVerb.OFFER, WeeklyVerb.POST, WeeklyVerb.CLOSE_YES)


def weekly_answers(press: WeeklyPress, _submitted: bool) -> AnswerKind:
    """Return the answer kind: private for what is pressed on the message in the channel."""
    return AnswerKind.IN_PLACE if press.verb in IN_PLACE else AnswerKind.PRIVATE


async def weekly_pressed(
    coaching: Coaching, messages: HandMessages, ctx: Context, press: WeeklyPress
) -> None:
    """Post a hand, or close it."""
    match press.verb:
        case WeeklyVerb.OFFER:
            if await _is_taken(ctx):
                return
            study = await own_study(ctx, press.id)
            await ctx.reply.update(offer_screen(ctx.reader, study, press.node or START))
        case WeeklyVerb.POST:
            if not await _is_taken(ctx):
                await _post(coaching, messages, ctx, press)
        case WeeklyVerb.CLOSE:
            await require_organizer(ctx)
            await ctx.reply.private(close_screen(ctx.reader, await _hand(ctx, press.id)))
        case WeeklyVerb.CLOSE_YES:
            await require_organizer(ctx)
            hand = await _hand(ctx, press.id)
            await ctx.service.weekly.close(ctx.key, hand.id)
            await ctx.reply.update(notice_screen(ctx.t("The hand of the week is closed.")))
            await messages.draw(await _hand(ctx, press.id))


async def _is_taken(ctx: Context) -> bool:
    """Refuse a second hand beside one that can still be answered, and whoever may post none.

    The refusal brings the button that closes the first: its own message may be gone.
    """
    await require_organizer(ctx)
    found = await ctx.service.weekly.open_hand(ctx.require_server())
    if found is None or found.closes_ms <= ctx.service.now_ms() or found.id == ctx.key:
        return False
    await ctx.reply.refuse(taken_screen(ctx.reader, found))
    return True


async def _hand(ctx: Context, number: int) -> WeeklyHand:
    found = await ctx.service.weekly.hand(number)
    if found is None or found.guild != ctx.guild:
        raise Refusal(OLD_BUTTON)
    return found


async def _post(
    coaching: Coaching, messages: HandMessages, ctx: Context, press: WeeklyPress
) -> None:
    study, node = await own_study(ctx, press.id), press.node or START
    asked = study.content.asked(node) if study.content.has(node) else None
    if asked is None:
        raise Refusal(OLD_BUTTON)
    await require_no_match(ctx, asked)
    try:
        found = await coaching.answer(asked)
    except ImpossiblePositionError as error:
        raise Refusal.in_words(impossible_words(ctx.reader, error)) from error
    except TimeoutError as error:
        raise Refusal("The coach is busy. Try again in a minute.") from error
    ask = PostHand(
        interaction=ctx.key,
        guild=ctx.guild,
        channel=ctx.channel,
        host=ctx.user,
        position=of_position(study.content.preset, asked),
        solution=WeeklySolution(found.choices, found.reason),
        locale=ctx.origin.guild_locale,
    )
    async with messages.expecting(ctx.key):
        posted = await ctx.service.weekly.post(ask)
        if not posted:
            await _is_taken(ctx)
            return
        hand = await _hand(ctx, posted)
        # The private answer is the first: where two processes got the press, Discord takes one.
        await ctx.reply.update(await own_study_screen(ctx, study, node))
        message = await ctx.reply.public(await messages.screen(hand))
        await messages.announced(hand, message)
    words = ctx.t("The hand of the week is posted.")
    if message is None:
        words = ctx.t("The hand of the week is saved. Gin keeps trying to post its message.")
    await ctx.reply.also_private(notice_screen(words))


async def hand_answered(messages: HandMessages, ctx: Context, press: ExercisePress) -> None:
    """Count the first answer of a member, and show what became of it."""
    hand = await _hand(ctx, press.id)
    order = order_of(hand.solution)
    if press.choice is None or press.choice >= len(order):
        raise Refusal(OLD_BUTTON)
    choice = order[press.choice]
    outcome = await give(ctx, Series.WEEK, hand.id, choice)
    mine = await ctx.service.weekly.answer_of(hand.id, ctx.user)
    match outcome:
        case AnswerOutcome.BANNED:
            raise Refusal("The admins of this server have banned you from playing here.")
        case AnswerOutcome.OVER:
            raise Refusal("The hand of the week is closed.")
        case AnswerOutcome.GONE:
            raise Refusal(OLD_BUTTON)
    if mine is None:
        raise Refusal(OLD_BUTTON)
    newest = await _hand(ctx, hand.id)
    await ctx.reply.private(answered_screen(ctx.reader, newest, mine))
    if outcome is AnswerOutcome.TAKEN:
        await messages.draw(newest)
