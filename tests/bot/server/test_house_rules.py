"""A server's own rules: named by its administrators, shown before anybody accepts."""

from pathlib import Path

import pytest

from engine.service import GuildConfig, GuildId, UserId
from tests.journeys.paths import ask
from tests.journeys.world import running_world, shown
from tests.keys import fresh
from tests.worlds.lobbies import now
from tests.worlds.servers import admins, configured


async def test_house_rules_are_shown_in_the_challenge_and_played(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        await admins(world)
        text, private = await configured(
            world, name="club", options="undercut_bonus=10, target=150 shutout=none"
        )
        assert private
        assert "club" in text
        assert "undercut" in text
        alice, bob = world.members
        result = await world.slash(bob, "challenge", opponent=alice, rules="club")
        invitation = shown(result.response, result.response.components)
        assert "House rules" in invitation.text
        assert "10" in invitation.text
        await world.press(alice, invitation, "Accept")
        live = (await world.service.running())[0]
        assert live.setup.rules.undercut_bonus == 10
        assert live.setup.rules.target == 150


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("hello", "Enter options like"),
        ("no_such=1", "There is no option"),
        ("target=5", "must be between 10 and 1000"),
        ("best_of=4", "must be odd"),
        ("game_kind=mahjong match_format=hollywood", "can't be played with Hollywood"),
        ("run_wrap=sideways", "It can be"),
        ("sweep_bonus=25", "needs teams"),
        ("spade_doubles=7", "can't be"),
        ("best_of=7", "has no effect"),
        ("spade_doubles=true", "It needs a knock card"),
        ("hollywood_target=150", "match_format=hollywood"),
    ],
)
async def test_rules_that_cannot_be_played_are_refused_with_a_sentence(
    tmp_path: Path, options: str, said: str
) -> None:
    async with running_world(tmp_path, people=1) as world:
        await admins(world)
        text, private = await configured(world, name="club", options=options)
        assert private
        assert said in text
        assert not world.env.errors


async def test_only_administrators_change_a_server(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        world.hand_out(world.members[0])
        text, private = await configured(world, name="club", options="target=150")
        assert private
        assert "Only admins" in text
        assert len(world.env.errors) == 1
        assert not (await world.service.guild_config(world.env.guild.id)).presets


async def test_the_builder_changes_options_with_menus(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        await admins(world)
        boss, _ = world.members
        made = await world.slash(boss, "admin house-rules", name="club-rules")
        page = shown(made.response, made.response.components)
        assert "`/gin challenge rules:club-rules`" in page.text
        await world.choose(boss, page, 0, "run_wrap")
        page = now(world, made.response)
        assert "none · high_low · around_corner" in page.text
        await world.choose(boss, page, 0, "around_corner")
        page = now(world, made.response)
        assert "runs go around the corner" in page.text
        await world.press(boss, page, "Next")
        page = now(world, made.response)
        await world.choose(boss, page, 0, "hollywood_target")
        page = now(world, made.response)
        assert "No effect here; needs match_format=hollywood" in page.text
        config = await world.service.guild_config(GuildId(world.env.guild.id))
        assert config.presets["club-rules"] == {"run_wrap": "around_corner"}
        listed = await ask(world, boss, "admin presets")
        page = shown(listed.response, listed.response.components)
        assert "club-rules" in page.text
        await world.choose(boss, page, 0, "club-rules")
        assert "House rules: club-rules" in now(world, listed.response).text
        assert not world.env.errors


async def test_points_to_win_are_those_of_the_columns_in_hollywood(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice, bob = world.members
        for preset in ("hollywood", "tedesco"):
            offered = await world.slash(alice, "challenge", opponent=bob, rules=preset, target=150)
            invitation = shown(offered.response, offered.response.components)
            assert "Hollywood: 3 games to 150" in invitation.text
            assert "to 150 points instead of" not in invitation.text
            await world.press(bob, invitation, "Accept")
            (live,) = [one for one in await world.service.running() if one.setup.preset == preset]
            assert live.setup.rules.points_to_win == 150


@pytest.mark.slow
async def test_rules_are_leafed_through(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        (alice,) = world.members
        asked = await world.slash(alice, "rules", rules="oklahoma")
        for label, said in (
            ("Scoring", "Everything counts double"),
            ("Options", "`game_kind` **gin**"),
            ("Next", "`layoff_mode` **auto**"),
            ("How to play", "knock card"),
        ):
            await world.press(alice, now(world, asked.response), label)
            assert said in now(world, asked.response).text
        assert not world.env.errors


async def test_presets_for_one_number_of_players_refuse_others(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        (alice,) = world.members
        asked = await world.slash(alice, "open", rules="partnership_4", players=6)
        assert asked.ephemeral
        assert "for 4 players" in shown(asked.response, asked.response.components).text


async def test_house_rules_that_no_version_plays_any_more_can_be_removed(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        await admins(world)
        boss, guild = world.members[0], GuildId(world.env.guild.id)
        presets = {"old": {"forgotten_option": 3}, "club": {"undercut_bonus": 20}}
        config = GuildConfig.model_validate({"presets": presets})
        await world.service.set_guild_config(fresh(), guild, UserId(boss.id), config)
        page = (await ask(world, boss, "admin presets")).response
        panel = shown(page, page.components)
        assert "**old**: can't be played in this version" in panel.text
        assert [one["value"] for one in panel.menu(0)["options"]] == ["club"]
        await world.choose(boss, panel, 1, "old")
        assert list((await world.service.guild_config(guild)).presets) == ["club"]
