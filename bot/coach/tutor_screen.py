"""The tutor's screen: what to work on, how far it is, and what has changed since."""

from itertools import zip_longest

from bot.coach.tutor import Advising, Studying, TooFewRounds, TutorState
from bot.presses.match import ReplayPress, ReplaySource, Watching
from bot.presses.pages import (
    MenuPress,
    MenuVerb,
    TrainerPress,
    TrainerVerb,
    TutorPress,
    TutorVerb,
)
from bot.ui.learning import TutorBoard, TutoredExample, TutoredFinding
from bot.ui.reader import Reader
from bot.ui.screen import Accent, Button, Part, Row, Screen, Style, Text
from bot.wording.reasons import action_words
from bot.wording.scores import signed_tenths
from bot.wording.weaknesses import ADVICE, TITLES
from engine.game.actions import Discard, Knock, RoundAction
from engine.game.cards import Card
from engine.service.trainer.advice import Advised
from engine.trainer.puzzle import ADVICE_TRACKS
from engine.trainer.tutor import ROUNDS, ROUNDS_AFTER, Example, Loss, LossChange, TutorFinding


def tutor_screen(reader: Reader, state: TutorState) -> Screen:
    """Return what the tutor has found, or how far it is."""
    match state:
        case TooFewRounds(missing):
            return _too_few(reader, missing)
        case Studying(done, count):
            return _studying(reader, done, count)
        case Advising():
            return _advice(reader, state)


def _screen(reader: Reader, board: TutorBoard, *parts: Part) -> Screen:
    head = f"## 🎓 {reader.words.t('Tutor')}\n{board.sentence}"
    return Screen((Text(head), *parts, board), Accent.GOLD)


def _too_few(reader: Reader, missing: int) -> Screen:
    sentence = reader.words.tn(
        "The tutor looks at your last {all} finished rounds of gin for two. {n} more is needed.",
        "The tutor looks at your last {all} finished rounds of gin for two. {n} more are needed.",
        missing,
        all=ROUNDS,
    )
    practice = (reader.words.t("Practice"), str(MenuPress(MenuVerb.PRACTICE)))
    board = TutorBoard(sentence, (), progress=1 - missing / ROUNDS, following=practice)
    return _screen(reader, board, Row((Button(*practice, Style.PRIMARY, "🤖"),)))


def _studying(reader: Reader, done: int, count: int) -> Screen:
    sentence = reader.words.t("Studying your rounds: {done} of {all}", done=done, all=count)
    look = (reader.words.t("Refresh"), str(TutorPress(TutorVerb.LOOK)))
    board = TutorBoard(sentence, (), progress=done / count, following=look)
    return _screen(reader, board, Row((Button(*look, emoji="🔄"),)))


def _advice(reader: Reader, state: Advising) -> Screen:
    t, advised = reader.words.t, state.advice.advised
    changes = [
        "" if one is None else _change_words(reader, one)
        for _, one in zip_longest(advised, state.changes)
    ]
    most = max((one.finding.loss.mean + one.finding.loss.margin for one in advised), default=1.0)
    shown = tuple(
        _shown(reader, place, one, changed, most)
        for place, (one, changed) in enumerate(zip(advised, changes, strict=True))
    )
    renew = None
    if not state.missing:
        renew = (t("New advice"), str(TutorPress(TutorVerb.RENEW)))
    board = TutorBoard(
        sentence=_sentence(reader, state),
        findings=shown,
        note=_note(reader, state),
        following=renew,
    )
    parts: list[Part] = []
    for one in shown:
        parts += [Text(_words(one)), _row(one)]
    parts.append(Text(f"-# {board.note}"))
    if renew is not None:
        parts.append(Row((Button(*renew, Style.SUCCESS, "🔄"),)))
    return _screen(reader, board, *parts)


def _sentence(reader: Reader, state: Advising) -> str:
    t = reader.words.t
    if state.advice.advised:
        return t("What cost you most in {n} rounds, by what you knew at each choice:", n=ROUNDS)
    return t("No kind of mistake cost you points in more than one of {n} rounds.", n=ROUNDS)


def _note(reader: Reader, state: Advising) -> str:
    t = reader.words.t
    lines = [t("± is the 95% interval. Only rounds of finished matches count.")]
    if state.missing and state.advice.advised:
        after = reader.words.tn(
            "After {n} more finished round, the tutor says whether this has changed.",
            "After {n} more finished rounds, the tutor says whether this has changed.",
            state.missing,
        )
        lines.insert(0, after)
    return " ".join(lines)


def _shown(
    reader: Reader, place: int, advised: Advised, changed: str, most: float
) -> TutoredFinding:
    t, finding = reader.words.t, advised.finding
    puzzles = None
    if advised.puzzles:
        press = TrainerPress(TrainerVerb.NEXT, ADVICE_TRACKS[place])
        puzzles = (t("Puzzles for this"), str(press))
    loss = finding.loss
    return TutoredFinding(
        title=t(TITLES[finding.weakness]),
        advice=t(ADVICE[finding.weakness]),
        loss=t("{points} points a round", points=_points(loss)),
        changed=changed,
        share=loss.mean / most,
        low=max(0.0, loss.mean - loss.margin) / most,
        high=(loss.mean + loss.margin) / most,
        examples=tuple(_example(reader, finding, n) for n in range(len(finding.examples))),
        puzzles=puzzles,
    )


def _example(reader: Reader, finding: TutorFinding, place: int) -> TutoredExample:
    t, one = reader.words.t, finding.examples[place]
    mistake = one.mistake
    words = t(
        "{played} instead of {best}: {points} points",
        played=action_words(reader, mistake.played),
        best=action_words(reader, mistake.best),
        points=signed_tenths(-mistake.cost),
    )
    label = t("Example {n}", n=place + 1)
    return TutoredExample(
        words=words,
        played=_card(mistake.played),
        best=_card(mistake.best),
        replay=(label, _replay(one)),
    )


def _replay(one: Example) -> str:
    at = Watching(ReplaySource.MATCH, one.match, one.number, step=one.mistake.step)
    return str(ReplayPress.to(at))


def _card(action: RoundAction) -> Card | None:
    return action.card if isinstance(action, Discard | Knock) else None


def _row(one: TutoredFinding) -> Row:
    buttons = [Button(*example.replay, emoji="🎬") for example in one.examples]
    if one.puzzles is not None:
        buttons.append(Button(*one.puzzles, Style.PRIMARY, "🎯"))
    return Row(tuple(buttons))


def _words(one: TutoredFinding) -> str:
    lines = [f"### {one.title}", f"**{one.loss}**", one.advice]
    lines += [f"- {example.words}" for example in one.examples]
    if one.changed:
        lines.append(one.changed)
    return "\n".join(lines)


def _points(loss: Loss) -> str:
    return f"{signed_tenths(-loss.mean)} ± {loss.margin:.1f}"


def _change_words(reader: Reader, one: LossChange) -> str:
    t = reader.words.t
    numbers = {
        "n": ROUNDS_AFTER,
        "points": _points(one.after),
        "difference": f"{signed_tenths(-one.difference)} ± {one.margin:.1f}",
    }
    if not one.is_clear:
        return t(
            "In the next {n} rounds: {points} points a round. No clear change ({difference}).",
            **numbers,
        )
    if one.difference < 0:
        return t(
            "In the next {n} rounds: {points} points a round. Clearly better ({difference}).",
            **numbers,
        )
    return t(
        "In the next {n} rounds: {points} points a round. Clearly worse ({difference}).",
        **numbers,
    )
