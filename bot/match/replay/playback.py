"""A round of a replay in full, for pages that play it: every step with hands, moves and verdict."""

from bot.match.replay.projector import Projector
from bot.match.table_screen import upper_side
from bot.presses.match import ReplayPress, ReplaySource, ReplayVerb
from bot.ui.markup import disc_of
from bot.ui.playback import PlayedSide, PlayedStep, RoundPlayback
from bot.ui.reader import Reader
from bot.wording.cards import event_words, highest_first, in_run_order
from bot.wording.reasons import GRADES, action_words, reason_words
from bot.wording.scores import round_lines, round_title
from engine.coach import Grade
from engine.coach.evaluation import Judgement
from engine.game.actions import Discard, Knock, RoundAction
from engine.game.cards import Card
from engine.game.formats.base import party_of
from engine.game.replay import Frame
from engine.game.seats import Side

DISCARDS = 3
"""The cards of the discard pile that are drawn."""


def played_round(reader: Reader, shown: Projector) -> RoundPlayback:
    """Return the round that is shown, as far as the chosen eyes see it."""
    first = shown.frames[0]
    upper = upper_side(first.table)
    order = (upper, upper.other)
    seats = [first.table.players[side] for side in order]
    players = [shown.players[seat] for seat in seats]
    totals = first.match.sheet.totals
    parties = [party_of(first.match.parties, seat) for seat in seats]
    return RoundPlayback(
        match=shown.at.id if shown.at.source is ReplaySource.MATCH else None,
        number=shown.at.number,
        at=shown.at.step,
        press=str(ReplayPress.to(shown.at, ReplayVerb.JUMP)),
        names=(players[0].plain, players[1].plain),
        tones=(
            disc_of(players[0].plain, players[0].user).tone,
            disc_of(players[1].plain, players[1].user).tone,
        ),
        scores=(totals[parties[0]], totals[parties[1]]),
        steps=tuple(_step(reader, shown, number, order) for number in range(len(shown.frames))),
    )


def _step(reader: Reader, shown: Projector, number: int, order: tuple[Side, Side]) -> PlayedStep:
    frame = shown.frames[number]
    view = shown.view(frame)
    before = len(shown.frames[number - 1].table.events) if number else 0
    events = view.events[before:]
    move, mover = "", None
    if number == 0:
        move = reader.words.t("Cards dealt.")
    elif not events:
        move = reader.words.t("The last move was undone")
    else:
        mover = order.index(events[-1].side)
        move = ", ".join(event_words(reader, event) for event in events)
    moved = frame.fresh
    if moved is None and isinstance(frame.action, Discard | Knock):
        moved = frame.action.card
    acts = None if frame.table.to_act is None else order.index(frame.table.to_act)
    if moved is not None and frame.fresh is not None and acts is not None:
        # What was drawn is seen only by those who see the hand.
        moved = moved if shown.sees(frame, order[acts]) or moved in view.discards else None
    judged = shown.judged(number)
    verdict, better = (
        ("", "") if judged is None else _words(reader, _name(shown, frame, judged), judged)
    )
    result: tuple[str, ...] = ()
    if view.facts is not None:
        board = shown.board(frame)
        lines = "\n".join(round_lines(reader, board, view)[1:]).split("\n")
        result = (round_title(reader, board, view), *lines)
    return PlayedStep(
        move=move,
        mover=mover,
        sides=(_side(shown, frame, order[0]), _side(shown, frame, order[1])),
        acts=acts,
        stock=view.stock_size,
        discards=tuple(view.discards[-DISCARDS:]),
        moved=moved,
        verdict=verdict,
        cost=None if judged is None else round(judged.cost, 1),
        better=better,
        better_card=_card_of(judged.best) if judged is not None and better else None,
        result=result,
    )


def _side(shown: Projector, frame: Frame, side: Side) -> PlayedSide:
    count = frame.table.hand_sizes[side]
    if not shown.sees(frame, side):
        return PlayedSide(None, (), None, count)
    layout = frame.layouts[side]
    melds = tuple(tuple(in_run_order(meld)) for meld in layout.melds)
    loose = highest_first(layout.deadwood_cards)
    cards = (*(card for meld in melds for card in meld), *loose)
    return PlayedSide(cards, melds, layout.deadwood, len(cards))


def _words(reader: Reader, name: str, judged: Judgement) -> tuple[str, str]:
    t, grade = reader.words.t, reader.words.t(GRADES[judged.grade])
    verdict = t("{name}'s move: {grade}", name=name, grade=grade)
    if judged.grade is Grade.BEST:
        return verdict, ""
    best = action_words(reader, judged.best)
    why = reason_words(reader, judged.reason)
    return verdict, t("Better: **{action}**. {reason}", action=best, reason=why)


def _name(shown: Projector, frame: Frame, judged: Judgement) -> str:
    return shown.players[frame.table.players[judged.side]].name


def _card_of(action: RoundAction) -> Card | None:
    return action.card if isinstance(action, Discard | Knock) else None
