"""Duplicate events from the announcement to the honours, on a real database."""

import hashlib

import pytest

from engine import duplicate
from engine.clocks import DAILY, MINUTE
from engine.events.kinds import FIELD, SWISS, TEAMS
from engine.events.plan import EventKind
from engine.fairness import CommittedDecks, anchor, is_secret_of
from engine.game.actions import Resign
from engine.game.rules import MatchFormat
from engine.service import LiveMatch, MatchCommand, Person, UserId
from engine.service.events.organizer_actions import (
    AwardPairing,
    CancelEvent,
    PutBack,
    Remove,
    Replace,
    UndoResult,
)
from engine.service.events.outcomes import EventCode, EventOutcome, NewsKind
from engine.service.events.types import Event, EventPairing, EventState, PairingState
from engine.service.live import stored_of
from tests.service.events.hall import Hall, changed, code, person
from tests.service.world import existing

BOARDS = 4


async def live_of(opened: Hall, pairing: EventPairing) -> LiveMatch:
    return await opened.world.load(pairing.matches[-1])


async def play_all(opened: Hall, event: Event) -> Event:
    """Play every table of the running round to its end."""
    for one in opened.playing(event):
        await opened.play(one)
    return await opened.event()


def is_in_the_second_board(live: LiveMatch) -> bool:
    match = stored_of(live).match
    return match.number == 2 and match.has_discards


def made_by(event: Event) -> dict[UserId | None, int]:
    return {one.user_id: one.half_points for one in event.standings}


async def a_field(opened: Hall, count: int = 8, **more: object) -> Event:
    return await opened.started(FIELD, count, boards=BOARDS, **more)


# -- a field -----------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_field_is_played_to_its_end(opened: Hall) -> None:
    announced = await opened.announced_only(FIELD, boards=BOARDS)
    assert announced.anchor is not None, "the boards are committed to before anybody enters"
    event = await a_field(opened, 8, rounds=3)
    assert (event.state, event.round, event.rounds) == (EventState.RUNNING, 1, 3)
    rounds = 0
    while event.state is EventState.RUNNING:
        rounds += 1
        here = [one for one in event.pairings if one.round == rounds]
        assert len(here) == 4
        decks = set()
        for one in here:
            stored = stored_of(await live_of(opened, one))
            assert stored.players[0].user_id == one.first, "the first sits in the first seat"
            assert stored.match.rules.match_format is MatchFormat.ROUNDS
            assert not stored.setup.rated
            table = stored.match.tables[0]
            decks.add((table.pair, table.round.hands, table.round.stock))
        assert len(decks) == 1, "all tables have the same cards and dealer"
        event = await play_all(opened, event)
        assert event.revealed == rounds
        event = await opened.wait(61_000)
    assert rounds == 3
    assert event.state is EventState.FINISHED
    assert sum(one.half_points for one in event.standings) == 0
    assert all(one.played == 3 * BOARDS for one in event.standings)
    assert [one.place for one in event.standings] == list(range(1, 9))
    kinds = [one.kind for one in opened.news]
    assert kinds.count(NewsKind.BOARDS_OPEN) == 3
    assert NewsKind.RESULT not in kinds
    [honour] = await opened.events.honours_of(event.standings[0].user_id)
    assert (honour.place, honour.kind) == (1, FIELD)
    for line in event.standings:
        mine = [await opened.events.boards_of(event.id, n, line.user_id) for n in (1, 2, 3)]
        so_far = {one.so_far for one in mine}
        assert so_far == {(sum(one.cards for one in mine), line.half_points)}


@pytest.mark.slow
async def test_everybody_sees_what_the_cards_gave_and_what_they_made(opened: Hall) -> None:
    event = await a_field(opened, 8, rounds=1)
    played = opened.playing(event)
    assert await opened.events.boards_of(event.id, 1, person(1).user_id) is None
    await play_all(opened, event)
    event = await opened.wait(61_000)
    line = {one.user_id: one for one in event.standings}
    for one in played:
        assert one.second is not None
        mine = await opened.events.boards_of(event.id, 1, one.first)
        theirs = await opened.events.boards_of(event.id, 1, one.second)
        assert [b.result for b in mine.boards] == [-b.result for b in theirs.boards]
        assert (mine.opponent, theirs.opponent) == (one.second, one.first)
        assert mine.made == line[one.first].half_points == -theirs.made
        totals = (await live_of(opened, one)).public().sheet.totals
        assert mine.cards + mine.made == totals[0] - totals[1]
        assert all(len(board.others) == 3 for board in mine.boards)
    first = [await opened.events.boards_of(event.id, 1, one.first) for one in played]
    assert len({tuple(b.cards for b in each.boards) for each in first}) == 1
    results = [each.boards[0].result for each in first]
    for each in first:
        assert sorted((each.boards[0].result, *each.boards[0].others)) == sorted(results)
    assert await opened.events.boards_of(event.id, 2, person(1).user_id) is None
    assert await opened.events.boards_of(event.id, 1, person(77).user_id) is None


@pytest.mark.slow
async def test_anybody_can_check_the_boards(opened: Hall) -> None:
    event = await a_field(opened, 4, rounds=2)
    await play_all(opened, event)
    event = await opened.wait(61_000)
    await play_all(opened, event)
    event = await opened.wait(61_000)
    assert event.anchor is not None
    assert event.secret is not None
    secret = bytes.fromhex(event.secret)
    assert is_secret_of(secret, 2, bytes.fromhex(event.anchor))
    proof_of_all = await opened.events.boards_proof(event.id)
    assert [number for number, _, _ in proof_of_all.rounds] == [1, 2]
    assert proof_of_all.rounds[1][2] == event.secret
    pressed = proof_of_all.pressed
    assert len(set(pressed.split(","))) == 4
    for one in event.pairings:
        own_secret = secret if one.round == 2 else hashlib.sha256(secret).digest()
        root = duplicate.root_of(own_secret, event.id, one.round)
        said = duplicate.contributions(event.id, one.round, pressed)
        live = await live_of(opened, one)
        assert live.anchor == anchor(root).hex()
        for board in range(1, BOARDS + 1):
            proof = existing(await opened.world.service.proof(live.id, board))
            assert proof.contributions == said
            assert proof.secret is not None
            assert is_secret_of(bytes.fromhex(proof.secret), board, anchor(root))
            record = existing(await opened.world.service.record(live.id))
            decks = CommittedDecks(root, proof.match_id, said)
            dealt = next(deal for deal in record.deals if deal.number == board)
            assert dealt.deck == decks.deck(board, 0, dealt.attempt)


@pytest.mark.slow
async def test_an_odd_field_lets_one_sit_out_for_nothing(opened: Hall) -> None:
    event = await a_field(opened, 5, rounds=2)
    while event.state is EventState.RUNNING:
        await play_all(opened, event)
        event = await opened.wait(61_000)
    byes = [one for one in event.pairings if one.second is None]
    assert len({one.first for one in byes}) == 2
    for one in byes:
        line = next(each for each in event.standings if each.user_id == one.first)
        assert line.played == BOARDS
        assert await opened.events.boards_of(event.id, one.round, one.first) is None
    assert sum(one.half_points for one in event.standings) == 0


async def test_a_field_needs_two_tables(opened: Hall) -> None:
    assert (await a_field(opened, 3)).state is EventState.CANCELLED


@pytest.mark.slow
async def test_the_result_of_a_table_is_not_told_before_the_round_is_over(opened: Hall) -> None:
    event = await a_field(opened, 8, rounds=1)
    first, *others = opened.playing(event)
    await opened.play(first)
    event = await opened.wait(30_000)
    done = next(one for one in event.pairings if one.number == first.number)
    assert done.state is PairingState.DONE
    assert (done.points, done.won, done.winner) == (0, (0, 0), None)
    assert not any(one.played or one.half_points for one in event.standings)
    for one in others:
        await opened.play(one)
    event = await opened.event()
    assert event.revealed == 1
    assert any(one.points for one in event.pairings)


@pytest.mark.slow
async def test_whoever_resigns_in_a_board_pays_and_the_opponent_does_not(opened: Hall) -> None:
    event = await a_field(opened, 4, rounds=1)
    first, other = opened.playing(event)
    live = await opened.world.play(await live_of(opened, first), is_in_the_second_board)
    await opened.world.service.act(
        MatchCommand(opened.world.press(), live.id, first.first, Resign(), None)
    )
    await opened.world.service.idle()
    await opened.play(other)
    event = await opened.wait(61_000)
    assert event.state is EventState.FINISHED
    mine = await opened.events.boards_of(event.id, 1, first.first)
    assert mine.boards[0].result is not None
    assert mine.boards[1].result is None
    assert mine.boards[1].made <= -25
    assert [one.made for one in mine.boards[2:]] == [-10] * (BOARDS - 2)
    theirs = await opened.events.boards_of(event.id, 1, first.second)
    assert [one.made for one in theirs.boards[1:]] == [0] * (BOARDS - 1)


@pytest.mark.slow
async def test_a_no_show_costs_ten_a_board(opened: Hall) -> None:
    event = await a_field(opened, 4, rounds=1)
    here, absent = opened.playing(event)
    await opened.play(here)
    event = await opened.wait(6 * MINUTE)
    while event.state is EventState.RUNNING:
        event = await opened.wait(MINUTE)
    made = made_by(event)
    assert sorted((made[absent.first], made[absent.second])) == [-10 * BOARDS, 0]


@pytest.mark.slow
async def test_boards_cannot_be_played_a_second_time(opened: Hall) -> None:
    event = await a_field(opened, 4, rounds=1)
    first, other = opened.playing(event)
    await opened.play(first)
    assert code(await opened.organize(UndoResult(first.number))) is EventCode.PLAYED
    await opened.organize(Replace(other.first, Person(UserId(7777), "New")))
    event = await opened.wait(61_000)
    while event.state is EventState.RUNNING:
        event = await opened.wait(MINUTE)
    assert (await live_of(opened, other)).is_over
    replaced = next(one for one in event.pairings if one.number == other.number)
    assert len(replaced.matches) == 1
    assert event.state is EventState.FINISHED


@pytest.mark.slow
async def test_the_organisers_actions_in_a_field(opened: Hall) -> None:
    event = await a_field(opened, 6, rounds=2)
    one, two, three = opened.playing(event)
    changed(await opened.organize(AwardPairing(one.number, one.first)))
    changed(await opened.organize(Remove(two.first)))
    await opened.play(three)
    event = await opened.event()
    assert event.revealed == 1
    made = made_by(event)
    assert made[one.second] == made[two.first] == -10 * BOARDS
    assert made[one.first] == made[two.second] == 0
    changed(await opened.organize(PutBack(two.first)))
    event = await opened.wait(61_000)
    assert event.round == 2
    assert len(opened.playing(event)) == 3
    changed(await opened.organize(CancelEvent()))
    event = await opened.event()
    assert event.state is EventState.CANCELLED
    assert event.revealed == 2, "boards that nobody will play can be checked"
    assert all(one.state is PairingState.DONE for one in event.pairings)
    for each in event.pairings:
        assert (await live_of(opened, each)).is_over


# -- teams ---------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("side", [2, 4])
async def test_two_teams_play_the_same_boards_in_both_seats(opened: Hall, side: int) -> None:
    event = await opened.started(TEAMS, 2 * side, boards=BOARDS, side=side)
    team: dict[UserId | None, int] = {one.user_id: one.team for one in event.entries}
    assert sorted(team.values()) == [1] * side + [2] * side
    playing = opened.playing(event)
    assert [team[one.first] for one in playing] == [1, 2] * (side // 2)
    assert all({team[one.first], team[one.second]} == {1, 2} for one in playing)
    assert event.team_points is None
    await play_all(opened, event)
    event = await opened.event()
    assert event.state is EventState.FINISHED or event.revealed == 1
    event = await opened.wait(61_000)
    assert event.state is EventState.FINISHED
    difference = 0
    for one in playing:
        totals = (await live_of(opened, one)).public().sheet.totals
        difference += (totals[0] - totals[1]) * (1 if team[one.first] == 1 else -1)
    assert event.team_points == (difference, -difference)
    for number in (1, 2):
        own = [one for one in event.standings if one.division == number]
        assert sum(one.half_points for one in own) == event.team_points[number - 1]
    winners = {one.division for one in event.standings if one.place == 1}
    best = max(event.team_points)
    assert winners == {n for n in (1, 2) if event.team_points[n - 1] == best}


async def test_the_players_of_two_teams_meet_as_they_have_entered(opened: Hall) -> None:
    await opened.announced(TEAMS, boards=BOARDS, side=4)
    for number, team in ((5, 1), (1, 1), (2, 2), (8, 2), (3, 1), (7, 1), (4, 2)):
        press = opened.world.press()
        changed(await opened.events.enter(press, opened.id, person(number), team))
    changed(await opened.organize(Replace(person(1).user_id, person(9))))
    await opened.jump(46 * MINUTE)
    await opened.check_in_all(7, 4, 3, 9, 8, 2, 5)
    await opened.jump(14 * MINUTE)
    event = await opened.event()
    assert [(one.first, one.second) for one in event.pairings] == [
        (person(5).user_id, person(2).user_id),
        (person(8).user_id, person(9).user_id),
    ], "and those at the end of the longer team do not play"


async def test_a_team_is_chosen_or_the_smaller_one(opened: Hall) -> None:
    await opened.announced(TEAMS, boards=BOARDS)

    async def enter(number: int, team: int | None) -> EventOutcome:
        press = opened.world.press()
        events = opened.world.service.events
        return await events.enter(press, opened.id, person(number), team)

    changed(await enter(1, 2))
    changed(await enter(2, None))
    changed(await enter(3, 2))
    assert [one.team for one in changed(await enter(4, 2)).waiting] == [2]
    event = changed(await enter(4, None))
    assert not event.waiting
    assert [one.team for one in event.entries] == [2, 1, 2, 1]
    changed(await opened.withdraw(3))
    event = changed(await enter(3, None))
    assert [one.team for one in event.entries] == [2, 1, 2, 1]


@pytest.mark.slow
async def test_teams_play_with_as_many_as_both_have(opened: Hall) -> None:
    event = await opened.started(TEAMS, 7, boards=BOARDS, side=4)
    assert len(opened.playing(event)) == 2
    assert len(event.standings) == 4


async def test_a_team_match_needs_two_a_side(opened: Hall) -> None:
    event = await opened.started(TEAMS, 3, boards=BOARDS)
    assert event.state is EventState.CANCELLED


@pytest.mark.parametrize("kind", [FIELD, TEAMS])
async def test_boards_are_played_with_live_clocks(opened: Hall, kind: EventKind) -> None:
    assert code(await opened.ask(kind, clock=DAILY)) is EventCode.BAD_PLAN
    assert code(await opened.ask(kind, boards=5)) is EventCode.BAD_PLAN


async def test_an_event_without_boards_has_nothing_to_prove(opened: Hall) -> None:
    event = await opened.announced(SWISS)
    assert await opened.events.boards_proof(event.id) is None
