"""The role for the best of a month: given, taken, refused without harm, and set by admins only."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from engine.clocks import DAY
from engine.service.standings import LeaderboardMetric
from tests.journeys.club import Club, journey
from tests.service.world import existing


@journey(people=1, errors=2)
async def test_only_administrators_see_and_set_seasons(club: Club) -> None:
    club.hand_out(club.alice.member)
    for command in ("month-role", "settings"):
        (await club.alice.asks(f"admin {command}")).says("Only admins")


async def over(club: Club) -> str:
    """Let this month end, and the bot look at it."""
    month = club.service.seasons.last(1)[0]
    while club.service.seasons.ended != month:
        club.time.ahead_ms += DAY
    await club.bot.parts.seasons.once()
    return month


async def holding(club: Club, role: Any) -> list[int]:
    """Who of the players has a role, as Discord knows it."""
    guild = existing(club.bot.get_guild(club.guild))
    members = [await guild.fetch_member(one.id) for one in club.people]
    return [one.id for one in members if one.get_role(role.id) is not None]


@pytest.mark.slow
@journey(people=2)
async def test_a_month_ends_without_a_role(club: Club) -> None:
    alice, bob = club.people
    await club.plays_match(alice, bob)
    month = await over(club)
    await club.bot.parts.seasons.once()
    (best,) = await club.service.seasons.places(club.guild, month, LeaderboardMetric.WON)
    assert best.place == 1
    assert await club.service.seasons.champions(club.guild) == ()


@pytest.mark.slow
@journey(people=2)
async def test_the_best_of_a_month_gets_the_role_until_the_next(club: Club) -> None:
    alice, bob = club.people
    boss = club.boss()
    champion = club.env.guild.create_role("Champion")
    (await boss.asks("admin month-role", role=champion, places=1)).says(
        f"Each month's best player gets <@&{champion.id}>"
    )
    await club.plays_match(alice, bob)
    month = await over(club)
    (best,) = await club.service.seasons.places(club.guild, month, LeaderboardMetric.WON)
    (holder,) = await club.service.seasons.champions(club.guild)
    assert (holder.user_id, holder.role_id, holder.season) == (best.user_id, champion.id, month)
    assert await holding(club, champion) == [best.user_id]
    await over(club)
    assert await club.service.seasons.champions(club.guild) == (), "nobody played this month"
    assert await holding(club, champion) == []
    (await boss.asks("admin month-role", off=True)).says("no role here")


@journey(people=2)
async def test_what_discord_refuses_is_told_to_administrators(club: Club) -> None:
    alice, bob = club.people
    boss = club.boss()
    crown = club.env.guild.create_role("Crown")
    await boss.asks("admin month-role", role=crown)
    await club.plays_match(alice, bob)

    async def refuse(*_: Any, **__: Any) -> None:
        response = SimpleNamespace(status=403, reason="Forbidden")
        raise discord.Forbidden(response, {"code": 50013, "message": "Missing Permissions"})  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discord.Member, "add_roles", refuse)
        await over(club)
    assert await club.service.seasons.champions(club.guild) == ()
    (await boss.asks("admin month-role")).says("50013", "Manage Roles")
    await club.bot.parts.seasons.once()
    assert len(await club.service.seasons.champions(club.guild)) == 1
    (await boss.asks("admin month-role")).does_not_say("50013")


@journey(people=2)
async def test_administrators_read_what_was_not_rated(club: Club) -> None:
    alice, bob = club.people
    boss = club.boss()
    (await boss.asks("admin unrated")).says("None so far")
    await bob.accepts(await alice.challenges(bob))
    [running] = await boss.member.autocomplete(club.channel, "gin-admin end-match", "match", "")
    await boss.asks("admin end-match", match=running["value"], reason="stuck", winner=bob)
    (await boss.asks("admin unrated")).says("Alice – Bob", "no round was finished")
