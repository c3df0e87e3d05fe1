"""What a replay shows: a record, a place in it, whose eyes see it, and whole rounds for pages."""

from dataclasses import dataclass, replace

from bot.match.table_screen import upper_side
from bot.presses.match import ReplayPress, ReplaySource, ReplayVerb, Watching
from bot.ui.i18n import mark
from bot.ui.markup import disc_of
from bot.ui.parts.playback import PlaybackPart, PlayedSide, PlayedStep
from bot.ui.reader import MatchContext, NamedPlayer, Reader
from bot.wording.cards import event_words, highest_first, in_run_order
from bot.wording.reasons import GRADES, action_words, reason_words, with_reason
from bot.wording.scores import round_lines, round_title
from engine.coach import Grade
from engine.coach.evaluation import Judgement, RoundEvaluation, WhatIf
from engine.game.actions import Discard, Knock, RoundAction
from engine.game.cards import Card
from engine.game.formats import party_of
from engine.game.notation import action_text
from engine.game.replay import Frame, Replay
from engine.game.seats import Side
from engine.game.view import TableView
from engine.service import MatchSetup


@dataclass(frozen=True, slots=True)
class Projector:
    """The model of a replay's screen. ``moving``: the whole round as an animation.

    ``evaluation``: the coach's of this round, if there is one yet. ``what_if``: the coach's answer
    about another choice at this step. ``asks``: whether one can be asked about.
    """

    replay: Replay
    players: tuple[NamedPlayer, ...]
    preset: str
    at: Watching
    moving: bool = False
    evaluation: RoundEvaluation | None = None
    what_if: WhatIf | None = None
    asks: bool = True

    @property
    def frames(self) -> tuple[Frame, ...]:
        """Return the steps of the round at the table."""
        return self.replay.of(self.at.number, self.at.table)

    def board(self, frame: Frame) -> MatchContext:
        """Return the match at a step."""
        setup = MatchSetup(frame.match.rules, self.preset)
        return MatchContext(self.at.id, frame.match, self.players, setup)

    def view(self, frame: Frame) -> TableView:
        """Return the table from the chosen point of view, fully visible after the round."""
        eyes = self.at.eyes
        if eyes is None or eyes not in frame.table.players or frame.table.facts is not None:
            return frame.table
        return frame.seen_from(frame.table.side_of(eyes))

    def sees(self, frame: Frame, side: Side) -> bool:
        """Whether the hand of a side is visible."""
        eyes = self.at.eyes
        open_all = eyes is None or eyes not in frame.table.players
        return open_all or frame.table.facts is not None or frame.table.players[side] is eyes

    def judged(self, step: int) -> Judgement | None:
        """Return the coach's verdict on the move before a step, as far as the eyes may know it."""
        found = self.evaluation
        if found is None or len(found.judged) != len(self.frames):
            return None
        one = found.judged[step]
        return one if one is not None and self.sees(self.frames[step - 1], one.side) else None

    def decided(self, step: int) -> Judgement | None:
        """Return the decision made at a step, if these eyes see the hand of who made it."""
        return self.judged(step + 1) if 0 <= step < len(self.frames) - 1 else None

    def others(self, step: int) -> tuple[RoundAction, ...]:
        """Return what could have been done at a step instead, if the coach may be asked."""
        one = self.decided(step)
        return one.others if one is not None and self.asks and not self.moving else ()

    def question(self, step: int) -> ReplayPress:
        """Return the press that asks about one of those, by its notation."""
        return ReplayPress.to(replace(self.at, step=step), ReplayVerb.WHAT_IF)


DISCARDS = 3
"""The cards of the discard pile that are drawn."""


def played_round(reader: Reader, shown: Projector) -> PlaybackPart:
    """Return the round that is shown, as far as the chosen eyes see it."""
    first = shown.frames[0]
    upper = upper_side(first.table)
    order = (upper, upper.other)
    seats = [first.table.players[side] for side in order]
    players = [shown.players[seat] for seat in seats]
    discs = [disc_of(one.plain, one.user) for one in players]
    totals = first.match.sheet.totals
    parties = [party_of(first.match.parties, seat) for seat in seats]
    return PlaybackPart(
        match=shown.at.id if shown.at.source is ReplaySource.MATCH else None,
        number=shown.at.number,
        at=shown.at.step,
        press=ReplayPress.to(shown.at, ReplayVerb.JUMP),
        names=(players[0].plain, players[1].plain),
        initials=(discs[0].initials, discs[1].initials),
        tones=(discs[0].tone, discs[1].tone),
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
    judged, others = shown.judged(number), shown.others(number)
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
        others=tuple(map(action_text, others)),
        ask_press=shown.question(number) if others else None,
    )


def _side(shown: Projector, frame: Frame, side: Side) -> PlayedSide:
    count = frame.table.hand_sizes[side]
    if not shown.sees(frame, side):
        return PlayedSide(cards=None, melds=(), deadwood=None, count=count)
    layout = frame.layouts[side]
    melds = tuple(tuple(in_run_order(meld)) for meld in layout.melds)
    loose = highest_first(layout.deadwood_cards)
    cards = (*(card for meld in melds for card in meld), *loose)
    return PlayedSide(cards=cards, melds=melds, deadwood=layout.deadwood, count=len(cards))


def _words(reader: Reader, name: str, judged: Judgement) -> tuple[str, str]:
    t, grade = reader.words.t, reader.words.t(GRADES[judged.grade])
    verdict = t("{name}'s move: {grade}", name=name, grade=grade)
    if judged.grade is Grade.BEST:
        return verdict, ""
    best = action_words(reader, judged.best)
    why = reason_words(reader, judged.reason)
    return verdict, with_reason(
        reader, mark("Better: **{action}**. {reason}"), action=best, reason=why
    )


def _name(shown: Projector, frame: Frame, judged: Judgement) -> str:
    return shown.players[frame.table.players[judged.side]].name


def _card_of(action: RoundAction) -> Card | None:
    return action.card if isinstance(action, Discard | Knock) else None
