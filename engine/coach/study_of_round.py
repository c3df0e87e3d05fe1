"""A study of a round: it begins at a decision of a player; what was played is its first line."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine.coach.study import (
    StudyContent,
    StudyMove,
    StudyMoveKind,
    StudyRound,
    texts_of,
    with_line,
)
from engine.game.actions import Discard, Draw, Knock, Pass, Take
from engine.game.cards import Card, cards_of
from engine.game.formats import party_of
from engine.game.presets import PRESETS
from engine.game.replay import Frame
from engine.game.round import Phase
from engine.game.rules import MatchFormat
from engine.game.seats import Seat


def of_round(
    preset: str, frames: Sequence[Frame], seat: Seat, place: StudyRound
) -> StudyContent | None:
    """Return a study of a round, from the first decision of a seat at a step or after it.

    What was played then is its first line. ``None`` if the seat decides nothing any more.
    """
    side = frames[0].table.side_of(seat)
    size = PRESETS[preset].hand_size
    at = next(
        (
            one
            for one in frames[place.step :]
            if one.table.to_act is side
            and one.table.phase not in (Phase.LAYOFF, Phase.MELD, Phase.OVER)
            and one.hands[side].bit_count() in (size, size + 1)
        ),
        None,
    )
    if at is None:
        return None
    fresh = at.fresh
    hand = [one for one in cards_of(at.hands[side]) if one != fresh]
    took = fresh is not None and isinstance(at.action, Take)
    content = StudyContent(
        preset=preset,
        hand=texts_of(hand if fresh is None else (*hand, fresh)),
        pile=texts_of(at.table.discards),
        taken=texts_of(_taken_by_other(frames[: at.step + 1], seat)),
        score=_score(at, seat),
        took=took,
        round=place.model_copy(update={"step": at.step}),
    )
    if not content.pile and not took:
        return None
    return with_line(content, _moves(frames[at.step :], seat))


def _score(frame: Frame, seat: Seat) -> tuple[int, int]:
    """Return the score of two players before a round; Hollywood scoring has three."""
    match = frame.match
    if match.rules.match_format is MatchFormat.HOLLYWOOD:
        return (0, 0)
    totals = match.sheet.totals
    own, other = (party_of(match.parties, one) for one in (seat, Seat(1 - seat)))
    score = (totals[own], totals[other])
    return score if all(0 <= one < match.rules.target for one in score) else (0, 0)


def _taken_by_other(frames: Sequence[Frame], seat: Seat) -> tuple[Card, ...]:
    """Return what the other has taken from the pile and still holds."""
    taken: list[Card] = []
    for before, after in pairwise(frames):
        match after.action:
            case Take() if after.seat is not seat:
                taken.append(before.table.discards[-1])
            case Discard(card=discarded) if after.seat is not seat and discarded in taken:
                taken.remove(discarded)
    return tuple(taken)


def _moves(frames: Sequence[Frame], seat: Seat) -> Iterator[StudyMove]:
    """Return what was played, as one of the players has seen it, until something else was done."""
    has_taken = False
    for after in frames[1:]:
        if after.seat is not seat:
            match after.action:
                case Take():
                    has_taken = True
                case Discard(card=discarded):
                    yield StudyMove(
                        StudyMoveKind.THEY_TAKE if has_taken else StudyMoveKind.THEY_DRAW, discarded
                    )
                    has_taken = False
                case Draw() | Pass():
                    pass
                case _:
                    return
            continue
        match after.action:
            case Pass():
                pass
            case Take():
                yield StudyMove(StudyMoveKind.TAKE)
            case Draw() if after.fresh is not None:
                yield StudyMove(StudyMoveKind.DRAW, after.fresh)
            case Discard(card=discarded):
                yield StudyMove(StudyMoveKind.DISCARD, discarded)
            case Knock(card=discarded):
                yield StudyMove(StudyMoveKind.KNOCK, discarded)
                return
            case _:
                return
