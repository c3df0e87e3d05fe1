"""The tutor: what it knows of a person, how far it is with their rounds, and its screen."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Final, TypeAlias

from cachetools import LRUCache

from bot.match.coaching import Coaching
from bot.presses.exercise import next_of
from bot.presses.match import ReplayPress, ReplaySource, Watching
from bot.presses.menu import MenuVerb, menu_button
from bot.presses.pages import TutorPress, TutorVerb
from bot.ui.both import in_both
from bot.ui.context import Context
from bot.ui.page_buttons import press_button
from bot.ui.parts.bars import Bar, BarExample, BarsPart
from bot.ui.parts.base import PressButton
from bot.ui.parts.kinds import Covers, PartPlace
from bot.ui.parts.section import SectionPart
from bot.ui.reader import Reader
from bot.ui.screen import Accent, Button, Part, Row, Screen, Style, Text
from bot.wording.reasons import WEAKNESS_ADVICE, WEAKNESS_TITLES, action_words
from bot.wording.scores import signed_tenths
from engine.game.actions import Discard, Knock, RoundAction
from engine.game.cards import Card
from engine.game.errors import GinError
from engine.game.record import MatchRecord
from engine.service import MatchId, Service, UserId
from engine.service.trainer import Advised, RoundToStudy, TutorAdvice
from engine.trainer.puzzle import ADVICE_TRACKS
from engine.trainer.tutor import (
    FEWEST,
    ROUNDS,
    ROUNDS_AFTER,
    Example,
    Loss,
    LossChange,
    StudiedRound,
    TutorFinding,
    change,
    findings,
    first_findings,
)

MOST_REMEMBERED: Final = 500
"""The people whose first rounds are not studied again until they have finished another."""
WAIT_S: Final = 1.0
"""How long a look waits for what is being computed."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TooFewRounds:
    """No advice yet. ``missing``: the rounds that somebody has to finish before. ``found``: what
    cost most in those there are.
    """

    missing: int
    found: tuple[TutorFinding, ...] = ()


@dataclass(frozen=True, slots=True)
class Studying:
    """Rounds are being looked into."""

    done: int
    all: int


@dataclass(frozen=True, slots=True)
class Advising:
    """The advice. ``missing``: the rounds after which it says what has changed; then ``changes``,
    one for each finding.
    """

    advice: TutorAdvice
    missing: int
    changes: tuple[LossChange, ...] = ()


TutorState: TypeAlias = TooFewRounds | Studying | Advising


@dataclass(slots=True)
class _Work:
    """A computation for a person."""

    all: int
    done: int = 0
    task: asyncio.Future[TutorState] = field(init=False)


class Tutor:
    """TutorAdvice to people; one computation a person, and one round at a time for all."""

    def __init__(self, service: Service, coaching: Coaching) -> None:
        self._service = service
        self._coaching = coaching
        self._works: dict[UserId, _Work] = {}
        self._first: LRUCache[tuple[UserId, tuple[RoundToStudy, ...]], TooFewRounds]
        self._first = LRUCache(MOST_REMEMBERED)
        self._turn = asyncio.Lock()

    async def look(self, user: UserId, *, anew: bool = False) -> TutorState:
        """Return the advice, or how far it is. ``anew``: in place of what has been compared.

        Without advice it is drawn from the last rounds; after some more it is compared with them.
        """
        work = self._works.get(user)
        if work is not None and work.task.done():  # Nobody has waited for it.
            del self._works[user]
            work = None
        if work is None:
            advice = await self._service.tutoring.advice_of(user)
            if advice is None:
                return await self._begin(user)
            rounds = await self._service.tutoring.rounds_after(user, advice.until_ms)
            if len(rounds) < ROUNDS_AFTER:
                return Advising(advice, ROUNDS_AFTER - len(rounds))
            if anew:
                return await self._begin(user)
            work = self._start(user, rounds, lambda begun: self._compared(begun, advice, rounds))
        return await self._seen(user, work)

    async def _begin(self, user: UserId) -> TutorState:
        """Draw new advice from the last rounds."""
        rounds = await self._service.tutoring.last_rounds(user)
        if len(rounds) < min(FEWEST, ROUNDS):
            return TooFewRounds(ROUNDS - len(rounds))
        if len(rounds) < ROUNDS:
            if (known := self._first.get((user, rounds))) is not None:
                return known
            work = self._start(user, rounds, lambda begun: self._looked(begun, user, rounds))
            return await self._seen(user, work)
        work = self._start(user, rounds, lambda begun: self._advised(begun, user, rounds))
        return await self._seen(user, work)

    def _start(
        self,
        user: UserId,
        rounds: tuple[RoundToStudy, ...],
        compute: Callable[[_Work], Coroutine[object, object, TutorState]],
    ) -> _Work:
        """Begin to compute, unless somebody has begun meanwhile."""
        if user not in self._works:
            work = self._works[user] = _Work(len(rounds))
            work.task = asyncio.ensure_future(compute(work))
        return self._works[user]

    async def _seen(self, user: UserId, work: _Work) -> TutorState:
        """Return what has been computed, or how far it is."""
        done, _ = await asyncio.wait({work.task}, timeout=WAIT_S)
        if not done:
            return Studying(work.done, work.all)
        self._works.pop(user, None)
        return work.task.result()

    async def _looked(
        self, work: _Work, user: UserId, rounds: tuple[RoundToStudy, ...]
    ) -> TutorState:
        made = await self._studied(work, rounds)
        found = first_findings(made) if len(made) > 1 else ()
        self._first[user, rounds] = first = TooFewRounds(ROUNDS - len(rounds), found)
        return first

    async def _advised(
        self, work: _Work, user: UserId, rounds: tuple[RoundToStudy, ...]
    ) -> TutorState:
        found = findings(await self._studied(work, rounds))
        until = max(one.ended_ms for one in rounds)
        await self._service.tutoring.advise(user, until, found)
        advice = await self._service.tutoring.advice_of(user)
        # Their data may have been deleted meanwhile.
        return TooFewRounds(ROUNDS) if advice is None else Advising(advice, ROUNDS_AFTER)

    async def _compared(
        self, work: _Work, advice: TutorAdvice, rounds: tuple[RoundToStudy, ...]
    ) -> TutorState:
        since = await self._studied(work, rounds)
        changes = tuple(
            change(one.finding.weakness, one.finding.losses, since) for one in advice.advised
        )
        return Advising(advice, 0, changes)

    async def _studied(self, work: _Work, rounds: tuple[RoundToStudy, ...]) -> list[StudiedRound]:
        """Return the mistakes in these rounds; a round that cannot be read is left out."""
        found: list[StudiedRound] = []
        records: dict[MatchId, MatchRecord | None] = {}
        for one in rounds:
            try:
                if one.match not in records:
                    records = {one.match: await self._service.record(one.match)}
                record = records[one.match]
                if record is not None:
                    async with self._turn:
                        made = await self._coaching.mistakes(
                            one.match, record, one.number, one.seat
                        )
                    found.append(StudiedRound(one.match, one.number, made))
            except (GinError, BrokenExecutor, TimeoutError) as error:
                log.warning("round %d of match %d is not studied: %r", one.number, one.match, error)
            work.done += 1
        return found

    async def stop(self) -> None:
        """Abandon what is being computed."""
        for work in self._works.values():
            work.task.cancel()
        await asyncio.gather(*(one.task for one in self._works.values()), return_exceptions=True)


def tutor_screen(reader: Reader, state: TutorState) -> Screen:
    """Return what the tutor has found, or how far it is."""
    match state:
        case TooFewRounds():
            return _too_few(reader, state)
        case Studying(done, count):
            return _studying(reader, done, count)
        case Advising():
            return _advice(reader, state)


def _screen(
    reader: Reader,
    lines: Sequence[str],
    parts: Sequence[Part] = (),
    *,
    progress: float | None = None,
    following: Button | None = None,
) -> Screen:
    """Return the tutor's sentences with what belongs to them. ``following``: what is done next."""
    head = SectionPart(
        covers=Covers.ALL,
        lines=tuple(lines),
        progress=progress,
        buttons=() if following is None else (press_button(following),),
    )
    rows = () if following is None else (Row((following,)),)
    words = Text("\n".join([f"## 🎓 {reader.words.t('Tutor')}", *lines]))
    return Screen((words, head, *parts, *rows), Accent.GOLD)


def _too_few(reader: Reader, state: TooFewRounds) -> Screen:
    t = reader.words.t
    done = ROUNDS - state.missing
    so_far = t(
        "{done} of {all} rounds so far: the tutor needs {n} more for advice.",
        done=done,
        all=ROUNDS,
        n=state.missing,
    )
    what = t(
        "Finished rounds of gin for two count, in matches against people that are over. Practice "
        "doesn't count."
    )
    lines, first = [so_far, what], tuple[Part, ...]()
    if state.found:
        lines.append(t("What cost you most in {n} rounds so far, which may be chance:", n=done))
        advised = [Advised(one, ()) for one in state.found]
        first = in_both(reader, _bars(reader, advised, [""] * len(advised)))
    elif done >= FEWEST:
        lines.append(t("No mistake in {n} rounds so far.", n=done))
    play = menu_button(reader, MenuVerb.FIND, Style.PRIMARY)
    progress = 1 - state.missing / ROUNDS
    return _screen(reader, lines, first, progress=progress, following=play)


def _studying(reader: Reader, done: int, count: int) -> Screen:
    sentence = reader.words.t("Studying your rounds: {done} of {all}", done=done, all=count)
    look = Button(reader.words.t("Refresh"), TutorPress(TutorVerb.LOOK), emoji="🔄")
    return _screen(reader, [sentence], progress=done / count, following=look)


def _advice(reader: Reader, state: Advising) -> Screen:
    t, advised = reader.words.t, state.advice.advised
    changes = [
        "" if one is None else _change_words(reader, one)
        for _, one in zip_longest(advised, state.changes)
    ]
    renew = None
    if not state.missing:
        renew = Button(t("New advice"), TutorPress(TutorVerb.RENEW), Style.SUCCESS, "🔄")
    note = _note(reader, state)
    aside = SectionPart(place=PartPlace.SIDE, lines=(note,))
    parts = (*in_both(reader, _bars(reader, advised, changes)), aside, Text(f"-# {note}"))
    return _screen(reader, [_sentence(reader, state)], parts, following=renew)


def _bars(reader: Reader, advised: Sequence[Advised], changes: Sequence[str]) -> BarsPart:
    most = max((one.finding.loss.mean + one.finding.loss.margin for one in advised), default=1.0)
    return BarsPart(
        bars=tuple(
            _bar(reader, place, one, changed, most)
            for place, (one, changed) in enumerate(zip(advised, changes, strict=True))
        )
    )


def _sentence(reader: Reader, state: Advising) -> str:
    t = reader.words.t
    if state.advice.advised:
        return t("What cost you most in {n} rounds, by what you knew at each choice:", n=ROUNDS)
    return t("No kind of mistake cost you points time and again in {n} rounds.", n=ROUNDS)


def _note(reader: Reader, state: Advising) -> str:
    t = reader.words.t
    lines = [t("± is two standard errors. Only rounds of finished matches count.")]
    if state.missing and state.advice.advised:
        after = reader.words.tn(
            "After {n} more finished round, the tutor says whether this has changed.",
            "After {n} more finished rounds, the tutor says whether this has changed.",
            state.missing,
        )
        lines.insert(0, after)
    return " ".join(lines)


def _bar(reader: Reader, place: int, advised: Advised, changed: str, most: float) -> Bar:
    t, finding = reader.words.t, advised.finding
    puzzles = None
    if advised.puzzles:
        press = next_of(ADVICE_TRACKS[place])
        puzzles = PressButton(label=t("Puzzles for this"), press=press, style="primary", emoji="🎯")
    loss, advice = finding.loss, t(WEAKNESS_ADVICE[finding.weakness])
    return Bar(
        title=t(WEAKNESS_TITLES[finding.weakness]),
        lines=(advice, changed) if changed else (advice,),
        label=t("{points} points a round", points=_points(loss)),
        share=loss.mean / most,
        low=max(0.0, loss.mean - loss.margin) / most,
        high=(loss.mean + loss.margin) / most,
        examples=tuple(_example(reader, finding, n) for n in range(len(finding.examples))),
        button=puzzles,
    )


def _example(reader: Reader, finding: TutorFinding, place: int) -> BarExample:
    t, one = reader.words.t, finding.examples[place]
    mistake = one.mistake
    words = t(
        "{played} instead of {best}: {points} points",
        played=action_words(reader, mistake.played),
        best=action_words(reader, mistake.best),
        points=signed_tenths(-mistake.cost),
    )
    label = t("Example {n}", n=place + 1)
    cards = (_card(mistake.played), _card(mistake.best))
    return BarExample(
        words=words,
        hand=tuple(dict.fromkeys(card for card in cards if card is not None)),
        button=PressButton(label=label, press=_replay(one), emoji="🎬"),
    )


def _replay(one: Example) -> ReplayPress:
    at = Watching(ReplaySource.MATCH, one.match, one.number, step=one.mistake.step)
    return ReplayPress.to(at)


def _card(action: RoundAction) -> Card | None:
    return action.card if isinstance(action, Discard | Knock) else None


def _points(loss: Loss) -> str:
    return f"{signed_tenths(-loss.mean)} ± {loss.margin:.1f}"


def _change_words(reader: Reader, one: LossChange) -> str:
    t = reader.words.t
    numbers = {
        "n": ROUNDS_AFTER,
        "points": _points(one.after),
        "difference": signed_tenths(-one.difference),
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


async def open_tutor(tutor: Tutor, ctx: Context) -> None:
    """Show the advice in a private message, and how far it is until then."""
    await ctx.reply.show_each(_screens(tutor, ctx, anew=False), is_new=True)


async def tutor_pressed(tutor: Tutor, ctx: Context, press: TutorPress) -> None:
    """Show the advice again, or draw new advice."""
    await ctx.reply.show_each(_screens(tutor, ctx, anew=press.verb is TutorVerb.RENEW))


async def _screens(tutor: Tutor, ctx: Context, *, anew: bool) -> AsyncIterator[Screen]:
    while True:
        state = await tutor.look(ctx.user, anew=anew)
        yield tutor_screen(ctx.reader, state)
        if not isinstance(state, Studying):
            return
        anew = False
