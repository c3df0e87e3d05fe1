"""Ask the coach about any position: typed in any notation, and never about one's own match."""

from typing import Final

import discord
from discord import app_commands

from bot.coach.handlers import Coaching
from bot.coach.position_screen import EXAMPLE, answer_screen, ask_screen, impossible_words
from bot.match.options import choosing_rules, ruleset
from bot.presses.pages import AskPress, AskVerb
from bot.ui.context import Context, ask_for_text, context_of, text_of
from bot.ui.publishing import SlashCommand
from bot.ui.replying import Refusal
from bot.ui.routes import AnswerKind
from bot.ui.screen import Screen
from engine.coach.asking import AskedPosition, ImpossiblePositionError, checked, view_of
from engine.game.card_reader import parse_cards
from engine.game.cards import Card, card_set

LENGTH: Final = 300
ALIKE: Final = 8
"""So many cards of a hand in common make it the hand of a running match."""


def ask_answers(press: AskPress, submitted: bool) -> AnswerKind:
    """Return the answer kind: a form, and the answer in a message of its own."""
    return AnswerKind.PRIVATE if submitted else AnswerKind.FORM


async def ask_of(ctx: Context) -> Screen:
    """Return how to ask about a position."""
    return ask_screen(ctx.reader)


async def ask_pressed(coaching: Coaching, ctx: Context, press: AskPress) -> None:
    """Open the form, or answer what was written in it."""
    if press.verb is AskVerb.FORM:
        await ask_for_text(
            ctx,
            str(AskPress(AskVerb.SUBMIT)),
            ctx.t("Enter a hand"),
            ctx.t("Hand / discard pile / taken"),
            length=LENGTH,
            placeholder=EXAMPLE,
        )
        return
    hand, _, rest = text_of(ctx).partition("/")
    pile, _, taken = rest.partition("/")
    await ctx.reply.private(await _answered(coaching, ctx, "standard", hand, pile, taken))


async def _answered(
    coaching: Coaching, ctx: Context, preset: str, hand: str, pile: str, taken: str
) -> Screen:
    rules = ruleset({}, preset).rules
    cards = [_cards(ctx, text) for text in (hand, pile, taken)]
    asked = AskedPosition(rules, cards[0], cards[1], cards[2])
    await _require_no_match(ctx, asked)
    try:
        checked(asked)
        view = view_of(asked)
        found = await coaching.answer(asked)
    except ImpossiblePositionError as error:
        raise Refusal.in_words(impossible_words(ctx.reader, error)) from error
    except TimeoutError as error:
        raise Refusal("The coach is busy. Try again in a minute.") from error
    return answer_screen(ctx.reader, asked, preset, view, found)


def _cards(ctx: Context, text: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except ValueError as error:
        wrong = str(error).partition(" is not a card")[0].strip("'\"")
        raise Refusal(
            "“{text}” isn't a card. Write the rank and the suit, as in TD, 10♦ or ten of diamonds.",
            text=wrong[:40],
        ) from error


async def _require_no_match(ctx: Context, asked: AskedPosition) -> None:
    """Refuse a hand that the person plays with against people right now, or that others may.

    The deals of a day and of a duplicate event are others' as long as they are not revealed.
    """
    hand = card_set(asked.hand)
    for live in await ctx.service.live_matches_of(ctx.user):
        seat = live.seat_of(ctx.user)
        if seat is None or (live.is_solitary and not live.setup.has_shared_deals):
            continue
        if (live.view(seat).hand & hand).bit_count() >= ALIKE:
            raise Refusal(
                "You hold these cards in a match that is still being played. Ask again when it is "
                "over."
            )
    held = await ctx.service.hidden_hands_of(ctx.user)
    if any((one & hand).bit_count() >= ALIKE for one in held):
        raise Refusal(
            "Others still play this deal. Ask again when its boards, or the day, are over."
        )


def ask_command(coaching: Coaching) -> SlashCommand:
    """``/gin ask``."""

    @app_commands.command(description="Ask the coach about any hand")
    @app_commands.describe(
        hand="Your cards; with eleven, the last one is the card you drew",
        pile="The discard pile, from its bottom to the upcard",
        taken="What the opponent has taken from the pile",
        preset="The rules (default: standard gin)",
    )
    @app_commands.autocomplete(preset=choosing_rules(2))
    async def ask(
        interaction: discord.Interaction,
        hand: str | None = None,
        pile: str = "",
        taken: str = "",
        preset: str = "standard",
    ) -> None:
        ctx = context_of(interaction)
        if hand is None:
            await ctx.reply.private(ask_screen(ctx.reader))
            return
        await ctx.reply.private(await _answered(coaching, ctx, preset, hand, pile, taken))

    return ask
