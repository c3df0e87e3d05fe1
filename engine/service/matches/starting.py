"""The transaction that starts a match: seating, first deal, rows, timers."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine import fairness
from engine.clocks import fresh_times, moved_on
from engine.game.errors import RuleCode, RuleError
from engine.game.match import Match, MatchPhase, start
from engine.game.notation import action_text
from engine.game.seats import Seat
from engine.game.start_position import StartPosition
from engine.players import CHARACTERS, level_named
from engine.premoves import NO_PLANS
from engine.service import preferences
from engine.service.match_setup import MatchSetup, TableMessage
from engine.service.matches import deals, match_rows, match_timers
from engine.service.people import LobbyId, MatchId, Player
from engine.service.stored_match import StoredMatch
from engine.service.tx import Tx


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """Everything that is decided before a match starts.

    ``contributions``: each seat's contribution to the first deal. ``sides``: chosen teams.
    ``root``: the secret behind the anchor that was published with the lobby, with the
    day or with the boards. ``floor_ms``: the earliest permitted deadline. ``position``: where a
    match of two begins that is played on; its moves are the first ones of the record.
    """

    match_id: MatchId
    lobby_id: LobbyId | None
    setup: MatchSetup
    table: TableMessage
    players: tuple[Player, ...]
    contributions: tuple[str, ...]
    sides: tuple[tuple[Seat, ...], ...] | None
    root: bytes
    floor_ms: int = 0
    position: StartPosition | None = None


SUBSTITUTE_LEVEL: Final = "casual"
"""The level of a computer that takes the seat of a player who leaves."""


def computer(seat: Seat, level: str, count: int) -> Player:
    """Return a computer for a seat of a match of ``count`` players."""
    character = CHARACTERS[level_named(level)].name
    name = character if count == 2 else f"{character} {seat}"
    return Player(seat, None, level, name)


def substitute(seat: Seat, players: Iterable[Player]) -> Player:
    """Return the computer that takes the seat of a player who leaves."""
    character = CHARACTERS[level_named(SUBSTITUTE_LEVEL)].name
    is_used = any(player.name == character for player in players)
    return Player(seat, None, SUBSTITUTE_LEVEL, f"{character} {seat + 1}" if is_used else character)


def begin_match(tx: Tx, plan: MatchPlan) -> StoredMatch:
    """Deal the first round and store the match.

    Raise RuleError for a position that is over: nobody could play or resign such a match.
    """
    match_id = plan.match_id
    setup, deal_id = plan.setup, plan.setup.deal_id(match_id)
    made = () if plan.position is None else plan.position.moves
    if plan.position is None:
        lot = fairness.lot(fairness.round_secret(plan.root, 1), deal_id, plan.contributions)
        decks = fairness.CommittedDecks(plan.root, deal_id, plan.contributions)
        match = start(setup.rules, len(plan.players), lot, decks, plan.sides)
    else:
        lot, match = plan.position.lot, plan.position.match()
        _require_play(match)
    people = [player.seat for player in plan.players if not player.is_computer]
    times = fresh_times(setup.clock, len(plan.players))
    acting = [seat for seat in match.to_act if seat in people]
    new = StoredMatch(
        match_id=match_id,
        lobby_id=plan.lobby_id,
        setup=setup,
        table=plan.table,
        times=moved_on(setup.clock, times, acting, tx.now, preferences.quiet(tx, plan.players)),
        floor_ms=plan.floor_ms,
        players=plan.players,
        sides=plan.sides,
        lot=lot,
        pending=(None,) * len(plan.players),
        anchor=fairness.anchor(plan.root).hex(),
        revealed=None,
        revealed_number=0,
        version=len(made),
        match=match,
        created_ms=tx.now,
        updated_ms=tx.now,
        ended_ms=None,
        plans=(NO_PLANS,) * len(plan.players),
    )
    match_rows.create(tx, new)
    if made:
        moves = (
            match_rows.Move(seq, -seq, int(seat), None, action_text(action), tx.now)
            for seq, (seat, action) in enumerate(made, 1)
        )
        match_rows.append(tx, match_id, moves)
    if not setup.has_shared_deals:
        deals.keep_root(tx, match_id, plan.root)
    deals.open_round(tx, match_id, match, plan.contributions, seq=0)
    match_timers.rewrite(tx, match_id, {}, match_timers.wanted(new, tx.time_settings))
    return new


def _require_play(match: Match) -> None:
    if match.phase is not MatchPhase.PLAYING:
        raise RuleError(RuleCode.ROUND_OVER)
