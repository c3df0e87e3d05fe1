"""Every other request that the bot makes, failing for a while in every way.

Afterwards what was to be done is done once, and the log has lines instead of tracebacks. A test
finds the requests in the source, so that none goes without a row.
"""

import ast
import inspect
import logging
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, Final

import discord as library
import pytest
from discord.http import HTTPClient
from discord.webhook.async_ import AsyncWebhookAdapter

from tests.wire.objects import Channel
from tests.wire.server import APPLICATION, GUILD, running_discord
from tests.worlds.covering import in_part
from tests.worlds.project import ROOT
from tests.worlds.request_rows import (
    CALENDAR,
    COMMANDS,
    EMOJIS,
    GIVE,
    MEMBER,
    POST,
    ROWS,
    STARTS,
    TAKE,
    THREADS,
    FromTheStart,
    WhileServed,
)
from tests.worlds.troubles import FAULTS, OF_A_TURN, Trouble, troubled
from tests.worlds.wire_people import ELSEWHERE, meeting

QUICK: Final = ((THREADS, "table_in_a_thread", "reset"), (GIVE, "month_role_given", "reset"))


def cells(rows: tuple[tuple[str, Any], ...]) -> Iterator[Any]:
    found = [(route, row, fault) for route, row in rows for fault in FAULTS]
    marks = in_part([(route, row.__name__, fault) for route, row, fault in found], QUICK)
    for (route, row, fault), mark in zip(found, marks, strict=True):
        yield pytest.param(route, row, fault, marks=mark, id=f"{row.__name__}-{route}-{fault}")


def assert_logged(caplog: pytest.LogCaptureFixture, trouble: Trouble) -> None:
    """Whether the log has a line about a failure, and no traceback."""
    assert trouble.strikes, "nothing has failed"
    assert [one.exc_info for one in caplog.records if one.exc_info] == []
    # discord.py repeats what was answered with 502, aiohttp a deletion; both say nothing.
    if trouble.fault != "a page with 502" and not trouble.route.startswith("DELETE"):
        lines = [one.getMessage() for one in caplog.records if one.name.startswith("bot")]
        assert lines
        assert not [one for one in lines if "<html" in one], "the page of a server"


@pytest.mark.parametrize(("route", "row", "fault"), [*cells(ROWS)])
async def test_what_was_to_be_done_is_done_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, route: str, row: WhileServed, fault: str
) -> None:
    caplog.set_level(logging.INFO, "bot")
    async with running_discord() as discord:
        discord.guild.channels[ELSEWHERE] = Channel(ELSEWHERE, GUILD, "elsewhere")
        with troubled(discord, route, fault) as trouble:
            async with meeting(discord, tmp_path) as here:
                await row(here, trouble)
    assert_logged(caplog, trouble)


@pytest.mark.parametrize(("route", "row", "fault"), [*cells(STARTS)])
async def test_what_a_start_or_a_page_needs_is_there_in_the_end(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, route: str, row: FromTheStart, fault: str
) -> None:
    caplog.set_level(logging.INFO, "bot")
    async with running_discord() as discord:
        with troubled(discord, route, fault) as trouble:
            await row(discord, tmp_path, trouble)
    assert_logged(caplog, trouble)


# -- the source ------------------------------------------------------------------------------

MAKES_A_REQUEST: Final = re.compile(r"\.http\b|adapter\.\w+\(")
"""What stands in the functions of discord.py that make a request."""
OF_THE_LIBRARY: Final = re.compile(
    r"(\b_?http|\.response|\.followup|adapter\(\)|\bmember|\bold|get_partial_message\(.*\))$"
)
"""What in the bot's source is surely an object of discord.py."""
CALLBACK, FOLLOW_UP = "POST /interactions/I/callback", "POST /webhooks/W"
EDIT, DELETE = "PATCH /channels/C/messages/M", "DELETE /channels/C/messages/M"
EDIT_ANSWER, DIRECT = "PATCH /webhooks/W/messages/M", "POST /users/@me/channels"
THREAD_CHANGED: Final = "PATCH /channels/C"
PLAN: Final = "PATCH /guilds/N/scheduled-events/N"
CALLS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "app": {
        "self.http.get_bot_gateway": ("GET /gateway/bot",),
        "self.login": ("GET /users/@me", "GET /oauth2/applications/@me"),
    },
    "commands.person": {"ctx.client.fetch_user": ("GET /users/N",)},
    "commands.tree": {"interaction.response.autocomplete": (CALLBACK,)},
    "events.messages": {
        "double.delete": ("DELETE /guilds/N/scheduled-events/N",),
        "found.edit": (PLAN,),
        "guild.create_scheduled_event": ("POST /guilds/N/scheduled-events",),
        "guild.fetch_member": (MEMBER,),
        "guild.fetch_scheduled_events": (CALENDAR,),
        "member.add_roles": (GIVE,),
        "member.remove_roles": (TAKE,),
        "own[0].edit": (PLAN,),
        "place.send": (POST,),
    },
    "events.news": {
        "place.get_partial_message(event.message).create_thread": (THREADS,),
        "room.send": (POST,),
        "self._messenger.client.create_dm": (DIRECT,),
    },
    "history.handlers": {"file.read": ("GET /attachments/N/r.json",)},
    "leaderboard.handlers": {
        "guild.fetch_member": (MEMBER,),
        "member.add_roles": (GIVE,),
        "member.remove_roles": (TAKE,),
    },
    "lobby.handlers": {
        "ctx.client.fetch_user": ("GET /users/N",),
        "server.fetch_member": (MEMBER,),
    },
    "match.links": {
        "place.get_partial_message(message_id).create_thread": (THREADS,),
        "thread.edit": (THREAD_CHANGED,),
    },
    "match.turn_pings": {
        "room.get_partial_message(message).delete": (DELETE,),
        "self._messenger.client.create_dm": (DIRECT,),
        "where.send": (POST,),
    },
    "moderation.handlers": {"channel.send": (POST,)},
    "notes": {
        "channel.send": (POST,),
        "follow_ups.send": (FOLLOW_UP,),
        "self._messenger.client.create_dm": (DIRECT,),
    },
    "ops.application": {
        "client.create_application_emoji": (f"POST {EMOJIS}",),
        "client.fetch_application_emojis": (f"GET {EMOJIS}",),
        "self._tree.client.http.bulk_upsert_global_commands": (f"PUT {COMMANDS}",),
        "self._tree.client.http.request": (f"GET {COMMANDS}",),
    },
    "rewards": {"follow_ups.send": (FOLLOW_UP,)},
    "server.greetings": {
        "channel.send": (POST,),
        "interaction.followup.send": (FOLLOW_UP,),
    },
    "ui.context": {"self.client.fetch_guild": ("GET /guilds/N",)},
    "ui.edits": {
        "self._client.http.edit_message": (EDIT,),
        "webhook_adapter().execute_webhook": (FOLLOW_UP,),
        "webhook_adapter().request": (CALLBACK, EDIT_ANSWER),
    },
    "ui.members": {"self._client.http.get_member": (MEMBER,)},
    "ui.public_message": {
        "old.delete": (DELETE,),
        "self._messenger.client.get_partial_messageable(place).send": (POST,),
        "self._messenger.client.http.edit_channel": (THREAD_CHANGED,),
    },
    "ui.reply": {
        "editor.edit": (EDIT_ANSWER,),
        "self.interaction.delete_original_response": ("DELETE /webhooks/W/messages/M",),
        "self.interaction.edit_original_response": (EDIT_ANSWER,),
        "self.interaction.followup.send": (FOLLOW_UP,),
        "self.interaction.response.defer": (CALLBACK,),
        "self.interaction.response.launch_activity": (CALLBACK,),
        "self.interaction.response.send_message": (CALLBACK,),
        "self.interaction.response.send_modal": (CALLBACK,),
    },
    "web.accounts": {
        "self._messenger.client.http.request": (
            f"GET /applications/{APPLICATION}/activity-instances/i-1",
        ),
    },
    "web.discord_api": {"self.http.request": ("POST /oauth2/token", "GET /users/@me")},
    "web.people": {"self._messenger.client.http.request": ("GET /guilds/N/members/search",)},
    "web.reply": {"room.send": (POST,)},
    "web.rights": {
        "at.fetch_channels": ("GET /guilds/N/channels",),
        "at.fetch_member": (MEMBER,),
        "self._client.fetch_guild": ("GET /guilds/N",),
    },
}
"""The calls that make requests, by module, and their routes."""
NO_REQUESTS: Final = frozenset(
    (
        *(
            "self._calendar.sync",
            "self.sync",
            "self.edit",
            "self._tables.edit",
            "display.tables.edit",
        ),
        *("panel.editor.edit", "self._reading.read", "request.read", "PageFiles.read"),
        *("self.http.close", "super().close", "bot.close", "store.close", "self._page.close"),
        *("self.dispatcher.accepted.close", "socket.close", "sockets.close"),
        *("self._inner.close", "self._http.close", "answer.content.read"),
    )
)
"""Calls of the bot's own, and ends of connections, that are named like some of discord.py's."""
BENEATH: Final = ("playground", "ui.requests", "web.linked_roles")
"""Modules with a Discord of their own, or through which all requests pass; and one whose requests a
press on the page asks for, which says so if Discord refuses (tests/web/test_social.py).
"""


def requesting() -> set[str]:
    """The names of everything in discord.py that makes a request."""
    found = {
        name
        for one in (HTTPClient, AsyncWebhookAdapter)
        for name, _ in inspect.getmembers(one, inspect.isfunction)
    }
    for one in filter(inspect.isclass, vars(library).values()):
        for name, function in inspect.getmembers(one, inspect.iscoroutinefunction):
            if MAKES_A_REQUEST.search(inspect.getsource(function)):
                found.add(name)
    return {name for name in found if not name.startswith("_")}


def calls_of(source: str, names: Collection[str]) -> Iterator[str]:
    """What is awaited under one of the names, or surely belongs to an object of discord.py."""
    tree = list(ast.walk(ast.parse(source)))
    awaited = {
        id(one.value.func)
        for one in tree
        if isinstance(one, ast.Await) and isinstance(one.value, ast.Call)
    }
    for one in tree:
        if isinstance(one, ast.Attribute) and one.attr in names:
            on = ast.unparse(one.value)
            if id(one) in awaited or OF_THE_LIBRARY.search(on):
                yield f"{on}.{one.attr}"


def test_each_request_in_the_source_has_a_row() -> None:
    names = requesting()
    found = dict[str, set[str]]()
    for path in (ROOT / "bot").rglob("*.py"):
        module = ".".join(path.relative_to(ROOT / "bot").with_suffix("").parts)
        calls = set(calls_of(path.read_text(encoding="utf-8"), names)) - NO_REQUESTS
        own = {one for one in calls if re.search(r"\bservice\b", one)}
        if calls - own and module not in BENEATH:
            found[module] = calls - own
    assert found == {module: set(calls) for module, calls in CALLS.items()}
    routes = {one for calls in CALLS.values() for each in calls.values() for one in each}
    assert routes <= {*OF_A_TURN, *(route for route, _ in (*ROWS, *STARTS))}
