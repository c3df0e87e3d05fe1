"""The screens of the course: its map, and the steps of a lesson."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.lessons.words import GROUP_TITLES, IDEAS, TITLES
from bot.match.exercise_screen import ShownExercise, exercise_screen
from bot.match.page.lesson import ExerciseTable, table_of_lesson
from bot.match.puzzle import (
    answer_words,
    explained,
    question_words,
    reason_lines,
    verdict_words,
)
from bot.match.sheet_screen import score_line
from bot.presses.exercise import ExercisePress, ExerciseVerb
from bot.presses.menu import MenuVerb, menu_button
from bot.presses.pages import LessonPress, LessonVerb
from bot.ui.both import in_both
from bot.ui.i18n import mark
from bot.ui.page_buttons import press_button
from bot.ui.parts.cards import CardGroup, CardsPart, ListedCard
from bot.ui.parts.facts import Fact
from bot.ui.parts.kinds import Covers, Ground, InChat, PartPlace, Way
from bot.ui.parts.section import SectionPart
from bot.ui.reader import MatchContext, NamedPlayer, Reader
from bot.ui.screen import (
    Accent,
    Button,
    MenuChoice,
    Row,
    Screen,
    Style,
    Text,
)
from bot.wording.reasons import reason_words, with_reason
from bot.wording.scores import round_lines
from engine.course.lessons import (
    ALL_STARS,
    GROUPS,
    IN_A_LESSON,
    LESSONS,
    MOST_STARS,
    QUESTIONS,
    CourseProgress,
    lesson,
)
from engine.game.cards import card
from engine.game.view import SeatView
from engine.players import CHARACTERS, Level
from engine.service.exercises import Series
from engine.trainer.puzzle import Puzzle
from engine.trainer.questions import Studied
from engine.trainer.results import RIGHT

STAR: Final = "★"
NO_STAR: Final = "☆"
NOTES: Final = 6
SHOWN_CARDS: Final = 5
"""The cards of the next lesson that the map shows."""
OTHERS: Final = (Level.NOVICE, Level.CASUAL, Level.EXPERT)
"""Who sits at the tables of the lessons, besides the reader."""
_PICTURES: Final = (
    *("7H", "QS", "KD", "4C", "8D", "9C", "6H", "5S", "JD", "TC", "KS", "2D"),
    *("9H", "8S", "3C", "AH", "QH", "5D", "7C", "4S", "JH", "6D"),
)
"""The cards that stand for the lessons on the map."""


def press_of(verb: LessonVerb, name: str = "", step: int = 0) -> LessonPress:
    """Return a press of the course."""
    number = LESSONS.index(name) + 1 if name else 0
    return LessonPress(verb, number, step)


def stars_words(count: int) -> str:
    """Return the stars of a lesson."""
    return STAR * count + NO_STAR * (MOST_STARS - count)


# -- the map ----------------------------------------------------------------------------


def course_screen(reader: Reader, progress: CourseProgress, hand: Sequence[int]) -> Screen:
    """Return the map. ``hand``: the cards of the lesson that is next."""
    t, name = reader.words.t, progress.next_lesson
    lines = [f"## 🎓 {t('The course')}", f"{STAR} **{progress.total}** / {ALL_STARS}", ""]
    for group, names in GROUPS.items():
        shown = " ".join(stars_words(progress.stars.get(one, 0)) for one in names)
        lines.append(f"**{t(GROUP_TITLES[group])}**  {shown}")
    lines += ["", f"**{t(TITLES[name])}** · {_subtitle(reader, name)}"]
    go_on = Button(_go_on(reader, progress), press_of(LessonVerb.OPEN, name), Style.SUCCESS, "🎓")
    buttons = [go_on]
    if progress.can_play:
        buttons.append(_real(reader))
    buttons.append(menu_button(reader, MenuVerb.TRAINER))
    buttons.append(menu_button(reader, MenuVerb.TUTOR))
    cards, menu = in_both(reader, _path(reader, progress))
    following, row = _following_lesson(reader, name, hand, go_on), Row(tuple(buttons))
    parts = (Text("\n".join(lines)), following, cards, *_notes(reader, progress), row, menu)
    return Screen(parts, Accent.GOLD)


def _go_on(reader: Reader, progress: CourseProgress) -> str:
    t = reader.words.t
    return t("Continue") if progress.under_way or progress.stars else t("Begin")


def _real(reader: Reader) -> Button:
    name = CHARACTERS[Level.NOVICE].name
    label = reader.words.t("Play {name}", name=name)
    return Button(label, press_of(LessonVerb.REAL), Style.PRIMARY, "🃏")


def _subtitle(reader: Reader, name: str) -> str:
    number = LESSONS.index(name) + 1
    return reader.words.t("Lesson {n} of {all}", n=number, all=len(LESSONS))


def _following_lesson(reader: Reader, name: str, hand: Sequence[int], go_on: Button) -> SectionPart:
    return SectionPart(
        covers=Covers.ALL,
        ground=Ground.FELT,
        title=reader.words.t(TITLES[name]),
        subtitle=_subtitle(reader, name),
        lines=(reader.words.t(IDEAS[name]),),
        hand=tuple(hand[:SHOWN_CARDS]),
        buttons=(press_button(go_on),),
    )


def _path(reader: Reader, progress: CourseProgress) -> CardsPart:
    t = reader.words.t
    total = t("{n} of {all} stars", n=progress.total, all=ALL_STARS)
    return CardsPart(
        groups=tuple(_group(reader, progress, group) for group in GROUPS),
        facts=(Fact(icon="star", value=f"{progress.total} / {ALL_STARS}", label=total),),
        chat=InChat(menu=press_of(LessonVerb.CHOOSE), placeholder=t("Choose a lesson")),
    )


def _notes(reader: Reader, progress: CourseProgress) -> tuple[SectionPart, ...]:
    """Return what has been learned, the last of it."""
    t, learned = reader.words.t, [one for one in LESSONS if one in progress.stars][-NOTES:]
    lines = tuple(t(IDEAS[one]) for one in learned)
    notes = SectionPart(ground=Ground.PAPER, place=PartPlace.SIDE, title=t("My notes"), lines=lines)
    return (notes,) if learned else ()


def _group(reader: Reader, progress: CourseProgress, group: str) -> CardGroup:
    t, names = reader.words.t, GROUPS[group]
    total = sum(progress.stars.get(name, 0) for name in names)
    return CardGroup(
        title=t(GROUP_TITLES[group]),
        subtitle=t("{n} of {all} stars", n=total, all=MOST_STARS * len(names)),
        is_path=True,
        cards=tuple(_mapped(reader, progress, name) for name in names),
    )


def _mapped(reader: Reader, progress: CourseProgress, name: str) -> ListedCard:
    """Return a lesson; its card is open once it is begun."""
    place, stars = LESSONS.index(name), progress.stars.get(name, 0)
    is_next, title = name == progress.next_lesson, reader.words.t(TITLES[name])
    return ListedCard(
        title=f"{place + 1} {title}",
        choice=MenuChoice(f"{place + 1}. {title}", name, stars_words(stars)),
        stars=stars,
        hand=(card(_PICTURES[place]),) if stars or is_next else (),
        mine=is_next,
        way=Way(press=press_of(LessonVerb.OPEN, name)),
    )


# -- a lesson ---------------------------------------------------------------------------


def lesson_screen(
    reader: Reader,
    called: str,
    name: str,
    step: int,
    studied: Studied,
    results: str,
    choice: int | None = None,
    stars: int | None = None,
) -> Screen:
    """Return a step of a lesson: the example, a question, or what became of an answer.

    ``called``: the reader's name, safe to show. ``results``: of the steps that are answered.
    ``choice``: the answer. ``stars``: of the lesson, once it is done.
    """
    t, puzzle = reader.words.t, studied.puzzle
    players = _players(studied.view, called)
    board = table_of_lesson(studied.view, players, lesson(name).at(step).preset)
    is_weighted = bool(studied.view.public.played)
    is_solved = choice is not None and (step > 0 or choice == puzzle.best)
    following = _following(reader, name, step) if is_solved else None
    number = LESSONS.index(name) + 1
    press = ExercisePress(ExerciseVerb.VALUE, Series.COURSE, id=number, revision=step)
    back = (t("All lessons"), press_of(LessonVerb.MAP))
    last = [] if following is None else [Button(*following, Style.SUCCESS, "➡️")]
    table = ExerciseTable(
        studied.view,
        board,
        title=t(TITLES[name]),
        subtitle=_where(reader, name, step) + (f" · {stars_words(stars)}" if stars else ""),
        idea=t(IDEAS[name]),
        verdict=_verdict(reader, puzzle, choice),
        is_weighted=is_weighted,
        steps=tuple(_results(results)),
        at=step,
        hint=puzzle.best if step == 0 else None,
        following=following,
        back=back,
    )
    earned = () if stars is None else (Text(f"## {stars_words(stars)}"),)
    solution = ""
    if choice is not None:
        solution = "\n".join(explained(reader, puzzle, choice, is_weighted=is_weighted))
    shown = ShownExercise(
        puzzle,
        table,
        press,
        (_head(reader, name, step, results), t(IDEAS[name])),
        known=_known(reader, board),
        task=_task(reader, puzzle, step),
        choice=choice,
        solution=solution,
        is_open=not is_solved,
        controls=(*earned, Row((*last, Button(*back, emoji="🎓")))),
    )
    return exercise_screen(reader, shown)


def _head(reader: Reader, name: str, step: int, results: str) -> str:
    shown = "".join("🟩" if one else "🟥" if one is not None else "⬜" for one in _results(results))
    return f"## 🎓 {reader.words.t(TITLES[name])}\n-# {_where(reader, name, step)} · {shown}"


def _where(reader: Reader, name: str, step: int) -> str:
    t = reader.words.t
    what = t("Example") if step == 0 else t("Question {n} of {all}", n=step, all=QUESTIONS)
    return f"{_subtitle(reader, name)} · {what}"


def _results(results: str) -> Iterator[bool | None]:
    for step in range(IN_A_LESSON):
        yield results[step] == RIGHT if step < len(results) else None


def _task(reader: Reader, puzzle: Puzzle, step: int) -> str:
    """Return what to do: at the example with the answer, otherwise only the question."""
    if step > 0:
        return question_words(reader, puzzle)
    best = answer_words(reader, puzzle.answers[puzzle.best])
    reason = reason_words(reader, puzzle.reasons[puzzle.best])
    return with_reason(
        reader, mark("Best here: **{action}**. {reason}"), action=best, reason=reason
    )


def _verdict(reader: Reader, puzzle: Puzzle, choice: int | None) -> str:
    if choice is None:
        return ""
    lines = (verdict_words(reader, puzzle, choice), *reason_lines(reader, puzzle, choice))
    return "\n".join(lines)


def _known(reader: Reader, board: MatchContext) -> list[str]:
    """Return what a round is about, with the score if there is one."""
    tables = [table for table in board.view.tables if table.facts is not None]
    lines = [round_lines(reader, board, one)[0].removeprefix("### ") for one in reversed(tables)]
    return [*lines, score_line(reader, board)] if board.view.played else lines


def _following(reader: Reader, name: str, step: int) -> tuple[str, LessonPress]:
    t = reader.words.t
    if step + 1 < IN_A_LESSON:
        return t("Next"), press_of(LessonVerb.OPEN, name, step + 1)
    place = LESSONS.index(name) + 1
    if place == len(LESSONS):
        return t("All lessons"), press_of(LessonVerb.MAP)
    return t("Next lesson"), press_of(LessonVerb.OPEN, LESSONS[place])


def _players(view: SeatView, called: str) -> tuple[NamedPlayer, ...]:
    """Return the reader among the computers."""
    seats = [seat for party in view.public.parties for seat in party]
    others = iter(OTHERS)
    found = []
    for seat in sorted(seats):
        if seat is view.seat:
            found.append(NamedPlayer(called, None))
        else:
            level = next(others)
            found.append(NamedPlayer(CHARACTERS[level].name, None, level.value))
    return tuple(found)
