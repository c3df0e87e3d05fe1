"""The screens of the lesson: its text above the ordinary hand, result and score sheet."""

from dataclasses import dataclass

from bot.lessons.course import END, LEARNER, PLAYED, PRESET, match_at
from bot.lessons.texts import text_at, title_at
from bot.match.hand.controls import phase_controls
from bot.match.hand.model import HandPanel, Mode, Resting, Selected
from bot.match.hand.screen import hand_pictures, remarks
from bot.match.sheet_screen import sheet_screen
from bot.match.table_screen import round_parts
from bot.presses.go import GoPress, GoVerb
from bot.presses.hand import HandVerb
from bot.presses.lesson import LessonPress, LessonVerb
from bot.ui.reader import MatchContext, Player, Reader
from bot.ui.screen import Accent, Button, Part, Row, Screen, Style, Text
from engine.game.actions import Ready, SeatAction
from engine.game.cards import Card
from engine.game.match import MatchPhase
from engine.game.view import seat_view
from engine.players import CHARACTERS, Level

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
    pip = Player(CHARACTERS[Level.NOVICE].name, None, Level.NOVICE.value)
    board = MatchContext(0, own.public, (Player(name, None), pip), PRESET)
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
    train = Button(panel.t("Trainer"), str(GoPress(GoVerb.TRAINER)), emoji="🎯")
    return Screen((*parts, *sheet[1:], Row((button, train, _again(panel, END)))), Accent.GOLD)
