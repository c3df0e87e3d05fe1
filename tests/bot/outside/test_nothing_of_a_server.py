"""Direct messages say nothing of a server: no name, nickname or channel of it, and no notes.

The names are canaries. Those with whom somebody plays or has played on a server are named there, as
everybody is, by their accounts.
"""

from pathlib import Path
from typing import Any

import pytest

from bot.commands.help import MORE
from bot.presses.menu import MenuPress, MenuVerb
from engine.game.actions import Resign
from engine.service import MatchCommand, Person, Prefs, ProfileFor, UserId
from tests.bot.outside.running import ANN, BOB, Outside, button, running_outside
from tests.keys import fresh
from tests.wire.interactions import Interaction
from tests.wire.objects import Guild, Payload, User
from tests.wire.server import CHANNEL
from tests.worlds.command_tree import member_leaves, options_of
from tests.worlds.groups import move, table_of_two

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
NICK, SERVER, ROOM = (f"Canary{word}" for word in ("Nick", "Server", "room"))


@pytest.fixture(autouse=True)
def canaries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give everything of the server a name that nothing else has."""
    member, guild = User.member, Guild.payload

    def nicknamed(user: User) -> Payload:
        return {**member(user), "nick": f"{NICK}{user.id}"}

    def named(one: Guild, bot: Payload) -> Payload:
        found = guild(one, bot)
        rooms: list[Any] = [{**room, "name": ROOM} for room in found["channels"]]
        return {**found, "name": SERVER, "channels": rooms}

    monkeypatch.setattr(User, "member", nicknamed)
    monkeypatch.setattr(Guild, "payload", named)


def said(one: Interaction) -> str:
    return "\n".join(f"{each.text} {list(each.parts())}" for each in one.shown)


async def prepared(world: Outside) -> None:
    """Ann and Bob have played on the server, play again, and are friends."""
    for user in (ANN, BOB):
        prefs = Prefs(profile=ProfileFor.EVERYBODY, world_board=True)
        await world.service.set_prefs(fresh(), Person(UserId(user), f"{NICK}{user}"), prefs)
    _, panels = await table_of_two(world, CHANNEL)
    for _ in range(3):
        await move(world, panels)
    [live] = await world.service.live_matches_of(UserId(ANN))
    await world.service.act(MatchCommand(fresh(), live.id, UserId(BOB), Resign(), None))
    await world.settle()
    await table_of_two(world, CHANNEL)
    for one, other in ((ANN, BOB), (BOB, ANN)):
        await befriended(world, one, other)


async def befriended(world: Outside, user: int, other: int) -> None:
    """Add a friend on the page about them, on the server."""
    [help_] = (await world.slash(user, "gin help", channel=CHANNEL)).shown
    menu = str(MenuPress(MenuVerb.PERSON))
    [page] = (
        await world.answered(await world.discord.select(user, help_, menu, [str(other)]))
    ).shown
    await world.press(user, page, "Add friend")


async def looked_at(world: Outside, user: int) -> list[tuple[str, str]]:
    """Every screen that somebody reaches in direct messages, by the way to it."""
    here, seen = world.discord.direct(user), []
    for command in member_leaves(world):
        name = command.qualified_name
        seen.append(
            (name, said(await world.slash(user, name, channel=here, **options_of(command))))
        )
    [help_] = (await world.slash(user, "gin help", channel=here)).shown
    for place in MORE:
        seen.append((f"help: {place.name}", said(await world.go_to(user, help_, place))))
    [records] = (await world.go_to(user, help_, MenuVerb.RECORDS)).shown
    for screen in (help_, records):
        pressed = {str(one.get("custom_id")) for one in screen.parts() if one.get("type") == 2}
        for verb in (one for one in MenuVerb if str(MenuPress(one)) in pressed):
            answer = await world.press_id(user, screen, str(MenuPress(verb)))
            seen.append((f"help: {verb.name}", said(answer)))
    other = BOB if user == ANN else ANN
    chosen = await world.discord.select(user, help_, str(MenuPress(MenuVerb.PERSON)), [str(other)])
    seen.append(("a person", said(await world.answered(chosen))))
    profile = await world.slash(user, "gin profile", channel=here, user=User(other))
    seen.append(("a profile", said(profile)))
    seen += [(f"a match: {label}", text) for label, text in await past_match(world, user)]
    seen += [("public", f"{one.text} {list(one.parts())}") for one in world.public(here)]
    return seen


async def past_match(world: Outside, user: int) -> list[tuple[str, str]]:
    """A finished match from the list, and what its buttons lead to."""
    here = world.discord.direct(user)
    [history] = (await world.slash(user, "gin history", channel=here)).shown
    [menu] = [one for one in history.parts() if one.get("type") == 3]
    share = str(menu["options"][0]["value"])
    chosen = await world.discord.select(user, history, str(menu["custom_id"]), [share])
    await world.answered(chosen)
    match = chosen.pressed
    assert match is not None
    opened = f"{match.text} {list(match.parts())}"
    pressed = []
    for label in ("Replay", "Score sheet", "Download"):
        answer = await world.press_id(user, match, button(match, label))
        pressed.append((label, said(answer) or f"{match.text} {list(match.parts())}"))
    return [("open", opened), *pressed]


async def test_screens_in_direct_messages_hold_nothing_of_a_server(tmp_path: Path) -> None:
    async with running_outside(tmp_path) as world:
        await prepared(world)
        history = said(await world.slash(ANN, "gin history", channel=CHANNEL))
        assert NICK in history, "the canary sings on the server"
        for user in (ANN, BOB):
            seen = await looked_at(world, user)
            assert len(seen) > 20
            forbidden = [NICK, SERVER, ROOM]
            leaks = [(way, word) for way, text in seen for word in forbidden if word in text]
            assert leaks == []
