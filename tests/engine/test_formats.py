"""Who sits where, who deals, and what a round is worth to a side (rulebook 1.10, 2.10, 3)."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.game.actions import Advise
from engine.game.cards import Card
from engine.game.formats import Lineup, Pair, Parties, TableResult, format_of
from engine.game.match import Match, MatchPhase, act, start
from engine.game.presets import PRESETS
from engine.game.round import GinRound
from engine.game.rules import Rules, rules_from
from engine.game.scoring import ScoreAward
from engine.game.seats import Seat, Side
from engine.game.view import seat_view
from tests.engine.playing import SeededDecks, new_match, next_move

SIZES = {
    "two": 2,
    "box": 3,
    "cutthroat": 3,
    "rotation": 4,
    "chouette": 4,
    "partnership": 4,
    "captains": 5,
}


def first_round(rules: Rules, lot: int = 0) -> tuple[Parties, Lineup]:
    arrangement = format_of(rules)
    seats = [Seat(number) for number in range(SIZES[rules.table_format.value])]
    parties = arrangement.parties(seats, None)
    return parties, arrangement.first(rules, parties, lot)


def results(lineup: Lineup, winners: Sequence[Seat | None], points: int = 10) -> list[TableResult]:
    found = []
    for pair, winner in zip(lineup.pairs, winners, strict=True):
        side = None if winner is None else Side(pair.index(winner))
        scores = (0, 0) if side is None else ((points, 0) if side == 0 else (0, points))
        found.append(TableResult(pair, ScoreAward(side, scores, 0, ((), ())), 1))
    return found


@pytest.mark.parametrize("table_format", ["two", "chouette", "partnership", "captains"])
@pytest.mark.parametrize(
    ("deal_rule", "draw_deal", "dealing"),
    [
        ("alternate", "same", [0, 1, 0, 0, 1]),
        ("alternate", "by_rule", [0, 1, 0, 1, 0]),
        ("winner", "same", [0, 0, 1, 1, 0]),
        ("winner", "by_rule", [0, 0, 1, 1, 0]),
        ("loser", "same", [0, 1, 0, 0, 1]),
        ("loser", "by_rule", [0, 1, 0, 0, 1]),
    ],
)
def test_two_sides_deal_by_the_rule(
    table_format: str, deal_rule: str, draw_deal: str, dealing: list[int]
) -> None:
    """Side 0 wins, side 1 wins, nobody wins, side 0 wins."""
    options = {"table_format": table_format, "deal_rule": deal_rule, "draw_deal": draw_deal}
    rules = rules_from(options)
    arrangement = format_of(rules)
    parties, lineup = first_round(rules)
    dealt = [lineup.dealing]
    for winner in (0, 1, None, 0):
        seats = [
            None if winner is None else next(seat for seat in pair if seat in parties[winner])
            for pair in lineup.pairs
        ]
        lineup = arrangement.following(rules, parties, lineup, results(lineup, seats), False)
        dealt.append(lineup.dealing)
        for pair in lineup.pairs:
            assert pair.dealer in parties[lineup.dealing]
    assert dealt == dealing


@pytest.mark.parametrize("table_format", ["two", "chouette", "partnership", "captains"])
def test_the_other_side_opens_the_next_game(table_format: str) -> None:
    rules = rules_from({"table_format": table_format, "deal_rule": "winner"})
    arrangement = format_of(rules)
    parties, lineup = first_round(rules)
    assert lineup.opened == 0
    seats = [next(seat for seat in pair if seat in parties[0]) for pair in lineup.pairs]
    second = arrangement.following(rules, parties, lineup, results(lineup, seats), True)
    assert (second.dealing, second.opened) == (1, 1)


def test_the_box_deals_always_and_roles_go_round() -> None:
    for deal_rule in ("alternate", "winner", "loser", "box"):
        rules = rules_from({"table_format": "box", "deal_rule": deal_rule})
        arrangement = format_of(rules)
        parties, lineup = first_round(rules)
        roles = []
        for winner in ("box", "captain", None, "captain"):
            (captain, box), (out,) = lineup.pairs[0], lineup.idle
            roles.append((box, captain, out))
            seat = {"box": box, "captain": captain}.get(winner or "")
            lineup = arrangement.following(rules, parties, lineup, results(lineup, [seat]), False)
            assert lineup.pairs[0].dealer is lineup.pairs[0][1]
        assert roles == [(0, 1, 2), (0, 2, 1), (2, 1, 0), (2, 1, 0)]
        last = lineup.pairs[0]
        assert (last.dealer, last.non_dealer, lineup.idle) == (1, 0, (2,))


@pytest.mark.parametrize("table_format", ["cutthroat", "rotation"])
@pytest.mark.parametrize(
    ("deal_rule", "deals"),
    [("alternate", "other"), ("winner", "winner"), ("loser", "newcomer")],
)
def test_the_loser_leaves_and_the_deal_follows_the_rule(
    table_format: str, deal_rule: str, deals: str
) -> None:
    rules = rules_from({"table_format": table_format, "deal_rule": deal_rule})
    arrangement = format_of(rules)
    parties, lineup = first_round(rules)
    for winning in (Side.NON_DEALER, Side.DEALER, Side.DEALER, Side.NON_DEALER):
        winner = lineup.pairs[0][winning]
        loser = lineup.pairs[0][winning.other]
        incoming = lineup.idle[0]
        after = arrangement.following(rules, parties, lineup, results(lineup, [winner]), False)
        assert set(after.pairs[0]) == {winner, incoming}
        assert after.idle == (*lineup.idle[1:], loser)
        if deals == "winner":
            assert after.pairs[0].dealer is winner
        elif deals == "newcomer":
            assert after.pairs[0].dealer is incoming
        else:
            stays_dealt = lineup.pairs[0].dealer is winner
            assert (after.pairs[0].dealer is winner) is not stays_dealt
        lineup = after


@pytest.mark.parametrize("table_format", SIZES)
def test_rounds_are_numbered_and_remember_who_opened_the_game(table_format: str) -> None:
    rules = rules_from({"table_format": table_format})
    arrangement = format_of(rules)
    parties, lineup = first_round(rules)
    opened = lineup.dealing
    for number, new_game in enumerate((False, False, True, False, True, False), 1):
        dealer = lineup.pairs[0].dealer
        assert (lineup.number, lineup.opened) == (number, opened)
        assert dealer in parties[lineup.dealing]
        winners = [pair[number % 2] for pair in lineup.pairs]
        found = results(lineup, winners)
        lineup = arrangement.following(rules, parties, lineup, found, new_game)
        opened = lineup.dealing if new_game else opened


@pytest.mark.parametrize("draw_deal", ["same", "by_rule"])
def test_a_drawn_round_keeps_both_at_the_table(draw_deal: str) -> None:
    rules = rules_from({"table_format": "rotation", "draw_deal": draw_deal})
    parties, lineup = first_round(rules)
    after = format_of(rules).following(rules, parties, lineup, results(lineup, [None]), False)
    assert after.idle == lineup.idle
    swapped = after.pairs[0] == Pair(lineup.pairs[0].dealer, lineup.pairs[0].non_dealer)
    assert swapped is (draw_deal == "by_rule")


# -- teams ------------------------------------------------------------------------------------


def opponents(rules: Rules, players: int, rounds: int) -> list[set[frozenset[Seat]]]:
    arrangement = format_of(rules)
    parties = arrangement.parties([Seat(number) for number in range(players)], None)
    lineup = arrangement.first(rules, parties, 0)
    seen = []
    for _ in range(rounds):
        seen.append({frozenset(pair) for pair in lineup.pairs})
        drawn = results(lineup, [None] * len(lineup.pairs))
        lineup = arrangement.following(rules, parties, lineup, drawn, False)
    return seen


@pytest.mark.parametrize("players", [4, 6, 8])
def test_partners_meet_every_opponent_in_turn_or_one_all_along(players: int) -> None:
    teams = players // 2
    rotating = opponents(rules_from({"table_format": "partnership"}), players, teams + 1)
    assert rotating[0] == rotating[teams]
    assert len(set().union(*rotating)) == teams * teams
    fixed = opponents(
        rules_from({"table_format": "partnership", "pairing": "fixed"}), players, teams + 1
    )
    assert len(set().union(*fixed)) == teams


@pytest.mark.parametrize("players", [5, 7])
@pytest.mark.parametrize("pairing", ["rotate", "fixed"])
def test_the_bench_replaces_the_weakest_only_when_the_captains_win(
    players: int, pairing: str
) -> None:
    rules = rules_from({"table_format": "captains", "pairing": pairing})
    arrangement = format_of(rules)
    parties = arrangement.parties([Seat(number) for number in range(players)], None)
    lineup = arrangement.first(rules, parties, 0)
    for number in range(8):
        bench = lineup.idle[0]
        playing = [next(seat for seat in pair if seat in parties[1]) for pair in lineup.pairs]
        captains_win = number % 3 != 2
        winners = [
            next(seat for seat in pair if (seat in parties[0]) is captains_win)
            for pair in lineup.pairs
        ]
        played = results(lineup, winners)
        worst = number % len(played)
        heavy = results(lineup, winners, points=30)[worst]
        played[worst] = heavy
        lineup = arrangement.following(rules, parties, lineup, played, False)
        if captains_win:
            assert lineup.idle == (playing[worst],)
            assert any(bench in pair for pair in lineup.pairs)
        else:
            assert lineup.idle == (bench,)
        assert {seat for pair in lineup.pairs for seat in pair} | set(lineup.idle) == set(
            range(players)
        )


@pytest.mark.parametrize("players", [5, 7])
def test_of_tied_lowest_results_the_first_seat_changes(players: int) -> None:
    """The rulebook says so: whoever comes from the bench takes a seat, and the seats stay."""
    page = (Path(__file__).parents[2] / "docs" / "rules" / "rulebook.md").read_text("utf-8")
    said = "takes the seat of the teammate with the lowest result; if several are tied, the first"
    assert said in " ".join(page.split())
    rules = PRESETS[f"captains_{players}"]
    arrangement = format_of(rules)
    parties = arrangement.parties([Seat(number) for number in range(players)], None)
    lineup = arrangement.first(rules, parties, 0)
    bench, first = lineup.idle[0], next(seat for seat in parties[1] if seat not in lineup.idle)
    for _ in range(8):
        captains = [next(seat for seat in pair if seat in parties[0]) for pair in lineup.pairs]
        played = results(lineup, captains)
        lineup = arrangement.following(rules, parties, lineup, played, False)
        assert lineup.idle == (first,)
        bench, first = first, bench


class Misdealing(SeededDecks):
    """At table 1 the first deck holds a hand that could knock at once."""

    def deck(self, number: int, table: int, attempt: int) -> Sequence[Card]:
        deck = list(super().deck(number, table, attempt))
        if table == 1 and attempt == 0:
            low = [0, 1, 2, 13, 14, 15, 26, 27, 28, 39]
            rest = [one for one in deck if one not in low]
            return [one for pair in zip(low, rest, strict=False) for one in pair] + rest[10:]
        return deck


def test_a_redealt_table_keeps_the_shared_knock_card() -> None:
    rules = rules_from(
        {
            "table_format": "partnership",
            "knock_card_source": "second_deck",
            "shared_knock_card": True,
            "dealt_knock_misdeal": True,
        }
    )
    for seed in range(12):
        match = start(rules, 4, 0, Misdealing(seed))
        rounds = [table.round for table in match.tables]
        assert match.tables[0].attempt == 0
        assert len({one.knock_card for one in rounds if isinstance(one, GinRound)}) == 1
        if match.tables[1].attempt == 1:
            return
    raise AssertionError("no knock card allowed the dealt hand to knock")


# -- advisers ---------------------------------------------------------------------------------


def advising(table_format: str, **options: Any) -> tuple[Match, Seat, SeededDecks]:
    rules = rules_from({"table_format": table_format, **options})
    match, _ = new_match(rules, SIZES[table_format], 3)
    return match, match.lineup.idle[0], SeededDecks(3)


def test_the_captain_is_advised_and_never_the_one_in_the_box() -> None:
    match, adviser, _ = advising("box")
    assert match.captain_of(adviser) is match.lineup.pairs[0].non_dealer
    match, adviser, _ = advising("chouette")
    assert {adviser, match.captain_of(adviser)} <= set(match.parties[1])


def test_the_last_five_pieces_of_advice_stay_and_each_has_room_for_200_letters() -> None:
    match, adviser, decks = advising("box")
    for number in range(7):
        match = act(match, adviser, Advise(f"{number} {'x' * 300}"), decks).match
    assert [one.text[0] for one in match.advice] == ["2", "3", "4", "5", "6"]
    assert {len(one.text) for one in match.advice} == {200}


def test_advice_is_about_one_round() -> None:
    match, adviser, decks = advising("box")
    match = act(match, adviser, Advise("low cards"), decks).match
    assert match.advice
    rng = random.Random(1)
    while match.phase is MatchPhase.PLAYING:
        match = act(match, *next_move(match, rng), decks).match
    assert match.advice == ()


@pytest.mark.parametrize("table_format", ["rotation", "captains", "cutthroat"])
def test_nobody_advises_where_everybody_plays_for_themselves_or_has_a_table(
    table_format: str,
) -> None:
    match, idle, _ = advising(table_format)
    assert match.captain_of(idle) is None
    assert seat_view(match, idle).table is None


@pytest.mark.parametrize(
    ("table_format", "allowed"),
    [
        ("two", {2}),
        ("box", {3}),
        ("cutthroat", {3}),
        ("chouette", {3, 4, 5, 6, 7, 8}),
        ("rotation", {3, 4, 5, 6, 7, 8}),
        ("partnership", {4, 6, 8}),
        ("captains", {5, 7}),
    ],
)
def test_only_the_right_number_of_players_sits_down(table_format: str, allowed: set[int]) -> None:
    rules = rules_from({"table_format": table_format})
    for players in range(2, 9):
        if players in allowed:
            match = start(rules, players, random.Random(players).randrange(5040), SeededDecks(1))
            assert len(match.seats) == players
        else:
            with pytest.raises(ValueError, match="is not for"):
                start(rules, players, 0, SeededDecks(1))


@pytest.mark.parametrize("table_format", ["partnership", "captains", "chouette"])
def test_chosen_sides_are_kept_and_checked(table_format: str) -> None:
    rules, players = rules_from({"table_format": table_format}), SIZES[table_format]
    if table_format == "chouette":
        sides: Parties = ((Seat.THREE,), (Seat.ONE, Seat.TWO, Seat.FOUR))
    else:
        seats = [Seat(number) for number in reversed(range(players))]
        sides = (tuple(seats[: players // 2]), tuple(seats[players // 2 :]))
    assert start(rules, players, 0, SeededDecks(1), sides).parties == sides
    with pytest.raises(ValueError, match="exactly one side"):
        start(rules, players, 0, SeededDecks(1), (sides[0], sides[0]))
