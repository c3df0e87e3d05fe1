"""The screens of races: what one is, a puzzle against the clock, and what came of it."""

from typing import Final

from bot.match.puzzle import hand_part, head_part, question_words, situation_words
from bot.presses.pages import RacePress, RaceVerb, TrainerPress, TrainerVerb
from bot.render.models import BoardPicture, BoardRow
from bot.trainer.screens import TRACKS, answer_rows
from bot.trainer.table import puzzle_table
from bot.ui.custom_id import base36
from bot.ui.i18n import mark
from bot.ui.learning import RaceClock
from bot.ui.markup import disc_of, plain_name, safe_name
from bot.ui.reader import Reader
from bot.ui.screen import (
    Accent,
    Button,
    Image,
    Menu,
    MenuChoice,
    Part,
    Row,
    Screen,
    Style,
    Text,
    clipped,
)
from engine.service.trainer.races import RaceBoard, RaceLine, RaceState
from engine.trainer.puzzle import Puzzle, Track
from engine.trainer.race import LENGTH_MS, MOST_WRONG

RULES: Final = mark(
    "Three minutes, as many puzzles as you can. They get harder; the third wrong answer ends the "
    "race. It doesn't change your rating."
)


def press_of(verb: RaceVerb, race: int = 0, step: int = 0, choice: int | None = None) -> str:
    """Return a press of races."""
    return str(RacePress(verb, choice, race, step))


def races_screen(reader: Reader, board: RaceBoard, *, is_server: bool) -> Screen:
    """Return what a race is, with the board of the server's week, if there is a server."""
    t = reader.words.t
    start = Button(t("Start the race"), press_of(RaceVerb.START), Style.SUCCESS, "⏱️")
    parts: list[Part] = [Text(f"## ⏱️ {t('Race')}\n{t(RULES)}")]
    parts += board_parts(reader, board, is_server=is_server)
    parts += [Row((start, _trainer(reader))), *_same_puzzles(reader, board)]
    return Screen(tuple(parts), Accent.CALM)


def offered_screen(reader: Reader, race: int) -> Screen:
    """Return a race of somebody else, whose clock starts with a press."""
    t = reader.words.t
    start = Button(t("Start the race"), press_of(RaceVerb.START, race), Style.SUCCESS, "⏱️")
    others = t("You get the same puzzles in the same order. You can run this race once.")
    text = f"## ⏱️ {t('Race')}\n{t(RULES)}\n{others}"
    back = Button(t("Back"), press_of(RaceVerb.SHOW), emoji="↩️")
    return Screen((Text(text), Row((start, back))), Accent.CALM)


def running_screen(reader: Reader, called: str, race: RaceState, puzzle: Puzzle) -> Screen:
    """Return the puzzle that is asked now. ``called``: the reader's name, safe to show."""
    t = reader.words.t
    parts: list[Part] = [Text(_clock_words(reader, race))]
    head = head_part(reader, puzzle)
    if head is not None:
        parts.append(head)
    situation = situation_words(reader, puzzle, counts=head is None)
    question = f"### {question_words(reader, puzzle)}"
    parts += [hand_part(reader, puzzle), Text(f"{situation}\n{question}")]
    parts += answer_rows(
        reader, puzzle, lambda number: press_of(RaceVerb.ANSWER, race.race, race.step, number)
    )
    stop = (t("Stop"), press_of(RaceVerb.STOP, race.race))
    parts.append(Row((Button(*stop, emoji="🏁"),)))
    last = () if race.last is None else (_last_words(reader, race.last),)
    clock = RaceClock(
        ends_ms=race.ends_ms,
        length_ms=LENGTH_MS,
        solved=race.solved,
        wrong=race.wrong,
        most_wrong=MOST_WRONG,
        press=press_of(RaceVerb.SHOW, race.race),
    )
    table = puzzle_table(
        reader,
        called,
        puzzle,
        title=t("Race"),
        subtitle=t(TRACKS[Track(puzzle.question.value)]),
        press=press_of(RaceVerb.VALUE, race.race, race.step),
        last=last,
        tools=(stop,),
        race=clock,
    )
    return Screen((*parts, table), Accent.TURN)


def over_screen(reader: Reader, race: RaceState, board: RaceBoard, *, is_server: bool) -> Screen:
    """Return what came of a race that is over, with the board of the server's week."""
    t, tn = reader.words.t, reader.words.tn
    lines = [f"## 🏁 {t('Race')}"]
    lines.append(tn("**{n}** puzzle solved", "**{n}** puzzles solved", race.solved))
    if race.wrong:
        lines.append("-# " + t("What you missed comes back under *My mistakes*."))
    buttons = [Button(t("Start the race"), press_of(RaceVerb.START), Style.SUCCESS, "⏱️")]
    if is_server and race.solved:
        label = t("Challenge the channel")
        buttons.append(Button(label, press_of(RaceVerb.POST, race.race), Style.PRIMARY, "⚔️"))
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
        race.solved,
        name=name,
    )
    take = Button(t("Race"), press_of(RaceVerb.TAKE, race.race), Style.SUCCESS, "⏱️")
    return Screen((Text(f"⏱️ {text}"), Row((take,))), Accent.GOLD)


def board_parts(reader: Reader, board: RaceBoard, *, is_server: bool) -> list[Part]:
    """Return the board of the server's week."""
    t, lines = reader.words.t, board.lines
    if not is_server:
        return []
    title = t("Races of this week")
    if not lines:
        return [Text(f"**{title}**\n" + t("No scores yet."))]
    outside = board.mine if board.mine is not None and board.mine not in lines else None
    shown = lines if outside is None else (*lines, outside)
    words = "\n".join(_line_words(one, board.mine) for one in shown)
    if reader.text_mode:
        return [Text(f"**{title}**\n{words}")]
    best = lines[0].solved
    model = BoardPicture(
        title,
        tuple(_row(one, board.mine, best) for one in lines),
        t("This server"),
        reader.look,
        None if outside is None else _row(outside, board.mine, best),
    )
    return [Image(model, "race", clipped(f"{title}.\n{words}".replace("*", ""), 1024))]


def _line_words(one: RaceLine, mine: RaceLine | None) -> str:
    return f"{one.rank}. **{safe_name(one.name)}**  {one.solved}{' ◀' if one == mine else ''}"


def _row(one: RaceLine, mine: RaceLine | None, best: int) -> BoardRow:
    name = plain_name(safe_name(one.name))
    return BoardRow(
        rank=str(one.rank),
        name=name,
        value=str(one.solved),
        disc=disc_of(name, one.user_id),
        fraction=one.solved / best,
        highlighted=one == mine,
    )


def _same_puzzles(reader: Reader, board: RaceBoard) -> list[Part]:
    """Return the menu of the races that others on the board have run."""
    choices = tuple(
        MenuChoice(plain_name(safe_name(one.name)), base36(one.race), str(one.solved))
        for one in board.lines
        if board.mine is None or one.race != board.mine.race
    )
    placeholder = reader.words.t("The same puzzles as…")
    return [Menu(press_of(RaceVerb.CHOOSE), choices, placeholder)] if choices else []


def _trainer(reader: Reader) -> Button:
    return Button(
        reader.words.t("Trainer"), str(TrainerPress(TrainerVerb.NEXT, Track.ALL)), emoji="🎯"
    )


def _clock_words(reader: Reader, race: RaceState) -> str:
    t = reader.words.t
    missed = "❌" * race.wrong + "▫️" * (MOST_WRONG - race.wrong)
    facts = [t("ends {when}", when=f"<t:{race.ends_ms // 1000}:R>"), f"✅ {race.solved}", missed]
    if race.last is not None:
        facts.append(_last_words(reader, race.last))
    return f"## ⏱️ {t('Race')}\n" + "  ·  ".join(facts)


def _last_words(reader: Reader, is_right: bool) -> str:
    return reader.words.t("Right!") if is_right else reader.words.t("Wrong.")
