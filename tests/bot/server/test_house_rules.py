"""A server's own rules: named by its administrators, shown before anybody accepts."""

import pytest

from tests.journeys.club import Club, journey


@journey(people=2)
async def test_house_rules_are_shown_in_the_challenge_and_played(club: Club) -> None:
    options = "undercut_bonus=10, target=150 shutout=none"
    made = await club.boss().asks("admin house-rules", name="club", options=options)
    made.privately().says("club", "undercut")
    alice, bob = club.people
    invitation = await bob.challenges(alice, rules="club")
    invitation.says("House rules", "10")
    await alice.accepts(invitation)
    live = (await club.service.running())[0]
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
@journey(people=1)
async def test_rules_that_cannot_be_played_are_refused_with_a_sentence(
    club: Club, options: str, said: str
) -> None:
    made = await club.boss().asks("admin house-rules", name="club", options=options)
    made.privately().says(said)


@journey(people=1, errors=1)
async def test_only_administrators_change_a_server(club: Club) -> None:
    club.hand_out(club.alice.member)
    refused = await club.alice.asks("admin house-rules", name="club", options="target=150")
    refused.privately().says("Only admins")
    assert not (await club.config()).presets


@journey(people=2)
async def test_the_builder_changes_options_with_menus(club: Club) -> None:
    boss = club.boss()
    page = await boss.asks("admin house-rules", name="club-rules")
    page.says("`/gin challenge rules:club-rules`")
    await boss.chooses("run_wrap", page)
    page.says("none · high_low · around_corner")
    await boss.chooses("around_corner", page)
    page.says("runs go around the corner")
    await boss.presses("Next", page)
    await boss.chooses("hollywood_target", page)
    page.says("No effect here; needs match_format=hollywood")
    assert (await club.config()).presets["club-rules"] == {"run_wrap": "around_corner"}
    listed = await boss.asks("admin presets")
    listed.says("club-rules")
    await boss.chooses("club-rules", listed)
    listed.says("House rules: club-rules")


@journey(people=2)
async def test_points_to_win_are_those_of_the_columns_in_hollywood(club: Club) -> None:
    alice, bob = club.people
    for preset in ("hollywood", "tedesco"):
        invitation = await alice.challenges(bob, rules=preset, target=150)
        invitation.says("Hollywood: 3 games to 150").does_not_say("to 150 points instead of")
        await bob.accepts(invitation)
        (live,) = [one for one in await club.service.running() if one.setup.preset == preset]
        assert live.setup.rules.points_to_win == 150


@pytest.mark.slow
@journey(people=1)
async def test_rules_are_leafed_through(club: Club) -> None:
    (alice,) = club.people
    asked = await alice.asks("rules", rules="oklahoma")
    for label, said in (
        ("Scoring", "Everything counts double"),
        ("Options", "`game_kind` **gin**"),
        ("Next", "`layoff_mode` **auto**"),
        ("How to play", "knock card"),
    ):
        await alice.presses(label, asked)
        asked.says(said)


@journey(people=1)
async def test_presets_for_one_number_of_players_refuse_others(club: Club) -> None:
    (alice,) = club.people
    (await alice.asks("open", rules="partnership_4", players=6)).privately().says("for 4 players")


@journey(people=1)
async def test_house_rules_that_no_version_plays_any_more_can_be_removed(club: Club) -> None:
    boss = club.boss()
    await club.sets(presets={"old": {"forgotten_option": 3}, "club": {"undercut_bonus": 20}})
    panel = await boss.asks("admin presets")
    panel.says("**old**: can't be played in this version")
    assert list(panel.options().values()) == ["club"]
    await boss.chooses("old", panel, menu=1)
    assert list((await club.config()).presets) == ["club"]
