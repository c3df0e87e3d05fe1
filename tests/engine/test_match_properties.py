"""Whole matches in every preset: they end, add up, survive storage and show nothing hidden."""

import random
from dataclasses import dataclass

import pytest

from engine.game import snapshot
from engine.game.actions import Abort, Advise, Cancel, DealNext, Expire, Ready, Resign, SeatAction
from engine.game.errors import RecordError, RuleCode, RuleError
from engine.game.machine import Round, machine
from engine.game.match import EndReason, Match, MatchEvent, MatchPhase, Outcome, act
from engine.game.presets import PRESETS
from engine.game.round import RoundEventKind
from engine.game.rules import MatchFormat, rules_from
from engine.game.seats import Seat
from engine.game.view import SeatView, TableView, public_view, seat_view
from tests.engine.playing import (
    advance,
    any_action,
    between_rounds,
    new_match,
    next_move,
    preset_match,
    sensible_action,
)

SEED = 11
STORED = range(0, 160, 7)
"""The steps after which a match is stored and read again."""
LONG = ("tournament", "multi_match", "tedesco_2v2", "tedesco_3v3", "tedesco_4v4", "partnership_8")


@dataclass(frozen=True)
class Played:
    """A whole match: its moves, its state after some of them, and its end."""

    moves: tuple[tuple[Seat, SeatAction], ...]
    states: tuple[Match, ...]
    end: Match


def whole(preset: str) -> Played:
    """A match of a preset, played to its end."""
    match, decks = preset_match(preset, SEED)
    rng = random.Random(SEED)
    moves: list[tuple[Seat, SeatAction]] = []
    states: list[Match] = []
    while match.phase is not MatchPhase.OVER:
        assert len(moves) < 20_000, "it does not end"
        seat, action = next_move(match, rng)
        match = act(match, seat, action, decks).match
        if len(moves) in STORED:
            states.append(match)
        moves.append((seat, action))
    return Played(tuple(moves), tuple(states), match)


@pytest.mark.parametrize(
    "preset",
    [pytest.param(one, marks=[pytest.mark.slow] if one in LONG else []) for one in PRESETS],
)
def test_a_match_ends_adds_up_survives_storage_and_is_the_same_again(preset: str) -> None:
    played = whole(preset)
    assert_ended_and_recounted(played.end)
    assert_stored(played.states)
    assert_same_again(preset, played)


def assert_ended_and_recounted(match: Match) -> None:
    assert match.outcome is not None
    assert match.outcome.reason is EndReason.FINISHED
    assert_recounted(match)


def assert_recounted(match: Match) -> None:
    """Add the recorded tables up again, without the sheet."""
    sums = [0] * len(match.parties)
    for played in match.played:
        net = [0] * len(match.parties)
        for table in played.tables:
            for side, seat in enumerate(table.result.pair):
                owner = next(n for n, party in enumerate(match.parties) if seat in party)
                net[owner] += table.result.award.points[side]
        if len(played.tables) > 1:
            difference = net[0] - net[1]
            winner = 0 if difference > 0 else 1
            net = [0, 0]
            if difference:
                net[winner] = played.entry.scores[winner]
                assert played.entry.scores[winner] >= abs(difference)
        assert tuple(net) == played.entry.scores
        sums = [a + b for a, b in zip(sums, net, strict=True)]
    sheet = match.sheet()
    if sheet.format is MatchFormat.HOLLYWOOD:
        entered = {n for column in sheet.columns for own in column.entries for n, _, _ in own}
        won = {n for n, played in enumerate(match.played) if played.entry.winner is not None}
        assert entered == won
    else:
        recorded = [sum(game.points[p] for game in sheet.games) for p in range(len(sums))]
        assert recorded == sums


def assert_stored(states: tuple[Match, ...]) -> None:
    assert len(states) > 4
    for match in states:
        assert snapshot.load(snapshot.dump(match)) == match


def test_a_snapshot_with_a_card_twice_is_refused() -> None:
    match, _ = preset_match("standard", 1)
    text = snapshot.dump(match)
    stock = match.tables[0].round.stock
    broken = text.replace(f"[{stock[0]},{stock[1]},", f"[{stock[0]},{stock[0]},", 1)
    assert broken != text
    with pytest.raises(RecordError):
        snapshot.load(broken)
    with pytest.raises(RecordError):
        snapshot.load("{}")
    with pytest.raises(RecordError):
        snapshot.load(text, schema=99)


def assert_same_again(preset: str, played: Played) -> None:
    """The same actions on the same decks give the same match."""
    match, decks = preset_match(preset, SEED)
    for seat, action in played.moves:
        match = act(match, seat, action, decks).match
    assert match == played.end


@pytest.mark.parametrize(
    "preset",
    [
        "standard",
        "three_handed",
        "mahjong",
        pytest.param("oklahoma", marks=pytest.mark.slow),
        pytest.param("partnership_4", marks=pytest.mark.slow),
    ],
)
def test_no_view_shows_a_card_its_reader_may_not_know(preset: str) -> None:
    match, decks = preset_match(preset, 21)
    rng = random.Random(21)
    for _ in range(250):
        if match.phase is MatchPhase.OVER:
            break
        for table, seen in zip(match.tables, public_view(match).tables, strict=True):
            assert_public(seen, table.round)
        for seat in match.seats:
            assert_own(match, seat_view(match, seat))
        match = advance(match, decks, rng)


def assert_public(seen: TableView, state: Round) -> None:
    for real, public in zip(state.events, seen.events, strict=True):
        assert public.card == (None if real.fact is RoundEventKind.DREW else real.card)
    if seen.facts is not None:
        return
    text = repr(seen)
    for hand in state.hands:
        assert hand.bit_count() < 4 or str(hand) not in text
    assert len(state.stock) < 3 or str(state.stock) not in text


def assert_own(match: Match, view: SeatView) -> None:
    """A player's view holds the own cards (or the captain's), and no drawn card of others."""
    if view.table is None or view.side is None:
        assert view.hand == 0
        return
    own = view.captain if view.captain is not None else view.seat
    index = match.table_of(own)
    assert index is not None
    state = match.tables[index].round
    assert view.hand == state.hands[view.side]
    if view.table.facts is not None:
        return
    other = state.hands[view.side.other]
    assert other.bit_count() < 4 or str(other) not in repr(view)
    assert len(state.stock) < 3 or str(state.stock) not in repr(view)
    for event in view.table.events:
        if event.fact is RoundEventKind.DREW and event.side is not view.side:
            assert event.card is None


def test_an_expired_turn_is_played_to_its_end_without_a_knock() -> None:
    match, decks = preset_match("standard", 2)
    rng = random.Random(2)
    while match.tables[0].round.phase != "DRAW":
        match = advance(match, decks, rng)
    seat = match.to_act[0]
    after = act(match, seat, Expire(), decks).match
    assert seat not in after.to_act
    facts = [event.fact for event in after.tables[0].round.events[-2:]]
    assert facts == [RoundEventKind.DREW, RoundEventKind.DISCARDED]
    last = after.tables[0].round.events
    assert last[-1].card == last[-2].card


def test_the_third_turn_in_a_row_that_runs_out_forfeits_the_match() -> None:
    match, decks = preset_match("standard", 2)
    late, other = match.to_act[0], match.seats[1 - match.to_act[0]]
    rng, times = random.Random(0), 0
    while match.outcome is None:
        seat = match.to_act[0]
        if seat is late:
            match, times = act(match, seat, Expire(), decks).match, times + 1
        else:
            match = act(match, seat, any_action(seat_view(match, seat), rng), decks).match
        if match.outcome is None:
            assert match.strikes[late] == times
    assert times == 3
    assert match.outcome == Outcome(EndReason.FORFEITED, winner=other, by=late)


def test_acting_takes_the_strikes_back() -> None:
    match, decks = preset_match("standard", 2)
    seat = match.to_act[0]
    match = act(match, seat, Expire(), decks).match
    assert match.strikes[seat] == 1
    other = match.to_act[0]
    match = act(match, other, any_action(seat_view(match, other), random.Random(0)), decks).match
    while seat not in match.to_act:
        who = match.to_act[0]
        match = act(
            match, who, sensible_action(seat_view(match, who), random.Random(0)), decks
        ).match
    action = sensible_action(seat_view(match, seat), random.Random(0))
    match = act(match, seat, action, decks).match
    assert match.strikes[seat] == 0


def test_resigning_gives_the_match_to_the_other_side() -> None:
    match, decks = preset_match("partnership_4", 4)
    step = act(match, match.parties[0][1], Resign(), decks)
    assert step.happened == (MatchEvent.MATCH_ENDED,)
    assert step.match.outcome is not None
    assert step.match.outcome.winner == 1


def test_a_match_can_be_called_off_only_before_the_first_discard() -> None:
    match, decks = preset_match("standard", 4)
    aborted = act(match, Seat.ONE, Abort(), decks).match
    assert aborted.outcome is not None
    assert aborted.outcome.winner is None
    rng = random.Random(4)
    while match.may_abort:
        match = advance(match, decks, rng)
    with pytest.raises(RuleError) as refused:
        act(match, Seat.ONE, Abort(), decks)
    assert refused.value.broken is RuleCode.TOO_LATE_TO_ABORT


def test_the_next_round_waits_for_everybody_or_the_clock() -> None:
    match, decks = between_rounds("standard", 6)
    assert match.phase is MatchPhase.BETWEEN
    waiting = act(match, Seat.ONE, Ready(), decks).match
    assert waiting.to_act == (Seat.TWO,)
    with pytest.raises(RuleError) as refused:
        act(waiting, Seat.ONE, Ready(), decks)
    assert refused.value.broken is RuleCode.ALREADY_READY
    assert act(waiting, Seat.TWO, Ready(), decks).match.number == 2
    assert act(waiting, None, DealNext(), decks).match.number == 2
    with pytest.raises(RuleError):
        act(act(waiting, None, DealNext(), decks).match, None, DealNext(), decks)


def test_nothing_moves_a_match_that_is_over() -> None:
    match, decks = preset_match("standard", 6)
    over = act(match, None, Cancel(), decks).match
    for action in (Ready(), Resign(), Abort(), Expire(), Cancel(), DealNext()):
        with pytest.raises(RuleError) as refused:
            act(over, Seat.ONE, action, decks)
        assert refused.value.broken is RuleCode.MATCH_OVER


def test_only_the_one_sitting_out_advises_and_only_the_captain_hears() -> None:
    match, decks = preset_match("three_handed", 8)
    out = match.lineup.idle[0]
    captain, box = match.lineup.pairs[0]
    match = act(match, out, Advise("  keep   the kings "), decks).match
    assert seat_view(match, captain).advice[0].text == "keep the kings"
    assert seat_view(match, out).advice[0].seat is out
    assert seat_view(match, box).advice == ()
    assert seat_view(match, out).hand == seat_view(match, captain).hand
    assert not seat_view(match, out).legal
    with pytest.raises(RuleError) as refused:
        act(match, box, Advise("hello"), decks)
    assert refused.value.broken is RuleCode.NOT_ADVISER
    with pytest.raises(RuleError) as empty:
        act(match, out, Advise("   "), decks)
    assert empty.value.broken is RuleCode.EMPTY_ADVICE


def test_tables_of_a_team_match_have_decks_of_their_own() -> None:
    match, _ = preset_match("partnership_6", 9)
    hands = [table.round.hands for table in match.tables]
    assert len({hand for pair in hands for hand in pair}) == 6
    shared, _ = preset_match("tedesco_3v3", 9)
    assert len({table.round.knock_card for table in shared.tables}) == 1  # type: ignore[union-attr]


def test_a_dealt_hand_within_the_limit_is_dealt_again_where_the_rules_say_so() -> None:
    rules = rules_from({"dealt_knock_misdeal": True, "run_wrap": "around_corner"})
    seen = set()
    for seed in range(4000):
        match, _ = new_match(rules, 2, seed)
        table = match.tables[0]
        seen.add(table.attempt)
        engine = machine(rules)
        assert all(engine.layout(table.round, side).deadwood > 10 for side in (0, 1))  # type: ignore[arg-type]
        if len(seen) > 1:
            break
    assert seen > {0}


@pytest.mark.parametrize("seed", range(6))
def test_matches_with_every_rare_option_come_to_an_end(seed: int) -> None:
    rules = rules_from(
        {
            "deep_pickup": True,
            "layoff_mode": "manual",
            "big_gin_bonus": None,
            "layoff_on_gin": True,
            "wall_rule": "last_discard",
            "dealt_knock_misdeal": True,
            "hand_size": 7,
            "run_wrap": "high_low",
            "target": 60,
        }
    )
    match, decks = new_match(rules, 2, seed)
    rng = random.Random(seed)
    while match.phase is MatchPhase.PLAYING:
        match = advance(match, decks, rng)
        state = match.tables[0].round
        assert state.to_act is None or seat_view(match, match.to_act[0]).legal.verbs
