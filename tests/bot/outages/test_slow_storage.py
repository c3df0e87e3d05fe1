"""A storage slower than Discord waits: everything is acknowledged, and public stays public."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import discord
import pytest

from bot.router import routes_of
from bot.ui.custom_id import Area, CustomId, base36
from bot.ui.reply import WATCHDOG_SECONDS
from bot.ui.routes import PUBLIC, AnswerKind
from engine.game.actions import Resign
from engine.service import LiveMatch, LobbyId, MatchCommand, UserId
from tests.journeys.people import Person
from tests.journeys.slow import (
    DEFERRED,
    UPDATED_LATER,
    Answered,
    Seen,
    answered,
    press,
    slow_storage,
)
from tests.journeys.world import World, running_world
from tests.keys import fresh
from tests.worlds.command_tree import leaves
from tests.worlds.every_press import PRESSES, presses
from tests.worlds.servers import admins
from tests.worlds.tables import live_match, seated

pytestmark = pytest.mark.slow

BY_BUTTON: Final = {"gin daily"}
"""It waits for the day with a timer, which SimCord holds until nothing else is to be done; the
buttons that do the same are pressed below."""
OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "gin replay": {"match": "abc"},
}
"""What some commands need beside a person."""


def test_the_watchdog_leaves_half_of_the_three_seconds() -> None:
    assert WATCHDOG_SECONDS <= 1.5


def filled(world: World, name: str, command: Any) -> dict[str, Any]:
    """Every required option of a command with something that fits."""
    found = dict(OPTIONS.get(name, {}))
    for one in command.parameters:
        if one.required and one.display_name not in found:
            match one.type:
                case discord.AppCommandOptionType.user:
                    found[one.display_name] = world.members[1]
                case discord.AppCommandOptionType.integer:
                    found[one.display_name] = int(one.min_value or 1)
                case _:
                    found[one.display_name] = "standard"
    return found


async def test_every_command_is_acknowledged_by_its_kind(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=3) as world:
        await seated(world, 1)
        await admins(world)
        boss = world.members[0]
        for name, command in tuple(leaves(world)):
            if name in BY_BUTTON:
                continue
            world.bot.parts.messenger.preferences._prefs.clear()
            options = filled(world, name, command)

            async def typed(name: str = name, options: dict[str, Any] = options) -> None:
                await boss.slash(world.channel, name, **options)

            with slow_storage(world):
                found = await answered(world, typed)
            public = command.extras == PUBLIC
            assert found.acknowledged[0] == DEFERRED, (name, found)
            assert found.acknowledged[1] is not public, (name, found)
            wanted = Seen.PUBLIC if public else Seen.PRIVATE
            assert wanted in found.seen, (name, found)
            assert public or Seen.PUBLIC not in found.seen, (name, found)
            assert not found.forgotten, (name, found)
        assert not world.env.errors


async def test_the_challenge_in_the_menu_of_a_person_is_public(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        first, second = world.members

        async def chosen() -> None:
            await first.context_menu(world.channel, "Challenge to gin rummy", second)

        with slow_storage(world):
            found = await answered(world, chosen)
        assert found == Answered((DEFERRED, False), (Seen.PUBLIC,), 0)
        with slow_storage(world):  # the same again is refused, and nobody else has to read that
            again = await answered(world, chosen)
        assert again == Answered((DEFERRED, False), (Seen.PRIVATE,), 0)
        (lobby,) = await world.service.open_lobbies_of(UserId(first.id))
        assert lobby.table.message in {one.message.id for one in world.public()}


@dataclass
class Table:
    """What the presses of the table below are about."""

    world: World
    people: list[Person]
    message: Any
    live: LiveMatch
    lobby: LobbyId

    @property
    def panel(self) -> Any:
        return self.people[0].panel_message


async def board(table: Table) -> Any:
    """The table's message, wherever it stands now."""
    live = await table.world.service.load(table.live.id)
    assert live is not None
    return table.world.stored(live.table.message or 0)


async def laid(world: World) -> Table:
    people, table = await seated(world, 3)
    live = await world.service.load(await live_match(world))
    assert live is not None
    await world.slash(world.members[0], "open")
    (lobby,) = await world.service.open_lobbies_of(UserId(world.members[0].id))
    return Table(world, people, table.message, live, lobby.id)


IN, NEW, ALL = Seen.IN_PLACE, Seen.PRIVATE, Seen.PUBLIC
ANSWERS: Final[list[tuple[str, str, tuple[str, ...], str | None, Seen]]] = [
    # area and what, values of a menu, text of a form, where the answer is seen
    ("p", "p", (), None, IN),
    ("h", "sort", (), None, IN),
    ("h", "more", (), None, IN),
    ("h", "byhand", (), None, IN),
    ("h", "hint", (), None, NEW),
    ("h", "plan-stock", (), None, IN),
    ("h", "order", ("ranks",), None, IN),
    ("h", "advise", (), None, NEW),
    ("h", "advise", (), "lead a king", IN),
    ("t", "hand", (), None, NEW),
    ("t", "sheet", (), None, NEW),
    ("t", "watch", (), None, NEW),
    ("t", "watching", (), None, IN),
    ("t", "more", (), None, NEW),
    ("t", "rules", (), None, NEW),
    ("t", "verify", (), None, NEW),
    ("t", "repost", (), None, NEW),
    ("t", "talk", (), None, NEW),
    ("t", "resign", (), None, NEW),
    ("t", "resign-no", (), None, IN),
    ("t", "ready", (), None, NEW),
    ("t", "proof", (), None, IN),
    ("t", "by-nudge", (), None, NEW),
    ("t", "by-pause", (), None, IN),
    ("t", "by-resume", (), None, IN),
    ("t", "by-sub1", (), None, NEW),
    ("l", "shuffle", (), None, NEW),
    ("l", "side0", (), None, NEW),
    ("l", "start", (), None, NEW),
    ("l", "leave", (), None, IN),
    ("g", "set-one_tap", (), None, IN),
    ("g", "set-theme", ("two_colour",), None, IN),
    ("g", "admin-bans", (), None, NEW),
    ("g", "learn-map", (), None, IN),
    ("g", "person-profile", (), None, NEW),
    ("g", "setup-place", (), None, NEW),
    ("g", "go-records", (), None, NEW),
    ("g", "board-pool-s-won-any-all", ("any",), None, IN),
    ("g", "profile-world-s-", (), None, IN),
    ("g", "profile-show-s-", (), None, ALL),
    ("g", "coach-open", (), None, NEW),
    ("g", "ask-submit", (), "5H 6H 7H 4C 4D 4S QS QD QC 7S KD / 9C 3D KC", NEW),
    ("g", "askon-standard-EFGdqQYylTz-ipm-", ("casual",), None, ALL),
    ("g", "playon-3", ("casual",), None, NEW),
    ("g", "coach-see-1", (), None, NEW),
    ("g", "config-pings", (), None, NEW),
    ("g", "build-page-1-1-", (), None, NEW),
    ("g", "plan-new", (), None, NEW),
    ("g", "event-list-0", (), None, IN),
    ("g", "event-enter", (), None, NEW),
    ("g", "event-postpone", (), "20:00", NEW),
    ("g", "daily-look", (), None, IN),
    ("g", "daily-puzzle", (), None, IN),
    ("g", "daily-play", (), None, NEW),
    ("g", "find-preset-daily-0-standard", ("hollywood",), None, IN),
    ("g", "find-seek-live-0-hollywood", (), None, ALL),
    ("g", "find-join-daily-0-standard", ("1",), None, NEW),
    ("g", "friends-add", (), None, IN),
    ("g", "friends-challenge", ("{other}",), None, ALL),
    ("g", "go-practice", (), None, ALL),
    ("g", "go-who", ("{third}",), None, ALL),
    ("g", "go-challenge", (), None, NEW),
    ("g", "go-hand", (), None, NEW),
    ("g", "go-daily", (), None, NEW),
    ("g", "go-rules", (), None, NEW),
    ("g", "go-settings", (), None, NEW),
    ("g", "go-anything", (), None, NEW),
    ("g", "history-older-0-", (), None, IN),
    ("g", "history-all-0-", (), None, NEW),
    ("g", "history-record-0-", (), None, NEW),
    ("g", "house-page-1-club", (), None, NEW),
    ("g", "house-ask-target-club", (), None, NEW),
    ("g", "house-num-target-club", (), "80", NEW),
    ("g", "log-older", (), None, NEW),
    ("g", "note-reply", (), None, NEW),
    ("g", "note-reply", (), "hello", NEW),
    ("g", "note-way", ("none",), None, IN),
    ("g", "note-clear", (), None, IN),
    ("g", "note-block", (), None, IN),
    ("g", "pick-resign", ("{match}",), None, IN),
    ("g", "pick-pause", ("{match}",), None, IN),
    ("g", "privacy-delete-no", (), None, IN),
    ("g", "replay-m-0-0-8-open", (), None, NEW),
    ("g", "replay-nothing", (), None, NEW),
    ("g", "reports-open", (), None, NEW),
    ("g", "rewards-shop", (), None, IN),
    ("g", "rewards-buy-felt:walnut", (), None, IN),
    ("g", "rules-score-standard", (), None, IN),
    ("g", "rules-o1-standard", (), None, IN),
    ("g", "rules-play-gone", (), None, NEW),
    ("g", "share-look", (), None, NEW),
    ("g", "train-next-all", (), None, IN),
    ("g", "race-show", (), None, IN),
    ("g", "study-list", (), None, IN),
    ("g", "study-ask-0", (), None, NEW),
    ("g", "studypos-standard-EFGdqQYylTz-ipm--0-0", (), None, NEW),
    ("g", "studyround-3", (), None, NEW),
    ("g", "weekly-close", (), None, NEW),
    ("g", "tutor-look", (), None, IN),
    ("g", "unknown", (), None, NEW),
    ("g", "open-daily-6-0-0-0-0-0-standard", (), None, NEW),
]


async def test_every_press_is_acknowledged_and_public_only_if_its_route_says_so(
    tmp_path: Path,
) -> None:
    async with running_world(tmp_path, people=3) as world:
        table = await laid(world)
        first, routes = table.people[0].member, routes_of(world.bot.parts)
        ids = {Area.LOBBY: table.lobby, Area.PAGE: 0}
        found = (presses(kind, ids.get(kind.AREA, table.live.id)) for kind in PRESSES)
        every = {one: routes.bind(one).kind for of_kind in found for one in of_kind}
        for one, kind in every.items():
            world.bot.parts.messenger.preferences._prefs.clear()
            with slow_storage(world):
                answer = await press(world, first, table.panel, str(one))
            assert answer.acknowledged[0] in (DEFERRED, UPDATED_LATER), (one, answer)
            assert answer.acknowledged != (DEFERRED, False), (one, answer)
            assert kind is AnswerKind.PUBLIC or Seen.PUBLIC not in answer.seen, (one, answer)
            assert answer.seen, (one, answer)
            assert not answer.forgotten, (one, answer)
        assert not world.env.errors


def subject(table: Table, area: str, what: str) -> int:
    """The id that a button of this sort carries."""
    people = ("profile", "friends", "note", "person")
    if area == "l":
        return table.lobby
    if area == "g" and what.partition("-")[0] in people:
        mine = what.startswith("profile")
        return table.people[0 if mine else 1].member.id
    if area == "g" and not what.startswith(("coach", "history-record", "replay")):
        return 0
    return table.live.id


async def test_every_button_is_acknowledged_by_its_kind(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=3) as world:
        table = await laid(world)
        first, second = table.people[0].member, table.people[1].member
        for area, what, values, text, wanted in ANSWERS:
            world.bot.parts.messenger.preferences._prefs.clear()
            custom_id = str(CustomId(Area(area), subject(table, area, what), 0, what))
            third = world.members[2].id
            names = {"other": second.id, "third": third, "match": base36(table.live.id)}
            chosen = tuple(one.format(**names) for one in values)
            public = area == "l" or what in ("ready", "by-pause", "by-resume")
            carrier = await board(table) if public else table.panel
            with slow_storage(world):
                found = await press(world, first, carrier, custom_id, chosen, text)
            assert found.acknowledged[0] in (DEFERRED, UPDATED_LATER), (what, found)
            assert found.acknowledged != (DEFERRED, False), (what, found)
            assert wanted in found.seen, (area, what, found)
            assert wanted is ALL or ALL not in found.seen, (area, what, found)
            assert not found.forgotten, (area, what, found)
        assert not world.env.errors


async def test_an_invitation_from_the_list_of_friends_is_refused_in_private(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        table = await laid(world)
        first, second = table.people[0].member, table.people[1].member
        challenge = str(CustomId(Area.PAGE, 0, 0, "friends-challenge"))
        for wanted in (Seen.PUBLIC, Seen.PRIVATE):
            with slow_storage(world):
                found = await press(world, first, table.panel, challenge, (str(second.id),))
            assert found == Answered((UPDATED_LATER, False), (wanted,), 0)
        lobbies = await world.service.open_lobbies_of(UserId(first.id))
        assert lobbies[-1].table.message in {one.message.id for one in world.public()}


async def test_a_rematch_is_seen_by_everybody_and_remembered_where_it_stands(
    tmp_path: Path,
) -> None:
    async with running_world(tmp_path, people=2) as world:
        table = await laid(world)
        first = table.people[0].member
        await world.service.act(
            MatchCommand(fresh(), table.live.id, UserId(first.id), Resign(), None)
        )
        await world.settle()
        again = str(CustomId(Area.TABLE, table.live.id, 0, "rematch"))
        with slow_storage(world):
            found = await press(world, first, table.message, again)
        assert found == Answered((UPDATED_LATER, False), (Seen.PUBLIC,), 0)
        lobbies = await world.service.open_lobbies_of(UserId(first.id))
        assert lobbies[-1].table.message in {one.message.id for one in world.public()}
        assert lobbies[-1].id not in [
            one.id for one in await world.service.messages.outdated_lobbies(10)
        ]


async def test_joining_turns_the_invitation_into_the_table(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        first, second = world.members
        sent = await world.slash(first, "challenge", opponent=second)
        (lobby,) = await world.service.open_lobbies_of(UserId(first.id))
        join = str(CustomId(Area.LOBBY, lobby.id, 0, "join"))
        with slow_storage(world):
            found = await press(world, second, sent.response, join)
        assert found == Answered((UPDATED_LATER, False), (Seen.IN_PLACE, Seen.PRIVATE), 0)
        live = await world.service.load(await live_match(world))
        assert live is not None
        assert live.table.message == sent.response.id


async def test_a_table_that_is_answered_late_knows_its_own_message(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        first, second = world.members
        help_ = (await world.slash(first, "help")).response
        practise = str(CustomId(Area.PAGE, 0, 0, "go-practice"))

        async def typed() -> None:
            await second.slash(world.channel, "gin practice")

        with slow_storage(world):
            await press(world, first, help_, practise)
            await answered(world, typed)
        tables = [await world.service.live_matches_of(UserId(one.id)) for one in world.members]
        messages = [one.table.message for [one] in tables]
        assert messages == [one.message.id for one in world.public()]
        assert help_.id not in messages
