"""What the bot asks of Discord beside the requests of a turn, while that fails.

Each row begins trouble, and asserts that what was to be done is done once in the end.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TypeAlias

import discord as library
import pytest

from bot.ops import application
from bot.ops.exits import Exit
from engine.clocks import HOUR
from engine.events.plan import Repeat, check_in_ms
from engine.game.record import to_json
from engine.service import (
    GuildConfig,
    LobbyOutcome,
    OpenLobby,
    Person,
    Prefs,
    UserId,
)
from engine.service.events.organizer_actions import Postpone
from engine.service.events.types import EventState
from engine.service.preferences import NoteWay
from engine.service.social.notes import NoteSent
from tests.bot.webhook.endpoint import Endpoint
from tests.keys import fresh
from tests.ports import free_port
from tests.wire.interactions import Interaction
from tests.wire.messages import Message
from tests.wire.objects import THREAD, Channel, Payload, Upload, User
from tests.wire.server import APPLICATION, CHANNEL, GUILD, Discord
from tests.worlds.events_on_wire import (
    HOST,
    SERVER,
    announced,
    awarded,
    changed,
    entered,
    event_of,
    posted,
    started,
)
from tests.worlds.served import served
from tests.worlds.troubles import LASTS_S, RECOVERED_S, Trouble
from tests.worlds.virtual import VirtualLoop
from tests.worlds.wire_page import CardTable, at_card_table
from tests.worlds.wire_people import ANN, BOB, CLEO, ELSEWHERE, People, button, meeting

ROLE: Final = 80_001
STAFF: Final = 7004 << 22
STRANGER: Final = 70_050
MONTH_S: Final = 31 * 24 * 3600.0


# -- threads ---------------------------------------------------------------------------------


def threads(here: People) -> list[Channel]:
    return [one for one in here.discord.guild.channels.values() if one.type == THREAD]


async def challenge_with_a_thread(here: People) -> Interaction:
    await configure(here, threads="ask")
    return await here.slash(ANN, "gin challenge", opponent=User(BOB), thread=True)


async def configure(here: People, **more: Any) -> None:
    """Change the settings of the server."""
    await here.service.set_guild_config(fresh(), SERVER, HOST.user_id, GuildConfig(**more))


def tables(here: People) -> list[Message]:
    return here.public_with("Watch")


async def table_in_a_thread(here: People, trouble: Trouble) -> None:
    asked = await challenge_with_a_thread(here)
    with trouble.lasting():
        accepted = await here.press(BOB, asked.shown[0], "Accept")
        await trouble.is_over()
    await here.until(lambda: len(tables(here)) == 1, "one table", RECOVERED_S)
    [table] = tables(here)
    if table.channel == CHANNEL:
        assert "Discord didn't open a thread" in "".join(one.text for one in accepted.shown)
    assert len(threads(here)) <= 1
    await drawn(here, table)


async def drawn(here: People, table: Message) -> None:
    """The table follows its match."""
    before = table.version
    [live] = await here.service.live_matches_of(UserId(ANN))
    await here.turn(live.id)
    await here.until(lambda: table.version > before, "the table is behind", RECOVERED_S)


async def talk(here: People, trouble: Trouble) -> None:
    _, table = await here.table()
    more = (await here.press(ANN, table, "More")).shown[0]
    with trouble.lasting():
        said = (await here.press(ANN, more, "Open a thread")).shown[-1]
        assert "permissions" not in said.text
        await trouble.is_over()
    said = (await here.press(ANN, more, "Open a thread")).shown[-1]
    [thread] = threads(here)
    assert f"<#{thread.id}>" in said.text


async def archived(here: People, trouble: Trouble) -> None:
    asked = await challenge_with_a_thread(here)
    await here.press(BOB, asked.shown[0], "Accept")
    await here.until(lambda: len(tables(here)) == 1, "one table")
    [thread] = threads(here)
    await here.discord.gateway.tell(GUILD, "THREAD_CREATE", own(here, thread))
    [live] = await here.service.live_matches_of(UserId(ANN))
    await here.resign(live.id, BOB)
    await asyncio.sleep(here.bot.parts.display.threads.archive_seconds - 5)
    trouble.begin()
    await here.until(lambda: thread.archived, "not archived", 700)


def own(here: People, thread: Channel) -> Payload:
    """A thread that the bot has opened."""
    return {**thread.payload(), "owner_id": here.discord.bot["id"]}


async def opened_again(here: People, trouble: Trouble) -> None:
    room = here.discord.guild.channels[STAFF] = Channel(STAFF, GUILD, "t", THREAD, CHANNEL)
    await here.discord.gateway.tell(GUILD, "THREAD_CREATE", room.payload())
    match, table = await here.table(STAFF)
    await asyncio.sleep(5)
    room.archived, before = True, table.version
    await here.discord.gateway.tell(GUILD, "THREAD_UPDATE", room.payload())
    trouble.begin()
    await here.turn(match)
    await trouble.is_over()
    await here.until(lambda: table.version > before, "the table is behind", RECOVERED_S)
    assert not room.archived


# -- events ----------------------------------------------------------------------------------


async def thread_of_an_event(here: People, trouble: Trouble) -> None:
    number = await announced(here)
    await posted(here)
    await entered(here, number)
    event = await event_of(here, number)
    opens_ms = event.plan.starts_ms - check_in_ms(event.plan)
    await asyncio.sleep((opens_ms - here.service.now_ms()) / 1000 - 1)
    trouble.begin()
    await trouble.is_over()
    await here.until(lambda: len(calls(here)) == 1, "nobody is called", RECOVERED_S)
    await asyncio.sleep(RECOVERED_S)
    assert [one.channel for one in calls(here)] == [one.id for one in threads(here)]


def calls(here: People) -> list[Message]:
    return [one for one in here.public if "Check-in is open until" in one.text and one.version == 0]


async def winner_gets_the_role(here: People, trouble: Trouble) -> None:
    event = await started(here, await announced(here, winner_role=ROLE))
    assert event.state is EventState.RUNNING
    trouble.begin()
    await awarded(here, event, BOB)
    await here.until(lambda: holders(here) == {BOB}, "no role", LASTS_S + RECOVERED_S)


async def winner_before_loses_the_role(here: People, trouble: Trouble) -> None:
    number = await announced(here, winner_role=ROLE, repeat=Repeat.WEEKLY)
    await awarded(here, await started(here, number), BOB)
    await here.until(lambda: holders(here) == {BOB}, "no role")
    following = max(one.id for one in (await here.service.events.of_guild(SERVER)).current)
    at_ms = (await event_of(here, following)).plan.starts_ms
    pass_time((at_ms - here.service.now_ms()) / 1000 - 3600)
    event = await started(here, following)
    trouble.begin()
    await awarded(here, event, ANN)
    await here.until(lambda: holders(here) == {ANN}, "no role", LASTS_S + RECOVERED_S)


def holders(here: People) -> set[int]:
    return here.discord.guild.roles.get(ROLE, set())


def pass_time(seconds: float) -> None:
    """Move the clock of the wall, as if the machine had slept."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    loop.pass_wall_time(seconds)


async def in_the_calendar(here: People, trouble: Trouble) -> None:
    trouble.begin()
    number = await announced(here)
    at = (await event_of(here, number)).plan.starts_ms
    await here.until(lambda: starts(here) == [at], "not once in the calendar", 140)
    await asyncio.sleep(RECOVERED_S)
    assert starts(here) == [at]


def starts(here: People) -> list[int]:
    """When the events of the calendar start."""
    texts = [one["scheduled_start_time"] for one in here.discord.guild.scheduled.values()]
    return [int(datetime.fromisoformat(one).timestamp() * 1000) for one in texts]


async def moved_in_the_calendar(here: People, trouble: Trouble) -> None:
    number = await announced(here)
    await here.until(lambda: len(starts(here)) == 1, "not in the calendar")
    at = here.service.now_ms() + 2 * HOUR
    trouble.begin()
    changed(await here.service.events.organize(fresh(), number, HOST.user_id, Postpone(at)))
    await here.until(lambda: starts(here) == [at], "not moved", LASTS_S + RECOVERED_S)


async def twice_in_the_calendar(here: People, trouble: Trouble) -> None:
    """Another process creates the same one in the same moment."""
    number = here.discord.ids.new()

    def hear(method: str, path: str, text: bytes, _: object) -> None:
        scheduled = here.discord.guild.scheduled
        if (method, path.rpartition("/")[2]) == ("POST", "scheduled-events") and not scheduled:
            body = library.utils._from_json(text)
            creator = {"creator_id": here.discord.bot["id"], "guild_id": str(GUILD)}
            scheduled[number] = {**body, **creator, "id": str(number), "status": 1}

    here.discord.rest.listener = hear
    trouble.begin()
    await announced(here)
    await here.until(lambda: number in here.discord.guild.scheduled, "not there")
    await here.until(lambda: trouble.strikes > 0, "twice there")
    await here.until(lambda: len(starts(here)) == 1, "twice there", LASTS_S + RECOVERED_S)
    assert number in here.discord.guild.scheduled


# -- the months' role -------------------------------------------------------------------------


async def month_played(here: People) -> None:
    await configure(here, season_role=ROLE)
    match, _ = await here.table()
    await here.resign(match, ANN)
    pass_time(MONTH_S)


async def month_role_given(here: People, trouble: Trouble) -> None:
    await month_played(here)
    trouble.begin()
    await here.bot.parts.seasons.once()
    assert not here.bot.parts.seasons.refused, "administrators have nothing to grant"
    await here.until(lambda: holders(here) == {BOB}, "no role", LASTS_S + RECOVERED_S)


async def month_role_taken(here: People, trouble: Trouble) -> None:
    await month_played(here)
    await here.bot.parts.seasons.once()
    assert holders(here) == {BOB}
    pass_time(MONTH_S)
    trouble.begin()
    await here.bot.parts.seasons.once()
    await here.until(lambda: holders(here) == set(), "still there", LASTS_S + RECOVERED_S)


# -- messages to single people and administrators -----------------------------------------------


async def administrators_told(here: People, trouble: Trouble) -> None:
    """Somebody is reported."""
    here.discord.guild.channels[STAFF] = Channel(STAFF, GUILD, "staff")
    await configure(here, reports_channel=STAFF)
    helped = (await here.slash(ANN, "gin help")).shown[0]
    chosen = await here.choose(ANN, helped, "person", str(BOB))
    form = await here.discord.press(ANN, chosen.shown[0], button(chosen.shown[0], "Report…"))
    await here.until(lambda: bool(form.form), "no form")
    with trouble.lasting():
        one = await here.discord.submit(ANN, form, {"text": "He swears."})
        await here.discord.answered(one)
        await trouble.is_over()
    await here.until(lambda: bool(told(here)), "nobody is told", RECOVERED_S)
    await asyncio.sleep(RECOVERED_S)
    assert len(told(here)) == 1


def told(here: People) -> list[Message]:
    return here.discord.messages.in_channel(STAFF)


async def note_by_direct_message(here: People, trouble: Trouble) -> None:
    await here.table()
    await asyncio.sleep(5)
    prefs = Prefs(notes=NoteWay.DIRECT)
    await here.service.set_prefs(fresh(), Person(UserId(BOB), "Bob"), prefs)
    here.bot.parts.messenger.preferences.forget(UserId(BOB))
    ann, text = Person(UserId(ANN), "Ann"), "Hello!"
    sent = await here.service.notes.send(fresh(), ann, UserId(BOB), text)
    assert sent is NoteSent.SENT
    with trouble.lasting():
        await here.bot.parts.notes.sent(UserId(BOB))
        await trouble.is_over()
    await asyncio.sleep(RECOVERED_S + 1)
    direct = here.discord.messages.in_channel(here.discord.direct(BOB))
    seen = [one.text for one in direct]
    looked = await here.slash(BOB, "gin help")
    await asyncio.sleep(5)
    seen += [one.text for one in looked.shown]
    assert sum("Hello" in one for one in seen) == 1, seen


async def welcomed(here: People, trouble: Trouble) -> None:
    """The bot joins a server; whoever comes first is welcomed if the channel was not."""
    number, room = 7100 << 22, 7101 << 22
    here.discord.guild.channels.pop(ELSEWHERE)
    guild = here.discord.add_guild(number, [room])
    joined = {**guild.payload(here.discord.bot), "system_channel_id": str(room)}
    [me] = joined["members"]
    me["joined_at"] = datetime.now(UTC).isoformat()
    with trouble.lasting():
        await here.discord.gateway.tell(number, "GUILD_CREATE", joined)
        await trouble.is_over()
    await asyncio.sleep(RECOVERED_S)
    first = await here.slash(ANN, "gin help", room)
    await asyncio.sleep(5)
    seen = [one.text for one in (*here.discord.messages.in_channel(room), *first.shown)]
    assert sum("Gin rummy is here" in one for one in seen) == 1


async def refused_after_an_announcement(here: People, trouble: Trouble) -> None:
    """An answer that everybody would see was announced, and becomes one for one person."""
    await here.slash(ANN, "gin challenge", opponent=User(BOB))
    quick = here.service.open_lobby

    async def slow(ask: OpenLobby) -> LobbyOutcome:
        await asyncio.sleep(2)
        return await quick(ask)

    with pytest.MonkeyPatch.context() as patch, trouble.lasting():
        patch.setattr(here.service, "open_lobby", slow)
        refused = await here.slash(ANN, "gin challenge", opponent=User(BOB))
        await trouble.is_over()
    assert [one.is_ephemeral for one in refused.shown if "already have" in one.text] == [True]


# -- people who are looked up ---------------------------------------------------------------------


async def member_challenged(here: People, trouble: Trouble) -> None:
    """A button challenges somebody who is asked about first."""
    helped = (await here.slash(ANN, "gin help")).shown[0]
    page = (await here.choose(ANN, helped, "person", str(BOB))).shown[-1]
    with trouble.lasting():
        answer = (await here.press(ANN, page, "Challenge")).shown[-1]
        await trouble.is_over()
    if not button(answer, "Accept"):
        assert "Discord didn't accept part of this" in answer.text
        answer = (await here.press(ANN, page, "Challenge")).shown[-1]
    assert button(answer, "Accept")


async def stranger_looked_up(here: People, trouble: Trouble) -> None:
    here.discord.rest.strangers.add(STRANGER)
    helped = (await here.slash(ANN, "gin help")).shown[0]
    with trouble.lasting():
        found = (await here.choose(ANN, helped, "person", str(STRANGER))).shown[-1]
        await trouble.is_over()
    if not button(found, "Report…"):
        assert "Discord didn't accept part of this" in found.text
        found = (await here.choose(ANN, helped, "person", str(STRANGER))).shown[-1]
    assert button(found, "Report…")


async def record_attached(here: People, trouble: Trouble) -> None:
    match, _ = await here.table()
    await here.resign(match, ANN)
    record = await here.service.record(match)
    assert record is not None
    text = to_json(record)
    here.discord.rest.uploads[70_100] = json.loads(text)
    file = Upload(70_100, "record.json", len(text), f"{here.discord.api}/attachments/70100/r.json")
    with trouble.lasting():
        shown = (await here.slash(BOB, "gin replay", file=file)).shown[-1]
        await trouble.is_over()
    assert "Discord didn't deliver the file. Try again." in shown.text
    shown = (await here.slash(BOB, "gin replay", file=file)).shown[-1]
    assert "delivered" not in shown.text, shown.text


# -- the start ------------------------------------------------------------------------------


async def signed_in_again(discord: Discord, folder: Path, trouble: Trouble) -> None:
    """A start that finds no Discord ends with a code for the supervisor, which starts again."""
    trouble.begin()
    async with served(folder, GIN_DISCORD_API=discord.api) as gin:
        done, _ = await asyncio.wait({gin.code}, timeout=LASTS_S)
        if done:
            assert gin.code.result() == Exit.UNREACHABLE
            await trouble.is_over()
            async with meeting(discord, folder) as here:
                await here.slash(ANN, "gin help")
            return
        await trouble.is_over()
        await gin.until(discord.gateway.identified.is_set)


async def uploaded(discord: Discord, folder: Path, trouble: Trouble) -> None:
    discord.rest.takes_emojis = True
    few = tuple(application.pictures())[:2]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(application, "pictures", lambda: iter(few))
        trouble.begin()
        async with meeting(discord, folder) as here:
            known = here.bot.parts.messenger.markup
            await here.until(lambda: len(known.emojis) == 2, "no emojis", LASTS_S + RECOVERED_S)
    names = sorted(one["name"] for one in discord.rest.emojis.values())
    assert names == sorted(name for name, _ in few)


async def published(discord: Discord, folder: Path, trouble: Trouble) -> None:
    trouble.begin()
    async with meeting(discord, folder) as here:
        names = {"gin", "gin-admin"}

        def are_there() -> bool:
            return names <= {one["name"] for one in discord.rest.commands}

        await here.until(are_there, "no commands", LASTS_S + 2 * RECOVERED_S)
        await here.until(lambda: not here.bot.commands.warning, "a warning", 2 * RECOVERED_S)
        assert here.bot.parts.messenger.markup.commands


# -- the card table -------------------------------------------------------------------------


async def page_opened(discord: Discord, folder: Path, trouble: Trouble) -> None:
    async with at_card_table(discord, folder) as table:
        await signed_in(table, trouble)


async def signed_in(table: CardTable, trouble: Trouble) -> None:
    with trouble.lasting():
        status, found = await table.sign_in(ANN)
        await trouble.is_over()
    if status != 200:
        assert (status, found["error"]) == (
            503,
            "Discord isn't responding. Try again in a moment.",
        )
        status, found = await table.sign_in(ANN)
    assert status == 200, found


async def page_opened_without_a_gateway(discord: Discord, folder: Path, trouble: Trouble) -> None:
    endpoint = {"GIN_SHARD_IDS": "none", "GIN_WEBHOOK_PORT": str(free_port())}
    key = Endpoint("").public_key
    async with at_card_table(discord, folder, GIN_PUBLIC_KEY=key, **endpoint) as table:
        await signed_in(table, trouble)


async def people_searched(discord: Discord, folder: Path, trouble: Trouble) -> None:
    discord.rest.known = [User(CLEO)]
    async with at_card_table(discord, folder) as table:
        _, session = await table.sign_in(ANN)
        with trouble.lasting():
            await table.people(session["token"], "Player")
            await trouble.is_over()
        pass_time(RECOVERED_S)
        assert await table.people(session["token"], "Player 7") == [f"Player {CLEO}"]


# -- the table -------------------------------------------------------------------------------

WhileServed: TypeAlias = Callable[[People, Trouble], Awaitable[None]]
FromTheStart: TypeAlias = Callable[[Discord, Path, Trouble], Awaitable[None]]
MEMBER: Final = "GET /guilds/N/members/N"
THREADS: Final = "POST /channels/C/messages/M/threads"
GIVE: Final = "PUT /guilds/N/members/N/roles/N"
TAKE: Final = "DELETE /guilds/N/members/N/roles/N"
CALENDAR: Final = "GET /guilds/N/scheduled-events"
POST: Final = "POST /channels/C/messages"
EMOJIS: Final = f"/applications/{APPLICATION}/emojis"
COMMANDS: Final = f"/applications/{APPLICATION}/commands"
ROWS: Final[tuple[tuple[str, WhileServed], ...]] = (
    (THREADS, table_in_a_thread),
    (THREADS, talk),
    (THREADS, thread_of_an_event),
    ("PATCH /channels/C", archived),
    ("PATCH /channels/C", opened_again),
    (GIVE, winner_gets_the_role),
    (MEMBER, winner_gets_the_role),
    (TAKE, winner_before_loses_the_role),
    (CALENDAR, in_the_calendar),
    ("POST /guilds/N/scheduled-events", in_the_calendar),
    (CALENDAR, moved_in_the_calendar),
    ("PATCH /guilds/N/scheduled-events/N", moved_in_the_calendar),
    ("DELETE /guilds/N/scheduled-events/N", twice_in_the_calendar),
    (GIVE, month_role_given),
    (MEMBER, month_role_given),
    (TAKE, month_role_taken),
    (POST, administrators_told),
    (POST, note_by_direct_message),
    ("POST /users/@me/channels", note_by_direct_message),
    (POST, welcomed),
    ("DELETE /webhooks/W/messages/M", refused_after_an_announcement),
    (MEMBER, member_challenged),
    ("GET /users/N", stranger_looked_up),
    ("GET /attachments/N/r.json", record_attached),
)
STARTS: Final[tuple[tuple[str, FromTheStart], ...]] = (
    ("GET /users/@me", signed_in_again),
    ("GET /oauth2/applications/@me", signed_in_again),
    ("GET /gateway/bot", signed_in_again),
    (f"GET {EMOJIS}", uploaded),
    (f"POST {EMOJIS}", uploaded),
    (f"GET {COMMANDS}", published),
    (f"PUT {COMMANDS}", published),
    ("POST /oauth2/token", page_opened),
    ("GET /users/@me", page_opened),
    (f"GET /applications/{APPLICATION}/activity-instances/i-1", page_opened),
    (MEMBER, page_opened),
    ("GET /guilds/N", page_opened_without_a_gateway),
    ("GET /guilds/N/channels", page_opened_without_a_gateway),
    ("GET /guilds/N/members/search", people_searched),
)
