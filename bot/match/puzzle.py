"""A puzzle as its reader sees it: the hand, the table, the question, and the answers in words."""

from collections.abc import Sequence
from typing import Final

from bot.match.hand.model import laid_out
from bot.render.models import HeadPicture
from bot.ui.reader import Reader
from bot.ui.screen import Image, Part, Text, clipped
from bot.wording.cards import hand_words, listed, melds_named, named, short
from bot.wording.reasons import action_words, reason_words
from bot.wording.scores import signed, signed_tenths
from engine.game.actions import BigGin, Discard, DoneLayingOff, Draw, Knock, LayOff, Pass, Take
from engine.game.cards import Card, cards_of
from engine.game.melds import STANDARD, solver
from engine.trainer.puzzle import Puzzle, PuzzleAnswer, Question

CARDS_ON_A_BUTTON: Final = 50
"""The most characters of several cards on a button."""
MOST_SHOWN: Final = 6
"""The answers whose points a solution shows, best first, and the reader's."""


def hand_part(reader: Reader, puzzle: Puzzle) -> Part:
    """Return the hand as a picture, or in words."""
    t = reader.words.t
    layout = solver(STANDARD).best_layout(puzzle.hand)
    lines = [hand_words(reader, layout)]
    if puzzle.drawn is not None:
        lines.append(t("Drawn from the stock: {card}.", card=named(reader, puzzle.drawn)))
    if puzzle.taken is not None:
        lines.append(t("Taken from the discard pile: {card}.", card=named(reader, puzzle.taken)))
    words = " ".join(lines)
    if reader.text_mode:
        return Text(words)
    new = puzzle.drawn if puzzle.drawn is not None else puzzle.taken
    return Image(laid_out(reader, layout, new), "puzzle", clipped(words, 1024))


def head_part(reader: Reader, puzzle: Puzzle) -> Image | None:
    """Return the top of the pile, the stock and the knock limit as a picture; none in text mode.

    Nor is there one for layoffs, when the round's end is on the table.
    """
    if reader.text_mode or puzzle.laid_down is not None:
        return None
    t, top = reader.words.t, puzzle.discards[-1] if puzzle.discards else None
    limit = t("Gin") if puzzle.limit == 0 else str(puzzle.limit)
    figures = ((t("Stock"), str(puzzle.stock)), (t("Knock"), limit))
    lines = [f"{label} {value}" for label, value in figures]
    if top is not None:
        spoken = Reader(reader.words, text_mode=True)
        lines.insert(0, f"{t('Top discard')} {named(spoken, top)}")
    model = HeadPicture(discard=top, discard_label=t("Discard"), figures=figures, look=reader.look)
    return Image(model, "head", clipped(", ".join(lines) + ".", 1024))


def situation_words(
    reader: Reader, puzzle: Puzzle, recent: int | None = None, *, counts: bool = True
) -> str:
    """Return what is known of the table.

    ``recent``: how many of the discards; ``None``: all. ``counts``: knock limit and stock, too.
    """
    t = reader.words.t
    facts = [t("knock limit **{n}**", n=puzzle.limit), t("stock **{n}**", n=puzzle.stock)]
    lines = ["  ·  ".join(facts)] if counts else []
    if puzzle.laid_down is None:
        return "\n".join([*lines, *_played(reader, puzzle, recent)])
    # With the opponent's cards on the table, what they took and discarded tells nothing more.
    lines.append(
        t(
            "Your opponent knocked: {melds}  ·  deadwood **{n}**: {cards}",
            melds=melds_named(reader, puzzle.laid_down.melds),
            n=puzzle.laid_down.deadwood,
            cards=listed(reader, cards_of(puzzle.laid_down.deadwood_cards)) or "—",
        )
    )
    return "\n".join(lines)


def _played(reader: Reader, puzzle: Puzzle, recent: int | None) -> list[str]:
    """Return the discards, and what the opponent has taken, discarded and refused."""
    t = reader.words.t
    pile = tuple(reversed(puzzle.discards))[:recent]
    discards = t("Discards, newest first: {cards}", cards=listed(reader, pile) or "—")
    return [discards, *of_opponent(reader, puzzle, recent)]


def of_opponent(reader: Reader, puzzle: Puzzle, recent: int | None = None) -> list[str]:
    """Return what the opponent has taken, discarded (the ``recent`` ones) and refused.

    Nothing of an opponent whose cards lie on the table.
    """
    t, lines = reader.words.t, list[str]()
    if puzzle.laid_down is not None:
        return lines
    if puzzle.theirs:
        cards = listed(reader, cards_of(puzzle.theirs))
        lines.append(t("Your opponent took: {cards}", cards=cards))
    if puzzle.discarded:
        cards = listed(reader, tuple(reversed(puzzle.discarded))[:recent])
        lines.append(t("Discarded by your opponent, newest first: {cards}", cards=cards))
    if puzzle.refused:
        lines.append(t("Your opponent passed the upcard."))
    return lines


def question_words(reader: Reader, puzzle: Puzzle) -> str:
    """Return the question."""
    t = reader.words.t
    top = named(reader, puzzle.discards[-1]) if puzzle.discards else ""
    match puzzle.question:
        case Question.TAKE:
            return t("Do you take {card} or draw from the stock?", card=top)
        case Question.UPCARD:
            return t("Do you take the upcard, {card}, or pass?", card=top)
        case Question.LAYOFF:
            return t("Which cards do you lay off?")
        case Question.KNOCK if len(puzzle.answers) == 2:
            return t("Do you knock or play on?")
        case Question.KNOCK:
            return t("Do you knock? If not, which card do you discard?")
        case _:
            return t("Which card do you discard?")


def answer_label(reader: Reader, puzzle: Puzzle, answer: PuzzleAnswer) -> str:
    """Return the label of an answer's button."""
    t = reader.words.t
    match answer.action:
        case Discard(card=card):
            return t("Discard {card}", card=short(card))
        case Knock(card=card):
            return t("Knock (discard {card})", card=short(card))
        case BigGin():
            return t("Big gin!")
        case Take():
            return t("Take {card}", card=short(puzzle.discards[-1]))
        case Draw():
            return t("Stock")
        case Pass():
            return t("Pass")
        case LayOff():
            cards = clipped(" ".join(map(short, laid_off(answer))), CARDS_ON_A_BUTTON)
            return t("Lay off {cards}", cards=cards)
        case DoneLayingOff():
            return t("Done, no layoffs")
        case action:
            return action_words(Reader(reader.words), action)


def answer_words(reader: Reader, answer: PuzzleAnswer) -> str:
    """Return an answer within a sentence."""
    match answer.action:
        case LayOff():
            cards = listed(reader, laid_off(answer))
            return reader.words.t("lay off {card}", card=cards)
        case DoneLayingOff():
            return reader.words.t("no layoffs")
        case action:
            return action_words(reader, action)


def laid_off(answer: PuzzleAnswer) -> tuple[Card, ...]:
    """Return the cards that an answer lays off."""
    return tuple(one.card for one in answer.actions if isinstance(one, LayOff))


def explained(
    reader: Reader,
    puzzle: Puzzle,
    choice: int,
    *,
    is_weighted: bool = False,
    counts: Sequence[int] = (),
) -> list[str]:
    """Return whether an answer is the best, why, and what the answers are worth.

    ``is_weighted``: a point counts as it does at the score. ``counts``: how often each was chosen.
    """
    t, order = reader.words.t, by_points(puzzle)
    lines = [verdict_words(reader, puzzle, choice), *reason_lines(reader, puzzle, choice), ""]
    lines.append(worth_title(reader, puzzle, is_weighted=is_weighted))
    shortlist = order[:MOST_SHOWN]
    for number in shortlist if choice in shortlist else [*shortlist, choice]:
        answer = puzzle.answers[number]
        text = f"{worth_words(puzzle, answer)} · {answer_words(reader, answer)}"
        if counts:
            percent = round(100 * counts[number] / sum(counts))
            text += f" · {t('chosen by {percent}%', percent=percent)}"
        lines.append(f"**{text}** ← {t('your answer')}" if number == choice else text)
    return lines


def worth_title(reader: Reader, puzzle: Puzzle, *, is_weighted: bool = False) -> str:
    """Return what the points of the answers are: for layoffs they are certain."""
    t = reader.words.t
    if is_weighted:
        return t("Expected points for each answer, as they count at this score:")
    certain = puzzle.question is Question.LAYOFF
    return t("Points for each answer:") if certain else t("Expected points for each answer:")


def worth_words(puzzle: Puzzle, answer: PuzzleAnswer) -> str:
    """Return the points of an answer."""
    certain = puzzle.question is Question.LAYOFF
    return signed(round(answer.expected)) if certain else signed_tenths(answer.expected)


def verdict_words(reader: Reader, puzzle: Puzzle, choice: int) -> str:
    """Return whether an answer is the best one, and what another one costs."""
    t = reader.words.t
    best = answer_words(reader, puzzle.answers[puzzle.best])
    if choice == puzzle.best:
        return "✅ " + t("You found the best answer: **{answer}**.", answer=best)
    if puzzle.is_right(choice):
        mine = answer_words(reader, puzzle.answers[choice])
        return t("☑️ {action} is almost as good.", action=f"**{mine}**")
    return "❌ " + t(
        "Better: **{answer}**. Your choice loses about {n} points.",
        answer=best,
        n=f"{puzzle.lost(choice):.1f}",
    )


def reason_lines(reader: Reader, puzzle: Puzzle, choice: int) -> list[str]:
    """Return why the best answer is better than the reader's, and than the next best one."""
    following = puzzle.next_best
    assert following is not None, "all puzzles that are asked say so"
    against_next = reason_words(reader, puzzle.reasons[puzzle.best])
    text = against_next and reader.words.t(
        "Compared with “{answer}”: {reason}",
        answer=answer_words(reader, puzzle.answers[following]),
        reason=against_next,
    )
    if choice == puzzle.best:
        return [text] if text else []
    own = reason_words(reader, puzzle.reasons[choice])
    lines = [own] if choice == following or own == against_next else [own, text]
    return [line for line in lines if line]


def by_points(puzzle: Puzzle) -> list[int]:
    """Return the answers' indices, the best one first."""
    numbers = range(len(puzzle.answers))
    return sorted(numbers, key=lambda n: (n != puzzle.best, -puzzle.answers[n].expected))
