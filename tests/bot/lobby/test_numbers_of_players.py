"""Two to eight people find rules to play by, in the chat and on the page."""

from pathlib import Path
from typing import Any, Final

import pytest

from bot.wording.names import TITLES
from engine.game.presets import PRESETS
from engine.service import Service, UserId
from tests.journeys.club import Club, gathered, journey
from tests.web.pages import running_web

MORE: Final = {
    3: {"three_handed"},
    4: {"partnership_4", "tedesco_2v2"},
    5: {"captains_5"},
    6: {"partnership_6", "tedesco_3v3"},
    7: {"captains_7"},
    8: {"partnership_8", "tedesco_4v4"},
}
NOT_FOR_TWO: Final = {name for names in MORE.values() for name in names}
BY_PLAYERS: Final = {2: set(PRESETS) - NOT_FOR_TWO, **MORE}
"""The presets of the rulebook by their numbers of players."""
HOUSE: Final[dict[str, dict[str, int | str | bool | None]]] = {
    "evening": {"table_format": "partnership"}
}
"""House rules for four, six or eight."""


async def keep_house(club: Club) -> None:
    await club.sets(presets=HOUSE)


async def seats_of(service: Service, user: int) -> tuple[str, int, int]:
    [lobby] = await service.open_lobbies_of(UserId(user))
    return lobby.setup.preset, lobby.seats, lobby.max_seats


@pytest.mark.slow
@pytest.mark.parametrize("players", range(3, 9))
async def test_a_number_of_players_is_answered_by_its_rules(tmp_path: Path, players: int) -> None:
    wanted = BY_PLAYERS[players]
    async with gathered(tmp_path, people=len(wanted)) as club:
        for member, preset in zip(club.people, sorted(wanted), strict=True):
            offer = await member.asks("open", players=players)
            offer.says(f"Rules for {players} players").does_not_say("for 2 players")
            assert set(offer.buttons) == {TITLES[name] for name in wanted}
            await member.presses(TITLES[preset], offer)
            assert await seats_of(club.service, member.id) == (preset, players, players)


@pytest.mark.slow
@journey(people=3)
async def test_rules_for_another_number_say_so_and_what_there_is(club: Club) -> None:
    alice, bob, carol = club.people
    await keep_house(club)
    said = await alice.asks("open", rules="oklahoma", players=6, target=90)
    said.says("**Oklahoma gin** is for 2 players.")
    said.offers("evening")
    await alice.presses("Partners, three against three", said)
    [lobby] = await club.service.open_lobbies_of(alice.id)
    assert (lobby.setup.rules.target, lobby.seats) == (90, 6)
    await bob.presses("evening", await bob.asks("open", players=8))
    assert await seats_of(club.service, bob.id) == ("evening", 8, 8)
    two = await carol.asks("open", rules="captains_5", players=2)
    assert set(two.buttons) == {TITLES[name] for name in BY_PLAYERS[2]}
    await carol.asks("open", players=2)
    assert await seats_of(club.service, carol.id) == ("standard", 2, 2)


@pytest.mark.slow
@journey(people=1)
async def test_all_rules_are_completed_by_number_of_players(club: Club) -> None:
    [alice] = club.people

    async def names(command: str, typed: str = "", **filled: Any) -> list[str]:
        found = await alice.member.autocomplete(club.channel, command, "rules", typed, **filled)
        return [one["value"] for one in found]

    for players, wanted in BY_PLAYERS.items():
        assert set(await names("gin open", players=players)) == wanted
    for command in ("gin challenge", "gin find"):
        assert set(await names(command)) == BY_PLAYERS[2]
    for command in ("gin open", "gin practice", "gin rules", "gin history"):
        offered = await names(command)
        assert len(offered) == 25
        assert set(offered) > NOT_FOR_TWO
        assert {name for name in PRESETS if name in await names(command, name)} == set(PRESETS)
    assert set(await names("gin open", "6 players")) == BY_PLAYERS[6]
    await keep_house(club)
    for players in (4, 6, 8):
        assert (await names("gin open", players=players))[0] == "evening"
    assert "evening" not in await names("gin open", players=2)


@pytest.mark.slow
async def test_the_page_offers_and_opens_the_same(tmp_path: Path) -> None:
    async with running_web(tmp_path, people=2) as web:
        page = await web.page(0)
        offered = (await page.show_lobby())["presets"]
        found: dict[int, set[str]] = {}
        for one in offered:
            for players in one["players"]:
                found.setdefault(players, set()).add(one["name"])
        assert found == BY_PLAYERS
        assert [min(one["players"]) for one in offered] == sorted(
            min(one["players"]) for one in offered
        )
        refused = await page.ask("start", what="open", preset="standard", players=6, rated=False)
        assert "These rules are for 2 players." in str(refused)
        await page.ask("start", what="open", preset="captains_7", players=7, rated=False)
        assert await seats_of(web.world.service, web.user(0)) == ("captains_7", 7, 7)
