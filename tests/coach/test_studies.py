"""Studies: positions, lines of moves from them, and rounds with what was played."""

import pytest

from engine.coach.asking import AskedPosition, is_askable
from engine.coach.study import (
    MOST_DEPTH,
    MOST_NODES,
    NOTES_LENGTH,
    START,
    StudyContent,
    StudyError,
    StudyMove,
    StudyMoveKind,
    StudyNode,
    StudyRound,
    StudyTurn,
    of_position,
    offered,
    with_move,
    with_note,
    without,
)
from engine.coach.study_of_round import of_round
from engine.game.actions import Discard
from engine.game.cards import DECK_SIZE, card, card_set, cards_from
from engine.game.errors import RecordError
from engine.game.presets import PRESETS
from engine.game.replay import Frame, watched
from engine.game.round import Phase
from engine.game.seats import Seat
from engine.players import Level
from engine.simulation import playout

HAND = "5H 6H 7H 4C 4D 4S QS QD 7S 2D"
PILE = "KC 3D 8S TH 9C 8D"


def content(hand: str = HAND, pile: str = PILE, taken: str = "") -> StudyContent:
    rules, cards = PRESETS["standard"], [cards_from(one) for one in (hand, pile, taken)]
    asked = AskedPosition(rules, cards[0], cards[1], cards[2], (12, 30))
    return of_position("standard", asked)


def line(start: StudyContent, *moves: str) -> StudyContent:
    found, node = start, START
    for one in moves:
        found, node = with_move(found, node, StudyMove.read(one))
    return found


def test_a_line_goes_on_as_the_player_sees_it() -> None:
    found = line(content(), "t", "dQS", "xJC", "sKH", "dKH", "oJD")
    at = found.position(3)
    assert (at.turn, at.pile[-1], at.taken) == (StudyTurn.DRAW, card("JC"), (card("QS"),))
    assert card("8D") in at.hand
    last = found.position(6)
    assert last.pile == cards_from("KC 3D 8S TH 9C JC KH JD")
    assert last.taken == (card("QS"),)
    assert [len(found.position(n).hand) for n in range(7)] == [10, 11, 10, 10, 11, 10, 10]


def test_what_cannot_follow_is_refused() -> None:
    start = content()
    for node, wrong in ((0, "dQS"), (0, "s5H"), (0, "s8S"), (0, "oJC"), (0, "kQS"), (7, "t")):
        with pytest.raises(StudyError):
            with_move(start, node, StudyMove.read(wrong))
    taken = line(start, "t")
    with pytest.raises(StudyError, match="move"):
        with_move(taken, 1, StudyMove.read("d8D"))
    theirs = line(taken, "t", "dQS")
    for wrong in ("xQS", "o5H", "o3D"):
        with pytest.raises(StudyError):
            with_move(theirs, 2, StudyMove.read(wrong))


def test_a_knock_is_offered_where_the_rules_allow_it() -> None:
    drawn = line(content("5H 6H 7H 4C 4D 4S QS QD QC 2D"), "sKD")
    verbs = {one.card: one.kind for one in offered(drawn, 1)}
    assert verbs[card("KD")] is StudyMoveKind.KNOCK
    assert verbs[card("QS")] is StudyMoveKind.DISCARD
    over = line(drawn, "sKD", "kKD")
    assert over.position(2).turn is StudyTurn.OVER
    assert offered(over, 2) == ()


@pytest.mark.parametrize("preset", [name for name, one in PRESETS.items() if is_askable(one)])
def test_a_line_ends_where_the_round_ends(preset: str) -> None:
    rules = PRESETS[preset]
    size = rules.hand_size
    last = DECK_SIZE - 2 * size - 1 - rules.wall_size
    asked = AskedPosition(rules, tuple(range(size)), tuple(range(size, size + last - 1)))
    found = of_position(preset, asked)
    assert found.position(START).turn is StudyTurn.DRAW
    left = found.position(START).unseen
    found, node = with_move(found, START, StudyMove(StudyMoveKind.DRAW, left[0]))
    found, node = with_move(found, node, StudyMove(StudyMoveKind.DISCARD, left[0]))
    assert found.position(node).turn is StudyTurn.THEIRS
    found, end = with_move(found, node, StudyMove(StudyMoveKind.THEY_DRAW, left[1]))
    assert found.position(end).turn is StudyTurn.OVER
    assert offered(found, end) == ()
    with pytest.raises(StudyError, match="move"):
        with_move(found, end, StudyMove(StudyMoveKind.DRAW, left[2]))
    # A card that is taken costs the stock nothing.
    found, taken = with_move(found, node, StudyMove(StudyMoveKind.THEY_TAKE, left[1]))
    assert found.position(taken).turn is StudyTurn.DRAW


def test_a_stored_line_that_went_on_too_long_can_still_be_read() -> None:
    rest = [one for one in range(DECK_SIZE) if not card_set(cards_from(HAND)) >> one & 1]
    asked = AskedPosition(PRESETS["standard"], cards_from(HAND), tuple(rest[:29]))
    found = of_position("standard", asked)
    draw, throw = (
        StudyMove(kind, rest[-1]) for kind in (StudyMoveKind.DRAW, StudyMoveKind.DISCARD)
    )
    theirs = StudyMove(StudyMoveKind.THEY_DRAW, rest[-2])
    nodes = tuple(StudyNode(parent=n, move=str(one)) for n, one in enumerate((draw, throw, theirs)))
    found = found.model_copy(update={"nodes": nodes})
    assert found.position(3).turn is StudyTurn.OVER


def test_an_opponent_holds_no_more_known_cards_than_a_hand() -> None:
    pile = "KC 3D 8S TH 9C 8D JC KH JD 2C AS AD"
    start = content(pile=pile, taken="3C 5C 6C 7C 8C TC QC 9D TD JH")
    found, node = with_move(start, START, StudyMove.read("sQH"))
    found, node = with_move(found, node, StudyMove.read("dQH"))
    with pytest.raises(StudyError, match="move"):
        with_move(found, node, StudyMove.read("xKD"))
    found, node = with_move(found, node, StudyMove.read("x3C"))
    assert len(found.position(node).taken) == 10


def test_the_first_upcard_may_be_left_to_the_other() -> None:
    found = line(content(pile="KC"), "xJC", "s9H")
    assert found.position(1).taken == (card("KC"),)
    assert len(found.position(2).hand) == 11


def test_the_same_move_is_one_node_and_removing_takes_what_follows() -> None:
    found = line(content(), "t", "dQS", "oJC")
    found, node = with_move(found, 1, StudyMove.read("dQD"))
    assert with_move(found, 1, StudyMove.read("dQS")) == (found, 2)
    assert found.after(1) == (2, 4)
    found = with_note(found, node, "rather the queen")
    less = without(found, 2)
    assert [(one.parent, one.move) for one in less.nodes] == [(0, "t"), (1, "dQD")]
    assert less.note_of(2) == "rather the queen"
    for gone in (START, 9):
        with pytest.raises(StudyError):
            without(found, gone)


def test_there_is_an_end_of_nodes_of_depth_and_of_notes() -> None:
    start = content()
    nodes = tuple(StudyNode(parent=0, move="t") for _ in range(MOST_NODES))
    with pytest.raises(StudyError, match="nodes"):
        with_move(start.model_copy(update={"nodes": nodes}), 0, StudyMove.read("sKH"))
    long = "n" * (NOTES_LENGTH // 2)
    found = with_note(with_note(line(start, "t"), 0, long), 1, long)
    with pytest.raises(StudyError, match="notes"):
        with_note(found, 1, long + "!")
    deep = tuple(StudyNode(parent=n, move="t") for n in range(MOST_DEPTH))
    with pytest.raises(StudyError, match="depth"):
        with_move(start.model_copy(update={"nodes": deep}), MOST_DEPTH, StudyMove.read("t"))


def test_what_is_stored_is_read_again() -> None:
    found = with_note(line(content(), "t", "dQS"), 2, "why not")
    assert StudyContent.read(found.written()) == found
    for wrong in ("{}", "no", found.written().replace('"standard"', '"whist"')):
        with pytest.raises(RecordError):
            StudyContent.read(wrong)
    newer = found.model_copy(update={"version": 2})
    with pytest.raises(RecordError):
        StudyContent.read(newer.written())
    for wrong in ("d", "tQS", "q9H"):
        with pytest.raises(ValueError, match=f"'?{wrong[0]}"):
            StudyMove.read(wrong)


def test_what_the_coach_can_be_asked_is_the_position_of_the_node() -> None:
    found = line(content(), "sKH", "dKH", "oJC")
    assert found.asked(0) == AskedPosition(
        PRESETS["standard"], cards_from(HAND), cards_from(PILE), (), (12, 30)
    )
    assert found.asked(1) is not None
    assert found.asked(2) is None, "it is the other's turn"
    assert found.asked(3) is not None
    assert line(content(), "t").asked(1) is None, "the coach would offer to give it back"


@pytest.mark.parametrize("preset", ["standard", "oklahoma", "hollywood", "straight"])
def test_a_round_begins_with_what_was_played(preset: str) -> None:
    replay = watched(playout(preset, Level.CASUAL, seed=5).record())
    studied = 0
    for place, frames in zip(replay.rounds, replay.frames, strict=True):
        for seat in Seat(0), Seat(1):
            for step in range(0, len(frames), 5):
                at = StudyRound(match=1, number=place.number, step=step)
                found = of_round(preset, frames, seat, at)
                if found is None:
                    assert not decisions(frames[step:], seat)
                    continue
                studied += 1
                assert_is_played(found, frames, seat)
    assert studied > 10


def decisions(frames: tuple[Frame, ...], seat: Seat) -> int:
    return sum(one.seat is seat and isinstance(one.action, Discard) for one in frames[1:])


def assert_is_played(found: StudyContent, frames: tuple[Frame, ...], seat: Seat) -> None:
    """The line ends as the round does for this player, and its discards are those made."""
    assert found.round is not None
    begun = found.round.step
    made = [
        one.action.card
        for one in frames[begun + 1 :]
        if one.seat is seat and isinstance(one.action, Discard)
    ]
    line = [found.move_of(n) for n in range(1, len(found.nodes) + 1)]
    own = [one.card for one in line if one.kind is StudyMoveKind.DISCARD]
    assert own == made
    last = found.position(len(found.nodes))
    side = frames[0].table.side_of(seat)
    before_layoffs = [one for one in frames if one.table.phase not in (Phase.LAYOFF, Phase.OVER)]
    if last.turn is StudyTurn.THEIRS:
        assert card_set(last.hand) == before_layoffs[-1].hands[side]
