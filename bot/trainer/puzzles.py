"""The trainer's panel: a question with its answers, then the solution in expected points."""

from typing import Final

from bot.match.exercise_screen import ShownExercise, exercise_screen
from bot.match.page.lesson import ExerciseTable, puzzle_table
from bot.match.puzzle import (
    explained,
    reason_lines,
    verdict_words,
)
from bot.presses.exercise import ExercisePress, ExerciseVerb, next_of
from bot.presses.menu import MenuVerb, buttons_beside, menu_button
from bot.presses.pages import DailyPress, DailyVerb
from bot.ui.context import Context
from bot.ui.i18n import mark
from bot.ui.parts.empty import EmptyPart, EmptyPicture
from bot.ui.reader import Reader
from bot.ui.replying import OLD_BUTTON, Refusal
from bot.ui.screen import (
    Accent,
    Button,
    Menu,
    MenuChoice,
    Row,
    Screen,
    Style,
    Text,
)
from bot.wording.scores import signed
from engine.game.errors import RecordError
from engine.service.exercises import Series
from engine.service.trainer import PuzzleForPerson, Solution, TrainerStanding
from engine.trainer.puzzle import Puzzle, Track

TRACKS: Final = {
    Track.ALL: mark("All themes"),
    Track.DISCARD: mark("Which discard"),
    Track.TAKE: mark("Take or draw"),
    Track.KNOCK: mark("Knock or play on"),
    Track.LAYOFF: mark("Layoffs"),
    Track.UPCARD: mark("Upcard"),
    Track.MINE: mark("My mistakes"),
}


def puzzle_screen(
    reader: Reader,
    called: str,
    track: Track,
    asked: PuzzleForPerson,
    standing: TrainerStanding,
) -> Screen:
    """Return the question, or the solution for a person who has answered.

    ``called``: the reader's name, safe to show.
    """
    solution = asked.solution
    controls = list(buttons_beside(reader, MenuVerb.TRAINER))
    if solution is not None:
        controls.insert(0, _next_button(reader, track))
    shown = ShownExercise(
        asked.puzzle,
        _table(reader, called, track, asked, standing),
        _press(track, asked),
        (_head(reader, asked, standing, solution),),
        notes=(_note(reader, asked),),
        choice=None if solution is None else solution.choice,
        solution="" if solution is None else _solution_words(reader, asked.puzzle, solution),
        is_open=solution is None,
        controls=(Row(tuple(controls)), _menu(reader, track, standing)),
    )
    return exercise_screen(reader, shown)


def no_puzzle_screen(reader: Reader, track: Track, standing: TrainerStanding) -> Screen:
    """Return the screen for somebody for whom there is no puzzle."""
    t, tn = reader.words.t, reader.words.tn
    if track is Track.MINE and standing.waiting:
        text = tn(
            "Nothing to review now; {n} scheduled for later.",
            "Nothing to review now; {n} scheduled for later.",
            standing.waiting,
        )
    elif track is Track.MINE:
        text = t(
            "Nothing to review. Puzzles you miss come back here, and so do mistakes from your "
            "finished matches."
        )
    else:
        text = t("You've answered every puzzle in this theme. New ones come every day.")
    head = f"## 🎯 {t('Trainer')}\n{text}"
    following = _next_button(reader, Track.ALL if track is Track.MINE else track)
    empty = EmptyPart(picture=EmptyPicture.HAND, title=text)
    parts = (
        Text(head),
        empty,
        Row((following, menu_button(reader, MenuVerb.TUTOR))),
        _menu(reader, track, standing),
    )
    return Screen(parts, Accent.CALM)


def _press(track: Track, asked: PuzzleForPerson) -> ExercisePress:
    """Return the press of an answer whose number a page sends."""
    series = Series.TRAINER
    return ExercisePress(
        ExerciseVerb.VALUE, series, track=track, id=asked.key, revision=asked.times
    )


def _head(
    reader: Reader, asked: PuzzleForPerson, standing: TrainerStanding, solution: Solution | None
) -> str:
    facts = _rating(reader, asked, standing, solution)
    return f"## 🎯 {reader.words.t('Trainer')} · {_theme(reader, asked)}\n{facts}"


def _theme(reader: Reader, asked: PuzzleForPerson) -> str:
    return reader.words.t(TRACKS[Track(asked.puzzle.question.value)])


def _rating(
    reader: Reader, asked: PuzzleForPerson, standing: TrainerStanding, solution: Solution | None
) -> str:
    t = reader.words.t
    unsure = "?" if standing.rating.is_provisional else ""
    rating = t("Your rating: **{n}**", n=f"{round(standing.rating.value)}{unsure}")
    if solution is not None and solution.change is not None:
        rating += f" ({signed(round(solution.change))})"
    facts = [rating]
    if not asked.own:
        facts.append(t("puzzle: **{n}**", n=round(asked.value)))
    return "  ·  ".join(facts)


def _note(reader: Reader, asked: PuzzleForPerson) -> str:
    t = reader.words.t
    if asked.own:
        return "-# " + t("From one of your own matches.")
    if asked.solution is None and asked.times:
        return "-# " + t("You missed this one before, so it doesn't change your rating.")
    return ""


def _solution_words(reader: Reader, puzzle: Puzzle, solution: Solution) -> str:
    lines = explained(reader, puzzle, solution.choice)
    return "\n".join([*lines, "", f"-# {_again(reader, solution)}"])


def _table(
    reader: Reader,
    called: str,
    track: Track,
    asked: PuzzleForPerson,
    standing: TrainerStanding,
) -> ExerciseTable:
    t, solution, puzzle = reader.words.t, asked.solution, asked.puzzle
    rating, verdict = _rating(reader, asked, standing, solution), ""
    if solution is not None:
        choice = solution.choice
        lines = (verdict_words(reader, puzzle, choice), *reason_lines(reader, puzzle, choice))
        verdict = "\n".join((*lines, f"-# {_again(reader, solution)}"))
    return puzzle_table(
        reader,
        called,
        puzzle,
        t("Trainer"),
        _theme(reader, asked),
        verdict=verdict,
        note="\n".join(one for one in (_note(reader, asked), rating) if one),
        following=None if solution is None else following(reader, track),
        tools=((t("Puzzle of the day"), DailyPress(DailyVerb.PUZZLE)),),
    )


def _again(reader: Reader, solution: Solution) -> str:
    t = reader.words.t
    if solution.due_ms is not None:
        return t("Next review {when}", when=f"<t:{solution.due_ms // 1000}:R>")
    if solution.change is None:
        return t("Learned: you won't see this one again.")
    return t("Points for this round only, whatever the match score.")


def following(reader: Reader, track: Track) -> tuple[str, ExercisePress]:
    """Return the label and the press of the next puzzle."""
    return reader.words.t("Next"), next_of(track)


def _next_button(reader: Reader, track: Track) -> Button:
    return Button(*following(reader, track), Style.SUCCESS, "➡️")


def _menu(reader: Reader, track: Track, standing: TrainerStanding) -> Menu:
    t = reader.words.t
    choices = []
    for one, title in TRACKS.items():
        label = t(title)
        if one is Track.MINE and standing.due:
            label = f"{label} ({standing.due})"
        choices.append(MenuChoice(label, one.value, chosen=one is track))
    return Menu(
        ExercisePress(ExerciseVerb.NEXT, Series.TRAINER), tuple(choices), t("Choose a theme")
    )


GONE = mark("This puzzle is no longer available. Press Next for another one.")


async def trainer_of(ctx: Context) -> Screen:
    """Return the next puzzle of any theme, mistakes that are due first."""
    return await _next(ctx, Track.ALL)


async def puzzle_of(ctx: Context, press: ExercisePress) -> Screen:
    """Return the puzzle of a press with the answer that was taken, or the next one."""
    track = press.track or Track.ALL
    if press.verb is ExerciseVerb.NEXT:
        return await _next(ctx, _chosen(ctx.value) if ctx.values else track)
    try:
        found = await ctx.service.trainer.shown(ctx.user, press.id)
    except RecordError:
        found = None
    if found is None:
        raise Refusal(GONE)
    return await _screen(ctx, track, found)


def _chosen(value: str) -> Track:
    try:
        return Track(value)
    except ValueError:
        raise Refusal(OLD_BUTTON) from None


async def _next(ctx: Context, track: Track) -> Screen:
    trainer = ctx.service.trainer
    found = await trainer.next(ctx.user, track)
    if found is not None:
        return await _screen(ctx, track, found)
    return no_puzzle_screen(ctx.reader, track, await trainer.standing(ctx.user))


async def _screen(ctx: Context, track: Track, found: PuzzleForPerson) -> Screen:
    standing = await ctx.service.trainer.standing(ctx.user)
    return puzzle_screen(ctx.reader, ctx.called, track, found, standing)
