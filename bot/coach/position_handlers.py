"""Ask the coach about any position: typed in any notation, and never about one's own match."""

import re
from dataclasses import dataclass
from functools import partial
from typing import Final, Self

import discord
from discord import app_commands

from bot.coach.position_screen import EXAMPLE, LENGTH, answer_screen, ask_screen, impossible_words
from bot.lobby.handlers import start_practice
from bot.match.coaching import Coaching
from bot.match.options import choosing_rules, ruleset
from bot.match.wiring import MatchMessages
from bot.presses.pages import AskOnPress, AskPress, AskVerb
from bot.ui.context import Context, ask_for_text, context_of, text_of
from bot.ui.publishing import SlashCommand
from bot.ui.replying import OLD_BUTTON, Refusal
from bot.ui.routes import AnswerKind
from bot.ui.screen import Screen
from engine.coach.asking import (
    AskedPosition,
    ImpossiblePositionError,
    checked,
    to_play_on,
    view_of,
)
from engine.game.card_reader import parse_cards
from engine.game.cards import Card, card_set

_NUMBER: Final = re.compile(r"\d{1,4}")
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
            ctx.t("Hand / discard pile / taken / score"),
            length=LENGTH,
            placeholder=EXAMPLE,
        )
        return
    await ctx.reply.private(await _answered(coaching, ctx, Written.of(text_of(ctx))))


async def play_on_asked(chat: MatchMessages, ctx: Context, press: AskOnPress) -> None:
    """Play on from the position that was asked about, against a computer."""
    chosen = ruleset({}, press.preset)
    asked = AskedPosition(chosen.rules, press.hand, press.pile, press.taken)
    await _require_no_match(ctx, asked)
    try:
        view_of(asked)
    except ImpossiblePositionError as error:
        raise Refusal(OLD_BUTTON) from error
    await start_practice(chat, ctx, chosen, ctx.value, partial(to_play_on, asked))


@dataclass(frozen=True, slots=True)
class Written:
    """A position as it was written: its parts, and the name of the rules."""

    hand: str
    pile: str = ""
    taken: str = ""
    score: str = ""
    preset: str = "standard"

    @classmethod
    def of(cls, text: str) -> Self:
        """Read the parts of one text, which slashes separate; later ones may be left out."""
        parts = [one.strip() for one in text.split("/")]
        # A page ends with the rules that were chosen there.
        hand, pile, taken, score, preset = [*parts, "", "", "", ""][:5]
        return cls(hand, pile, taken, score, preset or "standard")


async def _answered(coaching: Coaching, ctx: Context, written: Written) -> Screen:
    rules = ruleset({}, written.preset).rules
    hand, pile, taken = (_cards(ctx, one) for one in (written.hand, written.pile, written.taken))
    asked = AskedPosition(rules, hand, pile, taken, _score(written.score))
    await _require_no_match(ctx, asked)
    try:
        checked(asked)
        view = view_of(asked)
        found = await coaching.answer(asked)
    except ImpossiblePositionError as error:
        raise Refusal.in_words(impossible_words(ctx.reader, error)) from error
    except TimeoutError as error:
        raise Refusal("The coach is busy. Try again in a minute.") from error
    return answer_screen(ctx.reader, asked, written.preset, view, found)


def _score(text: str) -> tuple[int, int]:
    """Read both scores, which anything may separate; none are even ones."""
    found = _NUMBER.findall(text)
    if not text.strip():
        return (0, 0)
    if len(found) != 2 or _NUMBER.sub("", text).strip(" :–-,"):
        raise Refusal(
            "“{text}” isn't a score. Write both, yours first, as in 46 48.", text=text[:40]
        )
    return (int(found[0]), int(found[1]))


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
                "You're holding these cards in a match that is still in progress. Ask again when "
                "it's over."
            )
    held = await ctx.service.hidden_hands_of(ctx.user)
    if any((one & hand).bit_count() >= ALIKE for one in held):
        raise Refusal(
            "Others are still playing this deal. Ask again when they have finished, or the day "
            "is over."
        )


def ask_command(coaching: Coaching) -> SlashCommand:
    """``/gin ask``."""

    @app_commands.command(description="Ask the coach about any hand")
    @app_commands.describe(
        hand="Your cards; with eleven, the last one is the card you drew",
        pile="The discard pile, from its bottom to the upcard",
        taken="What the opponent has taken from the pile",
        score="The score of the game, yours first: 46 48",
        preset="The rules (default: standard gin)",
    )
    @app_commands.autocomplete(preset=choosing_rules(2))
    async def ask(
        interaction: discord.Interaction,
        hand: str | None = None,
        pile: str = "",
        taken: str = "",
        score: str = "",
        preset: str = "standard",
    ) -> None:
        ctx = context_of(interaction)
        if hand is None:
            await ctx.reply.private(ask_screen(ctx.reader))
            return
        written = Written(hand, pile, taken, score, preset)
        await ctx.reply.private(await _answered(coaching, ctx, written))

    return ask
