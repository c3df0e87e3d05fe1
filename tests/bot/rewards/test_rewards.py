"""What coins have bought, and what matches have earned: looks, titles, private notices."""

from typing import Any

import pytest

from engine.service import InteractionId, Prefs
from engine.service.rewards import coins
from tests.journeys.club import Club, Seen, Who, journey
from tests.keys import fresh

FELT, BACK = "set-felt", "set-back"
"""How the ids of two menus on the page of settings end."""


async def buy(club: Club, who: Who, *keys: str) -> None:
    """Coins enough, and the things bought with them."""
    await club.service._repeat(lambda tx: coins.pay(tx, who.id, "day:1", 900))
    for key in keys:
        outcome = await club.service.coins.buy(fresh(), who.named, key)
        assert outcome is coins.Purchase.BOUGHT


def values(panel: Seen, menu: str) -> list[str]:
    return list(panel.options(menu).values())


def notices(club: Club, since: int) -> list[str]:
    """The private messages after ``since`` that tell of something new."""
    stored = club.env.backend.messages[club.channel.id].values()
    texts = [club.sees(one).text for one in stored if one.is_ephemeral and one.id > since]
    return [text for text in texts if "🏅 New:" in text]


@journey(people=2)
async def test_settings_offer_the_looks_that_were_bought(club: Club) -> None:
    alice, bob = club.people
    await buy(club, alice, "felt:walnut", "back:peacock", "title:collector")
    panel = await alice.asks("settings")
    assert values(panel, FELT) == ["green", "blue", "burgundy", "charcoal", "walnut"]
    assert values(panel, BACK) == ["lattice", "waves", "diamonds", "suits", "peacock"]
    await alice.chooses("walnut", panel, menu=FELT)
    await alice.chooses("peacock", panel, menu=BACK)
    prefs = await club.service.prefs(alice.id)
    assert (prefs.felt, prefs.back) == ("walnut", "peacock")
    chosen = [one["value"] for one in panel.shown.menu(FELT)["options"] if one["default"]]
    assert chosen == ["walnut"]
    theirs = await bob.asks("settings")
    assert "walnut" not in values(theirs, FELT)
    assert "peacock" not in values(theirs, BACK)


@journey(people=1)
async def test_settings_refuse_a_look_that_is_not_owned(club: Club) -> None:
    [alice] = club.people
    await buy(club, alice, "felt:walnut")
    panel = await alice.asks("settings")
    # A page that claims to have offered more than it did.
    for part in panel.stored.components:
        add_option(part, panel.menu_id(FELT), "starlight")
    refused = await alice.chooses("starlight", panel, menu=FELT)
    refused.privately().says("don't own")
    # A page from before everything about its reader was deleted.
    await club.service.forget(InteractionId(1), alice.id)
    club.bot.parts.messenger.preferences.forget(alice.id)
    (await alice.chooses("walnut", panel, menu=FELT)).privately().says("don't own")
    assert await club.service.prefs(alice.id) == Prefs()
    await alice.chooses("blue", panel, menu=FELT)
    assert (await club.service.prefs(alice.id)).felt == "blue", "free for everybody"


def add_option(part: dict[str, Any], custom_id: str, value: str) -> None:
    if part.get("custom_id") == custom_id:
        part["options"].append({"label": value, "value": value})
    for child in part.get("components", []):
        add_option(child, custom_id, value)


@journey(people=2)
async def test_a_bought_title_stands_on_the_profile(club: Club) -> None:
    alice, bob = club.people
    await buy(club, alice, "title:night_owl")
    assert "Night owl" not in (await alice.asks("profile")).text, "bought is not worn"
    shop = await alice.asks("rewards")
    await alice.presses("Shop", shop)
    await alice.chooses("title:night_owl", shop, menu=2)
    await alice.presses("Use", shop)
    (await alice.asks("profile")).says("**Night owl**")
    (await bob.asks("profile", user=alice)).says("**Night owl**")
    (await bob.asks("profile")).does_not_say("Night owl")
    await alice.chooses("title:night_owl", shop, menu=2)
    await alice.presses("Stop using", shop)
    (await alice.asks("profile")).does_not_say("Night owl")


@pytest.mark.slow
@journey(people=2)
async def test_an_achievement_is_told_once_in_private(club: Club) -> None:
    before = max((one.id for one in club.room()), default=0)
    await club.plays_match(*club.people)
    new = notices(club, before)
    assert len(new) == 2, "each player hears of their own"
    assert all("Take a seat" in text for text in new)
    assert sum("First win" in text for text in new) == 1, "only one of them has won"
    assert not any("🏅" in one.text for one in club.room())
    for member in club.people:
        assert await club.service.achievements.unannounced(member.id) == ()
    await club.restart()
    for member in club.people:
        (await member.asks("rewards")).does_not_say("🏅 New:")
    assert len(notices(club, before)) == 2
    await club.plays_match(*club.people)
    later = notices(club, before)[2:]
    assert not any("Take a seat" in text for text in later), "told and achieved once"
