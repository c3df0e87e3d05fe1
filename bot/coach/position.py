"""Ask the coach about any position: typed in any notation, and never about one's own match."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Self

import discord
from discord import app_commands

from bot.coach.review import hand_part
from bot.lobby.handlers import start_practice
from bot.match.coaching import Coaching
from bot.match.options import choosing_rules, ruleset
from bot.match.own_matches import require_no_match
from bot.match.replay.screen import play_on_menu
from bot.match.wiring import MatchDisplay
from bot.presses.pages import AskOnPress, AskPress, AskVerb
from bot.presses.study import StudyPositionPress
from bot.ui.context import Context, ask_for_text, context_of
from bot.ui.i18n import mark
from bot.ui.parts.ask import ADDRESS, FIELDS, AskedAnswer, AskedChoice, AskPart, CardChance
from bot.ui.parts.base import Named
from bot.ui.publishing import SlashCommand
from bot.ui.reader import Reader
from bot.ui.replying import FIELD, OLD_BUTTON, Refusal
from bot.ui.routes import AnswerKind
from bot.ui.screen import Accent, Button, Part, Row, Screen, Style, Text
from bot.wording.cards import listed, named
from bot.wording.names import title_of
from bot.wording.reasons import action_label, action_words, reason_words
from bot.wording.scores import signed_tenths
from engine.coach.asking import (
    Answer,
    AskedPosition,
    Choice,
    ImpossiblePositionError,
    is_askable,
    to_play_on,
    view_of,
)
from engine.game.actions import BigGin, Discard, Knock, Take
from engine.game.card_reader import parse_cards
from engine.game.cards import Card, card, card_text
from engine.game.presets import PRESETS
from engine.game.view import SeatView

ASKABLE: Final = tuple(name for name, rules in PRESETS.items() if is_askable(rules))
"""The names of the rules that can be asked about."""
MOST_CHOICES: Final = 8
LIKELY: Final = 10
"""The cards that are named as the opponent's."""

_IMPOSSIBLE: Final[Mapping[str, str]] = {
    "hand_size": mark("A hand has {size} cards, or {more} after the draw. You entered {found}."),
    "pile_empty": mark("The discard pile always starts with the upcard. Enter it too."),
    "twice": mark("{card} appears twice. Each card can be in only one place."),
    "taken": mark("Your opponent can't have taken and kept {found} cards."),
    "pile_short": mark(
        "A player who takes a card then discards one: with {taken} taken, the pile has at "
        "least {least} cards."
    ),
    "stock": mark(
        "With that many discards, the round would be over: the last {wall} cards of the stock "
        "aren't drawn."
    ),
    "rules": mark("I can only analyse two-player gin with one deck and an upcard."),
    "score": mark("Each score is from 0 to {most}: at {target} points the game is won."),
    "three_scores": mark("Hollywood scoring has three scores; leave the score out."),
    "no_choice": mark("There is nothing to decide in this position."),
}


def impossible_words(reader: Reader, error: ImpossiblePositionError) -> str:
    """Return why a position cannot arise."""
    data: dict[str, object] = dict(error.data)
    match error.code:
        case "twice":
            data["card"] = named(reader, card(str(error.data["card"])))
        case "hand_size":
            data["more"] = int(str(error.data["size"])) + 1
        case "score":
            data["most"] = int(str(error.data["target"])) - 1
        case "pile_short":
            data["least"] = int(str(error.data["taken"])) + 1
    return reader.words.t(_IMPOSSIBLE[error.code], **data)


def ask_screen(reader: Reader) -> Screen:
    """Return how to ask about a position."""
    t = reader.words.t
    lines = (
        f"### {t('Ask the coach any hand')}",
        t(
            "Enter your hand, the discard pile from the bottom up, the cards your opponent has "
            "taken, and the score, yours first."
        ),
        t(
            "With ten cards, it's your turn to draw, and the last card of the pile is on top. With "
            "eleven, it's your turn to discard, and the last card is the one you drew."
        ),
        "-# " + t("Any common notation works, for example {example}.", example=f"`{EXAMPLE}`"),
    )
    button = Button(t("Enter a hand"), AskPress(AskVerb.FORM), Style.PRIMARY, "🧠")
    board = AskPart(press=_SUBMIT, length=LENGTH, example=EXAMPLE, presets=_presets(reader))
    return Screen((Text("\n".join(lines)), board, Row((button,))), Accent.GOLD)


LENGTH: Final = 1000
"""The most letters of one field of a position, or of all its parts in one text."""
MOST_PARTS: Final = 4
_SUBMIT: Final = AskPress(AskVerb.SUBMIT)


def _presets(reader: Reader) -> tuple[Named, ...]:
    """Return the rules that can be asked about, with their titles."""
    return tuple(Named(name=name, title=title_of(reader.words, name)) for name in ASKABLE)


EXAMPLE: Final = "5H 6H 7H 4C 4D 4S QS QD 2C 7S / 9C 3D KC / JD / 46 48"


def answer_screen(
    reader: Reader,
    asked: AskedPosition,
    preset: str,
    view: SeatView,
    found: Answer,
    more: Sequence[Button] = (),
) -> Screen:
    """Return the coach's answer to a position. ``more``: what is offered beside it."""
    t = reader.words.t
    head = f"### {t('Ask the coach')} · {title_of(reader.words, preset)}"
    parts: list[Part] = [Text(f"{head}\n{_position(reader, asked)}")]
    parts.append(hand_part(reader, view))
    best = t("Best: **{action}**", action=action_words(reader, found.choices[0].action))
    lines = [
        best,
        *filter(None, (compared_words(reader, found),)),
        *(choice_line(reader, one) for one in found.choices[:MOST_CHOICES]),
    ]
    if len(found.choices) > MOST_CHOICES:
        least = min(one.points for one in found.choices[MOST_CHOICES:])
        lines.append(
            "-# " + t("The other choices are worth at least {n} points.", n=signed_tenths(least))
        )
    parts.append(Text("\n".join(lines)))
    if found.chances:
        cards = ", ".join(
            f"{named(reader, one)} {reader.words.percent(chance)}"
            for one, chance in found.chances[:LIKELY]
        )
        parts.append(Text("-# " + t("Your opponent may hold: {cards}", cards=cards)))
    again = Button(t("Enter another hand"), AskPress(AskVerb.FORM), emoji="🧠")
    board = AskPart(
        press=_SUBMIT,
        length=LENGTH,
        example=EXAMPLE,
        presets=_presets(reader),
        address=address_of(asked, preset),
        hand=asked.hand,
        pile=asked.pile,
        taken=asked.taken,
        score=" ".join(map(str, asked.score)) if any(asked.score) else "",
        preset=preset,
        answer=_drawn(reader, asked, found),
    )
    press = AskOnPress(preset, asked.hand, asked.pile, asked.taken)
    play_on = play_on_menu(reader, press, is_known=False)
    save = StudyPositionPress(preset, asked.hand, asked.pile, asked.taken, *asked.score)
    study = Button(t("Save as study"), save, emoji="📝")
    return Screen((*parts, board, play_on, Row((again, study, *more))), Accent.GOLD)


def compared_words(reader: Reader, found: Answer) -> str:
    """Return why the best choice is that, and against which one, or how close others come."""
    t, why = reader.words.t, reason_words(reader, found.reason)
    if found.close:
        others = ", ".join(action_words(reader, one.action) for one in found.close)
        return t("About as good: {choices}.", choices=others)
    if len(found.choices) == 1 or not why:
        return why
    return t(
        "Compared with {other}: {reason}",
        other=action_words(reader, found.choices[1].action),
        reason=why,
    )


def _drawn(reader: Reader, asked: AskedPosition, found: Answer) -> AskedAnswer:
    """Return the answer as a page draws it."""
    t, best = reader.words.t, found.choices[0]
    return AskedAnswer(
        best=t("Best: **{action}**", action=action_words(reader, best.action)),
        reason=compared_words(reader, found),
        choices=tuple(_shown(reader, asked, one) for one in found.choices),
        chances=tuple(
            CardChance(card=one, chance=chance) for one, chance in found.chances[:LIKELY]
        ),
        chances_title=t("Your opponent may hold"),
    )


def _shown(reader: Reader, asked: AskedPosition, one: Choice) -> AskedChoice:
    match one.action:
        case Discard(card=card) | Knock(card=card):
            shown: Card | None = card
        case Take():
            shown = asked.pile[-1]
        case _:
            shown = None
    worth = signed_tenths(one.points)
    worth += "".join(f" · {chance}" for chance in _chances(reader, one))
    label = action_label(reader, one.action)
    knocks = isinstance(one.action, Knock | BigGin)
    return AskedChoice(
        label=label,
        card=shown,
        knocks=knocks,
        points=one.points,
        worth=worth,
    )


def _position(reader: Reader, asked: AskedPosition) -> str:
    t = reader.words.t
    line = t("Discard pile: {cards}", cards=listed(reader, asked.pile))
    if asked.taken:
        line += "  ·  " + t("taken by your opponent: {cards}", cards=listed(reader, asked.taken))
    if any(asked.score):
        own, other = asked.score
        line += "  ·  " + t("score {own} : {other}", own=own, other=other)
    return line


def choice_line(reader: Reader, one: Choice) -> str:
    """Return a choice with what it is worth, as a line of a list."""
    text = f"- {action_words(reader, one.action)}: **{signed_tenths(one.points)}**"
    return text + "".join(f" · {chance}" for chance in _chances(reader, one))


def _chances(reader: Reader, one: Choice) -> Iterator[str]:
    """Return how often a choice leads to gin, and a knock to an undercut."""
    t, percent = reader.words.t, reader.words.percent
    ends = isinstance(one.action, Knock | BigGin)
    if one.gin is not None and not ends:
        yield t("gin {n} of the time", n=percent(one.gin))
    if ends and one.undercut:
        yield t("undercut {n} of the time", n=percent(one.undercut))


_NUMBER: Final = re.compile(r"\d+")
_SCORE: Final = re.compile(r"\d{1,4}(?:\s*[:–,]\s*|-|\s+(?:-\s+)?)\d{1,4}")
"""Two numbers; a sign before the first one is none of a score."""


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
            AskPress(AskVerb.SUBMIT),
            ctx.t("Enter a hand"),
            ctx.t("Hand / discard pile / taken / score"),
            length=LENGTH,
            placeholder=EXAMPLE,
        )
        return
    await ctx.reply.private(
        await _answered(coaching, ctx, Written.of_fields(ctx.origin.fields or {}))
    )


async def answer_at(
    coaching: Coaching, ctx: Context, preset: str, asked: AskedPosition, *more: Button
) -> Screen:
    """Return the coach's answer to a position. ``more``: what the screen offers beside it."""
    await require_no_match(ctx, asked)
    try:
        view = view_of(asked)
        found = await coaching.answer(asked)
    except ImpossiblePositionError as error:
        raise Refusal.in_words(impossible_words(ctx.reader, error)) from error
    except TimeoutError as error:
        raise Refusal("The coach is busy. Try again in a minute.") from error
    return answer_screen(ctx.reader, asked, preset, view, found, more)


async def play_on_asked(display: MatchDisplay, ctx: Context, press: AskOnPress) -> None:
    """Play on from the position that was asked about, against a computer."""
    chosen = ruleset({}, press.preset)
    asked = AskedPosition(chosen.rules, press.hand, press.pile, press.taken)
    await require_no_match(ctx, asked)
    try:
        view_of(asked)
    except ImpossiblePositionError as error:
        raise Refusal(OLD_BUTTON) from error
    await start_practice(display, ctx, chosen, ctx.value, partial(to_play_on, asked))


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
        """Read the parts of one text, which slashes separate; later ones may be left out.

        Refuse a text that may have been cut: its last parts would be missing, or others.
        """
        if len(text) >= LENGTH:
            raise Refusal(
                "That's too long: cards and score together may have at most {n} letters.",
                n=LENGTH - 1,
            )
        parts = [one.strip() for one in text.split("/")]
        if len(parts) > MOST_PARTS:
            raise Refusal(
                "That has {n} parts. Separate the hand, the discard pile, the taken cards and the "
                "score by three slashes.",
                n=len(parts),
            )
        return cls(*parts)

    @classmethod
    def of_fields(cls, fields: Mapping[str, str]) -> Self:
        """Read a submitted form: one text, or a page's fields; of both, the text is read first."""
        if ADDRESS in fields:
            return cls.at(fields[ADDRESS])
        own = {name: fields[name].strip() for name in FIELDS if fields.get(name)}
        written = fields.get(FIELD, "")
        if not written.strip():
            return cls(**{"hand": "", **own})
        found = cls.of(written)
        score = found.score or own.get("score", "")
        return replace(found, score=score, preset=own.get("preset", found.preset))

    @classmethod
    def at(cls, address: str) -> Self:
        """Read the address of a position, as ``address_of`` writes it."""
        parts = address.split("-")
        if len(parts) != len(FIELDS):
            raise Refusal(OLD_BUTTON)
        hand, pile, taken, score, preset = parts
        return cls(hand, pile, taken, score.replace(".", " "), preset)


def address_of(asked: AskedPosition, preset: str) -> str:
    """Return a position as the address of its page: cards, score and the name of the rules."""
    cards = ("".join(map(card_text, one)) for one in (asked.hand, asked.pile, asked.taken))
    return "-".join((*cards, ".".join(map(str, asked.score)), preset))


async def _answered(coaching: Coaching, ctx: Context, written: Written) -> Screen:
    rules = ruleset({}, written.preset).rules
    hand, pile, taken = (_cards(ctx, one) for one in (written.hand, written.pile, written.taken))
    asked = AskedPosition(rules, hand, pile, taken, _score(written.score))
    return await answer_at(coaching, ctx, written.preset, asked)


def _score(text: str) -> tuple[int, int]:
    """Read both scores, which anything may separate; none are even ones."""
    found = _NUMBER.findall(text)
    if not text.strip():
        return (0, 0)
    if len(found) != 2 or not _SCORE.fullmatch(text.strip()):
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
