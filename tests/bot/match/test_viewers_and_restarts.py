"""What each of three viewers sees at every step; and a restart in the middle of every phase."""

import random
from pathlib import Path

import pytest

from engine.game.cards import cards_of
from engine.game.match import MatchPhase
from engine.game.round import Phase
from engine.service import LiveMatch
from tests.journeys.cards_seen import cards_in, cards_shown
from tests.journeys.people import Person, mover_of
from tests.journeys.world import Shown, World, running_world, shown
from tests.seeds import times
from tests.worlds.public_cards import public_cards
from tests.worlds.tables import live_match, seated


async def assert_nobody_peeks(
    world: World, live: LiveMatch, people: list[Person], table: Shown
) -> None:
    view = live.public()
    if view.tables[0].facts is not None:
        return
    known = public_cards(view.tables[0])
    message = shown(table, world.stored(table.message.id).components)
    assert cards_shown(message) <= known
    for person in people:
        seat = live.seat_of(person.member.id)  # type: ignore[arg-type]
        assert seat is not None
        own = set(cards_of(live.view(seat).hand))
        seen = cards_shown(person.panel())
        assert seen <= known | own
        assert own <= seen


def test_cards_are_found_however_they_are_said() -> None:
    text = (
        "10♦ and ace of spades; run of clubs, jack to king; "
        "set of three sixes: clubs, hearts, spades"
    )
    assert cards_in(text) == cards_in("10♦ A♠ J♣ Q♣ K♣ 6♣ 6♥ 6♠")
    assert len(cards_in("set of four tens")) == 4


@pytest.mark.slow
async def test_each_viewer_sees_what_is_theirs_at_every_step(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=3) as world:
        people, table = await seated(world, 31, rules="single", target=times(20))
        carol = world.members[2]
        watching = (await world.press(carol, table, "Watch")).response
        match = await live_match(world)
        for _ in range(1500):
            live = await world.service.load(match)
            assert live is not None
            if live.is_over:
                return
            await assert_nobody_peeks(world, live, people, table)
            if live.public().tables[0].facts is None:
                seen = cards_shown(shown(watching, world.stored(watching.id).components))
                assert seen <= public_cards(live.public().tables[0])
            await (await mover_of(people)).take_turn()
        raise AssertionError("the game did not end")


@pytest.mark.slow
async def test_a_restart_in_every_phase_goes_on_with_the_same_cards(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 5, rules="tournament", target=60)
        match = await live_match(world)
        restarted: set[str] = set()
        wanted = {
            Phase.OFFER_NON_DEALER,
            Phase.OFFER_DEALER,
            Phase.FORCED_STOCK,
            Phase.DRAW,
            Phase.DISCARD,
            Phase.LAYOFF,
        }
        for _ in range(3000):
            live = await world.service.load(match)
            assert live is not None
            view = live.public()
            phase = view.tables[0].phase.value
            if view.phase is MatchPhase.BETWEEN:
                phase = "BETWEEN"
            if phase not in restarted:
                restarted.add(phase)
                before = [live.view(seat).hand for seat in view.seats]
                await world.restart()
                again = await world.service.load(match)
                assert again is not None
                assert [again.view(seat).hand for seat in view.seats] == before
                assert again.version == live.version
                for person in people:
                    person.world = world
            if (
                view.phase is MatchPhase.OVER
                or {p.value for p in wanted} | {"BETWEEN"} <= restarted
            ):
                break
            await (await mover_of(people)).take_turn()
        assert {p.value for p in wanted} | {"BETWEEN"} <= restarted


async def test_a_deleted_table_message_is_posted_again(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, table = await seated(world, 6)
        match = await live_match(world)
        world.env.backend.delete_message(world.channel.id, table.message.id)
        await (await mover_of(people)).take_turn()
        live = await world.service.load(match)
        assert live is not None
        assert live.table.message is not None
        assert live.table.message != table.message.id
        fresh = world.stored(live.table.message)
        assert "round 1" in shown(fresh, fresh.components).text


async def test_an_old_panel_is_refreshed_and_plays_nothing(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, table = await seated(world, 7)
        match = await live_match(world)
        mover = await mover_of(people)
        first = mover.panel()
        second_panel = Person(world, mover.member, random.Random(1))
        await second_panel.open_hand(table)
        await mover.press("Pass")
        before = await world.service.load(match)
        old = world.stored(second_panel.panel_message.id)
        old.components = first_components(first)
        result = await world.press(
            mover.member, shown(second_panel.panel_message, old.components), "Take"
        )
        after = await world.service.load(match)
        assert before is not None
        assert after is not None
        assert after.version == before.version
        assert result.response is not None
        assert "changed since then" in shown(result.response, result.response.components).text


def first_components(panel: Shown) -> list[dict[str, object]]:
    """The buttons of a panel as they were first shown."""
    buttons = list(panel.buttons.values())
    return [{"type": 17, "components": [{"type": 1, "components": buttons}]}]
