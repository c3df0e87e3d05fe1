"""The screens of the lesson: its text above the hand, and why a press is not the move."""

from dataclasses import dataclass
from typing import Final

from bot.lessons.course import (
    COURSE,
    DECKS,
    END,
    LEARNER,
    PLAYED,
    PRESET,
    LessonStep,
    match_at,
    step_at,
)
from bot.match.hand.controls import phase_controls
from bot.match.hand.model import HandPanel, Mode, Resting, Selected
from bot.match.hand.screen import hand_pictures, remarks
from bot.match.sheet_screen import sheet_screen
from bot.match.table_screen import round_parts
from bot.presses.match import HandVerb
from bot.presses.pages import LessonPress, LessonVerb, MenuPress, MenuVerb
from bot.ui.i18n import mark
from bot.ui.reader import MatchContext, NamedPlayer, Reader
from bot.ui.screen import Accent, Button, Part, Row, Screen, Style, Text
from bot.wording.cards import named
from bot.wording.errors import rule_refusal
from engine.game.actions import (
    AutoLayOff,
    Discard,
    Draw,
    Knock,
    Pass,
    Ready,
    SeatAction,
    Take,
)
from engine.game.cards import Card, card
from engine.game.errors import RuleError
from engine.game.match import MatchPhase, act
from engine.game.view import SeatView, seat_view
from engine.players import CHARACTERS, Level
from engine.service import MatchSetup

TITLES: Final = {
    LessonStep.MELDS: mark("Melds"),
    LessonStep.DEADWOOD: mark("Deadwood"),
    LessonStep.DRAW: mark("Draw and discard"),
    LessonStep.KNOCK: mark("Knock"),
    LessonStep.LAYOFF: mark("Layoff"),
    LessonStep.UNDERCUT: mark("Undercut"),
    LessonStep.GIN: mark("Gin"),
    LessonStep.SHEET: mark("The score sheet"),
}
_SAID: Final = (
    (
        mark(
            "Three or four cards of one rank, or three or more in sequence in one suit, are a "
            "**meld**. Take {card}: it makes a run with {first} and {second}."
        ),
        ("7H", "5H", "6H"),
    ),
    (
        mark(
            "Cards outside melds are **deadwood**: face cards count 10, aces 1, other cards "
            "their face value. Discard your highest one, {card}."
        ),
        ("KS",),
    ),
    (
        mark(
            "Each turn you draw from the **stock** or take the top **discard**, then discard a "
            "card. {card} doesn't help you, so draw from the stock."
        ),
        ("JD",),
    ),
    (mark("Now discard the deadwood that counts most, {card}."), ("8D",)),
    (mark("{card} makes a run with {first} and {second}. Take it."), ("3C", "AC", "2C")),
    (
        mark(
            "With 10 deadwood or less you may **knock**, which ends the round. Knock, and discard "
            "{card}."
        ),
        ("6C",),
    ),
    (mark("You win the difference between the deadwood of both hands."), ()),
    (
        mark(
            "Pip has knocked. You may **lay off** cards that fit Pip's melds, and then they don't "
            "count: lay them all off."
        ),
        (),
    ),
    (mark("Without the layoffs Pip would have won 41 points."), ()),
    (
        mark("You may take the upcard before your first draw. {card} makes no meld, so pass."),
        ("QH",),
    ),
    (
        mark(
            "Pip knocks with 9. If you have no more deadwood than that after your layoffs, you "
            "**undercut** the knock: lay off."
        ),
        (),
    ),
    (mark("An undercut scores the difference and a bonus of 25."), ()),
    (mark("{card} makes a run with {first} and {second}. Take it."), ("KS", "JS", "QS")),
    (
        mark(
            "No deadwood at all is **gin**: a bonus of 25, and nobody may lay off. Discard {card} "
            "and go gin."
        ),
        ("2D",),
    ),
    (mark("Whoever reaches 100 points first wins the game."), ()),
    (
        mark(
            "The sheet adds a box of 25 points for each round won and a game bonus of 100. That's "
            "all you need: play a real match."
        ),
        (),
    ),
)
_FIELDS: Final = ("card", "first", "second")


def title_at(reader: Reader, place: int) -> str:
    """Return the heading of a place: its step's number and idea."""
    t, step = reader.words.t, step_at(place)
    number = list(LessonStep).index(step) + 1
    return t("### Step {n} of {all}: {title}", n=number, all=len(LessonStep), title=t(TITLES[step]))


def text_at(reader: Reader, place: int) -> str:
    """Return what a place explains and asks for."""
    sentence, cards = _SAID[place]
    shown = (named(reader, card(one)) for one in cards)
    return reader.words.t(sentence, **dict(zip(_FIELDS, shown, strict=False)))


assert len(_SAID) == END + 1, "every place of the lesson has its words"


def mistake_at(reader: Reader, place: int, action: SeatAction) -> str:
    """Return why another action than the right one is not played at a place."""
    match = match_at(place)
    try:
        act(match, LEARNER, action, DECKS)
    except RuleError as error:
        return rule_refusal(reader, error)
    return _better(reader, seat_view(match, LEARNER), COURSE[place].right, action)


def _better(reader: Reader, view: SeatView, right: SeatAction, action: SeatAction) -> str:
    t = reader.words.t
    top = None if view.table is None else view.table.top
    shown = "" if top is None else named(reader, top)
    match right, action:
        case Take(), _:
            return t("{card} is sure to make a meld; any other card is a gamble.", card=shown)
        case ((Draw() | Pass()), _):
            return t("{card} makes no meld with your cards; leave it.", card=shown)
        case Discard(card=best), Discard(card=chosen):
            return _discard(reader, view, best, chosen)
        case Knock(card=best), _ if dict(view.legal.knocks)[best] == 0:
            return t(
                "With {card} discarded, all your cards are in melds: press **Gin!**",
                card=named(reader, best),
            )
        case Knock(card=best), Knock():
            return t("{card} counts more, so knock with that discard.", card=named(reader, best))
        case Knock(), _:
            return t("Another turn only helps your opponent; press **Knock**.")
        case AutoLayOff(), _:
            return t("What you keep counts against you: go back and lay off every card that fits.")
        case _:
            return t("That isn't the move of this step; follow the text above your cards.")


def _discard(reader: Reader, view: SeatView, best: Card, chosen: Card) -> str:
    t = reader.words.t
    names = {"card": named(reader, chosen), "best": named(reader, best)}
    if not view.layout.deadwood_cards >> chosen & 1:
        return t("{card} is part of a meld and costs nothing; discard {best} instead.", **names)
    return t("{best} counts more than {card}, so discard {best}.", **names)


BUTTONS_IN_A_ROW = 4


@dataclass(frozen=True, slots=True)
class LessonPanel(HandPanel):
    """The learner's hand, whose buttons lead through the lesson instead of a match."""

    def play(self, action: SeatAction) -> str:
        return str(LessonPress(LessonVerb.PLAY, action=action, revision=self.revision))

    def look(self, verb: HandVerb, card: Card | None = None) -> str:
        return str(LessonPress(LessonVerb.VIEW, view=verb, card=card, revision=self.revision))


def lesson_screen(
    reader: Reader, name: str, place: int, mode: Mode | None = None, mistake: str = ""
) -> Screen:
    """Return a place of the lesson. ``name``: the learner's, safe to show."""
    panel = _panel(reader, name, place, mode or Resting())
    head = Text(f"{title_at(reader, place)}\n{text_at(reader, place)}")
    parts: list[Part] = [head]
    if place == END:
        return _end(panel, parts)
    if place == PLAYED or panel.own.public.phase is MatchPhase.BETWEEN:
        parts += [*round_parts(reader, panel.board, panel.table), Row((_next(panel, place),))]
    else:
        parts += hand_pictures(panel)
        if figures := remarks(panel):
            parts.append(Text(figures))
        if mistake:
            parts.append(Text(f"⚠️ {mistake}"))
        parts += phase_controls(panel)
    return Screen(tuple(_with_again(panel, parts, place)), Accent.TURN)


def _panel(reader: Reader, name: str, place: int, mode: Mode) -> LessonPanel:
    match = match_at(min(place, PLAYED))
    own = seat_view(match, LEARNER)
    pip = NamedPlayer(CHARACTERS[Level.NOVICE].name, None, Level.NOVICE.value)
    players, setup = (NamedPlayer(name, None), pip), MatchSetup(own.public.rules, PRESET)
    board = MatchContext(0, own.public, players, setup)
    if reader.one_tap and isinstance(mode, Selected):
        mode = Resting()
    return LessonPanel(reader, board, own, place, mode)


def _next(panel: LessonPanel, place: int) -> Button:
    go_on = LessonPress(LessonVerb.NEXT, revision=place)
    press = str(go_on) if place == PLAYED else panel.play(Ready())
    return Button(panel.t("Next"), press, Style.SUCCESS, "➡️")


def _with_again(panel: LessonPanel, parts: list[Part], place: int) -> list[Part]:
    """Return the parts with a way back to the beginning in the last row."""
    if place == 0:
        return parts
    last = parts[-1]
    if isinstance(last, Row) and len(last.buttons) < BUTTONS_IN_A_ROW:
        return [*parts[:-1], Row((*last.buttons, _again(panel, place)))]
    return [*parts, Row((_again(panel, place),))]


def _again(panel: LessonPanel, place: int) -> Button:
    press = LessonPress(LessonVerb.AGAIN, revision=place)
    return Button(panel.t("Start over"), str(press), emoji="⏮️")


def _end(panel: LessonPanel, parts: list[Part]) -> Screen:
    sheet = sheet_screen(panel.reader, panel.board).parts
    real = LessonPress(LessonVerb.REAL, revision=END)
    button = Button(panel.t("Play Pip"), str(real), Style.SUCCESS, "🃏")
    train = Button(panel.t("Trainer"), str(MenuPress(MenuVerb.TRAINER)), emoji="🎯")
    return Screen((*parts, *sheet[1:], Row((button, train, _again(panel, END)))), Accent.GOLD)
