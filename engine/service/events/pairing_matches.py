"""The tables of an event: a match is dealt, its result is taken, a pairing is decided."""

from dataclasses import replace
from typing import Final

from engine import fairness
from engine.clocks import MINUTE
from engine.duplicate import rules_of
from engine.game.actions import Cancel, Resign
from engine.game.errors import RecordError
from engine.game.match import EndReason, MatchPhase
from engine.game.seats import Seat
from engine.service import preferences
from engine.service.events import boards
from engine.service.events.outcomes import NewsKind
from engine.service.events.rows import COUNTED, StoredEntry, StoredGame, StoredPairing
from engine.service.events.transaction import EventTransaction
from engine.service.events.types import NO_SHOWS, EntryState, EventState, PairingState, Verdict
from engine.service.live import LiveMatch
from engine.service.match_setup import MatchSetup, TableMessage
from engine.service.matches import deals, match_rows, starting
from engine.service.matches.match_timers import UNPLAYED
from engine.service.people import MatchId, Player, UserId, day_of, page_key
from engine.service.play import commands
from engine.service.play.advancing import MatchPress, advance
from engine.service.scheduler import TimerKind
from engine.service.stored_match import StoredMatch
from engine.service.tx import ReadTx, Tx
from engine.service.types import Started

NO_SHOW_MS: Final = 5 * MINUTE
"""The time for the first turn of a live match."""
MORE_GAMES: Final = 2
"""The matches beyond the best of so many that a knockout pairing gets if some have no winner."""


def _match_id_of(tx: EventTransaction, number: int, game: int) -> MatchId:
    """Return the id of a pairing's match: always the same, so that it is dealt once."""
    event = tx.event
    name = f"{event.event_id}:{number}:{game}"
    return MatchId(page_key(UserId(event.event_id), day_of(event.created_ms), name))


def deal(tx: EventTransaction, number: int, game: int) -> None:
    """Deal a match of a pairing that waits for it."""
    pairing = tx.loaded.pairings.get(number)
    games = tx.loaded.games.get(number, [])
    waits = pairing is not None and pairing.state is PairingState.WAITING
    if pairing is None or not waits or len(games) + 1 != game:
        return
    if tx.event.state is not EventState.RUNNING or pairing.second is None:
        return
    match_id = _match_id_of(tx, number, game)
    plan = _plan(tx, match_id, pairing, game)
    started = starting.begin_match(tx, plan)
    first = tx.loaded.entries[pairing.first].user_id
    first_seat = next(one.seat for one in plan.players if one.user_id == first)
    tx.add_match(StoredGame(match_id, number, game, int(first_seat)))
    tx.change_pairing(number, state=PairingState.PLAYING)
    tx.matches.append(Started(LiveMatch(started)))
    due = _no_show_at(started)
    if due is not None:
        tx.set_timers([(TimerKind.NO_SHOW, number, game, due)])
    if not any(one.counted == COUNTED for one in games):
        tx.add_news(NewsKind.PAIRED, pairing)


def _plan(
    tx: EventTransaction,
    match_id: MatchId,
    pairing: StoredPairing,
    game: int,
) -> starting.MatchPlan:
    """Return the plan of a match of a pairing."""
    assert pairing.second is not None
    pair = (tx.loaded.entries[pairing.first], tx.loaded.entries[pairing.second])
    if tx.event.kind.is_duplicate:
        return _of_boards(tx, match_id, pair, pairing.round)
    return _dealt_anew(tx, match_id, pair, game)


def _of_boards(
    tx: EventTransaction, match_id: MatchId, pair: tuple[StoredEntry, StoredEntry], round_: int
) -> starting.MatchPlan:
    """Return the plan of a match that plays the boards of a round, as all others do.

    It changes no rating: which seat has the better cards decides more of such a match than the
    players do, and a team plays for its sum.
    """
    shared = boards.shared(tx.event, round_)
    plan = _common(tx, match_id, pair)
    rules = rules_of(tx.plan.rules, tx.plan.boards)
    return replace(
        plan,
        setup=replace(plan.setup, rules=rules, rated=False, boards=shared),
        contributions=shared.contributions,
        root=deals.root_of(tx, shared.id),
    )


def _dealt_anew(
    tx: EventTransaction, match_id: MatchId, pair: tuple[StoredEntry, StoredEntry], game: int
) -> starting.MatchPlan:
    """Return the plan of a match in which the right one deals: they take turns in a pairing.

    Both contributions to the first deal are the same text, from what both pressed to be here, so
    that the lot is known before the seats are given.
    """
    event, root = tx.event, tx.secret()
    contribution = f"event:{event.event_id}:{pair[0].said}:{pair[1].said}"
    lot = fairness.lot(fairness.round_secret(root, 1), match_id, (contribution, contribution))
    dealer, other = pair if game % 2 else (pair[1], pair[0])
    seated = (dealer, other) if lot % 2 == 0 else (other, dealer)
    contributions = (contribution, contribution)
    return replace(_common(tx, match_id, seated), contributions=contributions, root=root)


def _common(
    tx: EventTransaction, match_id: MatchId, seated: tuple[StoredEntry, StoredEntry]
) -> starting.MatchPlan:
    """Return what all matches of an event have in common."""
    event = tx.event
    live = not event.plan.is_slow
    guild = preferences.config(tx, event.guild_id)
    return starting.MatchPlan(
        match_id=match_id,
        lobby_id=None,
        table=TableMessage(event.guild_id, event.channel_id),
        setup=MatchSetup(
            event.plan.rules,
            event.plan.preset,
            event.plan.clock,
            rated=event.plan.rated and guild.rated != "never",
        ),
        players=tuple(
            Player(Seat(seat), one.user_id, None, one.name, one.world_name)
            for seat, one in enumerate(seated)
        ),
        contributions=(),
        sides=None,
        root=b"",
        floor_ms=tx.now + NO_SHOW_MS if live else 0,
    )


# -- results ------------------------------------------------------------------------------


def take_results(tx: EventTransaction) -> None:
    """Take the results of all matches that have ended since, while the event is running."""
    if tx.event.state is not EventState.RUNNING:
        return
    for games in list(tx.loaded.games.values()):
        for game in list(games):
            if game.outcome is not None and not game.counted:
                _take_result(tx, game)


def _take_result(tx: EventTransaction, game: StoredGame) -> None:
    tx.count(game)
    pairing = tx.loaded.pairings[game.number]
    if pairing.state is not PairingState.PLAYING:
        return
    points = (game.points or 0) * (1 if game.first_seat == 0 else -1)
    won = [pairing.won_first, pairing.won_second]
    if game.winner_seat is not None:
        won[0 if game.winner_seat == game.first_seat else 1] += 1
    tx.change_pairing(
        game.number, won_first=won[0], won_second=won[1], points=pairing.points + points
    )
    if _is_abandoned(game) and tx.event.kind.is_continuous:
        _pause(tx, pairing, game)
    _decide_or_go_on(tx, tx.loaded.pairings[game.number], _verdict(game))


def _verdict(game: StoredGame) -> Verdict:
    if game.outcome == UNPLAYED:
        return Verdict.FORFEIT
    none = (EndReason.ABORTED, EndReason.CANCELLED, EndReason.CALLED_OFF)
    return Verdict.ABANDONED if game.outcome in none else Verdict.PLAYED


def _is_abandoned(game: StoredGame) -> bool:
    return game.outcome in (UNPLAYED, EndReason.FORFEITED, EndReason.CALLED_OFF)


def _pause(tx: EventTransaction, pairing: StoredPairing, game: StoredGame) -> None:
    """Pair somebody no more who has left a match, until they come back."""
    for number, seat in ((pairing.first, game.first_seat), (pairing.second, 1 - game.first_seat)):
        left = number is not None and game.by_seat in (None, seat)
        if number is not None and left and tx.loaded.entries[number].state is EntryState.HERE:
            tx.change_entry(number, state=EntryState.PAUSED)


def _decide_or_go_on(tx: EventTransaction, pairing: StoredPairing, verdict: Verdict) -> None:
    knockout = tx.event.kind.is_knockout
    needed = tx.plan.best_of // 2 + 1 if knockout else 1
    won = (pairing.won_first, pairing.won_second)
    played = len([one for one in tx.loaded.games[pairing.number] if one.counted == COUNTED])
    leader = None if won[0] == won[1] else pairing.first if won[0] > won[1] else pairing.second
    if max(won) >= needed or not knockout:
        decide(tx, pairing, leader, verdict)
    elif played >= tx.plan.best_of + MORE_GAMES:
        decide(tx, pairing, leader or _higher(tx, pairing), verdict)
    else:
        tx.change_pairing(pairing.number, state=PairingState.WAITING)
        next_game = len(tx.loaded.games[pairing.number]) + 1
        due = tx.now + tx.time_settings.pause_ms
        tx.set_timers([(TimerKind.EVENT_TABLE, pairing.number, next_game, due)])


def _higher(tx: EventTransaction, pairing: StoredPairing) -> int:
    """Return the entrant with the better seed."""
    both = [one for one in (pairing.first, pairing.second) if one is not None]
    return min(both, key=lambda one: tx.loaded.entries[one].seed or 0)


def decide(
    tx: EventTransaction, pairing: StoredPairing, winner: int | None, verdict: Verdict
) -> None:
    """End a pairing."""
    tx.change_pairing(pairing.number, state=PairingState.DONE, winner=winner, verdict=verdict)
    for number in (pairing.first, pairing.second):
        if number is not None:
            tx.change_entry(number, free_ms=tx.now)
    if not tx.event.kind.is_duplicate:
        # The result of boards is announced when everybody has played them.
        tx.add_news(NewsKind.RESULT, pairing)


def forfeit(
    tx: EventTransaction, pairing: StoredPairing, loser: int, *, resigned: bool = False
) -> None:
    """Give an open pairing to the opponent, who wins it unless they are gone, too.

    ``resigned``: the loser gives up a running match, which counts as any that is resigned.
    """
    other = pairing.other(loser)
    stop(tx, pairing, resigning=loser if resigned else None)
    gone = (EntryState.WITHDRAWN, EntryState.REMOVED, EntryState.ABSENT)
    if other is not None and tx.loaded.entries[other].state in gone:
        other = None
    decide(tx, tx.loaded.pairings[pairing.number], other, Verdict.FORFEIT)


def stop(tx: EventTransaction, pairing: StoredPairing, resigning: int | None = None) -> None:
    """End the running match of a pairing and take no result from it.

    Unless somebody resigns, it has no result itself, so that it changes no rating.
    """
    for game in list(tx.loaded.games.get(pairing.number, [])):
        if game.counted:
            continue
        match = _match(tx, game.match_id)
        if match is not None and match.match.phase is not MatchPhase.OVER:
            press = MatchPress(None, Cancel())
            if resigning is not None:
                loser = game.first_seat if resigning == pairing.first else 1 - game.first_seat
                press = MatchPress(Seat(loser), Resign(), None, match.players[loser].user_id)
            moved = advance(tx, match, [press])
            tx.matches.append(moved)
            game = tx.read_again(game)
        tx.count(game)


def _match(tx: Tx, match_id: int) -> StoredMatch | None:
    """Return a locked match; one that cannot be read is quarantined."""
    try:
        return match_rows.lock(tx, match_id)
    except RecordError:
        commands.quarantine(tx, match_id)
        return None


# -- no-shows -----------------------------------------------------------------------------


def _no_show_at(match: StoredMatch) -> int | None:
    """Return when the first turn is over: after five minutes, or by correspondence its end."""
    dues = [_first_turn_end(match, seat) for seat in match.match.to_act]
    return min((due for due in dues if due is not None), default=None)


def _first_turn_end(match: StoredMatch, seat: Seat) -> int | None:
    if match.setup.clock.is_by_correspondence:
        return match.deadline_of(seat)
    since = match.times.since[seat]
    return None if since is None else max(since + NO_SHOW_MS, match.floor_ms)


def check_no_show(tx: EventTransaction, number: int, game_number: int) -> None:
    """Forfeit a pairing whose player has not begun to play, or look again later."""
    pairing = tx.loaded.pairings.get(number)
    games = [one for one in tx.loaded.games.get(number, []) if one.game == game_number]
    if pairing is None or not pairing.is_open or not games or games[0].outcome is not None:
        return
    match = _match(tx, games[0].match_id)
    if match is None or match.match.phase is MatchPhase.OVER:
        return
    absent = _not_seen(tx, match)
    if not absent:
        return
    late = [seat for seat in absent if _is_over(match, seat, tx.now)]
    if not late:
        later = _no_show_at(match)
        due = max(tx.now + MINUTE, later or 0)
        tx.set_timers([(TimerKind.NO_SHOW, number, game_number, due)])
        return
    loser = pairing.first if late[0] == games[0].first_seat else pairing.second
    assert loser is not None
    _count_no_show(tx, loser)
    forfeit(tx, pairing, loser)
    tx.add_news(NewsKind.NO_SHOW, pairing, loser)
    tx.set_timers([(TimerKind.EVENT_STEP, 0, games[0].match_id, tx.now)])


def _not_seen(tx: ReadTx, match: StoredMatch) -> list[Seat]:
    """Return the seats whose player has not pressed anything in this match."""
    seen = match_rows.pressed(tx, match.match_id)
    return [player.seat for player in match.players if player.user_id not in seen]


def _is_over(match: StoredMatch, seat: Seat, now: int) -> bool:
    """Whether a seat's first turn is over: its time has passed, or the clock has played it."""
    if match.match.strikes[seat] or seat in match.times.late:
        return True
    due = _first_turn_end(match, seat) if seat in match.match.to_act else None
    return due is not None and due <= now


def _count_no_show(tx: EventTransaction, number: int) -> None:
    entry = tx.loaded.entries[number]
    count = entry.no_shows + 1
    tx.change_entry(number, no_shows=count)
    if entry.state is not EntryState.HERE:
        return
    if count >= NO_SHOWS:
        tx.change_entry(number, state=EntryState.ABSENT)
    elif tx.event.kind.is_continuous:
        tx.change_entry(number, state=EntryState.PAUSED)
