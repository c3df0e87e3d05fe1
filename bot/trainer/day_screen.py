"""The daily puzzle: the hand, the question, and the value of every answer after the reply."""

from typing import Final

from bot.match.puzzle import (
    answer_label,
    answer_words,
    hand_part,
    puzzle_table,
    question_words,
    situation_words,
)
from bot.presses.pages import DailyPress, DailyVerb, MenuPress, MenuVerb, TrainerPress, TrainerVerb
from bot.ui.i18n import mark
from bot.ui.learning import LessonTable
from bot.ui.reader import Reader
from bot.ui.screen import Accent, Button, Part, Row, Screen, Style, Text, clipped, rows
from bot.wording.names import date_words
from bot.wording.reasons import reason_words
from bot.wording.scores import signed
from engine.coach import Why
from engine.game.actions import Knock
from engine.service.daily.puzzle import PuzzleForReader
from engine.trainer.puzzle import Puzzle, Track

RECENT: Final = 6
NOTE: Final = mark("One answer per day. The position comes from a real game, shown anonymously.")


def day_puzzle_screen(reader: Reader, called: str, asked: PuzzleForReader) -> Screen:
    """Return the question, or the solution for a person who has answered.

    ``called``: the reader's name, safe to show.
    """
    t = reader.words.t
    head = f"## 🧩 {t('Puzzle of the day')} · {date_words(asked.day)}"
    parts: list[Part] = [Text(head), hand_part(reader, asked.puzzle)]
    parts.append(Text(_situation(reader, asked.puzzle)))
    if asked.mine is None:
        parts += _answers(reader, asked)
    else:
        parts.append(Text(_solution(reader, asked)))
    back = Button(t("Daily challenge"), DailyPress(DailyVerb.LOOK, id=asked.day), emoji="📅")
    more = Button(t("More puzzles"), MenuPress(MenuVerb.TRAINER), emoji="🎯")
    parts.append(Row((back,) if asked.mine is None else (back, more)))
    parts.append(_table(reader, called, asked))
    accent = Accent.TURN if asked.mine is None else Accent.GOLD
    return Screen(tuple(parts), accent)


def _situation(reader: Reader, puzzle: Puzzle) -> str:
    known = situation_words(reader, puzzle, RECENT)
    return f"{known}\n### {question_words(reader, puzzle)}"


def _table(reader: Reader, called: str, asked: PuzzleForReader) -> LessonTable:
    t = reader.words.t
    return puzzle_table(
        reader,
        called,
        asked.puzzle,
        title=t("Puzzle of the day"),
        subtitle=date_words(asked.day),
        press=DailyPress(DailyVerb.VALUE, id=asked.day),
        choice=asked.mine,
        verdict="" if asked.mine is None else _solution(reader, asked),
        note=f"-# {t(NOTE)}",
        following=None
        if asked.mine is None
        else (t("More puzzles"), TrainerPress(TrainerVerb.NEXT, Track.ALL)),
    )


def _answers(reader: Reader, asked: PuzzleForReader) -> list[Part]:
    t = reader.words.t
    buttons = [
        Button(
            clipped(answer_label(reader, asked.puzzle, one), 80),
            DailyPress(DailyVerb.ANSWER, number, asked.day),
            Style.SUCCESS if isinstance(one.action, Knock) else Style.PRIMARY,
        )
        for number, one in enumerate(asked.puzzle.answers)
    ]
    return [Text(f"-# {t(NOTE)}"), *rows(buttons, 3)]


def _solution(reader: Reader, asked: PuzzleForReader) -> str:
    t, puzzle = reader.words.t, asked.puzzle
    assert asked.mine is not None
    best = puzzle.answers[puzzle.best]
    total = max(1, sum(asked.counts))
    if asked.mine == puzzle.best:
        lines = [
            "✅ " + t("You found the best answer: **{answer}**.", answer=answer_words(reader, best))
        ]
    else:
        cost = best.expected - puzzle.answers[asked.mine].expected
        lines = [
            t(
                "Better: **{answer}**. Your choice loses about {n} points.",
                answer=answer_words(reader, best),
                n=f"{cost:.1f}",
            )
        ]
    why = puzzle.reasons[asked.mine]
    if why.why is not Why.BETTER_ON_AVERAGE:
        lines.append(reason_words(reader, why))
    order = sorted(range(len(puzzle.answers)), key=lambda n: -puzzle.answers[n].expected)
    for number in order:
        one = puzzle.answers[number]
        share = round(100 * asked.counts[number] / total)
        mine = " ◀" if number == asked.mine else ""
        lines.append(
            t(
                "{answer}: {points} points expected, chosen by {percent}%",
                answer=answer_words(reader, one),
                points=signed(round(one.expected)),
                percent=share,
            )
            + mine
        )
    return "\n".join(lines)
