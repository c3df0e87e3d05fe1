"""The replay screen: each step for each pair of eyes, in pictures and in words."""

import itertools
from dataclasses import replace
from functools import lru_cache

import pytest

from bot.match.replay.playback import Projector
from bot.match.replay.screen import MOST_SHOTS, replay_screen
from bot.match.table_screen import upper_side
from bot.presses.match import ReplayPress, ReplaySource, Watching
from bot.presses.study import StudyRoundPress
from bot.render.models import ReplayPicture, RoundEndPicture, TablePicture
from bot.ui.custom_id import parse_custom_id
from bot.ui.i18n import words_for
from bot.ui.reader import NamedPlayer, Reader
from bot.ui.screen import MAX_CHOICES, Image, Menu, Screen
from engine.game.actions import AllowBack, AskBack, Discard
from engine.game.cards import card_set
from engine.game.record import sealed
from engine.game.replay import Replay, watched
from engine.game.seats import Seat, Side
from tests.bot.ui.screen_limits import problems
from tests.journeys.cards_seen import cards_in
from tests.worlds.records import recorded

NAMES = ("Alice", "Bob", "Carol", "Dave")
MATCH = 1_456_074_443_980_800_012


@lru_cache
def replay_of(preset: str) -> Replay:
    return watched(recorded(preset)[0])


def projector(preset: str, at: Watching, *, moving: bool = False) -> Projector:
    record, _ = recorded(preset)
    players = tuple(NamedPlayer(name, number) for number, name in enumerate(NAMES))
    return Projector(replay_of(preset), players[: record.players], preset, at, moving)


def reader(*, text_mode: bool) -> Reader:
    return Reader(words_for("en-GB"), text_mode=text_mode)


def menus(screen: Screen) -> list[Menu]:
    return [part for part in screen.parts if isinstance(part, Menu)]


@pytest.mark.slow
@pytest.mark.parametrize("text_mode", [False, True])
@pytest.mark.parametrize("preset", ["standard", "mahjong", "partnership_4", "tedesco"])
def test_every_step_fits_whatever_eyes_look(preset: str, text_mode: bool) -> None:
    replay = replay_of(preset)
    for place in replay.rounds[:2]:
        frames = replay.of(place.number, place.table)
        eyes: tuple[Seat | None, ...] = (None, *frames[0].table.players)
        for step in {0, 1, len(frames) // 2, len(frames) - 2, len(frames) - 1}:
            for seat in eyes:
                at = Watching(ReplaySource.MATCH, MATCH, place.number, place.table, step, seat)
                screen = replay_screen(reader(text_mode=text_mode), projector(preset, at))
                assert problems(screen) == []
                assert bool(list(screen.images())) is not text_mode
        at = Watching(ReplaySource.STUDY, MATCH, place.number, place.table)
        whole = replay_screen(reader(text_mode=text_mode), projector(preset, at, moving=True))
        assert problems(whole) == []


@pytest.mark.slow
def test_eyes_see_the_own_hand_and_never_the_other_one() -> None:
    for step, frame in enumerate(replay_of("standard").of(1, 0)[:-3]):
        for side in Side:
            at = Watching(ReplaySource.MATCH, MATCH, 1, 0, step, frame.table.players[side])
            screen = replay_screen(reader(text_mode=True), projector("standard", at))
            seen = card_set(cards_in("\n".join(screen.texts())))
            assert seen & frame.hands[side] == frame.hands[side]
            told = card_set(
                event.card for event in frame.seen_from(side).events if event.card is not None
            )
            assert not seen & frame.hands[side.other] & ~told


def test_the_picture_opens_the_hands_that_are_seen() -> None:
    frames = replay_of("standard").of(1, 0)
    step = len(frames) // 2
    dealer = frames[0].table.players[Side.DEALER]
    for seat, opened in ((None, (True, True)), (dealer, (False, True))):
        at = Watching(ReplaySource.MATCH, MATCH, 1, 0, step, seat)
        screen = replay_screen(reader(text_mode=False), projector("standard", at))
        picture = next(screen.images()).model
        assert isinstance(picture, TablePicture)
        top = upper_side(frames[step].table)
        by_side = {top: picture.top, top.other: picture.bottom}
        for side, is_open, hand in zip(Side, opened, frames[step].hands, strict=True):
            player = by_side[side]
            shown = None if player.hand is None else card_set(c for g in player.hand for c in g)
            assert shown == (hand if is_open else None)
    last = Watching(ReplaySource.MATCH, MATCH, 1, 0, len(frames) - 1)
    end = replay_screen(reader(text_mode=False), projector("standard", last))
    assert isinstance(next(end.images()).model, RoundEndPicture)


def test_a_moving_picture_shows_every_step_or_every_turn() -> None:
    for preset in ("standard", "mahjong"):
        frames = replay_of(preset).of(1, 0)
        at = Watching(ReplaySource.MATCH, MATCH, 1)
        screen = replay_screen(reader(text_mode=False), projector(preset, at, moving=True))
        picture = next(screen.images()).model
        assert isinstance(picture, ReplayPicture)
        if len(frames) <= MOST_SHOTS:
            assert len(picture.frames) == len(frames)
        else:
            movers = [frame.bottom.to_move for frame in picture.frames[1:-1]]
            assert all(a is not b for a, b in itertools.pairwise(movers))


def test_buttons_lead_where_they_say() -> None:
    last = len(replay_of("standard").of(1, 0)) - 1
    at = Watching(ReplaySource.MATCH, MATCH, 1, 0, 5, Seat.TWO)
    screen = replay_screen(reader(text_mode=False), projector("standard", at))
    found = {}
    for button in screen.buttons():
        press = parse_custom_id(str(button.press))
        assert press is not None
        if StudyRoundPress.read(press) == StudyRoundPress(5, MATCH, 1):
            continue
        read = ReplayPress.read(press)
        assert read is not None
        found[button.label] = read.at
    steps = {label: found[label].step for label in ("Back", "Next")}
    assert steps == {"Back": 4, "Next": 6}
    assert {label: found[label].eyes for label in ("Both hands", "Alice", "Bob")} == {
        "Both hands": None,
        "Alice": Seat.ONE,
        "Bob": Seat.TWO,
    }
    jump, _ = menus(screen)
    assert [choice.value for choice in jump.choices if choice.chosen] == ["5"]
    assert (jump.choices[0].value, jump.choices[-1].value) == ("0", str(last))
    assert len(jump.choices) <= MAX_CHOICES


def test_the_card_of_the_last_move_is_framed() -> None:
    frames = replay_of("standard").of(1, 0)
    for step, frame in enumerate(frames[:-1]):
        at = Watching(ReplaySource.MATCH, MATCH, 1, 0, step, None)
        screen = replay_screen(reader(text_mode=False), projector("standard", at))
        (picture,) = [part.model for part in screen.parts if isinstance(part, Image)]
        if not isinstance(picture, TablePicture):
            continue
        if isinstance(frame.action, Discard):
            assert picture.moved == frame.action.card == picture.discard
        elif frame.fresh is not None:
            assert picture.moved == frame.fresh


def test_the_menu_of_rounds_stands_at_its_round() -> None:
    at = Watching(ReplaySource.MATCH, MATCH, 1, 0, 5, Seat.TWO)
    _, rounds = menus(replay_screen(reader(text_mode=False), projector("standard", at)))
    assert [choice.value for choice in rounds.choices if choice.chosen] == ["1.0"]


@pytest.mark.parametrize("what", ["replay-m-0-0", "replay-x-0-0-8-a", "replay-m-0-0-9-a", "replay"])
def test_a_button_that_is_not_ours_means_nothing(what: str) -> None:
    press = parse_custom_id(f"g1:g:1:1:{what}")
    assert press is not None
    assert ReplayPress.read(press) is None


def test_a_move_that_was_taken_back_is_named_in_the_list() -> None:
    record, _ = recorded("standard")
    discarded = next(n for n, move in enumerate(record.moves) if isinstance(move.action, Discard))
    move = record.moves[discarded]
    assert move.seat is not None
    again = (
        move._replace(action=AskBack()),
        move._replace(seat=Seat(1 - move.seat), action=AllowBack()),
        move,
    )
    moves = (*record.moves[: discarded + 1], *again, *record.moves[discarded + 1 :])
    replay = watched(sealed(replace(record, moves=moves)))
    players = tuple(NamedPlayer(name, number) for number, name in enumerate(NAMES[:2]))
    at = Watching(ReplaySource.MATCH, MATCH, 1, 0, discarded + 2, None)
    screen = replay_screen(
        reader(text_mode=True), Projector(replay, players, "standard", at, False)
    )
    assert not problems(screen)
    labels = [choice.label for menu in menus(screen) for choice in menu.choices]
    assert f"{discarded + 2}. The last move was undone" in labels
