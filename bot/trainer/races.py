"""Races: what one is, puzzles against the clock, what came of it, and those of others."""

from typing import Final

from bot.match.exercise_screen import ShownExercise, exercise_screen
from bot.match.page.lesson import puzzle_table
from bot.match.standing import Board
from bot.presses.exercise import ExercisePress, ExerciseVerb, next_of
from bot.presses.pages import RacePress, RaceVerb
from bot.trainer.puzzles import TRACKS
from bot.ui.context import Context
from bot.ui.custom_id import base36, read_id
from bot.ui.i18n import mark
from bot.ui.markup import plain_name, safe_name
from bot.ui.parts.lesson import RaceClock
from bot.ui.reader import Reader
from bot.ui.replying import OLD_BUTTON, Refusal
from bot.ui.routes import AnswerKind
from bot.ui.screen import (
    Accent,
    Button,
    Menu,
    MenuChoice,
    Part,
    Row,
    Screen,
    Style,
    Text,
)
from engine.service.exercises import Series
from engine.service.standings import Standing
from engine.service.trainer import ListScore, RaceStart, RaceState
from engine.trainer.puzzle import Puzzle, Track
from engine.trainer.race import LENGTH_MS, MOST_WRONG

RULES: Final = mark(
    "Three minutes, as many puzzles as you can. They get harder; the third wrong answer ends the "
    "race. It doesn't change your rating."
)


def races_screen(reader: Reader, board: Standing[ListScore], *, is_server: bool) -> Screen:
    """Return what a race is, with the board of the server's week, if there is a server."""
    t = reader.words.t
    start = Button(t("Start the race"), RacePress(RaceVerb.START), Style.SUCCESS, "⏱️")
    parts: list[Part] = [Text(f"## ⏱️ {t('Race')}\n{t(RULES)}")]
    parts += board_parts(reader, board, is_server=is_server)
    parts += [Row((start, _trainer(reader))), *_same_puzzles(reader, board)]
    return Screen(tuple(parts), Accent.CALM)


def offered_screen(reader: Reader, race: int) -> Screen:
    """Return a race of somebody else, whose clock starts with a press."""
    t = reader.words.t
    start = Button(t("Start the race"), RacePress(RaceVerb.START, race), Style.SUCCESS, "⏱️")
    others = t("You get the same puzzles in the same order. You can run this race once.")
    text = f"## ⏱️ {t('Race')}\n{t(RULES)}\n{others}"
    back = Button(t("Back"), RacePress(RaceVerb.SHOW), emoji="↩️")
    return Screen((Text(text), Row((start, back))), Accent.CALM)


def running_screen(reader: Reader, called: str, race: RaceState, puzzle: Puzzle) -> Screen:
    """Return the puzzle that is asked now. ``called``: the reader's name, safe to show."""
    t, stop = reader.words.t, (reader.words.t("Stop"), RacePress(RaceVerb.STOP, race.race))
    press = ExercisePress(ExerciseVerb.VALUE, Series.RACE, id=race.race, revision=race.step)
    last = () if race.attempt.last is None else (_last_words(reader, race.attempt.last),)
    clock = RaceClock(
        ends=race.ends_ms,
        length=LENGTH_MS,
        solved=race.attempt.solved,
        wrong=race.attempt.wrong,
        most_wrong=MOST_WRONG,
        press=RacePress(RaceVerb.SHOW, race.race),
    )
    table = puzzle_table(
        reader,
        called,
        puzzle,
        t("Race"),
        t(TRACKS[Track(puzzle.question.value)]),
        last=last,
        tools=(stop,),
        race=clock,
    )
    shown = ShownExercise(
        puzzle,
        table,
        press,
        (_clock_words(reader, race),),
        controls=(Row((Button(*stop, emoji="🏁"),)),),
    )
    return exercise_screen(reader, shown)


def over_screen(
    reader: Reader, race: RaceState, board: Standing[ListScore], *, is_server: bool
) -> Screen:
    """Return what came of a race that is over, with the board of the server's week."""
    t, tn = reader.words.t, reader.words.tn
    lines = [f"## 🏁 {t('Race')}"]
    lines.append(tn("**{n}** puzzle solved", "**{n}** puzzles solved", race.attempt.solved))
    if race.attempt.wrong:
        lines.append("-# " + t("What you missed comes back under *My mistakes*."))
    buttons = [Button(t("Start the race"), RacePress(RaceVerb.START), Style.SUCCESS, "⏱️")]
    if is_server and race.attempt.solved:
        label = t("Challenge the channel")
        buttons.append(Button(label, RacePress(RaceVerb.POST, race.race), Style.PRIMARY, "⚔️"))
    buttons.append(_trainer(reader))
    parts: list[Part] = [Text("\n".join(lines)), *board_parts(reader, board, is_server=is_server)]
    parts += [Row(tuple(buttons)), *_same_puzzles(reader, board)]
    return Screen(tuple(parts), Accent.GOLD)


def posted_screen(reader: Reader, name: str, race: RaceState) -> Screen:
    """Return the message with which somebody lets others take up a race. ``name``: safe to show."""
    t, tn = reader.words.t, reader.words.tn
    text = tn(
        "**{name}** solved {n} puzzle in three minutes. Who solves more of the same ones?",
        "**{name}** solved {n} puzzles in three minutes. Who solves more of the same ones?",
        race.attempt.solved,
        name=name,
    )
    take = Button(t("Race"), RacePress(RaceVerb.TAKE, race.race), Style.SUCCESS, "⏱️")
    return Screen((Text(f"⏱️ {text}"), Row((take,))), Accent.GOLD)


def board_parts(reader: Reader, board: Standing[ListScore], *, is_server: bool) -> list[Part]:
    """Return the board of the server's week."""
    t = reader.words.t
    if not is_server:
        return []
    title = t("Races of this week")
    if not board.lines:
        return [Text(f"**{title}**\n" + t("No scores yet."))]
    shown = Board(board, lambda one: str(round(one.value)))
    if reader.text_mode:
        return [Text(f"**{title}**\n{shown.words()}")]
    return [shown.picture(reader, "race", title, t("This server"))]


def _same_puzzles(reader: Reader, board: Standing[ListScore]) -> list[Part]:
    """Return the menu of the races that others on the board have run."""
    own = None if board.mine is None else board.mine.about.exercise
    choices = tuple(
        MenuChoice(plain_name(safe_name(one.name)), base36(race), str(round(one.value)))
        for one in board.lines
        if (race := one.about.exercise) != own
    )
    placeholder = reader.words.t("The same puzzles as…")
    return [Menu(RacePress(RaceVerb.CHOOSE), choices, placeholder)] if choices else []


def _trainer(reader: Reader) -> Button:
    return Button(reader.words.t("Trainer"), next_of(Track.ALL), emoji="🎯")


def _clock_words(reader: Reader, race: RaceState) -> str:
    t = reader.words.t
    mine = race.attempt
    missed = "❌" * mine.wrong + "▫️" * (MOST_WRONG - mine.wrong)
    facts = [
        t("ends {when}", when=f"<t:{race.ends_ms // 1000}:R>"),
        f"✅ {mine.solved}",
        missed,
    ]
    if mine.last is not None:
        facts.append(_last_words(reader, mine.last))
    return f"## ⏱️ {t('Race')}\n" + "  ·  ".join(facts)


def _last_words(reader: Reader, is_right: bool) -> str:
    return reader.words.t("Right!") if is_right else reader.words.t("Wrong.")


LINES: Final = 10
"""The lines of the board."""
REFUSALS: Final = {
    RaceStart.GONE: mark("This race is too old to take up. Start a new one."),
    RaceStart.NOT_OVER: mark(
        "Whoever began this race is still running it. You can take it up when it is over."
    ),
    RaceStart.BANNED: mark("The admins of this server have banned you from playing here."),
}
NOT_POSTED: Final = mark(
    "I couldn't post the race here. Ask an admin to let me write in this channel."
)


def race_answers(press: RacePress, _submitted: bool) -> AnswerKind:
    """Return the answer kind: public for a challenge, a message of one's own to take one up."""
    match press.verb:
        case RaceVerb.POST:
            return AnswerKind.PUBLIC
        case RaceVerb.TAKE:
            return AnswerKind.PRIVATE
        case _:
            return AnswerKind.IN_PLACE


async def races_of(ctx: Context) -> Screen:
    """Return the race that the person is running, or else what a race is."""
    found = await ctx.service.races.running(ctx.user)
    if found is not None:
        return await _shown(ctx, found)
    return races_screen(ctx.reader, await _board(ctx), is_server=bool(ctx.guild))


async def race_pressed(ctx: Context, press: RacePress) -> None:
    """Handle a control of races."""
    match press.verb:
        case RaceVerb.SHOW:
            await ctx.reply.update(await _race(ctx, press.id) if press.id else await races_of(ctx))
        case RaceVerb.TAKE:
            await ctx.reply.private(await _offered(ctx, press.id))
        case RaceVerb.CHOOSE if (race := read_id(ctx.value)) is not None:
            await ctx.reply.update(await _offered(ctx, race))
        case RaceVerb.START:
            await ctx.reply.update(await _started(ctx, press.id))
        case RaceVerb.STOP:
            await ctx.service.races.stop(ctx.key, ctx.user, press.id)
            await ctx.reply.update(await _race(ctx, press.id))
        case RaceVerb.POST:
            await _post(ctx, press.id)
        case _:
            raise Refusal(OLD_BUTTON)


async def _started(ctx: Context, race: int) -> Screen:
    if not race:
        await ctx.service.trainer.next(ctx.user, Track.ALL)  # It fills an empty pool.
    code = await ctx.service.races.start(ctx.key, ctx.guild, ctx.person, race or None)
    if code in REFUSALS:
        raise Refusal(REFUSALS[code])
    return await _race(ctx, race) if code is RaceStart.ALREADY else await races_of(ctx)


async def race_of(ctx: Context, press: ExercisePress) -> Screen:
    """Return how the race of a press stands."""
    return await _race(ctx, press.id)


async def _race(ctx: Context, race: int) -> Screen:
    return await _shown(ctx, await _state(ctx, race))


async def _shown(ctx: Context, found: RaceState) -> Screen:
    if found.puzzle is not None:
        return running_screen(ctx.reader, ctx.called, found, found.puzzle)
    return over_screen(ctx.reader, found, await _board(ctx), is_server=bool(ctx.guild))


async def _offered(ctx: Context, race: int) -> Screen:
    """Return a race of somebody else, or how the person's own attempt at it stands."""
    found = await ctx.service.races.state(ctx.user, race)
    if found is not None:
        return await _shown(ctx, found)
    allowed = await ctx.service.races.may_take_up(ctx.user, race)
    if allowed in REFUSALS:
        raise Refusal(REFUSALS[allowed])
    return offered_screen(ctx.reader, race)


async def _post(ctx: Context, race: int) -> None:
    """Let everybody in the channel take up a race that the person has run."""
    found = await _state(ctx, race)
    if found.puzzle is not None:
        raise Refusal(OLD_BUTTON)
    screen = posted_screen(await ctx.public_reader(), ctx.called, found)
    if await ctx.reply.public(screen) is None:
        raise Refusal(NOT_POSTED)


async def _state(ctx: Context, race: int) -> RaceState:
    found = await ctx.service.races.state(ctx.user, race)
    if found is None:
        raise Refusal(OLD_BUTTON)
    return found


async def _board(ctx: Context) -> Standing[ListScore]:
    """Return the best of this week, of members only."""
    if not ctx.guild:
        return Standing()
    races, guild, user = ctx.service.races, ctx.guild, ctx.user
    return await ctx.members.page(
        guild,
        lambda left: races.board(guild, user, LINES, left),
        lambda board: (one.user_id for one in board.lines),
    )
