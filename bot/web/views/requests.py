"""What a player may ask the other side, and answer: take-back, pause, late turn, end."""

from collections.abc import Iterator
from typing import Literal, TypeAlias

from bot.match.hand.model import HandPanel
from bot.web.protocol.table import ActionState
from engine.game.actions import (
    Abort,
    AllowBack,
    AskBack,
    AskPause,
    CallOff,
    ClaimWin,
    GiveTime,
    RefuseBack,
    Resign,
    Resume,
    SeatAction,
)
from engine.game.match import MatchPhase, TakebackState
from engine.game.notation import action_text
from engine.game.seats import Seat
from engine.service import LiveMatch

Kind: TypeAlias = Literal[
    "ask_back",
    "allow_back",
    "refuse_back",
    "pause",
    "resume",
    "give_time",
    "claim",
    "call_off",
    "abort",
    "resign",
]


def seat_requests(panel: HandPanel, live: LiveMatch) -> tuple[ActionState, ...]:
    """Return the requests and answers that are possible now, answers first."""
    if panel.own.public.phase is MatchPhase.OVER:
        return ()
    found = [*_back(panel), *_late(panel, live), *_pause(panel), *_ending(panel)]
    return tuple(found)


def _request(
    kind: Kind, action: SeatAction, label: str, seat: Seat | None = None, *, confirm: bool = False
) -> ActionState:
    return ActionState(
        kind=kind,
        action=action_text(action),
        label=label,
        seat=None if seat is None else int(seat),
        confirm=confirm,
    )


def _back(panel: HandPanel) -> Iterator[ActionState]:
    own, t = panel.own, panel.t
    if own.table is None or own.captain is not None:
        return
    table = own.table
    if panel.may_ask_back:
        yield _request("ask_back", AskBack(), t("Undo my last move…"))
    if table.back is not TakebackState.ASKED or table.takes_back is None:
        return
    if table.takes_back is own.seat:
        yield _request("refuse_back", RefuseBack(), t("Withdraw request"))
        return
    yield _request("allow_back", AllowBack(), t("Allow"))
    yield _request("refuse_back", RefuseBack(), t("Decline"))


def _late(panel: HandPanel, live: LiveMatch) -> Iterator[ActionState]:
    t = panel.t
    rivals = live.rivals_of(panel.own.seat)
    for seat in panel.board.late:
        if seat in rivals:
            yield _request("give_time", GiveTime(), t("Give extra time"), seat)
            yield _request("call_off", CallOff(), t("Cancel, no result"), seat, confirm=True)
            yield _request("claim", ClaimWin(seat), t("Claim the win"), seat, confirm=True)


def _pause(panel: HandPanel) -> Iterator[ActionState]:
    board, t = panel.board, panel.t
    if board.private or not (board.deadlines or board.paused or board.wants_pause is not None):
        return
    if board.paused:
        yield _request("resume", Resume(), t("Continue"))
    elif board.wants_pause is None:
        yield _request("pause", AskPause(), t("Pause…"))
    elif board.wants_pause is panel.own.seat:
        yield _request("resume", Resume(), t("Withdraw request"))
    else:
        yield _request("pause", AskPause(), t("Agree to pause"))
        yield _request("resume", Resume(), t("Don't pause"))


def _ending(panel: HandPanel) -> Iterator[ActionState]:
    if panel.own.public.may_abort and not panel.board.private:
        yield _request("abort", Abort(), panel.t("Cancel match"), confirm=True)
    yield _request("resign", Resign(), panel.t("Resign…"), confirm=True)
