"""A puzzle: a decision as its player saw it, at a table of two, with the value of every answer."""

import json
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import Any, Final

from engine.clocks import DAY
from engine.coach import THRESHOLDS, Reason, Why
from engine.coach.reasons import ON_AVERAGE
from engine.game.actions import (
    BigGin,
    Discard,
    DoneLayingOff,
    Draw,
    Knock,
    LayOff,
    Pass,
    RoundAction,
    Take,
)
from engine.game.cards import DECK_SIZE, Card, CardSet, card_set, cards_of
from engine.game.errors import RecordError
from engine.game.legal import Legal, Verb
from engine.game.match import start
from engine.game.melds import STANDARD, solver
from engine.game.notation import action_text, parse_action
from engine.game.round import Phase
from engine.game.rules import Rules
from engine.game.seats import Side
from engine.game.start_position import PlayedDeck
from engine.game.view import KnockView, MatchView, SeatView, TableView, public_view
from engine.standings.rating import LEAST_UNCERTAIN, RatedResult, Rating, after_match, updated


class Question(StrEnum):
    """The question of a puzzle, which is also its theme."""

    DISCARD = "discard"
    TAKE = "take"
    KNOCK = "knock"
    LAYOFF = "layoff"
    UPCARD = "upcard"


AS_GOOD: Final = THRESHOLDS[0][0]
"""The points below which an answer loses nothing that the coach would call a loss."""
_ANSWERS: Final = (BigGin, Discard, DoneLayingOff, Draw, Knock, LayOff, Pass, Take)


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """A choice and its expected points in this round, whatever the score.

    ``actions``: one, but for layoffs: each card laid off, in a legal order, and the end.
    """

    actions: tuple[RoundAction, ...]
    expected: float

    @property
    def action(self) -> RoundAction:
        """The first action."""
        return self.actions[0]


@dataclass(frozen=True, slots=True)
class LaidDown:
    """The knocker's melds and deadwood on the table."""

    melds: tuple[CardSet, ...]
    deadwood_cards: CardSet
    deadwood: int


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position as its player saw it. The order of ``answers`` does not reveal the best one.

    ``drawn``/``taken``: the card that the player drew from the stock or took this turn. ``theirs``:
    cards that the opponent is known to hold. ``discards``: the pile, oldest first. ``thrown``: the
    opponent's discards. ``refused``: whether the opponent has passed the upcard. ``best``: the
    index of the best answer, ``next_best`` of the next; puzzles of earlier versions do not say.
    ``reasons``: for each answer why the best one is better; for the best one, why it is better than
    the next.
    """

    question: Question
    hand: CardSet
    drawn: Card | None
    discards: tuple[Card, ...]
    theirs: CardSet
    stock: int
    limit: int
    answers: tuple[PuzzleAnswer, ...]
    best: int
    reasons: tuple[Reason, ...]
    taken: Card | None = None
    discarded: tuple[Card, ...] = ()
    refused: bool = False
    laid_down: LaidDown | None = None
    next_best: int | None = None

    def lost(self, choice: int) -> float:
        """Return the expected points that an answer loses against the best one."""
        return self.answers[self.best].expected - self.answers[choice].expected

    def is_right(self, choice: int) -> bool:
        """Whether an answer is the best one, or what the coach calls as good."""
        return self.lost(choice) < AS_GOOD

    def to_json(self) -> str:
        """Write the puzzle as JSON."""
        down = self.laid_down
        return json.dumps(
            {
                "question": self.question.value,
                "hand": list(cards_of(self.hand)),
                "drawn": self.drawn,
                "discards": list(self.discards),
                "theirs": list(cards_of(self.theirs)),
                "stock": self.stock,
                "limit": self.limit,
                "answers": [[_text(one.actions), one.expected] for one in self.answers],
                "best": self.best,
                "reasons": [[one.why.value, one.data] for one in self.reasons],
                "taken": self.taken,
                "thrown": list(self.discarded),
                "refused": self.refused,
                "next_best": self.next_best,
                "laid_down": None
                if down is None
                else [
                    [list(cards_of(meld)) for meld in down.melds],
                    list(cards_of(down.deadwood_cards)),
                    down.deadwood,
                ],
            }
        )


def puzzle_from(text: str) -> Puzzle:
    """Read a puzzle from JSON. Raise RecordError if it is not one."""
    try:
        plain: dict[str, Any] = json.loads(text)
        return Puzzle(
            question=Question(plain["question"]),
            hand=card_set(plain["hand"]),
            drawn=plain["drawn"],
            discards=tuple(plain["discards"]),
            theirs=card_set(plain["theirs"]),
            stock=plain["stock"],
            limit=plain["limit"],
            answers=tuple(
                PuzzleAnswer(_actions(actions), float(expected))
                for actions, expected in plain["answers"]
            ),
            best=plain["best"],
            reasons=_reasons(plain),
            taken=plain.get("taken"),
            discarded=tuple(plain.get("thrown", ())),
            refused=plain.get("refused", False),
            laid_down=_laid_down(plain.get("laid_down")),
            next_best=plain.get("next_best"),
        )
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise RecordError("puzzle_unreadable") from error


def _text(actions: tuple[RoundAction, ...]) -> str | list[str]:
    texts = [action_text(action) for action in actions]
    return texts[0] if len(texts) == 1 else texts


def _actions(texts: str | list[str]) -> tuple[RoundAction, ...]:
    """Read the actions of an answer; of the first version each answer had one."""
    return tuple(_choice(text) for text in ([texts] if isinstance(texts, str) else texts))


def _choice(text: str) -> RoundAction:
    action = parse_action(text)
    if not isinstance(action, _ANSWERS):
        raise RecordError("puzzle_unreadable")
    return action


def _reasons(plain: dict[str, Any]) -> tuple[Reason, ...]:
    """Read the reasons; puzzles of earlier versions had one, for one answer."""
    if "reasons" not in plain:
        return (ON_AVERAGE,) * len(plain["answers"])
    return tuple(
        Reason(Why(why), {name: int(value) for name, value in data.items()})
        for why, data in plain["reasons"]
    )


def _laid_down(plain: list[Any] | None) -> LaidDown | None:
    if plain is None:
        return None
    melds, loose, deadwood = plain
    return LaidDown(tuple(map(card_set, melds)), card_set(loose), int(deadwood))


class Track(StrEnum):
    """The puzzles that a person goes through: of all themes, of one, or their own mistakes.

    Those of the tutor are drawn for its findings, one after the other.
    """

    ALL = "all"
    MINE = "mine"
    DISCARD = Question.DISCARD.value
    TAKE = Question.TAKE.value
    KNOCK = Question.KNOCK.value
    LAYOFF = Question.LAYOFF.value
    UPCARD = Question.UPCARD.value
    FIRST_ADVICE = "advice1"
    SECOND_ADVICE = "advice2"
    THIRD_ADVICE = "advice3"

    @property
    def question(self) -> Question | None:
        """The theme; ``None`` if there are several."""
        return Question(self.value) if self.value in list(Question) else None

    @property
    def finding(self) -> int | None:
        """The place of the tutor's finding; ``None`` for other puzzles."""
        return ADVICE_TRACKS.index(self) if self in ADVICE_TRACKS else None


ADVICE_TRACKS: Final = (Track.FIRST_ADVICE, Track.SECOND_ADVICE, Track.THIRD_ADVICE)


AFTER_DAYS: Final = (1, 3, 7, 21)
"""The days after which a mistake comes again; from the fourth time on always the last."""
RIGHT_ANSWERS: Final = 2
"""The right answers after which a mistake is learned."""


def due_ms(times: int, right: int, now: int) -> int | None:
    """Return when a mistake comes again; ``None`` once it is learned.

    ``times``: how often it has been answered, ``right``: how often rightly.

    >>> [due_ms(times, 0, 0) // DAY for times in (1, 2, 3, 4, 5)]
    [1, 3, 7, 21, 21]
    >>> due_ms(3, 2, 0) is None
    True
    """
    if right >= RIGHT_ANSWERS:
        return None
    return now + AFTER_DAYS[min(times, len(AFTER_DAYS)) - 1] * DAY


def after_answer(
    person: Rating, puzzle: Rating, *, is_right: bool, idle_ms: int
) -> tuple[Rating, Rating]:
    """Return both ratings after an answer, which is a match between person and puzzle.

    ``idle_ms``: the time since the person's answer before. A puzzle does not change with time.
    """
    score = float(is_right)
    mine = after_match(person, [RatedResult(puzzle.value, puzzle.deviation, score)], idle_ms)
    theirs = updated(puzzle, [RatedResult(person.value, person.deviation, 1 - score)], 0)
    deviation = max(LEAST_UNCERTAIN, theirs.deviation)
    return mine, Rating(theirs.value, deviation, theirs.volatility)


_RULES: Final = Rules()
_PHASES: Final = {
    Question.UPCARD: Phase.OFFER_NON_DEALER,
    Question.TAKE: Phase.DRAW,
    Question.LAYOFF: Phase.LAYOFF,
}


def view_of(puzzle: Puzzle) -> SeatView:
    """Return what the player of a puzzle sees; the answers are among what is ``legal``.

    Who dealt is known only where the opponent has passed the upcard: elsewhere it is made up.
    """
    side = Side.DEALER if puzzle.refused else Side.NON_DEALER
    empty = _empty()
    table = _table(puzzle, side, empty.tables[0])
    seat = table.players[side]
    return SeatView(
        public=replace(empty, tables=(table,), to_act=(seat,)),
        seat=seat,
        table=table,
        side=side,
        hand=puzzle.hand,
        layout=solver(STANDARD).best_layout(puzzle.hand),
        taken=puzzle.taken,
        drawn=puzzle.drawn,
        legal=_legal(puzzle),
    )


def view_after(view: SeatView, action: RoundAction) -> SeatView:
    """Return what a player sees after a move, as far as it is known: of a card that is drawn
    nothing is, so the view stays.
    """
    table = view.table
    if table is None:
        return view
    hand, discards, taken = view.hand, table.discards, view.taken
    match action:
        case Take(count=1) if discards:
            taken = discards[-1]
            hand, discards = hand | 1 << taken, discards[:-1]
        case Discard(card=card) | Knock(card=card):
            hand, discards, taken = hand & ~(1 << card), (*discards, card), None
        case _:
            return view
    sizes = list(table.hand_sizes)
    sizes[table.side_of(view.seat)] = hand.bit_count()
    table = replace(table, discards=discards, hand_sizes=(sizes[0], sizes[1]))
    tables = tuple(table if one.number == table.number else one for one in view.public.tables)
    return replace(
        view,
        public=replace(view.public, tables=tables),
        table=table,
        hand=hand,
        layout=solver(view.public.rules.meld_rules).best_layout(hand),
        taken=taken,
        drawn=None,
    )


@cache
def _empty() -> MatchView:
    """Return a match of two whose table is replaced by that of a puzzle."""
    return public_view(start(_RULES, 2, 0, PlayedDeck(tuple(range(DECK_SIZE)))))


def _table(puzzle: Puzzle, side: Side, empty: TableView) -> TableView:
    own, size = puzzle.hand.bit_count(), _RULES.hand_size
    phase, down = _PHASES.get(puzzle.question, Phase.DISCARD), puzzle.laid_down
    return replace(
        empty,
        phase=Phase.OFFER_DEALER if puzzle.refused else phase,
        to_act=side,
        hand_sizes=(own, size) if side is Side.NON_DEALER else (size, own),
        stock_size=puzzle.stock,
        discards=puzzle.discards,
        upcard=puzzle.discards[-1] if puzzle.question is Question.UPCARD else None,
        knock_limit=puzzle.limit,
        events=(),
        knock=None if down is None else _knock(down, side.other),
    )


def _knock(down: LaidDown, side: Side) -> KnockView:
    return KnockView(side, down.melds, down.melds, down.deadwood_cards, down.deadwood, None)


def _legal(puzzle: Puzzle) -> Legal:
    match puzzle.question:
        case Question.UPCARD:
            return Legal(verbs=(Verb.TAKE, Verb.PASS), takes=(1,))
        case Question.TAKE:
            return Legal(verbs=(Verb.DRAW, Verb.TAKE), takes=(1,))
        case Question.LAYOFF:
            return Legal(verbs=(Verb.LAY_OFF, Verb.DONE))
        case _:
            return _ends_turn(puzzle)


def _ends_turn(puzzle: Puzzle) -> Legal:
    actions = [one.action for one in puzzle.answers]
    locked = 0 if puzzle.taken is None else 1 << puzzle.taken
    knocks = tuple((one.card, _left(puzzle, one.card)) for one in actions if isinstance(one, Knock))
    verbs = (Verb.DISCARD, Verb.KNOCK) if knocks else (Verb.DISCARD,)
    return Legal(verbs=verbs, discards=puzzle.hand & ~locked, knocks=knocks)


def _left(puzzle: Puzzle, card: Card) -> int:
    return solver(STANDARD).deadwood(puzzle.hand & ~(1 << card))
