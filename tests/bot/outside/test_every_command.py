"""Every command and every way on from the help, in every kind of chat."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from bot.commands.help import MORE
from bot.presses.account import PersonPress, PersonVerb
from bot.presses.menu import MenuPress, MenuVerb
from bot.ui.routes import PUBLIC
from engine.service import Place
from tests.bot.outside.running import (
    BOB,
    FOREIGN,
    FOREIGN_GUILD,
    GROUP,
    Outside,
    running_outside,
)
from tests.wire.interactions import OPEN_FORM, Interaction
from tests.wire.objects import User
from tests.wire.server import CHANNEL
from tests.worlds.command_tree import member_leaves, options_of

pytestmark = pytest.mark.timeout(900)

ALONE: Final = "Only you and Gin are in this chat"
NO_SERVER: Final = "only works on a server that has added Gin"
EVENTS: Final = "Events are held on servers"
FAILED: Final = ("went wrong", "can't be used", "Too fast", "too busy", "can't reach")
OUTSIDE: Final = (Place.PRIVATE, Place.ELSEWHERE)
NOWHERE_BUT_ON_SERVERS: Final = (Place.DIRECT, *OUTSIDE)
PLACES: Final = [
    pytest.param(place, marks=() if place is Place.PRIVATE else pytest.mark.slow)
    for place in Place
    if place is not Place.APART  # nothing is typed there
]

COMMANDS: Final[dict[str, dict[Place, str]]] = {
    "gin challenge": {Place.DIRECT: ALONE},
    "gin open": {Place.DIRECT: ALONE},
    "gin find": {Place.DIRECT: ALONE},
    "gin events": dict.fromkeys(NOWHERE_BUT_ON_SERVERS, EVENTS),
}
"""What a command refuses because of its place; every other one answers as on a server."""
BUTTONS: Final[dict[MenuVerb, dict[Place, str]]] = {
    MenuVerb.CHALLENGE: {Place.DIRECT: ALONE},
    MenuVerb.FIND: {Place.DIRECT: ALONE},
    MenuVerb.EVENTS: dict.fromkeys(NOWHERE_BUT_ON_SERVERS, EVENTS),
    MenuVerb.SETUP: dict.fromkeys(NOWHERE_BUT_ON_SERVERS, NO_SERVER),
}
REPORTS: Final = dict.fromkeys(NOWHERE_BUT_ON_SERVERS, NO_SERVER)


def channel_of(world: Outside, place: Place, user: int) -> int:
    channels = {Place.SERVER: CHANNEL, Place.PRIVATE: GROUP, Place.ELSEWHERE: FOREIGN}
    return world.discord.direct(user) if place is Place.DIRECT else channels[place]


def check(one: Interaction, refusals: dict[Place, str], place: Place, *, public: bool) -> None:
    """The answer is a refusal in private, or what was asked for, where everybody may see it."""
    if one.callback == OPEN_FORM:
        assert place not in refusals
        return
    said = "\n".join(message.text for message in one.shown)
    assert not any(words in said for words in FAILED), said
    if place in refusals:
        assert [message.is_ephemeral for message in one.shown] == [True]
        assert refusals[place] in said
        return
    assert not any(words in said for words in (ALONE, NO_SERVER, EVENTS)), said
    assert one.shown[0].is_ephemeral is not public


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
async def test_every_command_answers_in_every_place(tmp_path: Path, place: Place) -> None:
    async with running_outside(tmp_path) as world:
        names = []
        for number, command in enumerate(member_leaves(world)):
            user, name = 100 + number, command.qualified_name
            channel = channel_of(world, place, user)
            one = await world.slash(user, name, channel=channel, **options_of(command))
            check(one, COMMANDS.get(name, {}), place, public=command.extras == PUBLIC)
            names.append(name)
        assert set(COMMANDS) <= set(names)
        assert not world.sent_to(GROUP, FOREIGN, FOREIGN_GUILD)
        assert all(one.status < 400 for one in world.discord.rest.records.all)


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
async def test_every_way_on_from_the_help_answers_in_every_place(
    tmp_path: Path, place: Place
) -> None:
    async with running_outside(tmp_path) as world:
        user = 200
        channel = channel_of(world, place, user)
        [help_] = (await world.slash(user, "gin help", channel=channel)).shown
        for verb in _verbs(help_.parts()):
            one = await world.press_id(user, help_, str(MenuPress(verb)))
            check(one, BUTTONS.get(verb, {}), place, public=verb is MenuVerb.PRACTICE)
        for way in MORE:
            check(await world.go_to(user, help_, way), BUTTONS.get(way, {}), place, public=False)
        [records] = (await world.go_to(user, help_, MenuVerb.RECORDS)).shown
        for verb in _verbs(records.parts()):
            one = await world.press_id(user, records, str(MenuPress(verb)))
            check(one, {}, place, public=False)
        await _about_a_person(world, place, user, channel)
        await _of_this_server(world, place, user, channel)
        assert not world.sent_to(GROUP, FOREIGN, FOREIGN_GUILD)
        assert all(one.status < 400 for one in world.discord.rest.records.all)


async def _about_a_person(world: Outside, place: Place, user: int, channel: int) -> None:
    [help_] = (await world.slash(user, "gin help", channel=channel)).shown
    chosen = await world.discord.select(user, help_, str(MenuPress(MenuVerb.PERSON)), [str(BOB)])
    [page] = (await world.answered(chosen)).shown
    report = await world.press_id(user, page, str(PersonPress(PersonVerb.REPORT, BOB)))
    sent = await world.answered(await world.discord.submit(user, report, {"text": "Rude."}))
    check(sent, REPORTS, place, public=False)
    asked = await world.press_id(user, page, str(PersonPress(PersonVerb.CHALLENGE, BOB)))
    check(asked, {Place.DIRECT: ALONE}, place, public=True)


async def _of_this_server(world: Outside, place: Place, user: int, channel: int) -> None:
    """What can be asked of one server says so where there is none."""
    refusals = dict.fromkeys(NOWHERE_BUT_ON_SERVERS, NO_SERVER)
    for command in ("gin profile", "gin daily"):
        [screen] = (await world.slash(user, command, channel=channel)).shown
        if place is Place.SERVER:  # From there one goes to all servers and back.
            await world.press(user, screen, "All servers")
        one = await world.press(user, screen, "This server")
        assert one.pressed is screen
        if place in refusals:
            check(one, refusals, place, public=False)


def _verbs(parts: Iterator[dict[str, object]]) -> list[MenuVerb]:
    pressed = {str(one.get("custom_id")) for one in parts if one.get("type") == 2}
    return [verb for verb in MenuVerb if str(MenuPress(verb)) in pressed]


@pytest.mark.slow
async def test_the_commands_are_offered_to_servers_and_to_people_everywhere(
    tmp_path: Path,
) -> None:
    async with running_outside(tmp_path) as world:
        published = {one["name"]: one for one in world.discord.rest.commands}
        for name in ("gin", "Challenge to gin rummy"):
            assert sorted(published[name]["integration_types"]) == [0, 1]
            assert sorted(published[name]["contexts"]) == [0, 1, 2]
        assert published["gin-admin"]["integration_types"] == [0]
        assert published["gin-admin"]["contexts"] == [0]


@pytest.mark.slow
async def test_where_a_server_hides_such_answers_nobody_is_invited(tmp_path: Path) -> None:
    async with running_outside(tmp_path) as world:
        world.discord.hides_answers.add(FOREIGN)
        for name in ("gin challenge", "gin open", "gin find"):
            options = {"opponent": User(BOB)} if name == "gin challenge" else {}
            [said] = (await world.slash(300, name, channel=FOREIGN, **options)).shown
            assert said.is_ephemeral
            assert "hides replies from user-installed apps" in said.text
