"""The daily puzzle: the hand, the question, and the value of every answer after the reply."""

from typing import Final

from bot.daily.screens import date_words, day_press, points
from bot.match.hand.picture import laid_out
from bot.presses.daily import DailyPress, DailyVerb
from bot.ui.reader import Reader
from bot.ui.screen import Accent, Button, Image, Part, Row, Screen, Style, Text, clipped, rows
from bot.wording.cards import highest_first, listed, melds_named, named, short
from bot.wording.reasons import action_words, reason_words
from engine.coach import Why
from engine.trainer.puzzle import Puzzle, Question
from engine.game.actions import BigGin, Discard, Knock, RoundAction
from engine.game.cards import cards_of
from engine.game.melds import STANDARD, solver
from engine.service.daily.puzzle import PuzzleForReader

RECENT: Final = 6


def puzzle_screen(reader: Reader, asked: PuzzleForReader) -> Screen:
    """Return the question, or the solution for a person who has answered."""
    t = reader.words.t
    head = f"## 🧩 {t('Puzzle of the day')} · {date_words(asked.day)}"
    parts: list[Part] = [Text(head), _hand(reader, asked.puzzle)]
    parts.append(Text(_situation(reader, asked.puzzle)))
    if asked.mine is None:
        parts += _answers(reader, asked)
    else:
        parts.append(Text(_solution(reader, asked)))
    back = Button(t("Daily challenge"), day_press(asked.day, DailyVerb.LOOK), emoji="📅")
    parts.append(Row((back,)))
    accent = Accent.TURN if asked.mine is None else Accent.GOLD
    return Screen(tuple(parts), accent)


def _hand(reader: Reader, puzzle: Puzzle) -> Part:
    t = reader.words.t
    layout = solver(STANDARD).best_layout(puzzle.hand)
    loose = highest_first(layout.deadwood_cards)
    said = [
        t(
            "Your hand: {melds}. Deadwood {n}: {cards}.",
            melds=melds_named(reader, layout.melds),
            n=layout.deadwood,
            cards=listed(reader, loose) or "—",
        )
    ]
    if puzzle.drawn is not None:
        said.append(t("Drawn from the stock: {card}.", card=named(reader, puzzle.drawn)))
    words = " ".join(said)
    if reader.text_mode:
        return Text(words)
    model = laid_out(reader, layout, puzzle.drawn)
    return Image(model, "puzzle", clipped(words, 1024))


def _situation(reader: Reader, puzzle: Puzzle) -> str:
    t = reader.words.t
    last = listed(reader, reversed(puzzle.discards[-RECENT:]))
    facts = [
        t("knock limit **{n}**", n=puzzle.limit),
        t("stock **{n}**", n=puzzle.stock),
    ]
    lines = ["  ·  ".join(facts), t("Discards, newest first: {cards}", cards=last or "—")]
    if puzzle.theirs:
        cards = listed(reader, cards_of(puzzle.theirs))
        lines.append(t("Your opponent took: {cards}", cards=cards))
    question = t("Which card do you discard?")
    if puzzle.question is Question.KNOCK:
        question = t("Do you knock? If not, which card do you discard?")
    return "\n".join([*lines, f"### {question}"])


def _answers(reader: Reader, asked: PuzzleForReader) -> list[Part]:
    t = reader.words.t
    buttons = [
        Button(
            clipped(_label(reader, one.action), 80),
            str(DailyPress(DailyVerb.ANSWER, number, asked.day)),
            Style.SUCCESS if isinstance(one.action, Knock) else Style.PRIMARY,
        )
        for number, one in enumerate(asked.puzzle.answers)
    ]
    note = t("One answer per day. The position comes from a real game, shown anonymously.")
    return [Text(f"-# {note}"), *rows(buttons, 3)]


def _label(reader: Reader, action: RoundAction) -> str:
    t = reader.words.t
    match action:
        case Discard(card=card):
            return t("Discard {card}", card=short(card))
        case Knock(card=card):
            return t("Knock (discard {card})", card=short(card))
        case BigGin():
            return t("Big gin!")
        case _:
            return action_words(Reader(reader.words), action)


def _solution(reader: Reader, asked: PuzzleForReader) -> str:
    t, puzzle = reader.words.t, asked.puzzle
    assert asked.mine is not None
    best = puzzle.answers[puzzle.best]
    total = max(1, sum(asked.counts))
    if asked.mine == puzzle.best:
        lines = [
            "✅ "
            + t(
                "You found the best answer: **{answer}**.", answer=action_words(reader, best.action)
            )
        ]
    else:
        cost = best.expected - puzzle.answers[asked.mine].expected
        lines = [
            t(
                "Better: **{answer}**. Your choice loses about {n} points.",
                answer=action_words(reader, best.action),
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
                "{answer}: {points} points expected, chosen by {percent} %",
                answer=action_words(reader, one.action),
                points=points(round(one.expected)),
                percent=share,
            )
            + mine
        )
    return "\n".join(lines)
