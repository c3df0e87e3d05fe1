"""A nickname stays on its server: lists of every server have the name of the account."""

from engine.service.standings.statistics import Profile
from tests.journeys.club import Club, Who, journey
from tests.service.world import existing


async def stored_name(club: Club, member: Who) -> str:
    found = await club.service.statistics.profile(member.id, member.id, None)
    assert isinstance(found, Profile)
    return found.name


@journey(people=1)
async def test_a_nickname_is_not_stored_for_every_server(club: Club) -> None:
    boss = club.boss()
    player, banned = (
        club.joins(f"{name} account", nick=f"{name} here") for name in ("played", "banned")
    )
    await player.asks("practice")
    live = existing(await club.service.last_match_of(player.id))
    here = live.seen_by(player.id, club.guild)
    assert "played here" in {one.name for one in here.players}
    elsewhere = live.seen_by(player.id)
    assert "played account" in {one.name for one in elsewhere.players}
    (await boss.asks("admin ban", user=banned, reason="rude", days=3)).privately()
    stored = [await stored_name(club, one) for one in (player, banned)]
    assert stored == ["played account", "banned account"]
