"""Cases about what rounds add up to: dealers, games, columns, sessions, teams."""

from collections.abc import Callable
from typing import Any

from engine.game.cards import parse_set
from engine.game.formats import Pair, TableResult, format_of, team_round
from engine.game.round import ResultKind, RoundFacts, ShownHand
from engine.game.rules import Rules, rules_from
from engine.game.scoring import ScoreAward, ScoreLine, award
from engine.game.seats import Seat, Side
from engine.game.sheet import Column, ScoredGame, ScoreEntry, Settlement, settle, sheet

Case = dict[str, Any]
LETTERS = "ABC"
DRAWN = ScoreAward(None, (0, 0), 0, ((), ()))


def rules_of(case: Case, **options: Any) -> Rules:
    return rules_from({**options, **case.get("opts", {})})


def entries_of(hands: list[list[Any]], parties: int = 2, extra: int = 0) -> list[ScoreEntry]:
    """Rounds: who won, how many points (or the scores of all), each with ``extra`` boxes."""
    entries = []
    for name, points in hands:
        winner = LETTERS.index(name) if name in LETTERS else None
        won = [points if winner == party else 0 for party in range(parties)]
        boxes = tuple(extra if winner == party else 0 for party in range(parties))
        scores = points if isinstance(points, list) else won
        entries.append(ScoreEntry(winner, tuple(scores), boxes))
    return entries


def name_of(party: int | None) -> str | None:
    return None if party is None else LETTERS[party]


def awarded(winner: Side | None, points: int, boxes: int = 0) -> ScoreAward:
    if winner is None:
        return DRAWN
    scores = (points, 0) if winner is Side.NON_DEALER else (0, points)
    return ScoreAward(winner, scores, boxes, ((), ()))


def deal(case: Case) -> None:
    rules = rules_of(case)
    arrangement = format_of(rules)
    parties = arrangement.parties([Seat.ONE, Seat.TWO], None)
    lineup = arrangement.first(rules, parties, LETTERS.index(case["first"]))
    dealers = [LETTERS[lineup.pairs[0].dealer]]
    for name in case["winners"]:
        pair = lineup.pairs[0]
        winner = None if name == "-" else Side(pair.index(Seat(LETTERS.index(name))))
        result = TableResult(pair, awarded(winner, 5), 1)
        lineup = arrangement.following(rules, parties, lineup, [result], new_game=False)
        dealers.append(LETTERS[lineup.pairs[0].dealer])
    assert dealers == case["dealers"]


def game(case: Case) -> None:
    """What a sheet shows after some rounds: its first game, its columns, and who has won."""
    rules, parties, expected = rules_of(case), case.get("parties", 2), case["expect"]
    scores = sheet(rules, parties, entries_of(case["hands"], parties, case.get("extra", 0)))
    first = (scores.games or scores.columns)[0]
    assert name_of(scores.winner) == expected["winner"]
    assert scores.finished is expected.get("finished", expected["winner"] is not None)
    shown: dict[str, Callable[[], Any]] = {
        "points": lambda: first.points,
        "hands_won": lambda: scores.games[0].rounds_won,
        "hands_played": lambda: len(scores.games[0].rounds),
        "totals": lambda: scores.totals,
        "games_won": lambda: scores.games_won,
        "new_game": lambda: scores.starts_new_game,
        "extra_boxes": lambda: first.extra_boxes,
        "settled": lambda: first.settlement is not None,
        "shutout": lambda: _settlement(first).shutout,
        "lines": lambda: _lines(_settlement(first)),
        "columns": lambda: [one.points for one in scores.columns],
        "column_boxes": lambda: [one.extra_boxes for one in scores.columns],
        "column_winners": lambda: [name_of(one.winner) for one in scores.columns],
        "column_totals": lambda: [_settlement(one).totals for one in scores.columns],
        "column_entries": lambda: [[len(own) for own in one.entries] for one in scores.columns],
        "last_column_lines": lambda: _lines(_settlement(scores.columns[-1])),
    }
    for name in expected.keys() - {"winner", "finished"}:
        found = _plain(shown[name]())
        assert found == expected[name], f"{name}: {found}, not {expected[name]}"
    if first.settlement is not None:
        for total, lines in zip(first.settlement.totals, first.settlement.lines, strict=True):
            assert total == sum(line.amount for line in lines)


def _settlement(one: ScoredGame | Column) -> Settlement:
    assert one.settlement is not None, "the game is not over"
    return one.settlement


def _lines(settlement: Settlement) -> list[list[list[Any]]]:
    return [list(map(line_of, lines)) for lines in settlement.lines]


def line_of(line: ScoreLine) -> list[Any]:
    """A line as its kind, its amount, and what it was made of."""
    return [line.kind.value, line.amount, line.a, line.b]


def _plain(value: Any) -> Any:
    return list(map(_plain, value)) if isinstance(value, list | tuple) else value


def awarded_round(case: Case) -> None:
    """What a round is worth that N or, the same the other way round, D knocked in."""
    rules, expected = rules_of(case), case["expect"]
    for knocker in Side:
        hands = [ShownHand((), parse_set(cards), points) for points, cards in _hands(case)]
        scores = case.get("scores")
        if knocker is Side.DEALER:
            hands.reverse()
            scores = scores and scores[::-1]
        by = {"knocker": knocker, "defender": knocker.other, "none": None}
        winner = by[case["winner"]]
        facts = RoundFacts(
            ResultKind(case["result"]),
            winner,
            knocker,
            (hands[0], hands[1]),
            case.get("multiplier", 1),
            mahjong_scores=None if scores is None else (scores[0], scores[1]),
        )
        priced = award(rules, facts)
        assert priced.winner is winner
        points = expected.get("points", [0, 0])
        assert list(priced.points) == (points if knocker is Side.NON_DEALER else points[::-1])
        assert priced.winner_points == (0 if winner is None else priced.points[winner])
        assert priced.extra_boxes == expected.get("extra_boxes", 0)
        for side, name in ((knocker, "lines"), (knocker.other, "other_lines")):
            if name in expected:
                assert list(map(line_of, priced.lines[side])) == expected[name]


def _hands(case: Case) -> list[tuple[int, str]]:
    return [
        (points, cards)
        for points, cards in zip(case["deadwood"], case.get("left", ["", ""]), strict=True)
    ]


def settled(case: Case) -> None:
    result = settle(
        rules_of(case),
        case["points"],
        case["hands_won"],
        LETTERS.index(case["reached"]),
        case.get("extra_boxes"),
    )
    assert list(result.totals) == case["totals"]
    if "shutout" in case:
        assert result.shutout is case["shutout"]
    if "lines" in case:
        assert _lines(result) == case["lines"]


def best_of(case: Case) -> None:
    options = {"match_format": "best_of", "best_of": case["best_of"], "target": 10}
    rules = rules_of(case, **options)
    scores = sheet(rules, 2, entries_of([[name, 10] for name in case["games"]]))
    assert name_of(scores.winner) == case["winner"]
    assert sum(one.winner is not None for one in scores.games) == case["games_played"]


def hollywood(case: Case) -> None:
    scores = sheet(rules_of(case, match_format="hollywood"), 2, entries_of(case["hands"]))
    for column, expected in zip(scores.columns, case["columns"], strict=True):
        assert list(column.points) == [expected["A"], expected["B"]]
        assert name_of(column.winner) == expected["winner"]
        if "boxes" in expected:
            assert list(column.boxes) == expected["boxes"]
        if "shutout" in expected:
            assert column.settlement is not None
            assert column.settlement.shutout is expected["shutout"]
        if "totals" in expected:
            assert column.settlement is not None
            assert list(column.settlement.totals) == expected["totals"]
    assert scores.finished is case["finished"]
    if "grand_totals" in case:
        assert list(scores.totals) == case["grand_totals"]
    if "winner" in case:
        assert name_of(scores.winner) == case["winner"]
    if "hands_used" in case:
        used = {n for c in scores.columns for own in c.entries for n, _, _ in own}
        assert max(used) + 1 == case["hands_used"]


def multi_match(case: Case) -> None:
    scores = sheet(rules_of(case, match_format="multi_match"), 2, entries_of(case["hands"]))
    closed = [one for one in scores.games if one.settlement is not None]
    session = [0, 0]
    assert len(closed) == len(case["matches"])
    for one, expected in zip(closed, case["matches"], strict=True):
        assert one.settlement is not None
        assert name_of(one.winner) == expected["winner"]
        assert list(one.settlement.totals) == expected["credit"]
        session = [a + b for a, b in zip(session, one.settlement.totals, strict=True)]
        if "points" in expected:
            assert list(one.points) == expected["points"]
        if "rounds_won" in expected:
            assert list(one.rounds_won) == expected["rounds_won"]
        if "session" in expected:
            assert session == expected["session"]
    assert list(scores.totals) == case["session"]
    assert name_of(scores.winner) == case["session_winner"]


def team_round_points(case: Case) -> None:
    rules = rules_of(case, table_format="partnership")
    winner, points = team_round(rules, case["tables"], case["multiplier"])
    assert {0: "X", 1: "Y", None: None}[winner] == case["winner"]
    assert points == case["points"]


def team_entry(case: Case) -> None:
    """A round of teams; a table is the points of side A, the extra boxes and the multiplier."""
    rules = rules_of(case, table_format="partnership")
    arrangement = format_of(rules)
    seats = [Seat(number) for number in range(2 * len(case["tables"]))]
    parties = arrangement.parties(seats, None)
    tables = []
    for pair, (points, boxes, multiplier) in zip(
        arrangement.first(rules, parties, 0).pairs, case["tables"], strict=True
    ):
        ahead = parties[0 if points > 0 else 1]
        winner = Side(next(n for n, seat in enumerate(pair) if seat in ahead)) if points else None
        tables.append(TableResult(pair, awarded(winner, abs(points), boxes), multiplier))
    entry = arrangement.entry(rules, parties, tables)
    assert name_of(entry.winner) == case["winner"]
    assert [list(entry.scores), list(entry.extra_boxes)] == [case["scores"], case["boxes"]]


def box_game(case: Case) -> None:
    rules = rules_of(case, table_format="box", box_bonus=0, game_bonus=0, shutout="none")
    names = case["order"]
    arrangement = format_of(rules)
    seats = [Seat(number) for number in range(3)]
    parties = arrangement.parties(seats, None)
    lineup = arrangement.first(rules, parties, 0)
    roles, entries = [], []
    for who, points in case["results"]:
        roles.append(_roles(names, lineup))
        winner = {"box": Side.DEALER, "captain": Side.NON_DEALER}.get(who)
        result = TableResult(lineup.pairs[0], awarded(winner, points), 1)
        entries.append(arrangement.entry(rules, parties, [result]))
        lineup = arrangement.following(rules, parties, lineup, [result], new_game=False)
    roles.append(_roles(names, lineup))
    assert roles[: len(case["roles"])] == case["roles"]
    _check_scores(rules, names, entries, case)


def cutthroat(case: Case) -> None:
    rules = rules_of(case, table_format="cutthroat", box_bonus=0, game_bonus=0, shutout="none")
    names = case["order"]
    arrangement = format_of(rules)
    parties = arrangement.parties([Seat(number) for number in range(3)], None)
    lineup = arrangement.first(rules, parties, 0)
    entries, pairs = [], []
    for who, points in case["results"]:
        pairs.append(_sitting(names, lineup))
        winner = None if who == "-" else Side(lineup.pairs[0].index(Seat(names.index(who))))
        result = TableResult(lineup.pairs[0], awarded(winner, points), 1)
        entries.append(arrangement.entry(rules, parties, [result]))
        lineup = arrangement.following(rules, parties, lineup, [result], new_game=False)
    pairs.append(_sitting(names, lineup))
    expected = [({first, second}, out) for first, second, out in case["pairs"]]
    assert pairs[: len(expected)] == expected
    _check_scores(rules, names, entries, case)


def chouette(case: Case) -> None:
    rules = rules_of(case, table_format="chouette")
    names = case["order"]
    arrangement = format_of(rules)
    parties = arrangement.parties([Seat(number) for number in range(len(names))], None)
    lineup = arrangement.first(rules, parties, 0)
    captains, score = [], [0, 0]
    for who, points in case["results"]:
        pair = lineup.pairs[0]
        captains.append(names[pair.dealer if pair.non_dealer is Seat.ONE else pair.non_dealer])
        box = Side(pair.index(Seat.ONE))
        winner = {"box": box, "team": box.other}.get(who)
        result = TableResult(pair, awarded(winner, points), 1)
        entry = arrangement.entry(rules, parties, [result])
        score = [a + b for a, b in zip(score, entry.scores, strict=True)]
        lineup = arrangement.following(rules, parties, lineup, [result], new_game=False)
    pair = lineup.pairs[0]
    captains.append(names[pair.dealer if pair.non_dealer is Seat.ONE else pair.non_dealer])
    assert captains[: len(case["captains"])] == case["captains"]
    assert {"box": score[0], "team": score[1]} == case["score"]
    winner_name = {0: "box", 1: "team"}.get(next((p for p in (0, 1) if score[p] >= 100), -1))
    assert winner_name == case["winner"]


def captains(case: Case) -> None:
    rules = rules_of(case, table_format="captains", pairing="fixed")
    names = [*case["small"], *case["active"], case["bench"]]
    arrangement = format_of(rules)
    small = len(case["small"])
    parties = arrangement.parties([Seat(number) for number in range(len(names))], None)
    assert len(parties[0]) == small
    lot = 2 * (len(parties[1]) - 1)
    lineup = arrangement.first(rules, parties, lot)
    lineups = []
    for results in [*case["rounds"], None]:
        playing = [next(seat for seat in pair if seat >= small) for pair in lineup.pairs]
        lineups.append([[names[seat] for seat in playing], names[lineup.idle[0]]])
        if results is None:
            break
        tables = []
        for pair, seat in zip(lineup.pairs, playing, strict=True):
            points = results[names[seat]]
            side = Side(pair.index(seat))
            winner = side if points > 0 else side.other
            tables.append(TableResult(pair, awarded(winner, abs(points)), 1))
        lineup = arrangement.following(rules, parties, lineup, tables, new_game=False)
    assert lineups == case["lineups"]


def _roles(names: list[str], lineup: Any) -> list[str]:
    pair: Pair = lineup.pairs[0]
    return [names[pair.dealer], names[pair.non_dealer], names[lineup.idle[0]]]


def _sitting(names: list[str], lineup: Any) -> tuple[set[str], str]:
    return {names[seat] for seat in lineup.pairs[0]}, names[lineup.idle[0]]


def _check_scores(rules: Rules, names: list[str], entries: list[ScoreEntry], case: Case) -> None:
    scores = sheet(rules, len(names), entries)
    assert dict(zip(names, scores.games[0].points, strict=True)) == case["scores"]
    winner = None if scores.winner is None else names[scores.winner]
    assert winner == case["winner"]
