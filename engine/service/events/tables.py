"""The tables of an event: a match is dealt, its result is taken, a pairing is decided."""

from dataclasses import replace
from typing import Final

from sqlalchemy import Connection

from engine import fairness
from engine.clocks.clock import MINUTE
from engine.duplicate.boards import rules_of
from engine.game.actions import Cancel, Resign
from engine.game.errors import RecordError
from engine.game.match import EndReason, MatchPhase
from engine.game.seats import Seat
from engine.service import server_settings
from engine.service.events import boards
from engine.service.events.outcome_types import NewsKind
from engine.service.events.rows import COUNTED, StoredEntry, StoredGame, StoredPairing, Work
from engine.service.events.types import NO_SHOWS, EntryState, EventState, PairingState, Verdict
from engine.service.live import LiveMatch
from engine.service.matches import deals, match_rows, starting
from engine.service.matches.event_results import UNPLAYED
from engine.service.people import MatchId, Player, UserId, day_of, page_key
from engine.service.play import commands
from engine.service.play.advancing import MatchPress, advance
from engine.service.scheduler import TimerKind
from engine.service.stored_match import StoredMatch
from engine.service.types import Started

NO_SHOW_MS: Final = 5 * MINUTE
"""The time for the first turn of a live match."""
MORE_GAMES: Final = 2
"""The matches beyond the best of so many that a knockout pairing gets if some have no winner."""


def _match_id_of(work: Work, number: int, game: int) -> MatchId:
    """Return the id of a pairing's match: always the same, so that it is dealt once."""
    event = work.event
    name = f"{event.event_id}:{number}:{game}"
    return MatchId(page_key(UserId(event.event_id), day_of(event.created_ms), name))


def deal(work: Work, number: int, game: int, root: bytes) -> None:
    """Deal a match of a pairing that waits for it."""
    pairing = work.held.pairings.get(number)
    games = work.held.games.get(number, [])
    waits = pairing is not None and pairing.state is PairingState.WAITING
    if pairing is None or not waits or len(games) + 1 != game:
        return
    if work.event.state is not EventState.RUNNING or pairing.second is None:
        return
    match_id = _match_id_of(work, number, game)
    plan = _plan(work, match_id, pairing, game, root)
    started = starting.start(work.connection, plan, work.now, work.terms)
    first = work.held.entries[pairing.first].user_id
    first_seat = next(one.seat for one in plan.players if one.user_id == first)
    work.begin(StoredGame(match_id, number, game, int(first_seat)))
    work.change_pairing(number, state=PairingState.PLAYING)
    work.matches.append(Started(LiveMatch(started)))
    due = _no_show_at(started)
    if due is not None:
        work.timers([(TimerKind.NO_SHOW, number, game, due)])
    if not any(one.counted == COUNTED for one in games):
        work.tell(NewsKind.PAIRED, pairing)


def _plan(
    work: Work,
    match_id: MatchId,
    pairing: StoredPairing,
    game: int,
    root: bytes,
) -> starting.MatchPlan:
    """Return the plan of a match of a pairing."""
    assert pairing.second is not None
    pair = (work.held.entries[pairing.first], work.held.entries[pairing.second])
    if work.event.kind.is_duplicate:
        return _of_boards(work, match_id, pair, pairing.round)
    return _dealt_anew(work, match_id, pair, game, root)


def _of_boards(
    work: Work, match_id: MatchId, pair: tuple[StoredEntry, StoredEntry], round_: int
) -> starting.MatchPlan:
    """Return the plan of a match that plays the boards of a round, as all others do.

    It changes no rating: which seat has the better cards decides more of such a match than the
    players do, and a team plays for its sum.
    """
    shared = boards.shared(work.event, round_)
    return replace(
        _common(work, match_id, pair),
        rules=rules_of(work.plan.rules, work.plan.boards),
        rated=False,
        said=shared.said,
        root=deals.root_of(work.connection, shared.id),
        boards=shared,
    )


def _dealt_anew(
    work: Work, match_id: MatchId, pair: tuple[StoredEntry, StoredEntry], game: int, root: bytes
) -> starting.MatchPlan:
    """Return the plan of a match in which the right one deals: they take turns in a pairing.

    Both contributions to the first deal are the same text, from what both pressed to be here, so
    that the lot is known before the seats are given.
    """
    event = work.event
    said = f"event:{event.event_id}:{pair[0].said}:{pair[1].said}"
    lot = fairness.lot(fairness.round_secret(root, 1), match_id, (said, said))
    dealer, other = pair if game % 2 else (pair[1], pair[0])
    seated = (dealer, other) if lot % 2 == 0 else (other, dealer)
    return replace(_common(work, match_id, seated), said=(said, said), root=root)


def _common(
    work: Work, match_id: MatchId, seated: tuple[StoredEntry, StoredEntry]
) -> starting.MatchPlan:
    """Return what all matches of an event have in common."""
    event = work.event
    live = not event.plan.is_slow
    guild = server_settings.config(work.connection, event.guild_id)
    return starting.MatchPlan(
        match_id=match_id,
        lobby_id=None,
        guild_id=event.guild_id,
        channel_id=event.channel_id,
        message_id=None,
        preset=event.plan.preset,
        rules=event.plan.rules,
        clock=event.plan.clock,
        rated=event.plan.rated and guild.rated != "never",
        players=tuple(
            Player(Seat(seat), one.user_id, None, one.name, one.world_name)
            for seat, one in enumerate(seated)
        ),
        said=(),
        sides=None,
        root=b"",
        floor_ms=work.now + NO_SHOW_MS if live else 0,
    )


# -- results ------------------------------------------------------------------------------


def take_all(work: Work) -> None:
    """Take the results of all matches that have ended since, while the event is running."""
    if work.event.state is not EventState.RUNNING:
        return
    for games in list(work.held.games.values()):
        for game in list(games):
            if game.outcome is not None and not game.counted:
                _take(work, game)


def _take(work: Work, game: StoredGame) -> None:
    work.count(game)
    pairing = work.held.pairings[game.number]
    if pairing.state is not PairingState.PLAYING:
        return
    points = (game.points or 0) * (1 if game.first_seat == 0 else -1)
    won = [pairing.won_first, pairing.won_second]
    if game.winner_seat is not None:
        won[0 if game.winner_seat == game.first_seat else 1] += 1
    work.change_pairing(
        game.number, won_first=won[0], won_second=won[1], points=pairing.points + points
    )
    if _is_abandoned(game) and work.event.kind.is_continuous:
        _pause(work, pairing, game)
    _decide_or_go_on(work, work.held.pairings[game.number], _verdict(game))


def _verdict(game: StoredGame) -> Verdict:
    if game.outcome == UNPLAYED:
        return Verdict.FORFEIT
    none = (EndReason.ABORTED, EndReason.CANCELLED, EndReason.CALLED_OFF)
    return Verdict.ABANDONED if game.outcome in none else Verdict.PLAYED


def _is_abandoned(game: StoredGame) -> bool:
    return game.outcome in (UNPLAYED, EndReason.FORFEITED, EndReason.CALLED_OFF)


def _pause(work: Work, pairing: StoredPairing, game: StoredGame) -> None:
    """Pair somebody no more who has left a match, until they come back."""
    for number, seat in ((pairing.first, game.first_seat), (pairing.second, 1 - game.first_seat)):
        left = number is not None and game.by_seat in (None, seat)
        if number is not None and left and work.held.entries[number].state is EntryState.HERE:
            work.change_entry(number, state=EntryState.PAUSED)


def _decide_or_go_on(work: Work, pairing: StoredPairing, verdict: Verdict) -> None:
    knockout = work.event.kind.is_knockout
    needed = work.plan.best_of // 2 + 1 if knockout else 1
    won = (pairing.won_first, pairing.won_second)
    played = len([one for one in work.held.games[pairing.number] if one.counted == COUNTED])
    leader = None if won[0] == won[1] else pairing.first if won[0] > won[1] else pairing.second
    if max(won) >= needed or not knockout:
        decide(work, pairing, leader, verdict)
    elif played >= work.plan.best_of + MORE_GAMES:
        decide(work, pairing, leader or _higher(work, pairing), verdict)
    else:
        work.change_pairing(pairing.number, state=PairingState.WAITING)
        next_game = len(work.held.games[pairing.number]) + 1
        due = work.now + work.terms.pause_ms
        work.timers([(TimerKind.EVENT_TABLE, pairing.number, next_game, due)])


def _higher(work: Work, pairing: StoredPairing) -> int:
    """Return the entrant with the better seed."""
    both = [one for one in (pairing.first, pairing.second) if one is not None]
    return min(both, key=lambda one: work.held.entries[one].seed or 0)


def decide(work: Work, pairing: StoredPairing, winner: int | None, verdict: Verdict) -> None:
    """End a pairing."""
    work.change_pairing(pairing.number, state=PairingState.DONE, winner=winner, verdict=verdict)
    for number in (pairing.first, pairing.second):
        if number is not None:
            work.change_entry(number, free_ms=work.now)
    if not work.event.kind.is_duplicate:
        # The result of boards is told when everybody has played them.
        work.tell(NewsKind.RESULT, pairing)


def forfeit(work: Work, pairing: StoredPairing, loser: int, *, resigned: bool = False) -> None:
    """Give an open pairing to the opponent, who wins it unless they are gone, too.

    ``resigned``: the loser gives up a running match, which counts as any that is resigned.
    """
    other = pairing.other(loser)
    stop(work, pairing, resigning=loser if resigned else None)
    gone = (EntryState.WITHDRAWN, EntryState.REMOVED, EntryState.ABSENT)
    if other is not None and work.held.entries[other].state in gone:
        other = None
    decide(work, work.held.pairings[pairing.number], other, Verdict.FORFEIT)


def stop(work: Work, pairing: StoredPairing, resigning: int | None = None) -> None:
    """End the running match of a pairing and take no result from it.

    Unless somebody resigns, it has no result itself, so that it changes no rating.
    """
    for game in list(work.held.games.get(pairing.number, [])):
        if game.counted:
            continue
        held = _match(work.connection, game.match_id)
        if held is not None and held.match.phase is not MatchPhase.OVER:
            press = MatchPress(None, Cancel())
            if resigning is not None:
                loser = game.first_seat if resigning == pairing.first else 1 - game.first_seat
                press = MatchPress(Seat(loser), Resign(), None, held.players[loser].user_id)
            moved = advance(work.connection, held, [press], work.now, work.terms)
            work.matches.append(moved)
            game = work.read_again(game)
        work.count(game)


def _match(connection: Connection, match_id: int) -> StoredMatch | None:
    """Return a locked match; one that cannot be read is quarantined."""
    try:
        return match_rows.lock(connection, match_id)
    except RecordError:
        commands.quarantine(connection, match_id)
        return None


# -- no-shows -----------------------------------------------------------------------------


def _no_show_at(match: StoredMatch) -> int | None:
    """Return when the first turn is over: after five minutes, or by correspondence its end."""
    dues = [_first_turn_end(match, seat) for seat in match.match.to_act]
    return min((due for due in dues if due is not None), default=None)


def _first_turn_end(match: StoredMatch, seat: Seat) -> int | None:
    if match.clock.is_by_correspondence:
        return match.deadline_of(seat)
    since = match.times.since[seat]
    return None if since is None else max(since + NO_SHOW_MS, match.floor_ms)


def check_no_show(work: Work, number: int, game_number: int) -> None:
    """Forfeit a pairing whose player has not begun to play, or look again later."""
    pairing = work.held.pairings.get(number)
    games = [one for one in work.held.games.get(number, []) if one.game == game_number]
    if pairing is None or not pairing.is_open or not games or games[0].outcome is not None:
        return
    held = _match(work.connection, games[0].match_id)
    if held is None or held.match.phase is MatchPhase.OVER:
        return
    absent = _not_seen(work.connection, held)
    if not absent:
        return
    late = [seat for seat in absent if _is_over(held, seat, work.now)]
    if not late:
        later = _no_show_at(held)
        due = max(work.now + MINUTE, later or 0)
        work.timers([(TimerKind.NO_SHOW, number, game_number, due)])
        return
    loser = pairing.first if late[0] == games[0].first_seat else pairing.second
    assert loser is not None
    _count_no_show(work, loser)
    forfeit(work, pairing, loser)
    work.tell(NewsKind.NO_SHOW, pairing, loser)
    work.timers([(TimerKind.EVENT_STEP, 0, games[0].match_id, work.now)])


def _not_seen(connection: Connection, held: StoredMatch) -> list[Seat]:
    """Return the seats whose player has not pressed anything in this match."""
    seen = match_rows.pressed(connection, held.match_id)
    return [player.seat for player in held.players if player.user_id not in seen]


def _is_over(held: StoredMatch, seat: Seat, now: int) -> bool:
    """Whether a seat's first turn is over: its time has passed, or the clock has played it."""
    if held.match.strikes[seat] or seat in held.times.late:
        return True
    due = _first_turn_end(held, seat) if seat in held.match.to_act else None
    return due is not None and due <= now


def _count_no_show(work: Work, number: int) -> None:
    entry = work.held.entries[number]
    count = entry.no_shows + 1
    work.change_entry(number, no_shows=count)
    if entry.state is not EntryState.HERE:
        return
    if count >= NO_SHOWS:
        work.change_entry(number, state=EntryState.ABSENT)
    elif work.event.kind.is_continuous:
        work.change_entry(number, state=EntryState.PAUSED)
