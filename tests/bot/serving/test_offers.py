"""Invitations that end in every way, on messages that went in every way.

Afterwards no message offers what is over, and nobody is shut out by what cannot be seen: the two
people sit at a table or can begin anew.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

from engine.service import UserId
from tests.ports import free_port
from tests.wire.messages import Message
from tests.wire.objects import User
from tests.worlds.covering import in_part
from tests.worlds.fates import (
    FATES,
    GONE,
    SHUT,
    Fate,
    deleted,
    gather,
    hidden,
    stays,
    thread_archived,
    thread_closed,
    thread_locked,
)
from tests.worlds.wire_page import settings_of, visited
from tests.worlds.wire_people import ANN, BOB, CLEO, DRAWN_S, ELSEWHERE, People, button, people

EXPIRES_S = 900.0
OFFERS = ("Accept", "Join", "Start", "Decline", "Cancel")


# -- what is offered -------------------------------------------------------------------------


async def challenge(server: People) -> Message:
    one = await server.slash(ANN, "gin challenge", opponent=User(BOB))
    return one.shown[0]


async def open_table(server: People, rules: str = "standard") -> Message:
    one = await server.slash(ANN, "gin open", rules=rules)
    return one.shown[0]


async def table_of_three(server: People) -> Message:
    """Bob has a seat, and one is free."""
    one = await server.slash(ANN, "gin open", rules="three_handed")
    await server.press(BOB, one.shown[0], "Join")
    return one.shown[0]


async def table_that_is_over(server: People) -> Message:
    await server.press(BOB, await challenge(server), "Accept")
    await server.until(lambda: bool(server.public_with("My hand")), "no table")
    [table] = server.public_with("My hand")
    hand = (await server.press(BOB, table, "My hand")).shown[0]
    for label in ("More", "Resign…"):
        hand = [hand, *(await server.press(BOB, hand, label)).shown][-1]
    await server.press(BOB, hand, "Yes, resign")
    await server.until(lambda: bool(button(table, "Rematch")), "not over")
    return table


async def rematch(server: People) -> Message:
    asked = await server.press(ANN, await table_that_is_over(server), "Rematch")
    return asked.shown[0]


# -- how it ends -----------------------------------------------------------------------------


async def pressed(server: People, offer: Message, user: int, label: str) -> None:
    await server.press(user, offer, label)


async def refused(server: People, user: int, label: str) -> None:
    """Ask anew elsewhere; the refusal brings the offer."""
    other = User(BOB if user == ANN else ANN)
    one = await server.slash(user, "gin challenge", ELSEWHERE, opponent=other)
    assert "already have an open challenge" in one.shown[0].text
    assert one.shown[0].is_ephemeral
    await server.press(user, one.shown[0], label)


async def found(server: People) -> None:
    """Bob takes the seat from the list of tables that wait."""
    finder = (await server.slash(BOB, "gin find", ELSEWHERE)).shown[0]
    menu = next(
        part
        for part in finder.parts()
        if part["type"] == 3
        and any(one["value"].isdecimal() and len(one["value"]) > 9 for one in part["options"])
    )
    one = await server.discord.select(
        BOB, finder, str(menu["custom_id"]), [menu["options"][0]["value"]]
    )
    await server.discord.answered(one)


ENDS: dict[str, Callable[[People, Message], Awaitable[None]]] = {
    "accepted": lambda server, offer: pressed(server, offer, BOB, "Accept"),
    "joined": lambda server, offer: pressed(server, offer, BOB, "Join"),
    "declined": lambda server, offer: pressed(server, offer, BOB, "Decline"),
    "cancelled": lambda server, offer: pressed(server, offer, ANN, "Cancel"),
    "filled": lambda server, offer: pressed(server, offer, CLEO, "Join"),
    "left": lambda server, offer: pressed(server, offer, ANN, "Leave"),
    "found": lambda server, offer: found(server),
    "expired": lambda server, offer: asyncio.sleep(EXPIRES_S + 60),
    "asked back": lambda server, offer: refused(server, BOB, "Accept"),
    "asked back, declined": lambda server, offer: refused(server, BOB, "Decline"),
    "asked again, cancelled": lambda server, offer: refused(server, ANN, "Cancel"),
}


async def asked_at_the_table(server: People, user: int) -> None:
    """Press Rematch on the table that is over."""
    [table] = server.public_with("Rematch")
    await server.press(user, table, "Rematch")


async def on_the_page(server: People) -> None:
    """Bob takes the offer at the card table."""
    async with visited(server.discord, server.page_port) as table:
        page = await table.page(BOB)
        lobby = await page.show_lobby()
        [offer] = [one for one in lobby["invitations"] if one["buttons"]]
        answer = await page.press(offer["panel"], offer["buttons"][0]["press"])
        assert answer["outcome"] == "applied", answer


async def at_once(server: People, offer: Message) -> None:
    """Bob takes it while Ann takes it back."""
    take = "Accept" if button(offer, "Accept") else "Join"
    presses = [(BOB, button(offer, take)), (ANN, button(offer, "Cancel"))]
    sent = [await server.discord.press(user, offer, custom_id) for user, custom_id in presses]
    await asyncio.gather(*map(server.discord.answered, sent))


async def asked_at_once(server: People, table: Message) -> None:
    """Both press Rematch."""
    custom_id = button(table, "Rematch")
    sent = [await server.discord.press(user, table, custom_id) for user in (ANN, BOB)]
    await asyncio.gather(*map(server.discord.answered, sent))


ENDS["on the page"] = lambda server, offer: on_the_page(server)
ENDS["at once"] = at_once
ENDS["both ask at once"] = asked_at_once
ENDS["by the other button"] = lambda server, offer: asked_at_the_table(server, BOB)


# -- the table -------------------------------------------------------------------------------

UNSEEN: Final = (*GONE, thread_archived, thread_closed)
"""Nobody finds a table there: what became of the room, Discord does not tell."""
Offer: TypeAlias = Callable[[People], Awaitable[Message]]
BY_BUTTON: Final[dict[Offer, tuple[str, ...]]] = {
    challenge: ("accepted", "declined", "cancelled", "at once"),
    open_table: ("joined", "cancelled", "at once"),
    table_of_three: ("filled", "left", "cancelled"),
    rematch: ("accepted", "declined", "cancelled", "at once"),
    table_that_is_over: ("both ask at once",),
}
WITHOUT: Final[dict[Offer, tuple[str, ...]]] = {
    challenge: (
        *("expired", "asked back", "asked back, declined", "asked again, cancelled"),
        "on the page",
    ),
    open_table: ("expired", "found", "on the page"),
    table_of_three: ("expired",),
    rematch: (
        *("expired", "by the other button", "asked back", "asked again, cancelled"),
        "on the page",
    ),
    table_that_is_over: (),
}
PLAYED: Final = (
    *("accepted", "joined", "filled", "found", "asked back", "by the other button"),
    *("on the page", "both ask at once"),
)
PRESSABLE: Final = (stays, hidden, thread_locked)
"""People see the message and may press what is on it, in a locked thread only moderators."""
QUICK: Final = {
    ("challenge", "asked back", "deleted"),
    ("challenge", "asked again, cancelled", "deleted"),
    ("rematch", "by the other button", "stays"),
}


def cells() -> Iterator[tuple[Offer, str, Fate]]:
    for offer, by_button in BY_BUTTON.items():
        for fate in FATES:
            for end in (*(by_button if fate in PRESSABLE else ()), *WITHOUT[offer]):
                # Nobody sees the other button, or finds the table, where the room is gone.
                is_found = end == "found" or (offer, end) == (open_table, "on the page")
                if end == "by the other button" and fate not in (*PRESSABLE, deleted):
                    continue
                if not (is_found and fate in UNSEEN):
                    yield offer, end, fate


def parameters() -> Iterator[Any]:
    found = list(cells())
    names = [(offer.__name__, end, fate.__name__) for offer, end, fate in found]
    for cell, name, marks in zip(found, names, in_part(names, QUICK), strict=True):
        yield pytest.param(*cell, marks=marks, id="-".join(name))


@pytest.mark.parametrize(
    ("offer", "end", "fate"),
    [*parameters()],
)
async def test_nothing_is_offered_that_is_over(
    tmp_path: Path, offer: Offer, end: str, fate: Fate
) -> None:
    port = free_port()
    settings = settings_of(port) if end == "on the page" else {}
    async with people(tmp_path, **settings) as server:
        server.page_port = port
        await gather(server, fate)
        message = await offer(server)
        await fate(server, message)
        await ENDS[end](server, message)
        if fate in SHUT:
            await pressed_away(server)
        await server.until(
            lambda: not any(server.public_with(label) for label in OFFERS),
            "an offer that is over",
        )
        running = await server.service.live_matches_of(UserId(ANN))
        assert len(running) == (end in PLAYED) or end == "at once"
        if running:
            hands = [await server.slash(user, "gin hand", ELSEWHERE) for user in (ANN, BOB)]
            assert all(any("hand" in name for name in one.shown[0].files.values()) for one in hands)
            if fate not in (*SHUT, *GONE):
                await server.until(lambda: len(server.public_with("Watch")) == 1, "no table")
        anew = await server.slash(ANN, "gin challenge", ELSEWHERE, opponent=User(BOB))
        assert button(anew.shown[0], "Accept"), anew.shown[0].text


async def pressed_away(server: People) -> None:
    """What the bot cannot edit says how it ended as soon as somebody presses it."""
    await asyncio.sleep(DRAWN_S)
    for label in OFFERS:
        for message in server.public_with(label):
            if button(message, label):
                await server.press(CLEO, message, label)
                assert not any(button(message, one) for one in OFFERS), message.text


async def test_whoever_has_too_many_invitations_gets_them_with_their_buttons(
    tmp_path: Path,
) -> None:
    async with people(tmp_path) as server:
        for rules in ("standard", "oklahoma", "straight"):
            await deleted(server, await open_table(server, rules))
        refused = await open_table(server, "classic")
        assert refused.is_ephemeral
        assert "Cancel one of them first" in refused.text
        await server.press(ANN, refused, "Cancel")
        assert not (await open_table(server, "classic")).is_ephemeral
