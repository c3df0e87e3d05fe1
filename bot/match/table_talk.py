"""A computer player's rare remarks after a round, only for players who want them."""

import zlib

from bot.match.hand.model import HandPanel
from engine.game.match import MatchPhase
from engine.game.result import ResultKind, RoundFacts
from engine.game.seats import Seat, Side
from engine.players import CHARACTERS, Moment, level_named, line


def table_talk(panel: HandPanel) -> str:
    """Return the computer's remark after a round, nearly always empty."""
    facts, side = panel.table.facts, panel.own.side
    if facts is None or side is None or not panel.reader.table_talk:
        return ""
    seat = panel.table.players[side.other]
    player = panel.board.players[seat]
    if player.level is None:
        return ""
    moment = _moment(panel, facts, side.other, seat)
    question = f"{panel.board.match}:{panel.own.public.number}:{seat}"
    character = CHARACTERS[level_named(player.level)]
    said = None if moment is None else line(character, moment, zlib.crc32(question.encode()))
    return "" if said is None else f"💬 **{player.name}**: {panel.t(said)}"


def _moment(panel: HandPanel, facts: RoundFacts, side: Side, seat: Seat) -> Moment | None:
    view = panel.own.public
    if view.phase is MatchPhase.OVER and view.outcome is not None:
        won = view.outcome.winner is not None and seat in view.parties[view.outcome.winner]
        return Moment.WON_MATCH if won else Moment.LOST_MATCH
    if facts.winner is None:
        return None
    if facts.kind is ResultKind.UNDERCUT:
        return Moment.UNDERCUT if facts.winner is side else Moment.WAS_UNDERCUT
    if facts.winner is not side:
        return Moment.LOST_ROUND
    return Moment.KNOCKED if facts.kind is ResultKind.KNOCK else Moment.GIN
