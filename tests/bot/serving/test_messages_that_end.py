"""Tables, requests, events, the TV, hands and threads that end, on messages that went in every way.

Afterwards no message offers what is over, and nobody is shut out by what cannot be seen: the lost
message is posted again, or a command brings what was on it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

from benchmarks.wire.tables import choose
from bot.ui.custom_id import base36
from engine.game.actions import Abort, AskPause, Resume, SeatAction
from engine.service import Applied, GuildConfig, LiveMatch, MatchCommand, UserId
from engine.service.events.organizer_actions import CancelEvent
from engine.service.events.types import EventId, EventState
from tests.keys import fresh
from tests.ports import free_port
from tests.seeds import lots
from tests.wire.messages import Message
from tests.wire.objects import THREAD, Channel
from tests.wire.server import CHANNEL, GUILD
from tests.worlds.covering import in_part
from tests.worlds.events_on_wire import (
    HOST,
    SERVER,
    announced,
    awarded,
    changed,
    event_of,
    posted,
    started,
)
from tests.worlds.fates import (
    FATES,
    GONE,
    SHUT,
    Fate,
    channel_deleted,
    deleted,
    gather,
    hidden,
    stays,
    thread_archived,
    thread_closed,
    thread_deleted,
    thread_locked,
)
from tests.worlds.wire_page import settings_of, visited
from tests.worlds.wire_people import (
    ANN,
    BOB,
    CLEO,
    DRAWN_S,
    ELSEWHERE,
    People,
    button,
    people,
)

End: TypeAlias = Callable[[People, Message], Awaitable[None]]
SCREEN: Final = 7005 << 22
"""The channel of the TV."""


async def the_match(here: People) -> LiveMatch:
    [live] = await here.service.live_matches_of(UserId(ANN))
    return live


async def act(here: People, user: int, action: SeatAction) -> None:
    live = await the_match(here)
    outcome = await here.service.act(MatchCommand(fresh(), live.id, UserId(user), action, None))
    assert isinstance(outcome, Applied), outcome


# -- the table ---------------------------------------------------------------------------------


async def table(here: People) -> Message:
    return (await here.table())[1]


async def resigned(here: People, message: Message) -> None:
    await here.resign((await the_match(here)).id, BOB)


async def called_off(here: People, message: Message) -> None:
    await act(here, ANN, Abort())


async def decided(here: People, message: Message) -> None:
    """An administrator ends the match."""
    live = await the_match(here)
    await here.service.adjudicate(fresh(), live.id, SERVER, HOST.user_id, "stuck", None)


async def resigned_on_the_page(here: People, message: Message) -> None:
    live = await here.begun((await the_match(here)).id)
    async with visited(here.discord, here.page_port) as card_table:
        page = await card_table.page(BOB)
        match = base36(live.id)
        requests = (await page.follow(match))["seat"]["requests"]
        resign = next(one["action"] for one in requests if one["kind"] == "resign")
        answer = await page.act(match, resign)
        assert answer["outcome"] == "applied", answer
    assert (await here.live(live.id)).is_over


async def resigned_at_once(here: People, message: Message) -> None:
    """Both resign in the same moment."""
    match = (await here.begun((await the_match(here)).id)).id
    hands = [(await here.slash(user, "gin hand", ELSEWHERE)).shown[0] for user in (ANN, BOB)]
    for number, user in enumerate((ANN, BOB)):
        for label in ("More", "Resign…"):
            pressed = await here.press(user, hands[number], label)
            hands[number] = [hands[number], *pressed.shown][-1]
    sent = [
        await here.discord.press(user, hand, button(hand, "Yes, resign"))
        for user, hand in zip((ANN, BOB), hands, strict=True)
    ]
    await asyncio.gather(*map(here.discord.answered, sent))
    assert (await here.live(match)).is_over


async def goes_on(here: People, message: Message) -> None:
    """Nothing ends: somebody moves."""
    await here.turn((await the_match(here)).id)


# -- a request at the table ----------------------------------------------------------------------


async def pause_asked(here: People) -> Message:
    message = await table(here)
    await act(here, ANN, AskPause())
    await here.until(lambda: bool(button(message, "Agree to pause")), "not asked")
    return message


async def agreed(here: People, message: Message) -> None:
    await act(here, BOB, AskPause())


async def taken_back(here: People, message: Message) -> None:
    await act(here, ANN, Resume())


async def agreed_by_button(here: People, message: Message) -> None:
    await here.press(BOB, message, "Agree to pause")


async def both_at_once(here: People, message: Message) -> None:
    presses = [(BOB, "Agree to pause"), (ANN, "Don't pause")]
    sent = [await here.discord.press(user, message, button(message, one)) for user, one in presses]
    await asyncio.gather(*map(here.discord.answered, sent))


# -- an event -------------------------------------------------------------------------------


async def event(here: People) -> Message:
    await announced(here, channel=here.room)
    await posted(here)
    return here.public_with("Enter")[-1]


async def the_event(here: People) -> EventId:
    listed = await here.service.events.of_guild(SERVER)
    return max(one.id for one in (*listed.current, *listed.history))


async def cancelled(here: People, message: Message) -> None:
    number = await the_event(here)
    changed(await here.service.events.organize(fresh(), number, HOST.user_id, CancelEvent()))


async def nobody_came(here: People, message: Message) -> None:
    await asyncio.sleep(61 * 60)
    assert (await event_of(here, await the_event(here))).state is EventState.CANCELLED


async def begun(here: People, message: Message) -> None:
    assert (await started(here, await the_event(here))).state is EventState.RUNNING


async def finished(here: People, message: Message) -> None:
    await awarded(here, await started(here, await the_event(here)), ANN)


async def somebody_enters(here: People, message: Message) -> None:
    """Nothing ends: the list of events leads to it from anywhere."""
    listed = (await here.slash(CLEO, "gin events", ELSEWHERE)).shown[0]
    page = (await here.choose(CLEO, listed, "open", str(await the_event(here)))).shown
    shown = page[-1] if page else listed
    await here.press(CLEO, shown, "Enter")
    assert [one.user_id for one in (await event_of(here, await the_event(here))).entries] == [CLEO]


# -- the TV ------------------------------------------------------------------------------------


async def tv(here: People) -> Message:
    here.discord.guild.channels[SCREEN] = room = Channel(SCREEN, GUILD, "tv")
    await here.discord.gateway.tell(GUILD, "CHANNEL_CREATE", room.payload())
    await here.table(CHANNEL)
    config = GuildConfig(tv_channel=SCREEN)
    await here.service.set_guild_config(fresh(), SERVER, HOST.user_id, config)
    await here.bot.parts.tv.update(SERVER)
    here.room = SCREEN
    await here.until(lambda: bool(screens(here)), "no TV")
    return screens(here)[0]


def screens(here: People) -> list[Message]:
    return [one for one in here.discord.messages.in_channel(SCREEN) if "Gin TV" in one.text]


# -- the table of tables ------------------------------------------------------------------------


@dataclass(frozen=True)
class Kind:
    """A kind of message: how one comes about, how what it offers ends, and what it offers.

    ``by_button``: ends by a press on the message. ``endings``: all others.
    """

    make: Callable[[People], Awaitable[Message]]
    offers: tuple[str, ...]
    endings: tuple[End, ...]
    by_button: tuple[End, ...] = ()
    is_seen_later: bool = False
    """Whether a press does not bring it up to date, but its channel, when the bot sees it."""
    fates: tuple[Fate, ...] = FATES


IN_CHANNELS: Final = (stays, deleted, channel_deleted, hidden)
PLAY: Final = ("My hand", "Watch", "More")
KINDS: Final = (
    Kind(
        table,
        PLAY,
        (resigned, called_off, decided, resigned_on_the_page, resigned_at_once),
    ),
    Kind(
        pause_asked,
        ("Agree to pause", "Don't pause"),
        (agreed, taken_back, resigned),
        (agreed_by_button, both_at_once),
    ),
    Kind(event, ("Enter", "Withdraw", "Check in"), (cancelled, nobody_came, begun, finished)),
    Kind(tv, PLAY, (resigned, called_off, decided), fates=IN_CHANNELS, is_seen_later=True),
)
PRESSABLE: Final = (stays, hidden, thread_locked)
QUICK: Final = (
    ("table", "resigned", "deleted"),
    ("pause_asked", "taken_back", "thread_archived"),
)


def cells() -> Iterator[tuple[Kind, End, Fate]]:
    for kind in KINDS:
        for fate in kind.fates:
            for end in (*(kind.by_button if fate in PRESSABLE else ()), *kind.endings):
                yield kind, end, fate


def parameters() -> Iterator[Any]:
    found = list(cells())
    names = [(kind.make.__name__, end.__name__, fate.__name__) for kind, end, fate in found]
    for cell, name, marks in zip(found, names, in_part(names, QUICK), strict=True):
        yield pytest.param(*cell, marks=marks, id="-".join(name))


@pytest.mark.parametrize(
    ("kind", "end", "fate"),
    [*parameters()],
)
async def test_nothing_is_offered_that_is_over(
    tmp_path: Path, kind: Kind, end: End, fate: Fate
) -> None:
    port = free_port()
    settings = settings_of(port) if end is resigned_on_the_page else {}
    async with people(tmp_path, **settings) as here:
        here.page_port = port
        await gather(here, fate)
        message = await kind.make(here)
        await fate(here, message)
        await end(here, message)
        if fate in SHUT:
            await asyncio.sleep(DRAWN_S)
            await (shown_again(here) if kind.is_seen_later else pressed_away(here, kind))
        await here.until(lambda: not offering(here, kind), "what is over is offered")
        await nobody_is_shut_out(here, fate)


def offering(here: People, kind: Kind) -> list[Message]:
    """What still offers what is over: no call to a turn, which is deleted in time."""
    found = here.discord.messages.in_channel(here.room)
    return [one for one in found if any(button(one, label) for label in kind.offers)]


async def pressed_away(here: People, kind: Kind) -> None:
    """What the bot cannot edit is right as soon as somebody presses it."""
    for message in offering(here, kind):
        label = next(one for one in kind.offers if button(message, one))
        await here.press(CLEO, message, label)


async def shown_again(here: People) -> None:
    room = here.discord.guild.channels[here.room]
    room.is_forbidden = False
    await here.discord.gateway.tell(GUILD, "CHANNEL_UPDATE", room.payload())


async def nobody_is_shut_out(here: People, fate: Fate) -> None:
    """Whoever plays has a hand anywhere, and whoever does not may begin anew."""
    if await here.service.live_matches_of(UserId(ANN)):
        for user in (ANN, BOB):
            hand = (await here.slash(user, "gin hand", ELSEWHERE)).shown[0]
            assert any("hand" in name for name in hand.files.values())
    anew = await here.slash(ANN, "gin open", ELSEWHERE)
    assert button(anew.shown[0], "Join"), anew.shown[0].text


# -- what goes on ------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("fate", FATES, ids=lambda one: one.__name__)
async def test_a_table_that_goes_on_is_found_again(tmp_path: Path, fate: Fate) -> None:
    async with people(tmp_path) as here:
        await gather(here, fate)
        message = await table(here)
        await fate(here, message)
        before = message.version
        await goes_on(here, message)
        if fate in SHUT:
            await asyncio.sleep(DRAWN_S)
            await here.press(CLEO, message, "Watch")
            assert message.version > before, "a press brings it up to date"
            said = [await here.slash(user, "gin hand", ELSEWHERE) for user in (ANN, BOB)]
            assert all("I can't post in this table's channel" in one.shown[0].text for one in said)
        elif fate in GONE:
            await asyncio.sleep(DRAWN_S)
            hand = (await here.slash(ANN, "gin hand", ELSEWHERE)).shown[0]
            assert "This table's channel is gone" in hand.text
            await here.slash(ANN, "gin repost", ELSEWHERE)
        await here.until(lambda: len(here.public_with("Watch")) == 1, "no table")
        [now] = here.public_with("Watch")
        drawn = now.version
        await goes_on(here, now)
        if fate not in SHUT:
            await here.until(lambda: now.version > drawn, "the table is behind")


@pytest.mark.slow
@pytest.mark.parametrize("fate", FATES, ids=lambda one: one.__name__)
async def test_an_event_that_goes_on_is_entered_from_anywhere(tmp_path: Path, fate: Fate) -> None:
    async with people(tmp_path) as here:
        await gather(here, fate)
        message = await event(here)
        await fate(here, message)
        await somebody_enters(here, message)
        if fate not in (*SHUT, *GONE):
            await here.until(
                lambda: ["Player" in one.text for one in here.public_with("Enter")] == [True],
                "the event is behind",
            )


@pytest.mark.slow
@pytest.mark.parametrize("fate", [stays, deleted, hidden], ids=lambda one: one.__name__)
async def test_the_tv_goes_on_when_it_is_seen_again(tmp_path: Path, fate: Fate) -> None:
    async with people(tmp_path) as here:
        message = await tv(here)
        before = message.version
        await fate(here, message)
        await goes_on(here, message)
        await asyncio.sleep(20)
        await shown_again(here)
        await here.until(
            lambda: (
                [one.id != message.id or one.version > before for one in screens(here)] == [True]
            ),
            "the TV is behind",
        )


# -- hands -----------------------------------------------------------------------------------


async def dismissed(here: People, hand: Message) -> None:
    del here.discord.messages.all[hand.id]


async def out_of_date(here: People, hand: Message) -> None:
    """Its token is too old."""
    await asyncio.sleep(16 * 60)


async def opened_again(here: People, hand: Message) -> None:
    await here.slash(hand_of(await the_match(here)), "gin hand", ELSEWHERE)


def hand_of(live: LiveMatch) -> int:
    """Whose turn it is."""
    user = live.player(live.public().to_act[0]).user_id
    assert user is not None
    return int(user)


HANDS: Final = (stays, dismissed, out_of_date, opened_again, channel_deleted, hidden)
HAND_ENDS: Final = (goes_on, resigned, called_off, decided)


@pytest.mark.slow
@pytest.mark.parametrize("fate", HANDS, ids=lambda one: one.__name__)
@pytest.mark.parametrize("end", HAND_ENDS, ids=lambda one: one.__name__)
async def test_a_hand_offers_no_turn_that_is_over(tmp_path: Path, end: End, fate: End) -> None:
    async with people(tmp_path) as here:
        message = await table(here)
        live = await the_match(here)
        user = hand_of(live)
        hand = (await here.press(user, message, "My hand")).shown[0]
        custom_id = choose(hand, lots("hands"))
        assert custom_id is not None
        await fate(here, hand)
        await end(here, hand)
        now = await here.live(live.id)
        await asyncio.sleep(DRAWN_S)
        is_there = fate is not channel_deleted and hand.id in here.discord.messages.all
        if is_there and choose(hand, lots("hands")) is not None:
            # An old hand that nothing can edit: whatever is pressed there, it is right then.
            one = await here.discord.press(user, hand, choose(hand, lots("hands")) or "")
            await here.discord.answered(one)
            same = await here.live(live.id)
            assert same.version == now.version, "a turn that is over was played"
            shown = [hand, *one.shown][-1]
            assert now.is_over or choose(shown, lots("hands")) is None
        if not now.is_over and hand_of(now) != user:
            called = await here.slash(hand_of(now), "gin hand", ELSEWHERE)
            assert choose(called.shown[0], lots("hands")) is not None


# -- threads to talk --------------------------------------------------------------------------

TALKS: Final = (stays, thread_deleted, thread_archived, thread_locked, thread_closed)


@pytest.mark.slow
@pytest.mark.parametrize("fate", TALKS, ids=lambda one: one.__name__)
@pytest.mark.parametrize("is_over", [False, True])
async def test_a_thread_to_talk_is_found_again(tmp_path: Path, fate: Fate, is_over: bool) -> None:
    async with people(tmp_path) as here:
        match, message = await here.table()
        await opened(here, message)
        [thread] = [one for one in here.discord.guild.channels.values() if one.type == THREAD]
        own = {**thread.payload(), "owner_id": here.discord.bot["id"]}
        await here.discord.gateway.tell(GUILD, "THREAD_CREATE", own)
        here.room = thread.id
        await fate(here, message)
        if is_over:
            await here.resign(match, BOB)
            await asyncio.sleep(700)
            found = here.discord.guild.channels.get(thread.id)
            assert found is None or found.archived or found.locked
            assert not here.public_with("More")
            return
        said = await opened(here, message)
        [again] = [one for one in here.discord.guild.channels.values() if one.type == THREAD]
        assert f"<#{again.id}>" in said


async def opened(here: People, message: Message) -> str:
    """Open the thread of a table from its menu; what is said then."""
    more = (await here.press(ANN, message, "More")).shown[0]
    return (await here.press(ANN, more, "Open a thread")).shown[-1].text
