"""Screens of a position that somebody asks about: how to write one, and the coach's answer."""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.coach.screens import hand_part
from bot.match.play_on import play_on_menu
from bot.presses.pages import AskOnPress, AskPress, AskVerb
from bot.ui.i18n import mark
from bot.ui.learning import AskBoard, AskedAnswer, AskedChoice
from bot.ui.reader import Reader
from bot.ui.screen import Accent, Button, Part, Row, Screen, Style, Text
from bot.wording.cards import listed, named
from bot.wording.names import title_of
from bot.wording.reasons import action_words, reason_words
from bot.wording.scores import signed_tenths
from engine.coach.asking import (
    Answer,
    AskedPosition,
    Choice,
    ImpossiblePositionError,
    is_askable,
)
from engine.game.actions import BigGin, Discard, Knock, Take
from engine.game.cards import Card, card
from engine.game.presets import PRESETS
from engine.game.view import SeatView

ASKABLE: Final = tuple(name for name, rules in PRESETS.items() if is_askable(rules))
"""The names of the rules that can be asked about."""
MOST_CHOICES: Final = 8
LIKELY: Final = 10
"""The cards that are named as the opponent's."""
LEAST_SHOWN: Final = 0.05

_IMPOSSIBLE: Final[Mapping[str, str]] = {
    "hand_size": mark("A hand has {size} cards, or {more} after the draw. You entered {found}."),
    "pile_empty": mark("The discard pile always starts with the upcard. Enter it too."),
    "twice": mark("{card} appears twice. Each card can be in only one place."),
    "taken": mark("Your opponent can't have taken and kept {found} cards."),
    "pile_short": mark(
        "A player who takes a card then discards one: with {taken} taken, the pile has at "
        "least {least} cards."
    ),
    "stock": mark("With that many discards, the stock would be empty."),
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
    button = Button(t("Enter a hand"), str(AskPress(AskVerb.FORM)), Style.PRIMARY, "🧠")
    board = AskBoard(_SUBMIT, LENGTH, EXAMPLE, _presets(reader))
    return Screen((Text("\n".join(lines)), board, Row((button,))), Accent.GOLD)


LENGTH: Final = 300
"""The most letters of a position."""
_SUBMIT: Final = str(AskPress(AskVerb.SUBMIT))


def _presets(reader: Reader) -> tuple[tuple[str, str], ...]:
    """Return the rules that can be asked about, with their titles."""
    return tuple((name, title_of(reader.words, name)) for name in ASKABLE)


EXAMPLE: Final = "5H 6H 7H 4C 4D 4S QS QD 2C 7S / 9C 3D KC / JD / 46 48"


def answer_screen(
    reader: Reader, asked: AskedPosition, preset: str, view: SeatView, found: Answer
) -> Screen:
    """Return the coach's answer to a position."""
    t = reader.words.t
    head = f"### {t('Ask the coach')} · {title_of(reader.words, preset)}"
    parts: list[Part] = [Text(f"{head}\n{_position(reader, asked)}")]
    parts.append(hand_part(reader, view))
    best = found.choices[0]
    verdict = t(
        "Best: **{action}**. {reason}",
        action=action_words(reader, best.action),
        reason=reason_words(reader, found.reason),
    )
    lines = [verdict, *(_line(reader, one) for one in found.choices[:MOST_CHOICES])]
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
    again = Button(t("Enter another hand"), str(AskPress(AskVerb.FORM)), emoji="🧠")
    board = AskBoard(
        press=_SUBMIT,
        length=LENGTH,
        example=EXAMPLE,
        presets=_presets(reader),
        hand=asked.hand,
        pile=asked.pile,
        taken=asked.taken,
        score=" ".join(map(str, asked.score)) if any(asked.score) else "",
        preset=preset,
        answer=_drawn(reader, asked, found),
    )
    press = AskOnPress(preset, asked.hand, asked.pile, asked.taken)
    play_on = play_on_menu(reader, press, is_known=False)
    return Screen((*parts, board, play_on, Row((again,))), Accent.GOLD)


def _drawn(reader: Reader, asked: AskedPosition, found: Answer) -> AskedAnswer:
    """Return the answer as a page draws it."""
    t, best = reader.words.t, found.choices[0]
    return AskedAnswer(
        best=t("Best: **{action}**", action=action_words(reader, best.action)),
        reason=reason_words(reader, found.reason),
        choices=tuple(_shown(reader, asked, one) for one in found.choices),
        chances=found.chances[:LIKELY],
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
    if one.margin >= LEAST_SHOWN:
        worth += f" ± {one.margin:.1f}"
    worth += "".join(f" · {chance}" for chance in _chances(reader, one))
    label = action_words(Reader(reader.words), one.action)
    knocks = isinstance(one.action, Knock | BigGin)
    return AskedChoice(label, shown, knocks, one.points, one.margin, worth)


def _position(reader: Reader, asked: AskedPosition) -> str:
    t = reader.words.t
    line = t("Discard pile: {cards}", cards=listed(reader, asked.pile))
    if asked.taken:
        line += "  ·  " + t("taken by your opponent: {cards}", cards=listed(reader, asked.taken))
    if any(asked.score):
        own, other = asked.score
        line += "  ·  " + t("score {own} : {other}", own=own, other=other)
    return line


def _line(reader: Reader, one: Choice) -> str:
    text = f"- {action_words(reader, one.action)}: **{signed_tenths(one.points)}**"
    if one.margin >= LEAST_SHOWN:
        text += f" ± {one.margin:.1f}"
    return text + "".join(f" · {chance}" for chance in _chances(reader, one))


def _chances(reader: Reader, one: Choice) -> Iterator[str]:
    """Return how often a choice leads to gin, and a knock to an undercut."""
    t, percent = reader.words.t, reader.words.percent
    ends = isinstance(one.action, Knock | BigGin)
    if one.gin is not None and not ends:
        yield t("gin {n} of the time", n=percent(one.gin))
    if ends and one.undercut:
        yield t("undercut {n} of the time", n=percent(one.undercut))
