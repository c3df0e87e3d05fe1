"""What each of three viewers sees at every step; and a restart in the middle of every phase."""

from collections.abc import Sequence

import pytest

from engine.game.cards import cards_of
from engine.game.match import MatchPhase
from engine.game.round import Phase
from engine.service import LiveMatch
from tests.journeys.cards_seen import cards_in, cards_shown
from tests.journeys.club import Club, Seen, Who, journey
from tests.journeys.people import mover_of
from tests.seeds import times
from tests.service.world import existing
from tests.worlds.public_cards import public_cards


def assert_nobody_peeks(live: LiveMatch, people: Sequence[Who], table: Seen) -> None:
    view = live.public()
    if view.tables[0].facts is not None:
        return
    known = public_cards(view.tables[0])
    assert cards_shown(table.shown) <= known
    for person in people:
        seat = existing(live.seat_of(person.id))
        own = set(cards_of(live.view(seat).hand))
        seen = cards_shown(person.hand.shown)
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
@journey(people=3)
async def test_each_viewer_sees_what_is_theirs_at_every_step(club: Club) -> None:
    people = club.people[:2]
    table = await club.sits(31, rules="single", target=times(20))
    watching = await club.carol.presses("Watch", table)
    for _ in range(1500):
        live = await club.match()
        if live.is_over:
            return
        assert_nobody_peeks(live, people, table)
        if live.public().tables[0].facts is None:
            seen = cards_shown(watching.shown)
            assert seen <= public_cards(live.public().tables[0])
        await (await mover_of(people)).take_turn()
    raise AssertionError("the game did not end")


@pytest.mark.slow
@journey(people=2)
async def test_a_restart_in_every_phase_goes_on_with_the_same_cards(club: Club) -> None:
    await club.sits(5, rules="tournament", target=60)
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
        live = await club.match()
        view = live.public()
        phase = view.tables[0].phase.value
        if view.phase is MatchPhase.BETWEEN:
            phase = "BETWEEN"
        if phase not in restarted:
            restarted.add(phase)
            before = [live.view(seat).hand for seat in view.seats]
            await club.restart()
            again = await club.match()
            assert [again.view(seat).hand for seat in view.seats] == before
            assert again.version == live.version
        if view.phase is MatchPhase.OVER or {p.value for p in wanted} | {"BETWEEN"} <= restarted:
            break
        await (await mover_of(club.people)).take_turn()
    assert {p.value for p in wanted} | {"BETWEEN"} <= restarted


@journey(people=2)
async def test_a_deleted_table_message_is_posted_again(club: Club) -> None:
    table = await club.sits(6)
    club.env.backend.delete_message(club.channel.id, table.id)
    await (await mover_of(club.people)).take_turn()
    live = await club.match()
    assert live.table.message is not None
    assert live.table.message != table.id
    club.sees(club.stored(live.table.message)).says("round 1")


@journey(people=2)
async def test_an_old_panel_is_refreshed_and_plays_nothing(club: Club) -> None:
    table = await club.sits(7)
    mover = await mover_of(club.people)
    second = await mover.presses("My hand", table)
    earlier = first_components(mover.hand)
    await mover.presses("Pass")
    before = await club.match()
    second.stored.components = earlier
    answer = await mover.presses("Take", second)
    assert (await club.match()).version == before.version
    answer.says("changed since then")


def first_components(panel: Seen) -> list[dict[str, object]]:
    """The buttons of a panel as they were first shown."""
    buttons = list(panel.buttons.values())
    return [{"type": 17, "components": [{"type": 1, "components": buttons}]}]
