"""Screens of the hand of the week: its message, what a member sees after answering, its posting."""

from collections.abc import Iterator

from bot.coach.position import choice_line
from bot.coach.study_screen import about_words, position_part
from bot.presses.exercise import ExercisePress, ExerciseVerb
from bot.presses.study import StudyPress, StudyVerb, WeeklyPress, WeeklyVerb
from bot.ui.i18n import mark
from bot.ui.reader import Reader
from bot.ui.screen import (
    MAX_CHOICE,
    MAX_CHOICES,
    Accent,
    Button,
    Menu,
    MenuChoice,
    Part,
    Row,
    Screen,
    Style,
    Text,
    clipped,
)
from bot.wording.reasons import action_label, action_words, reason_words, with_reason
from bot.wording.scores import signed_tenths
from engine.game.notation import action_text
from engine.service.exercises import Series
from engine.service.trainer import OPEN_MS, SavedStudy, WeeklyHand, WeeklySolution

_DAY_MS = 86_400_000


def order_of(solution: WeeklySolution) -> tuple[int, ...]:
    """Return the places of the choices in an order that says nothing of their worth."""
    texts = [action_text(one.action) for one in solution.choices]
    return tuple(sorted(range(len(texts)), key=texts.__getitem__)[:MAX_CHOICES])


def weekly_screen(reader: Reader, hand: WeeklyHand) -> Screen:
    """Return the message in the channel: without the solution until it is closed."""
    t, position = reader.words.t, hand.position.start
    parts: list[Part] = [
        Text(f"## 🃏 {t('Hand of the week')}\n-# {about_words(reader, hand.position, position)}"),
        position_part(reader, hand.position, position),
    ]
    count = _answers(reader, hand.answered)
    if hand.is_closed:
        lines = [_best(reader, hand.solution), *_lines(reader, hand), f"-# {count}"]
        return Screen((*parts, Text("\n".join(lines))), Accent.GOLD)
    until = f"<t:{hand.closes_ms // 1000}:R>"
    text = t(
        "What do you play? After your answer you see what the master plays, and what the others "
        "have answered. It closes {when}.",
        when=until,
    )
    choices = hand.solution.choices
    menu = Menu(
        ExercisePress(ExerciseVerb.VALUE, Series.WEEK, id=hand.id),
        tuple(
            MenuChoice(
                clipped(action_label(reader, choices[place].action), MAX_CHOICE), str(number)
            )
            for number, place in enumerate(order_of(hand.solution))
        ),
        t("What do you play?"),
    )
    close = Button(t("Close"), WeeklyPress(WeeklyVerb.CLOSE, id=hand.id))
    return Screen((*parts, Text(f"{text}\n-# {count}"), menu, Row((close,))), Accent.GOLD)


def answered_screen(reader: Reader, hand: WeeklyHand, choice: int) -> Screen:
    """Return what a member sees after answering. ``choice``: the place in the solution."""
    t, choices = reader.words.t, hand.solution.choices
    mine, cost = choices[choice], hand.solution.lost(choice)
    action = action_words(reader, mine.action)
    if choice == 0:
        own = t("Your answer: **{action}**. That's what the master plays.", action=action)
    elif hand.solution.is_right(choice):
        own = t("Your answer: **{action}**. That's as good as the best.", action=action)
    else:
        own = t(
            "Your answer: **{action}**. It costs {points} points.",
            action=action,
            points=signed_tenths(cost).lstrip("+"),
        )
    lines = [own, _best(reader, hand.solution), *_lines(reader, hand)]
    return Screen((Text("\n".join(lines)),), Accent.GOLD)


def _best(reader: Reader, solution: WeeklySolution) -> str:
    return with_reason(
        reader,
        mark("Best: **{action}**. {reason}"),
        action=action_words(reader, solution.choices[0].action),
        reason=reason_words(reader, solution.reason),
    )


def _lines(reader: Reader, hand: WeeklyHand) -> Iterator[str]:
    """Return every choice with what it is worth and how many have made it."""
    for choice, count in zip(hand.solution.choices, hand.counts, strict=True):
        line = choice_line(reader, choice)
        yield f"{line} · {_answers(reader, count)}" if count else line


def _answers(reader: Reader, count: int) -> str:
    return reader.words.tn("{n} answer", "{n} answers", count)


def offer_screen(reader: Reader, study: SavedStudy, node: int) -> Screen:
    """Return the question before a study's position is posted."""
    t = reader.words.t
    text = t(
        "Post this position in this channel as the hand of the week? Each member answers once, "
        "before seeing what the master plays. It closes after {days} days, or when an organiser "
        "closes it. Notes and lines are not posted.",
        days=OPEN_MS // _DAY_MS,
    )
    back = StudyPress(StudyVerb.STEP, node, study.id, study.version)
    buttons = (
        Button(t("Post"), WeeklyPress(WeeklyVerb.POST, node, study.id), Style.SUCCESS, "📣"),
        Button(t("Back"), back, emoji="◀️"),
    )
    position = position_part(reader, study.content, study.content.position(node))
    return Screen((Text(text), position, Row(buttons)), Accent.CALM)


def taken_screen(reader: Reader, hand: WeeklyHand) -> Screen:
    """Return the refusal of a second hand, with the button that closes the first."""
    t = reader.words.t
    text = t("This server already has a hand of the week. Close it first.")
    close = Button(t("Close"), WeeklyPress(WeeklyVerb.CLOSE, id=hand.id))
    return Screen((Text(f"⚠️ {text}"), Row((close,))), Accent.ALERT)


def close_screen(reader: Reader, hand: WeeklyHand) -> Screen:
    """Return the question before a hand is closed."""
    t = reader.words.t
    text = t("Close the hand of the week? Nobody can answer then, and everybody sees the solution.")
    yes = WeeklyPress(WeeklyVerb.CLOSE_YES, id=hand.id)
    return Screen((Text(text), Row((Button(t("Close"), yes, Style.DANGER),))), Accent.ALERT)
