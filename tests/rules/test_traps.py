"""What implementers of gin rummy get wrong: one test for each trap of rulebook section 6."""

import itertools
import random
from dataclasses import replace

import pytest

from engine.game import snapshot
from engine.game.actions import (
    AutoLayOff,
    BigGin,
    Discard,
    DoneLayingOff,
    Draw,
    Knock,
    LayOff,
    Pass,
    Take,
    TakeKnock,
)
from engine.game.cards import FULL_DECK, card, card_set, cards_from, cards_of, parse_set
from engine.game.errors import RecordError, RuleCode, RuleError
from engine.game.formats import TableResult, format_of
from engine.game.gin import GinTable
from engine.game.legal import Verb
from engine.game.mahjong import MahjongRound, MahjongTable
from engine.game.match import Match, MatchPhase, act
from engine.game.melds import STANDARD, MeldRules, RunWrap, solver
from engine.game.notation import action_text, parse_action
from engine.game.presets import PRESETS
from engine.game.revision import revision
from engine.game.round import GinRound, Phase, ResultKind, RoundEventKind
from engine.game.rules import Rules, rules_from
from engine.game.scoring import ScoreAward, award
from engine.game.seats import Seat, Side
from engine.game.sheet import ScoreEntry, sheet
from engine.game.view import public_view, seat_view
from tests.engine.playing import advance, preset_match, sensible_action
from tests.rules.hand_cases import to_discard

N, D = Side.NON_DEALER, Side.DEALER
STANDARD_SOLVER = solver(STANDARD)
CORNER_SOLVER = solver(MeldRules(RunWrap.AROUND_CORNER, 15))
RULES = Rules()
TABLE = GinTable(RULES)


def facing(hand: str, other: str, rules: Rules = RULES, taken: str | None = None) -> GinRound:
    """The non-dealer is to discard from eleven cards."""
    number = None if taken is None else card(taken)
    return to_discard(rules, parse_set(hand), parse_set(other), None, number)


def knocked(hand: str, other: str, discarded: str, *melds: str, rules: Rules = RULES) -> GinRound:
    layout = tuple(parse_set(meld) for meld in melds) or None
    return GinTable(rules).apply(facing(hand, other, rules), N, Knock(card(discarded), layout))


def refused(table: GinTable, state: GinRound, side: Side, action: object) -> RuleCode:
    with pytest.raises(RuleError) as error:
        table.apply(state, side, action)  # type: ignore[arg-type]
    return error.value.broken


def entries(*hands: tuple[int, int]) -> list[ScoreEntry]:
    """Rounds won: who and how many points."""
    return [
        ScoreEntry(who, tuple(points if who == party else 0 for party in range(2)), (0, 0))
        for who, points in hands
    ]


# -- hand evaluation ------------------------------------------------------------------------


def test_trap_01_every_discard_is_tried_not_the_dearest_of_the_best_eleven() -> None:
    hand = "5C 2D 3D 4D 5D 2H 3H 4H 3S 4S 5S"
    assert STANDARD_SOLVER.deadwood(parse_set(hand)) == 4
    assert STANDARD_SOLVER.best_discard(parse_set(hand)) == (card("5C"), 0)
    state = facing(hand, "KC KD KH 9C 9D 9H 8S 7S 6C AC")
    assert (card("5C"), 0) in TABLE.legal(state, N).knocks
    assert TABLE.apply(state, N, Knock(card("5C"))).facts is not None


@pytest.mark.parametrize(
    ("hand", "least"),
    [
        ("5C 5D 5H 5S 6S 7S 8D KD QH 2C", 30),
        ("AC 2C 3C AD 2D 3D AH 2H 3H 4H", 0),
        ("9S 9C 9D 9H TH JH QH 2C 3D 8H", 5),
    ],
)
def test_trap_02_neither_sets_first_nor_the_longest_run_first(hand: str, least: int) -> None:
    assert STANDARD_SOLVER.deadwood(parse_set(hand)) == least


@pytest.mark.parametrize("length", range(3, 12))
def test_trap_03_a_run_of_any_length_is_one_meld(length: int) -> None:
    run = card_set(range(card("AH"), card("AH") + length))
    assert STANDARD_SOLVER.is_meld(run)
    assert STANDARD_SOLVER.deadwood(run) == 0
    if length < 11:
        extended = STANDARD_SOLVER.extend(run, card("AH") + length)
        assert extended.bit_count() == length + 1


def test_trap_04_tens_and_pictures_are_equal_in_value_and_not_in_rank() -> None:
    assert not STANDARD_SOLVER.is_meld(parse_set("TC JD QH"))
    assert not STANDARD_SOLVER.is_meld(parse_set("TC JD KH"))
    assert STANDARD_SOLVER.is_meld(parse_set("TC JC QC"))
    assert STANDARD_SOLVER.total(parse_set("TC JD QH KS")) == 40


def test_trap_05_sets_have_one_rank_and_a_circle_has_one_start() -> None:
    assert not CORNER_SOLVER.is_meld(parse_set("KC KD AD"))
    assert CORNER_SOLVER.is_meld(parse_set("QS KS AS 2S"))
    assert not CORNER_SOLVER.is_meld(parse_set("JS QS AS"))
    assert not CORNER_SOLVER.is_meld(parse_set("AS 2S QS"))
    assert not STANDARD_SOLVER.is_meld(parse_set("QS KS AS"))
    assert CORNER_SOLVER.is_meld(card_set(range(card("AS"), card("KS") + 1)))


# -- layoffs --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("melds", "defender", "kept_first", "least"),
    [
        ("KC KD KS/5S 6S 7S/9C TC JC", "2S 8S 9S AC 2C 7C 8C 2D 8D 2H", 17, 9),
        ("5H 6H 7H 8H 9H/JC QC KC", "3C TC 9D TD JD TH JH 3S 5S 9S", 49, 20),
    ],
)
def test_trap_06_own_melds_and_layoffs_are_chosen_together(
    melds: str, defender: str, kept_first: int, least: int
) -> None:
    table = tuple(parse_set(meld) for meld in melds.split("/"))
    hand = parse_set(defender)
    assert STANDARD_SOLVER.deadwood(hand) == kept_first
    assert STANDARD_SOLVER.deadwood_after_layoffs(table, hand) == least
    assert STANDARD_SOLVER.best_layoff(table, hand).deadwood == least


def test_trap_07_layoffs_go_on_in_chains_of_any_length() -> None:
    state = knocked(
        "5H 6H 7H AC AD AS 2C 2D 2S 3C KD",
        "8H 9H TH JH KC QD 9S 7C 6S 5D",
        "KD",
        "5H 6H 7H",
        "AC AD AS",
        "2C 2D 2S",
    )
    for name in ("8H", "9H", "TH", "JH"):
        assert (card(name), 0) in TABLE.legal(state, D).layoffs
        state = TABLE.apply(state, D, LayOff(card(name), 0))
    assert state.knock is not None
    assert state.knock.melds[0] == parse_set("5H 6H 7H 8H 9H TH JH")


def test_trap_08_a_card_that_fits_twice_may_go_either_way() -> None:
    melds = parse_set("5H 6H 7H"), parse_set("8C 8D 8S")
    assert STANDARD_SOLVER.layoff_targets(melds, card("8H")) == (0, 1)
    hand = parse_set("8H 9H KC QD JS TC 7D 6C 4S 2D")
    best = STANDARD_SOLVER.best_layoff(melds, hand)
    assert card_set(one for one, _ in best.steps) == parse_set("8H 9H")
    assert (card("8H"), 0) in best.steps


def test_trap_09_nothing_is_laid_off_at_the_cost_of_an_own_meld() -> None:
    state = knocked(
        "5D 6D 7D KC KD KH 2C 2D 2H AS QD",
        "8C 8D 8S 3D 4S JH QS TC 9H 6C",
        "QD",
    )
    assert Verb.LAY_OFF in TABLE.legal(state, D).verbs
    over = TABLE.apply(state, D, AutoLayOff())
    assert over.layoffs == ()
    assert over.facts is not None
    assert over.facts.defender_deadwood == 52


def test_trap_10_the_knocker_chooses_the_layout_and_it_is_kept() -> None:
    hand = "5S 6S 7S 5C 6C 7C 5D 6D 7D AS KD"
    other = "3S 4S 8S 4C 8C 4D 8D 5H 6H 7H"
    outcomes = {}
    for melds in (
        ("5C 5D 5S", "6C 6D 6S", "7C 7D 7S"),
        ("5C 6C 7C", "5D 6D 7D", "5S 6S 7S"),
    ):
        state = knocked(hand, other, "KD", *melds)
        stored = parse_action(action_text(Knock(card("KD"), tuple(map(parse_set, melds)))))
        assert stored == Knock(card("KD"), tuple(map(parse_set, melds)))
        over = TABLE.apply(state, D, AutoLayOff())
        assert over.facts is not None
        outcomes[melds[0]] = over.facts.kind, max(award(RULES, over.facts).points)
    assert outcomes == {
        "5C 5D 5S": (ResultKind.KNOCK, 2),
        "5C 6C 7C": (ResultKind.UNDERCUT, 26),
    }


def test_trap_11_no_layoffs_after_gin_on_deadwood_or_on_a_full_set() -> None:
    gin = knocked("4C 5C 6C 7C TD TH TS 2H 2D 2S KC", "8C 3C 2C TC 9D QH QS JD 5H 6S", "KC")
    assert gin.phase is Phase.OVER
    assert gin.layoffs == ()
    state = knocked(
        "4H 5H 6H 9C 9D 9H 9S AC 2S 3D KC",
        "TS AD AS 2C 2D 4D 7C 8D QD JS",
        "KC",
        "4H 5H 6H",
        "9C 9D 9H 9S",
    )
    assert TABLE.legal(state, D).layoffs == ()
    assert refused(TABLE, state, D, LayOff(card("AD"), 0)) is RuleCode.DOES_NOT_FIT
    assert refused(TABLE, state, D, LayOff(card("AD"), 1)) is RuleCode.DOES_NOT_FIT
    assert refused(TABLE, state, D, LayOff(card("AD"), 2)) is RuleCode.NO_SUCH_MELD


# -- turn flow ------------------------------------------------------------------------------


def test_trap_12_a_refused_knock_changes_nothing() -> None:
    state = facing("5H 6H 7H AC AD AS 2C 2D 2S KC QD", "8H 9H TH JH KD QS 9S 7C 6S 5D")
    for action in (
        Knock(card("8H")),
        Knock(card("AC")),
        Knock(card("QD"), (parse_set("5H 6H 7H"),)),
        Knock(card("QD"), (parse_set("5H 6H 7H"), parse_set("AC 2C 2D"))),
        Knock(card("QD"), (parse_set("AC AD AS"), parse_set("AC 2C 3C"))),
        BigGin(),
    ):
        refused(TABLE, state, N, action)
        assert state == facing("5H 6H 7H AC AD AS 2C 2D 2S KC QD", "8H 9H TH JH KD QS 9S 7C 6S 5D")
    down = TABLE.apply(state, N, Knock(card("QD")))
    assert down.knock is not None
    assert down.hands[N].bit_count() == 10


def test_trap_13_a_taken_card_is_never_thrown_but_may_be_the_eleventh() -> None:
    hand, other = "3S 4S 5S 6S 9C 9D 9H KC KD KH KS", "AD 3H 5C 7D 8C JH QS QD 4H 6H"
    state = facing(hand, other, taken="6S")
    assert refused(TABLE, state, N, Knock(card("6S"))) is RuleCode.JUST_TAKEN
    assert refused(TABLE, state, N, Discard(card("6S"))) is RuleCode.JUST_TAKEN
    legal = TABLE.legal(state, N)
    assert card("6S") not in [one for one, _ in legal.knocks]
    assert Verb.BIG_GIN in legal.verbs
    over = TABLE.apply(state, N, BigGin())
    assert over.facts is not None
    assert over.facts.kind is ResultKind.BIG_GIN


def test_trap_14_a_refused_upcard_is_gone_and_a_taken_one_is_followed_by_a_normal_turn() -> None:
    start = TABLE.deal(range(52))
    once = TABLE.apply(start, N, Pass())
    twice = TABLE.apply(once, D, Pass())
    assert TABLE.legal(twice, N).verbs == (Verb.DRAW,)
    assert refused(TABLE, twice, N, Take()) is RuleCode.UPCARD_REFUSED
    assert twice.top == start.upcard
    taken = TABLE.apply(once, D, Take())
    discarded = next(cards_of(TABLE.legal(taken, D).discards))
    following = TABLE.apply(taken, D, Discard(discarded))
    assert TABLE.legal(following, N).verbs == (Verb.DRAW, Verb.TAKE)


def stock_left(cards: int, rules: Rules = RULES) -> GinRound:
    """The non-dealer is to draw; so many cards are in the stock."""
    hands = parse_set("AC 3D 5H 7S 9C 8D KH 3S 4D 7C"), parse_set("4C 5C 6C TD TH TC JD JH 2S AH")
    rest = tuple(cards_of(FULL_DECK & ~hands[0] & ~hands[1]))
    return GinRound(Phase.DRAW, N, hands, rest[:cards], rest[cards:], rules.knock_limit)


def test_trap_15_the_wall_comes_after_the_fiftieth_card_was_played() -> None:
    drawn = TABLE.apply(stock_left(3), N, Draw())
    assert drawn.phase is Phase.DISCARD
    assert TABLE.apply(drawn, N, Discard(card("KH"))).facts is not None
    taken = TABLE.apply(stock_left(3), N, Take())
    assert TABLE.apply(taken, N, Discard(card("KH"))).phase is Phase.DRAW
    early = TABLE.apply(stock_left(4), N, Draw())
    assert TABLE.apply(early, N, Discard(card("KH"))).phase is Phase.DRAW

    rules = rules_from({"wall_rule": "last_discard"})
    table = GinTable(rules)
    state = table.apply(stock_left(3, rules), N, Draw())
    state = table.apply(state, N, Discard(card("3S")))
    assert state.phase is Phase.LAST_DISCARD
    for action in (Draw(), Take(), AutoLayOff(), DoneLayingOff(), Knock(card("JD"))):
        assert refused(table, state, D, action) is RuleCode.WRONG_PHASE
    assert refused(table, state, D, TakeKnock(card("JD"))) is RuleCode.OVER_KNOCK_LIMIT
    assert state.knock is None
    void = table.apply(state, D, Pass())
    assert void.facts is not None
    assert void.facts.kind is ResultKind.VOID


def test_trap_15_the_drawer_of_the_fiftieth_card_may_knock() -> None:
    hands = parse_set("5H 6H 7H AC AD AS 2C 2D 2S KC"), parse_set("8H 9H TH JH KD QS 9S 7C 6S 5D")
    rest = tuple(cards_of(FULL_DECK & ~hands[0] & ~hands[1]))
    state = GinRound(Phase.DRAW, N, hands, rest[:3], rest[3:], 10)
    drawn = TABLE.apply(state, N, Draw())
    assert TABLE.apply(drawn, N, Knock(card("KC"))).phase is Phase.LAYOFF


def test_trap_16_picking_up_for_ever_ends_in_a_void_round() -> None:
    rules = rules_from({"max_pile_draws_in_a_row": 6})
    table, state = GinTable(rules), stock_left(20, rules)
    turns = 0
    while state.facts is None:
        side = state.turn
        state = table.apply(state, side, Take())
        kept = table.legal(state, side).discards
        state = table.apply(state, side, Discard(max(cards_of(kept))))
        turns += 1
    assert turns == 6
    assert state.facts.kind is ResultKind.VOID
    assert len(state.stock) == 20


def test_trap_17_the_oklahoma_limit_is_fixed_at_the_deal_and_always_in_view() -> None:
    match, decks = preset_match("oklahoma", 3)
    state = match.tables[0].round
    assert isinstance(state, GinRound)
    assert state.upcard is not None
    limit, multiplier = match.rules.knock_value(state.upcard)
    rng, tops = random.Random(3), set()
    while match.phase is MatchPhase.PLAYING:
        shown = public_view(match).tables[0]
        assert (shown.knock_limit, shown.multiplier) == (limit, multiplier)
        assert (shown.knock_card, shown.upcard) == (state.upcard, state.upcard)
        tops.add(shown.top)
        match = advance(match, decks, rng)
    assert len(tops) > 3


# -- scoring --------------------------------------------------------------------------------


def test_trap_18_equal_deadwood_is_an_undercut_that_pays() -> None:
    hand = "4C 5C 6C TD TH TS 2H 2D 3S AC QD"
    other = "7H 8H 9H KC KD KS AD AH 3D 3H"
    for on_tie, kind, points in (
        (True, ResultKind.UNDERCUT, 25),
        (False, ResultKind.TIE, 0),
    ):
        rules = rules_from({"undercut_on_tie": on_tie})
        over = GinTable(rules).apply(knocked(hand, other, "QD", rules=rules), D, DoneLayingOff())
        assert over.facts is not None
        assert over.facts.knocker_deadwood == over.facts.defender_deadwood == 8
        assert over.facts.kind is kind
        assert award(rules, over.facts).points == (0, points)


def test_trap_19_the_game_belongs_to_whoever_crossed_the_target() -> None:
    rules = rules_from({"box_bonus": 0, "game_bonus": 0, "shutout": "none"})
    scores = sheet(rules, 2, entries((0, 90), (1, 70), (1, 35)))
    assert scores.winner == 1
    assert scores.totals == (90, 105)


def test_trap_20_boxes_wait_shutouts_double_first_and_void_rounds_do_not_count() -> None:
    void = ScoreEntry(None, (0, 0), (0, 0))
    short = sheet(RULES, 2, entries((0, 60), (0, 35)))
    assert not short.finished
    won = sheet(RULES, 2, [*entries((0, 40), (0, 35)), void, *entries((0, 30))])
    assert won.games[0].settlement is not None
    assert won.games[0].settlement.shutout
    assert won.totals == (2 * 105 + 3 * 25 + 100, 0)


def test_trap_21_a_spade_doubles_bonuses_and_leaves_boxes_alone() -> None:
    hand, other = "4C 5C 6C 7C TD TH TS 2H 2D 2S KH", "KC KD 8C 9H 6D 3S AC 4H JD QS"
    for doubled, boxes in ((False, 0), (True, 1)):
        rules = replace(PRESETS["oklahoma"], spade_doubles_boxes=doubled)
        limit, multiplier = rules.knock_value(card("5S"))
        assert (limit, multiplier) == (5, 2)
        state = replace(facing(hand, other, rules), knock_limit=limit, multiplier=multiplier)
        over = GinTable(rules).apply(state, N, Knock(card("KH")))
        assert over.facts is not None
        priced = award(rules, over.facts)
        assert priced.points == ((25 + 71) * 2, 0)
        assert priced.extra_boxes == boxes


def test_trap_22_hollywood_counts_each_players_wins_and_closed_columns_stand() -> None:
    rules = rules_from({"match_format": "hollywood"})
    played = entries((0, 60), (0, 45), (1, 30), (0, 58), (1, 40), (0, 50))
    scores = sheet(rules, 2, played)
    assert [column.points for column in scores.columns] == [(105, 0), (103, 30), (108, 40)]
    assert [column.boxes for column in scores.columns] == [(2, 0), (2, 1), (2, 1)]
    assert scores.columns[1].entries[1] == ((2, 30, 30),)
    assert scores.totals == (871, 120)


def team_results(match: Match, points: list[int]) -> list[TableResult]:
    """Signed points of the first side at each table; 0 is a void table."""
    results = []
    for pair, worth in zip(match.lineup.pairs, points, strict=True):
        first = Side(0 if pair[0] in match.parties[0] else 1)
        winner = None if worth == 0 else (first if worth > 0 else first.other)
        scores = [0, 0]
        if winner is not None:
            scores[winner] = abs(worth)
        results.append(
            TableResult(pair, ScoreAward(winner, (scores[0], scores[1]), 0, ((), ())), 1)
        )
    return results


def test_trap_23_a_team_round_has_own_decks_one_box_and_no_replays() -> None:
    match, _ = preset_match("tedesco_4v4", 5)
    for table in match.tables:
        cards = [*table.round.stock, *table.round.discards]
        cards += [one for hand in table.round.hands for one in cards_of(hand)]
        assert sorted(cards) == list(range(52))
    arrangement = format_of(match.rules)
    for points, winner, scores in (
        ([5, 5, 5, 5], 0, (70, 0)),
        ([5, 0, 5, 5], 0, (15, 0)),
        ([-9, 4, 0, 0], 1, (0, 5)),
        ([-9, 9, 0, 0], None, (0, 0)),
    ):
        entry = arrangement.entry(match.rules, match.parties, team_results(match, points))
        assert (entry.winner, entry.scores, entry.extra_boxes) == (winner, scores, (0, 0))
    won = sheet(rules_from({"table_format": "partnership"}), 2, [ScoreEntry(0, (120, 0), (0, 0))])
    assert won.games[0].rounds_won == (1, 0)


def test_trap_24_a_knock_is_not_paid_like_gin() -> None:
    other = "KC KD 8C 9H 6D 3S AC 4H JD QS"
    gin = knocked("4C 5C 6C 7C TD TH TS 2H 2D 2S KH", other, "KH")
    knock = knocked("4C 5C 6C 7C TD TH TS 2H 2D AS KH", other, "KH")
    knock = TABLE.apply(knock, D, DoneLayingOff())
    paid = []
    for over in (gin, knock):
        assert over.facts is not None
        paid.append((over.facts.kind, award(RULES, over.facts).points))
    assert paid == [(ResultKind.GIN, (25 + 71, 0)), (ResultKind.KNOCK, (71 - 5, 0))]


def test_trap_25_melds_still_in_a_mahjong_loser_hand_count_minus() -> None:
    rules = rules_from({"game_kind": "mahjong"})
    table = MahjongTable(rules)
    state = MahjongRound(
        phase=Phase.MELD,
        turn=N,
        hands=(parse_set("4C"), parse_set("7H 8H 9H KD")),
        stock=cards_from("2S 3S 4S"),
        discards=cards_from("QD"),
        laid=(parse_set("5C 5D 5H"), 0),
    )
    over = table.apply(state, N, Discard(card("4C")))
    assert over.facts is not None
    assert over.facts.mahjong_scores == (15 + 25, -(5 + 5 + 5 + 10))


# -- privacy and state ----------------------------------------------------------------------


def in_layoff() -> Match:
    """A match in the middle of a knock, with layoffs possible."""
    for seed in range(200):
        match, decks = preset_match("standard", seed)
        rng = random.Random(seed)
        while match.phase is MatchPhase.PLAYING:
            if match.tables[0].round.phase is Phase.LAYOFF:
                return match
            match = advance(match, decks, rng)
    raise AssertionError("no layoff in two hundred rounds")


def test_trap_26_the_defender_hand_stays_closed_until_settlement() -> None:
    match = in_layoff()
    state = match.tables[0].round
    assert isinstance(state, GinRound)
    assert state.knock is not None
    knocker = match.tables[0].pair[state.knock.side]
    defender = match.tables[0].pair[state.knock.side.other]
    hand = state.hands[state.knock.side.other]
    assert seat_view(match, defender).hand == hand
    assert str(hand) not in repr(seat_view(match, knocker))
    assert str(hand) not in repr(public_view(match))
    assert not seat_view(match, knocker).legal
    _, decks = preset_match("standard", 0)
    settled = act(match, defender, DoneLayingOff(), decks).match
    facts = public_view(settled).tables[0].facts
    assert facts is not None
    shown = facts.hands[state.knock.side.other]
    assert card_set(one for m in shown.melds for one in cards_of(m)) | shown.deadwood_cards == hand


def test_trap_27_the_defender_sees_melds_deadwood_and_the_layoffs_so_far() -> None:
    match = in_layoff()
    _, decks = preset_match("standard", 0)
    seat = match.to_act[0]
    view = seat_view(match, seat)
    assert view.table is not None
    assert view.table.knock is not None
    assert view.table.knock.deadwood <= view.table.knock_limit
    assert STANDARD_SOLVER.total(view.table.knock.deadwood_cards) == view.table.knock.deadwood
    laid, meld = view.legal.layoffs[0]
    after = seat_view(act(match, seat, LayOff(laid, meld), decks).match, seat)
    assert after.table is not None
    assert after.table.knock is not None
    assert after.table.layoffs == ((laid, meld),)
    assert after.table.knock.melds[meld] == view.table.knock.melds[meld] | 1 << laid
    assert after.table.knock.own_melds == view.table.knock.own_melds


def test_trap_28_nobody_reads_cards_drawn_from_the_stock_or_its_order() -> None:
    match, decks = preset_match("standard", 12)
    rng = random.Random(12)
    drawn = 0
    while match.phase is MatchPhase.PLAYING:
        match = advance(match, decks, rng)
        shown = public_view(match).tables[0]
        state = match.tables[0].round
        for real, public in zip(state.events, shown.events, strict=True):
            hidden = real.fact is RoundEventKind.DREW
            assert public.card == (None if hidden else real.card)
            drawn += hidden
        if state.facts is None and len(state.stock) > 2:
            assert str(state.stock) not in repr(shown)
        for seat in match.seats:
            view = seat_view(match, seat)
            assert view.table is not None
            for event in view.table.events:
                if event.fact is RoundEventKind.DREW and event.side is not view.side:
                    assert event.card is None
    assert drawn


def test_trap_29_every_action_has_its_number_and_the_deck_itself_is_kept() -> None:
    match, decks = preset_match("standard", 4)
    rng = random.Random(4)
    numbers = [revision(match, Seat.ONE)]
    while match.number < 3 and match.phase is not MatchPhase.OVER:
        match = advance(match, decks, rng)
        if revision(match, Seat.ONE) != numbers[-1]:
            numbers.append(revision(match, Seat.ONE))
    assert all(before < after for before, after in itertools.pairwise(numbers))
    assert len(numbers) > 10
    text = snapshot.dump(match)
    assert snapshot.load(text) == match
    stock = match.tables[0].round.stock
    assert ",".join(map(str, stock)) in text
    with pytest.raises(RecordError):
        snapshot.load(text.replace(str(stock[0]), str(stock[1]), 1))
    seat = match.to_act[0]
    if match.phase is MatchPhase.PLAYING:
        action = sensible_action(seat_view(match, seat), rng)
        again = act(match, seat, action, decks).match
        assert revision(again, seat) > revision(match, seat)
        if seat not in again.to_act:
            with pytest.raises(RuleError):
                act(again, seat, action, decks)
