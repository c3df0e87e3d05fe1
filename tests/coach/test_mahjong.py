"""The coach in Mahjong gin: honest grades, hints and true reasons."""

from dataclasses import replace
from functools import lru_cache

import pytest

from engine.coach import Graded, Why, decisions_of, grade, grade_round, hint, luck, mahjong
from engine.coach.evaluation import evaluate_round, what_if
from engine.coach.luck import Values, study
from engine.coach.review import Decision
from engine.game.actions import Discard, Draw, LayMeld, LayOff, Take
from engine.game.cards import cards_of
from engine.game.mahjong import MahjongRound, cards_value
from engine.game.match import Match, MatchPhase, act
from engine.game.melds import solver
from engine.game.presets import PRESETS
from engine.game.record import RecordedMove
from engine.game.replay import watched
from engine.game.round import RoundEventKind
from engine.game.seats import Seat, Side
from engine.game.view import SeatView, seat_view
from engine.players import Level, choose
from tests.engine.playing import preset_match
from tests.worlds.records import recorded

RULES = PRESETS["mahjong"]


@pytest.fixture(autouse=True)
def few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tested is true of any number of imagined deals; few take less time."""
    monkeypatch.setattr(mahjong, "FIRST", 3)
    monkeypatch.setattr(mahjong, "DEALS", 8)
    monkeypatch.setattr(luck.luck_of_round, "__defaults__", (4, 0))


@lru_cache
def played(seed: int, one: Level, two: Level) -> tuple[tuple[Match, ...], tuple[RecordedMove, ...]]:
    match, decks = preset_match("mahjong", seed)
    positions: list[Match] = [match]
    moves: list[RecordedMove] = []
    while match.phase is MatchPhase.PLAYING:
        seat = match.to_act[0]
        action = choose(seat_view(match, seat), (one, two)[seat], seed * 100 + len(moves))
        match = act(match, seat, action, decks).match
        positions.append(match)
        moves.append(RecordedMove(0, seat, action))
    return tuple(positions), tuple(moves)


def decisions(seed: int, one: Level, two: Level, seat: Seat) -> list[Decision]:
    positions, moves = played(seed, one, two)
    return list(decisions_of(positions, moves, seat, 1))


def hidden_exchanged(match: Match, seat: Seat) -> Match:
    """The match with a card that only the opponent knows in the place of one of the stock."""
    table = match.tables[0]
    state, side = table.round, Side(table.pair.index(seat))
    assert isinstance(state, MahjongRound)
    shown = {event.card for event in state.events if event.fact is RoundEventKind.TOOK}
    if shown or not state.stock:
        return match
    theirs = state.hands[side.other]
    mine, other = next(cards_of(theirs)), state.stock[-1]
    hand = theirs & ~(1 << mine) | 1 << other
    hands = (state.hands[0], hand) if side is Side.NON_DEALER else (hand, state.hands[1])
    moved = replace(state, hands=hands, stock=(*state.stock[:-1], mine))
    return replace(match, tables=(replace(table, round=moved),))


def test_a_grade_depends_on_nothing_hidden() -> None:
    positions, moves = played(3, Level.CASUAL, Level.NOVICE)
    compared = 0
    for match, move in list(zip(positions, moves, strict=False))[:14]:
        seat = move.seat
        assert seat is not None
        other = hidden_exchanged(match, seat)
        if other is match:
            continue
        action = move.action
        first = grade(seat_view(match, seat), action)  # type: ignore[arg-type]
        second = grade(seat_view(other, seat), action)  # type: ignore[arg-type]
        assert (first is None) == (second is None)
        if first is not None and second is not None:
            assert (first.loss, first.options) == (second.loss, second.options)
            compared += 1
    assert compared


@pytest.mark.night
def test_better_players_are_graded_better(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mahjong, "FIRST", 4)
    monkeypatch.setattr(mahjong, "DEALS", 24)
    loss = {Level.NOVICE: 0.0, Level.MASTER: 0.0}
    graded = dict.fromkeys(loss, 0)
    for seed in range(4):
        for seat, level in ((Seat.ONE, Level.NOVICE), (Seat.TWO, Level.MASTER)):
            review = grade_round(decisions(seed, Level.NOVICE, Level.MASTER, seat), seed)
            assert review.accuracy is not None
            loss[level] += review.loss
            graded[level] += len(review.graded)
    assert (
        loss[Level.NOVICE] / graded[Level.NOVICE] > 1.5 * loss[Level.MASTER] / graded[Level.MASTER]
    )


@pytest.mark.slow
def test_a_round_is_studied_evaluated_and_its_points_explained() -> None:
    record, states = recorded("mahjong")
    pair = states[0].tables[0].pair
    evaluation = evaluate_round(record, 1, stocks=4)
    assert evaluation is not None
    assert len(evaluation.values) == len(evaluation.judged) == len(watched(record).of(1, 0))
    points = next(one for one in states[-1].played if one.number == 1).tables[0].result.award.points
    assert evaluation.values[-1] == points[0] - points[1]
    for side in Side:
        found = study(record, 1, pair[side])
        assert found is not None
        assert found.review.graded
        assert sum(one is not None and one.side is side for one in evaluation.judged) == len(
            found.review.graded
        )
        sign = 1 if side is Side.NON_DEALER else -1
        assert found.luck.points == pytest.approx(sign * evaluation.values[-1])
        for one in found.review.costliest:
            assert len(one.reasons) == len(one.options)


@pytest.mark.slow
def test_every_other_choice_can_be_asked_about() -> None:
    record, asked = recorded("mahjong")[0], 0
    evaluation = evaluate_round(record, 1, stocks=2)
    assert evaluation is not None
    for step, judged in list(enumerate(evaluation.judged[1:]))[:8]:
        for other in () if judged is None else judged.others[-2:]:
            found = what_if(record, 1, step, other)
            assert found is not None
            assert judged is not None
            assert found.asked.action == other
            assert found.played.points == pytest.approx(judged.expected)
            assert found.best.expected >= max(found.asked.expected, found.played.expected)
            asked += 1
    assert asked > 5


def test_a_hint_is_what_the_coach_calls_best() -> None:
    match, decks = preset_match("mahjong", 2)
    for _ in range(5):
        view = seat_view(match, match.to_act[0])
        found = hint(view, 4)
        assert hint(view, 4) == found
        graded = grade(view, found.action, 0, 4)
        if graded is None:
            assert found.reason.why is Why.ONLY_CHOICE
        else:
            assert graded.loss == 0
        match = act(match, match.to_act[0], found.action, decks).match


def test_going_gin_is_best_and_called_so() -> None:
    """The last card but one is laid off, or the hand is emptied by a discard."""
    seen = 0
    for seed in range(8):
        positions, moves = played(seed, Level.CASUAL, Level.CASUAL)
        last = moves[-1]
        assert last.seat is not None
        view = seat_view(positions[-2], last.seat)
        found = grade(view, last.action)  # type: ignore[arg-type]
        if found is not None:
            assert found.grade.value == "best"
            assert found.reason.why is Why.GIN
            seen += 1
    assert seen


def test_the_value_at_the_end_is_exact() -> None:
    positions, _ = played(5, Level.MASTER, Level.CASUAL)
    end = positions[-1].tables[0].round
    assert end.facts is not None
    scores = end.facts.mahjong_scores
    assert scores is not None
    assert Values(RULES, 8, 0).of(end) == scores[0] - scores[1]


@pytest.mark.night
def test_what_a_position_is_worth_is_what_follows_on_average() -> None:
    """The slope of the points that followed over the values is about one, and errors are less."""
    values, said, real = Values(RULES, 10, 0), [], []
    for seed in range(40):
        positions, _ = played(seed, Level.CASUAL, Level.MASTER)
        end = values.of(positions[-1].tables[0].round)
        for match in positions[4:-1:6]:
            said.append(values.of(match.tables[0].round))
            real.append(end)
    mean, happened = sum(said) / len(said), sum(real) / len(real)
    product = sum((a - mean) * (b - happened) for a, b in zip(said, real, strict=True))
    assert 0.7 < product / sum((a - mean) ** 2 for a in said) < 1.3
    error = sum((a - b) ** 2 for a, b in zip(said, real, strict=True))
    assert error < 0.8 * sum(b * b for b in real)


def recounted(found: Graded) -> bool:
    """Whether a reason states facts of the cards; each is counted again without the coach."""
    why, data = found.reason.why, found.reason.data
    view, best = found.view, found.best.action
    other = found.played.action if found.played is not found.best else None
    engine, table = solver(view.public.rules.meld_rules), view.table
    assert table is not None
    groups = tuple(meld.cards for meld in table.table_melds)
    match why:
        case Why.KEEPS_OUTS:
            assert isinstance(best, Discard)
            assert _helping(view, best.card) == data["outs"]
            assert _helping(view, data["card"]) == data["other_outs"]
            assert data["outs"] > data["other_outs"]
        case Why.FITS_TABLE:
            assert engine.layoff_targets(groups, data["card"])
        case Why.FITS_TAKEN:
            melds = engine.melds_in(_held(view) | 1 << data["card"])
            assert any(meld >> data["card"] & 1 for meld in melds)
        case Why.LESS_IN_HAND:
            assert isinstance(best, Discard)
            assert data["points"] > 0
            if isinstance(other, Discard):
                assert data["points"] == cards_value(1 << best.card) - cards_value(1 << other.card)
        case Why.PUTS_DOWN:
            assert data["points"] > 0
            assert isinstance(best, Take | LayMeld | LayOff)
            if isinstance(other, Draw):
                assert isinstance(best, Take)
                taken = sum(1 << card for card in table.discards[-best.count :])
                more = _placed(view, view.hand | taken) - _placed(view, view.hand)
                assert data["points"] == more
        case Why.NO_MELD:
            card = data["card"]
            melds = engine.melds_in(view.hand | 1 << card)
            assert not any(meld >> card & 1 for meld in melds)
            assert not engine.layoff_targets(groups, card)
        case Why.GIN:
            assert isinstance(best, Discard | LayMeld | LayOff)
        case _:
            return False
    return True


def _helping(view: SeatView, discarded: int) -> int:
    assert view.table is not None
    engine, rest = solver(view.public.rules.meld_rules), view.hand & ~(1 << discarded)
    seen = view.hand | sum(1 << card for card in view.table.discards)
    seen |= sum(meld.cards for meld in view.table.table_melds)
    known = _held(view)
    return sum(
        any(meld >> card & 1 for meld in engine.melds_in(rest | 1 << card))
        for card in range(52)
        if not (seen | known) >> card & 1
    )


def _held(view: SeatView) -> int:
    """What the opponent took from the pile and has not used since."""
    assert view.table is not None
    pile, held = [view.table.upcard], 0
    for event in view.table.events:
        if event.fact is RoundEventKind.TOOK:
            taken = pile[len(pile) - event.number :]
            del pile[len(pile) - event.number :]
            if event.side is not view.side:
                held |= sum(1 << card for card in taken if card is not None)
        elif event.fact is RoundEventKind.DISCARDED:
            pile.append(event.card)
    gone = sum(meld.cards for meld in view.table.table_melds)
    return held & ~gone & ~sum(1 << card for card in view.table.discards)


def _placed(view: SeatView, hand: int) -> int:
    """The points that go to the table at once: the dearest melds, then whatever fits."""
    assert view.table is not None
    engine = solver(view.public.rules.meld_rules)

    def melded(cards: int) -> tuple[int, tuple[int, ...]]:
        found = [(cards_value(meld), (meld,), meld) for meld in engine.melds_in(cards)]
        best: tuple[int, tuple[int, ...]] = (0, ())
        for points, chosen, meld in found:
            more, others = melded(cards & ~meld)
            best = max(best, (points + more, chosen + others), key=lambda one: one[0])
        return best

    points, melds = melded(hand)
    groups = tuple(meld.cards for meld in view.table.table_melds) + melds
    left, before = hand & ~sum(melds), -1
    while left != before:
        before = left
        for card in cards_of(left):
            targets = engine.layoff_targets(groups, card)
            if targets:
                grown = list(groups)
                grown[targets[0]] = engine.extend(groups[targets[0]], card)
                groups, left, points = (
                    tuple(grown),
                    left & ~(1 << card),
                    points + cards_value(1 << card),
                )
    return points


@pytest.mark.slow
def test_what_reasons_state_is_so() -> None:
    stated = 0
    for seed in range(2):
        for seat in Seat.ONE, Seat.TWO:
            review = grade_round(decisions(seed, Level.NOVICE, Level.EXPERT, seat), seed)
            stated += sum(map(recounted, review.graded))
    assert stated > 20
