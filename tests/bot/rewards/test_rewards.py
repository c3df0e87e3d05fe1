"""What coins have bought, and what matches have earned: looks, titles, private notices."""

from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor

from engine.service import InteractionId, Prefs, UserId
from engine.service import Person as Named
from engine.service.rewards import coins
from tests.journeys.paths import ask
from tests.journeys.played import play_match
from tests.journeys.world import Shown, World, running_world, shown
from tests.keys import fresh

FELT, BACK = "set-felt", "set-back"
"""How the ids of two menus on the page of settings end."""


async def buy(world: World, member: MemberActor, *keys: str) -> None:
    """Coins enough, and the things bought with them."""
    user = UserId(member.id)
    await world.service._repeat(lambda tx: coins.pay(tx, user, "day:1", 900))
    for key in keys:
        outcome = await world.service.coins.buy(fresh(), Named(user, member.name), key)
        assert outcome is coins.Purchase.BOUGHT


async def page(world: World, member: MemberActor, command: str) -> Shown:
    sent = (await ask(world, member, command)).response
    return shown(sent, sent.components)


def values(panel: Shown, menu: str) -> list[str]:
    return [option["value"] for option in panel.menu(menu)["options"]]


def again(world: World, panel: Shown) -> Shown:
    return shown(panel.message, world.stored(panel.message.id).components)


def notices(world: World, since: int) -> list[str]:
    """The private messages after ``since`` that tell of something new."""
    stored = world.env.backend.messages[world.channel.id].values()
    texts = [
        shown(one, one.components).text for one in stored if one.is_ephemeral and one.id > since
    ]
    return [text for text in texts if "🏅 New:" in text]


async def test_settings_offer_the_looks_that_were_bought(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice, bob = world.members
        await buy(world, alice, "felt:walnut", "back:peacock", "title:collector")
        panel = await page(world, alice, "settings")
        assert values(panel, FELT) == ["green", "blue", "burgundy", "charcoal", "walnut"]
        assert values(panel, BACK) == ["lattice", "waves", "diamonds", "suits", "peacock"]
        await world.choose(alice, panel, FELT, "walnut")
        await world.choose(alice, again(world, panel), BACK, "peacock")
        prefs = await world.service.prefs(UserId(alice.id))
        assert (prefs.felt, prefs.back) == ("walnut", "peacock")
        chosen = [
            one["value"] for one in again(world, panel).menu(FELT)["options"] if one["default"]
        ]
        assert chosen == ["walnut"]
        theirs = await page(world, bob, "settings")
        assert "walnut" not in values(theirs, FELT)
        assert "peacock" not in values(theirs, BACK)


async def test_settings_refuse_a_look_that_is_not_owned(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        [alice] = world.members
        await buy(world, alice, "felt:walnut")
        panel = await page(world, alice, "settings")
        # A page that claims to have offered more than it did.
        for part in world.stored(panel.message.id).components:
            add_option(part, panel.menu(FELT)["custom_id"], "starlight")
        refused = await world.choose(alice, panel, FELT, "starlight")
        assert "don't own" in told(refused)
        # A page from before everything about its reader was deleted.
        await world.service.forget(InteractionId(1), UserId(alice.id))
        world.bot.parts.messenger.preferences.forget(alice.id)
        refused = await world.choose(alice, panel, FELT, "walnut")
        assert "don't own" in told(refused)
        assert await world.service.prefs(UserId(alice.id)) == Prefs()
        await world.choose(alice, panel, FELT, "blue")
        assert (await world.service.prefs(UserId(alice.id))).felt == "blue", "free for everybody"


def add_option(part: dict[str, Any], custom_id: str, value: str) -> None:
    if part.get("custom_id") == custom_id:
        part["options"].append({"label": value, "value": value})
    for child in part.get("components", []):
        add_option(child, custom_id, value)


def told(result: Any) -> str:
    assert result.ephemeral
    return shown(result.response, result.response.components).text


async def test_a_bought_title_stands_on_the_profile(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice, bob = world.members
        await buy(world, alice, "title:night_owl")
        assert "Night owl" not in (await page(world, alice, "profile")).text, "bought is not worn"
        shop = await page(world, alice, "rewards")
        await world.press(alice, shop, "Shop")
        await world.choose(alice, again(world, shop), 2, "title:night_owl")
        await world.press(alice, again(world, shop), "Use")
        assert "**Night owl**" in (await page(world, alice, "profile")).text
        seen = (await world.slash(bob, "profile", user=alice)).response
        assert "**Night owl**" in shown(seen, seen.components).text
        assert "Night owl" not in (await page(world, bob, "profile")).text
        await world.choose(alice, again(world, shop), 2, "title:night_owl")
        await world.press(alice, again(world, shop), "Stop using")
        assert "Night owl" not in (await page(world, alice, "profile")).text


@pytest.mark.slow
async def test_an_achievement_is_told_once_in_private(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        before = max((one.message.id for one in world.public()), default=0)
        await play_match(world, *world.members)
        new = notices(world, before)
        assert len(new) == 2, "each player hears of their own"
        assert all("Take a seat" in text for text in new)
        assert sum("First win" in text for text in new) == 1, "only one of them has won"
        assert not any("🏅" in one.text for one in world.public())
        for member in world.members:
            assert await world.service.achievements.unannounced(UserId(member.id)) == ()
        await world.restart()
        for member in world.members:
            rewards = await page(world, member, "rewards")
            assert "🏅 New:" not in rewards.text
        assert len(notices(world, before)) == 2
        await play_match(world, *world.members)
        later = notices(world, before)[2:]
        assert not any("Take a seat" in text for text in later), "told and achieved once"
