"""Positions asked of the coach in chat: typed, refused by name, and never of one's own match."""

from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import pytest

from bot.coach.position import ASKABLE, LENGTH, Written, address_of
from bot.ui.replying import Refusal
from engine.coach.asking import AskedPosition
from engine.game.card_reader import parse_cards
from engine.game.cards import DECK_SIZE, SUIT_SIZE, Card, cards_of, cards_text
from engine.game.presets import PRESETS
from engine.service import UserId
from tests.journeys.played import play_until
from tests.journeys.world import World, running_world, shown
from tests.worlds.tables import live_match, seated

HAND = "5H 6H 7H 4C 4D 4S QS QD QC 7S K♦"


async def answer_to(world: World, **options: str) -> str:
    done = await world.slash(world.members[0], "ask", **options)
    return shown(done.response, done.response.components).text


async def test_a_typed_hand_is_answered(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        text = await answer_to(world, hand=HAND, pile="9C 3D KC 2H 8S")
        assert "Best: **discard K♦**" in text
        assert "Your opponent may hold" in text
        assert "discard K♦: **" in text.split("gin ")[0]
        assert "% of the time" in text
        words = await answer_to(world, hand=HAND.replace("K♦", "king of diamonds"), pile="9c3dkc")
        assert "Best: **discard K♦**" in words


async def test_what_cannot_be_is_refused_by_name(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        assert "“XX” isn't a card" in await answer_to(world, hand="XX", pile="9C")
        assert "You entered 2." in await answer_to(world, hand="5H 6H", pile="9C")
        assert "5♥ appears twice" in await answer_to(world, hand=HAND, pile="5H")
        assert "Enter your hand" in await answer_to(world)


@pytest.mark.parametrize("score", ["-46 48", "46 -48", "46", "46 48 50", "46.48", "12345 1"])
async def test_what_is_no_score_is_refused_as_it_was_written(tmp_path: Path, score: str) -> None:
    async with running_world(tmp_path, people=1) as world:
        said = await answer_to(world, hand=HAND, pile="9C 3D KC 2H 8S", score=score)
        assert f"“{score}” isn't a score" in said
        for good in ("46 48", "46:48", "46 : 48", "46–48", "46, 48", "46-48"):
            said = await answer_to(world, hand=HAND, pile="9C 3D KC 2H 8S", score=good)
            assert "Best:" in said


@pytest.mark.parametrize("spare", [-1, 0, 40])
def test_a_text_that_may_have_been_cut_is_refused(spare: int) -> None:
    """A form takes at most so many letters, so a text of that length may have lost some."""
    rest = " / 9C 3D KC 2H 8S /  / 46 48"
    text = HAND + " " * (LENGTH + spare - len(HAND) - len(rest)) + rest
    if spare < 0:
        assert Written.of(text[:LENGTH]).score == "46 48"
        return
    with pytest.raises(Refusal, match="too long"):
        Written.of(text[:LENGTH])


def test_a_text_with_more_parts_than_a_position_has_is_refused() -> None:
    assert Written.of("a/b/c/d") == Written("a", "b", "c", "d")
    with pytest.raises(Refusal, match="three slashes"):
        Written.of("a/b/c/d/oklahoma")


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ({"hand": "a", "pile": "b", "preset": "oklahoma"}, Written("a", "b", preset="oklahoma")),
        ({"text": "a/b", "score": "1 2", "hand": "x"}, Written("a", "b", score="1 2")),
        ({"text": "a/b//3 4", "score": "1 2"}, Written("a", "b", "", "3 4")),
        ({"text": " ", "taken": "c"}, Written("", taken="c")),
        (
            {"address": "2C3C-4D--46.48-oklahoma", "text": "x"},
            Written("2C3C", "4D", "", "46 48", "oklahoma"),
        ),
    ],
)
def test_fields_stay_fields(fields: dict[str, str], wanted: Written) -> None:
    """No field takes the place of another one, whatever stands in it."""
    assert Written.of_fields(fields) == wanted


@pytest.mark.parametrize("preset", ASKABLE)
def test_an_address_leads_to_its_position(preset: str) -> None:
    hand, pile, taken = (parse_cards(one) for one in ("5H 6H TC", "9C 3D", "JD"))
    asked = AskedPosition(PRESETS[preset], hand, pile, taken, (46, 48))
    found = Written.at(address_of(asked, preset))
    assert [parse_cards(one) for one in (found.hand, found.pile, found.taken)] == [
        hand,
        pile,
        taken,
    ]
    assert (found.score, found.preset) == ("46 48", preset)


def test_an_address_of_no_position_is_refused() -> None:
    with pytest.raises(Refusal):
        Written.at("5H6H-9C")


RUNNING = "still in progress"


async def test_a_hand_of_a_running_match_against_people_is_refused(tmp_path: Path) -> None:
    """Each guard by itself: whatever is done to the cards, advice on them is advice on the hand."""
    async with running_world(tmp_path, people=3) as world:
        await seated(world, 7)
        live = await world.service.load(await live_match(world))
        assert live is not None
        seat = live.seat_of(UserId(world.members[0].id))
        table = live.public().tables[0]
        assert seat is not None
        own, pile = list(cards_of(live.view(seat).hand)), list(table.discards)
        unseen = [card for card in range(DECK_SIZE) if card not in (*own, *pile)]

        async def asked(hand: Sequence[Card], over: Sequence[Card], **more: str) -> str:
            return await answer_to(world, hand=cards_text(hand), pile=cards_text(over), **more)

        def in_suits(cards: Sequence[Card], order: Sequence[int]) -> list[Card]:
            return [order[card // SUIT_SIZE] * SUIT_SIZE + card % SUIT_SIZE for card in cards]

        for order in permutations(range(4)):
            assert RUNNING in await asked(in_suits(own, order), in_suits(pile, order))
        for changed in range(1, 5):
            assert RUNNING in await asked([*unseen[:changed], *own[changed:]], pile)
        assert RUNNING not in await asked([*unseen[:5], *own[5:]], pile)
        assert RUNNING in await asked(own, unseen[:4]), "another pile"
        assert RUNNING in await asked(own, pile, preset="oklahoma"), "other rules"
        assert RUNNING not in await asked(unseen[:10], pile), "the pile alone"
        stranger = await world.slash(
            world.members[2], "ask", hand=cards_text(own), pile=cards_text(pile)
        )
        said = shown(stranger.response, stranger.response.components).text
        assert RUNNING not in said, "somebody who does not play"
        await play_until(world, live.id, lambda now: len(now.public().played) > 0)
        assert RUNNING not in await asked(own, pile), "the round is over"


@pytest.mark.parametrize(
    ("clock", "rests"), [("live_5_15", True), ("daily", False), ("untimed", False)]
)
async def test_the_coach_rests_while_a_turn_runs_by_the_minute(
    tmp_path: Path, clock: str, rests: bool
) -> None:
    async with running_world(tmp_path, people=2) as world:
        await seated(world, 7, clock=clock)
        match = await live_match(world)
        for member in world.members:
            live = await world.service.load(match)
            assert live is not None
            seat = live.seat_of(UserId(member.id))
            is_turn = seat in live.public().to_act
            done = await world.slash(member, "ask", hand=HAND, pile="9C 3D KC 2H 8S")
            said = shown(done.response, done.response.components).text
            assert ("It's your turn in a rated match" in said) == (rests and is_turn)
