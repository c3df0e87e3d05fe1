"""What players and servers have chosen is kept, with defaults for everybody new."""

from engine.service import GuildConfig, GuildId, HandOrder, Notify, Prefs
from tests.keys import fresh
from tests.service.world import ANN, BOB, DAN, GUILD, World


async def test_preferences_are_kept_for_each_player(world: World) -> None:
    assert await world.service.prefs(ANN.user_id) == Prefs()
    chosen = Prefs(
        text_mode=True, hand_order=HandOrder.SUITS, notify=Notify.NONE, quiet_hours=(1320, 420)
    )
    await world.service.set_prefs(fresh(), ANN, chosen)
    assert await world.service.prefs(ANN.user_id) == chosen
    assert await world.service.prefs(BOB.user_id) == Prefs()


async def test_what_a_newer_release_wrote_is_not_lost(world: World) -> None:
    newer = Prefs.model_validate({"text_mode": True, "card_sounds": "loud"})
    await world.service.set_prefs(fresh(), ANN, newer)
    read = await world.service.prefs(ANN.user_id)
    await world.service.set_prefs(fresh(), ANN, read.model_copy(update={"one_tap": True}))
    kept = (await world.service.prefs(ANN.user_id)).model_dump()
    assert (kept["one_tap"], kept["card_sounds"]) == (True, "loud")


async def test_a_servers_settings_are_its_own(world: World) -> None:
    house = GuildConfig(channels=(5, 6), presets={"ours": {"target": 150}}, pings=False)
    await world.service.set_guild_config(world.press(), GUILD, DAN.user_id, house)
    assert await world.service.guild_config(GUILD) == house
    assert await world.service.guild_config(GuildId(1)) == GuildConfig()
