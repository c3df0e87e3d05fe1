"""Mistakes that the product could have made. Each is switched on by a test, for that test alone."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

import pytest
from sqlalchemy import Connection, create_engine, update
from sqlalchemy.pool import StaticPool
from sqlalchemy.util import greenlet_spawn

from engine import fairness
from engine.game import match as engine
from engine.game import view
from engine.game.actions import RoundAction
from engine.game.errors import RuleError
from engine.game.match import Match, Table
from engine.game.round import GinRound
from engine.game.seats import Seat, Side
from engine.game.view import seat_view
from engine.service import (
    Applied,
    Busy,
    InteractionId,
    LiveMatch,
    MatchCommand,
    Service,
    Unsure,
    scheduler,
)
from engine.service.live import stored_of
from engine.service.lobbies.outdated import Messages
from engine.service.matches import deals, match_rows, match_timers
from engine.service.operations import timers
from engine.service.play import advancing, commands
from engine.service.play import advancing as standing
from engine.service.standings import match_facts
from engine.service.stored_match import StoredMatch
from engine.service.tx import Tx
from engine.store import Store, StoreFailedError, sqlite
from engine.store.committer import Committer
from engine.store.schema import rounds
from tests.simulation.disk import SteppingWriter
from tests.transactions import writing

Plant = Callable[[pytest.MonkeyPatch], None]


def answer_before_commit(patch: pytest.MonkeyPatch) -> None:
    async def commit(committer: Committer, batch: Sequence[Any]) -> None:
        loop = asyncio.get_running_loop()

        def early(job: Any) -> Callable[[Connection], object]:
            def work(connection: Connection) -> object:
                result = job.work(connection)
                loop.call_soon_threadsafe(job.succeed, result)
                return result

            return work

        try:
            await committer._backend.run([early(job) for job in batch])
        except StoreFailedError as error:
            for job in batch:
                job.fail(error)

    patch.setattr(Committer, "_commit", commit)


def no_version_check(patch: pytest.MonkeyPatch) -> None:
    honest = commands.act

    def act(tx: Tx, command: MatchCommand) -> object:
        return honest(tx, replace(command, revision=None))

    patch.setattr(commands, "act", act)


def moves_in_a_transaction_of_their_own(patch: pytest.MonkeyPatch) -> None:
    append, transact = match_rows.append, sqlite.transact
    left: list[tuple[int, list[match_rows.Move]]] = []
    patch.setattr(match_rows, "append", lambda c, match, made: left.append((match, list(made))))

    def both(works: Sequence[Any], connection: Connection) -> list[object]:
        left.clear()
        results: list[object] = transact(works, connection)
        for match, made in list(left):

            def write(connection: Connection, of: int = match, what: Any = made) -> None:
                append(writing(connection), of, what)

            transact([write], connection)
        return results

    patch.setattr(sqlite, "transact", both)


def snapshot_without_move(patch: pytest.MonkeyPatch) -> None:
    honest = match_rows.append

    def append(tx: Tx, match_id: int, made: Sequence[match_rows.Move]) -> None:
        if made[0].seq % 7:
            honest(tx, match_id, made)

    patch.setattr(match_rows, "append", append)


def dirty_read(patch: pytest.MonkeyPatch) -> None:
    async def read(store: Store, query: Callable[[Connection], Any]) -> Any:
        writer = store._backend
        assert isinstance(writer, SteppingWriter)
        driver = (await writer.connected()).driver
        shared = create_engine(
            "sqlite://", creator=lambda: driver, poolclass=StaticPool, pool_reset_on_return=None
        )
        return await greenlet_spawn(query, shared.connect())

    patch.setattr(Store, "_read", read)


def delivered_twice_is_played_twice(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(match_rows, "was_seen", lambda *anything: False)


def asked_again_under_a_new_id(patch: pytest.MonkeyPatch) -> None:
    honest = Service.act

    async def act(service: Service, command: MatchCommand) -> object:
        outcome = await honest(service, command)
        if isinstance(outcome, Busy | Unsure):
            again = InteractionId(command.interaction + 10**9)
            outcome = await honest(service, replace(command, interaction=again))
        return outcome

    patch.setattr(Service, "act", act)


def late_computer(patch: pytest.MonkeyPatch) -> None:
    """A computer's move is played at whatever table it finds."""

    def computer_move(tx: Tx, timer: scheduler.Timer, action: RoundAction) -> Applied | None:
        held, seat = match_rows.lock(tx, timer.ref_id), Seat(timer.slot)
        if held is None or seat not in held.match.to_act:
            return None
        try:
            return advancing.advance(tx, held, [advancing.MatchPress(seat, action)])
        except RuleError:
            neutral = engine.neutral_action(held.match, seat)
        return advancing.advance(tx, held, [advancing.MatchPress(seat, neutral)])

    patch.setattr(timers, "computer_move", computer_move)


def timer_fires_twice(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(timers, "_is_due", lambda *anything: True)


def timer_is_not_set(patch: pytest.MonkeyPatch) -> None:
    honest = match_timers.put

    def put(tx: Tx, timer: scheduler.Timer) -> None:
        if timer.kind is not scheduler.TimerKind.DEAL:
            honest(tx, timer)

    patch.setattr(match_timers, "put", put)


def timer_is_left_behind(patch: pytest.MonkeyPatch) -> None:
    honest = match_timers.rewrite
    patch.setattr(
        match_timers, "rewrite", lambda c, match, before, after: honest(c, match, {}, after)
    )


def no_grace_after_a_start(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(match_timers, "give_grace", lambda *anything: 0)


def clock_jump_ends_turns(patch: pytest.MonkeyPatch) -> None:
    async def look_away(watch: scheduler.Scheduler) -> int:
        return watch._now_ms()

    patch.setattr(scheduler.Scheduler, "_mind_the_gap", look_away)


def board_is_never_drawn_again(patch: pytest.MonkeyPatch) -> None:
    async def nothing(messages: Messages, limit: int) -> tuple[LiveMatch, ...]:
        return ()

    patch.setattr(Messages, "outdated_matches", nothing)


def secret_with_the_deal(patch: pytest.MonkeyPatch) -> None:
    honest = deals.open_round

    def open_round(tx: Tx, match_id: int, match: Match, *rest: Any, **k: Any) -> None:
        honest(tx, match_id, match, *rest, **k)
        secret = fairness.round_secret(deals.root_of(tx, match_id), match.number)
        of_round = (rounds.c.match_id == match_id) & (rounds.c.number == match.number)
        tx.execute(update(rounds).where(of_round).values(secret=secret.hex()))

    patch.setattr(deals, "open_round", open_round)


def anchor_used_again(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Tx, "secret", lambda tx, count=32: b"7" * count)


def rounds_counted_anew(patch: pytest.MonkeyPatch) -> None:
    honest = deals.close_round

    def close_round(tx: Tx, held: StoredMatch, *rest: Any, **more: Any) -> object:
        secret = honest(tx, held, *rest, **more)
        of_match = rounds.c.match_id == held.match_id
        tx.execute(update(rounds).where(of_match).values(number=rounds.c.number + 1))
        return secret

    patch.setattr(deals, "close_round", close_round)


def everybody_sees_the_hand_laid_off_from(patch: pytest.MonkeyPatch) -> None:
    honest = view._table

    def table(match: Match, index: int, of: Table, viewer: Side | None) -> view.TableView:
        shown = honest(match, index, of, viewer)
        knocked = isinstance(of.round, GinRound) and of.round.knock is not None
        return replace(shown, laid=of.round.hands) if knocked else shown

    patch.setattr(view, "_table", table)


def the_other_seats_view(patch: pytest.MonkeyPatch) -> None:
    def other(live: LiveMatch, seat: Seat) -> view.SeatView:
        match = stored_of(live).match
        return seat_view(match, Seat((seat + 1) % len(match.seats)))

    patch.setattr(LiveMatch, "view", other)


def won_twice(patch: pytest.MonkeyPatch) -> None:
    settle, upsert = standing.settle_standings, match_facts._upsert

    def twice(tx: Tx, match: StoredMatch) -> StoredMatch:
        with pytest.MonkeyPatch.context() as inner:
            inner.setattr(
                match_facts, "_upsert", lambda c, made: (upsert(c, made), upsert(c, made))
            )
            return settle(tx, match)

    patch.setattr(standing, "settle", twice)


def who_gives_up_waiting_stops_everybody(patch: pytest.MonkeyPatch) -> None:
    honest = Committer.submit

    async def submit(committer: Committer, work: Any, **more: Any) -> object:
        try:
            return await honest(committer, work, **more)
        except asyncio.CancelledError:
            for task in committer._tasks:
                task.cancel()
            raise

    patch.setattr(Committer, "submit", submit)


def memory_knows_better(patch: pytest.MonkeyPatch) -> None:
    lock, save = match_rows.lock, match_rows.save
    known: dict[int, StoredMatch] = {}

    def remember(tx: Tx, before: StoredMatch, after: StoredMatch) -> None:
        save(tx, before, after)
        known[before.match_id] = after

    patch.setattr(match_rows, "save", remember)
    patch.setattr(match_rows, "lock", lambda tx, match: known.get(match) or lock(tx, match))


PLANTED: Final[dict[str, Plant]] = {
    plant.__name__: plant
    for plant in (
        answer_before_commit,
        no_version_check,
        moves_in_a_transaction_of_their_own,
        snapshot_without_move,
        dirty_read,
        delivered_twice_is_played_twice,
        asked_again_under_a_new_id,
        late_computer,
        timer_fires_twice,
        timer_is_not_set,
        timer_is_left_behind,
        no_grace_after_a_start,
        clock_jump_ends_turns,
        board_is_never_drawn_again,
        secret_with_the_deal,
        anchor_used_again,
        rounds_counted_anew,
        everybody_sees_the_hand_laid_off_from,
        the_other_seats_view,
        won_twice,
        who_gives_up_waiting_stops_everybody,
        memory_knows_better,
    )
}
