"""Sessions, messages and slow readers: what the socket of the card table refuses."""

import asyncio
import contextlib
import json
import random
import string
from dataclasses import replace
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.ui.origin import Origin
from bot.web.accounts import Accounts, NotSignedInError, SignedInAccount
from bot.web.app import WebApp
from bot.web.connection import MOST_BYTES, Connection, Outbox
from bot.web.followers import MOST_OF_ONE, Followers
from bot.web.protocol.base import PROTOCOL, id_number
from bot.web.protocol.http import About, Login
from bot.web.session import LIFE_S, Session, Signer, SignInStates
from bot.web.session import SIGN_IN_LIFE_S as STATE_LIFE_S
from bot.web.socket import MESSAGE_BYTES, Sockets
from engine.service import ChannelId, GuildId, MatchId, UserId
from tests.seeds import SEED
from tests.waiting import PATIENCE_S
from tests.web.pages import running_web
from tests.worlds.pages import begun, buttons, one_page, open_from_menu, two_pages

# -- sessions ---------------------------------------------------------------------------


def session(user: int = 7) -> Session:
    return Session(
        user=UserId(user),
        name="Alice",
        locale="de",
        guild=GuildId(1),
        channel=ChannelId(2),
        guild_locale=None,
        instance="",
        expires=0,
    )


def test_a_token_is_read_by_every_process_with_the_secret_until_it_expires() -> None:
    now = [1000.0]
    signer = Signer(b"secret", lambda: now[0])
    token, expires = signer.token(session())
    other = Signer(b"secret", lambda: now[0]).read(token)
    assert other is not None
    assert (other.user, other.name, other.locale) == (7, "Alice", "de")
    assert Signer(b"another", lambda: now[0]).read(token) is None
    now[0] = expires - 1
    assert signer.read(token) is not None
    now[0] = 1000 + LIFE_S
    assert signer.read(token) is None


def test_a_token_cannot_be_changed() -> None:
    signer = Signer(b"secret")
    token, _ = signer.token(session())
    body, _, signature = token.partition(".")
    theirs = signer.token(session(8))[0].partition(".")[0]
    assert signer.read(f"{theirs}.{signature}") is None
    for wrong in ("", ".", body, f"{body}.", f".{signature}", f"{token}x", "ü.ü", token[:-2]):
        assert signer.read(wrong) is None


def test_a_state_counts_for_ten_minutes_where_it_was_signed() -> None:
    now = [1000.0]
    begun = SignInStates(b"secret", lambda: now[0]).begin()
    assert SignInStates(b"secret", lambda: now[0]).accepts(begun.state, begun.verifier)
    assert not SignInStates(b"another", lambda: now[0]).accepts(begun.state, begun.verifier)
    now[0] += STATE_LIFE_S + 1
    assert not SignInStates(b"secret", lambda: now[0]).accepts(begun.state, begun.verifier)


@pytest.mark.parametrize("token", ["", "x.y", "ü", "a" * 1000])
async def test_a_socket_without_a_session_is_told_to_sign_in(tmp_path: Path, token: str) -> None:
    async with running_web(tmp_path, people=1) as web:
        page = await web.page(0, token=token or "-")
        assert page.bye is not None
        assert (page.bye["reason"], page.bye["retry"]) == ("session", False)


async def test_a_page_of_another_version_is_told_to_reload(tmp_path: Path) -> None:
    async with running_web(tmp_path, people=1) as web:
        token = await web.token(0)
        async with web.http.ws_connect(f"{web.address}api/socket", origin=web.origin) as socket:
            hello = {"type": "hello", "protocol": PROTOCOL + 1, "token": token}
            await socket.send_json(hello)
            assert (await socket.receive_json())["reason"] == "protocol"


class Turncoats:
    """Accounts of people who leave the server after they have signed in."""

    def __init__(self, inner: Accounts) -> None:
        self.inner = inner
        self.left = False
        self.asked = 0

    def about(self) -> About:
        return self.inner.about()

    def login(self, *, roles: bool) -> Login:
        return self.inner.login(roles=roles)

    async def sign_in(self, ask: Any, visitor: str) -> SignedInAccount:
        return await self.inner.sign_in(ask, visitor)

    async def renewed(self, session: Session) -> Session:
        self.asked += 1
        if self.asked == 1:
            raise NotSignedInError("Discord isn't responding.", 503)
        return replace(session, guild=GuildId(0)) if self.left else session


async def test_a_session_goes_on_while_its_owner_is_a_member(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.web.socket.RENEW_S", 0.01)
    monkeypatch.setattr("bot.web.socket.RETRY_S", 0.01)
    found: list[Turncoats] = []
    honest = Sockets.__init__

    def watched(self: Sockets, site: WebApp, accounts: Accounts, *rest: Any) -> None:
        found.append(Turncoats(accounts))
        honest(self, site, found[0], *rest)

    monkeypatch.setattr(Sockets, "__init__", watched)
    async with running_web(tmp_path, people=1) as web:
        page = await web.page(0)
        await page.until(lambda: any(one["type"] == "token" for one in page.received))
        token = next(one["token"] for one in page.received if one["type"] == "token")
        again = await web.page(0, token=token)
        assert again.bye is None
        found[0].left = True
        for one in (page, again):
            await one.until(lambda one=one: one.bye is not None)  # type: ignore[misc]
            assert one.bye is not None
            assert (one.bye["reason"], one.bye["retry"]) == ("session", False)


async def test_nobody_has_pages_without_end(tmp_path: Path) -> None:
    async with running_web(tmp_path, people=2) as web:
        bob = await web.page(1)
        token = await web.token(0)
        pages = [await web.page(0, token=token) for _ in range(MOST_OF_ONE + 1)]
        await pages[0].until(lambda: pages[0].bye is not None)
        assert pages[0].bye is not None
        assert (pages[0].bye["reason"], pages[0].bye["retry"]) == ("elsewhere", False)
        assert (await pages[-1].show_lobby())["place"]
        assert all(page.bye is None for page in (bob, *pages[1:]))


# -- messages ---------------------------------------------------------------------------


async def test_the_first_message_has_to_be_a_greeting(tmp_path: Path) -> None:
    async with (
        running_web(tmp_path, people=1) as web,
        web.http.ws_connect(f"{web.address}api/socket", origin=web.origin) as socket,
    ):
        await socket.send_json({"type": "ask", "what": "lobby"})
        closed = await socket.receive()
        assert closed.type is aiohttp.WSMsgType.CLOSE


async def test_a_long_message_ends_the_connection(tmp_path: Path) -> None:
    async with running_web(tmp_path, people=1) as web:
        page = await web.page(0)
        await page.send("advise", id=page.name(), match="1", text="x" * MESSAGE_BYTES)
        assert page._listening is not None
        async with asyncio.timeout(PATIENCE_S):
            await page._listening


async def test_a_flood_ends_the_connection_and_nobody_elses(tmp_path: Path) -> None:
    async with running_web(tmp_path, people=2, clock=lambda: 0.0) as web:
        alice, bob = await web.page(0), await web.page(1)
        for _ in range(100):
            with contextlib.suppress(ConnectionError):
                await alice.send("unfollow", match="1")
        await alice.until(lambda: alice.bye is not None)
        assert alice.bye is not None
        assert (alice.bye["reason"], alice.bye["retry"]) == ("too_fast", True)
        assert (await bob.show_lobby())["place"] == "Gin Club"


async def test_presses_on_a_page_and_in_the_chat_share_one_pace(tmp_path: Path) -> None:
    async with two_pages(tmp_path) as (web, match, alice, _):
        web.world.bot.dispatcher.pace.__init__(clock=lambda: 0.0)  # type: ignore[misc]
        for _ in range(5):
            await web.world.slash(web.world.members[0], "help")
        outcomes = [(await alice.ask("sort", order="ranks"))["outcome"] for _ in range(5)]
        assert outcomes == ["applied"] * 3 + ["too_fast"] * 2
        assert match


@pytest.mark.slow
async def test_nobody_follows_what_is_not_theirs_to_see(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even while it is looked up whether they may, when a move is made meanwhile."""
    async with running_web(tmp_path, people=2) as web:
        await web.world.service.daily.run()
        alice, bob = await web.page(0), await web.page(1)
        lobby = await alice.show_lobby()
        daily = next(one for one in lobby["menu"] if one["label"] == "Daily challenge")
        await alice.press(lobby["panel"], daily["press"])
        panel = alice.newest_panel()
        [head] = [part for part in panel["parts"] if part["type"] == "section"]
        play = next(one["press"] for one in head["buttons"] if one["label"] == "Play the deals")
        answer = await alice.press(panel["panel"], play)
        assert answer["match"], answer
        assert (await alice.follow(answer["match"]))["seat"] is not None
        live = await web.world.service.load(MatchId(id_number(answer["match"])))
        assert live is not None
        follow = Followers.follow

        def moved_meanwhile(followers: Followers, page: Connection, match: int) -> None:
            follow(followers, page, match)
            followers.deliver(live)

        monkeypatch.setattr(Followers, "follow", moved_meanwhile)
        await bob.send("follow", match=answer["match"])
        await bob.until(lambda: bob.received[-1]["type"] == "gone")
        assert answer["match"] not in bob.tables


async def test_a_seat_is_not_anothers(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with two_pages(tmp_path) as (web, match, _alice, _bob):
        carol = await web.page(2)
        await carol.follow(match)
        answer = await carol.ask("act", match=match, revision=1, action="q")
        assert answer["outcome"] == "refused"
        for kind, more in (
            ("arrange", {"cards": ["9S"]}),
            ("plan", {"pass_upcard": True, "draw_stock": True, "knock_at": None}),
            ("advise", {"text": "knock"}),
        ):
            answer = await carol.ask(kind, match=match, **more)
            assert answer["outcome"] == "refused", kind
        await carol.send("react", match=match, reaction="wow")
        await carol.send("ask", what="people", text="a")
        await carol.until(lambda: carol.received[-1]["type"] == "people")
        assert all(one["type"] != "reacted" for one in carol.received)
        assert "request failed" not in caplog.text


def _noise(chance: random.Random, match: str, day: int) -> str:
    """A message that no page would send, some of them nearly right."""
    junk = "".join(chance.choices(string.printable, k=chance.randrange(30)))
    values: list[Any] = [None, 0, -1, 2**70, True, junk, [], {}, [junk], match, "9S", 1.5]
    kinds = [
        "act",
        "press",
        "arrange",
        "sort",
        "plan",
        "advise",
        "start",
        "follow",
        "ask",
        "hello",
    ]
    fields = ["id", "match", "revision", "action", "panel", "press", "values", "fields", "cards"]
    message: dict[str, Any] = {"type": chance.choice([*kinds, junk])}
    for field in chance.sample(fields, chance.randrange(len(fields))):
        message[field] = chance.choice(values)
    if chance.random() < 0.7:
        message["id"] = f"{day}-{'a' * 20}{chance.randrange(1000)}"
    return chance.choice([json.dumps(message), junk, json.dumps(values), ""])


async def test_noise_harms_nobody(tmp_path: Path) -> None:
    chance = random.Random(SEED)
    async with running_web(tmp_path, people=3) as web:
        match, alice, bob = await begun(web)
        carol = await web.page(2)
        for _ in range(150):
            if carol.bye is not None or carol._socket is None or carol._socket.closed:
                await carol.leave()
                carol = await web.page(2)
            noise = _noise(chance, match, carol.welcome["day"])
            with contextlib.suppress(ConnectionError):
                assert carol._socket is not None
                await carol._socket.send_str(noise)
        actor = alice if alice.tables[match]["seat"]["my_turn"] else bob
        assert (await actor.act(match, "p"))["outcome"] == "applied"


async def test_a_number_that_is_nobodys_is_refused(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running_web(tmp_path, people=1) as web:
        page = await web.page(0)
        for what in ("challenge", "together"):
            answer = await page.ask("start", what=what, who="9" * 20)
            assert answer["outcome"] == "refused"
            assert "no longer on this server" in answer["sentence"]
        assert "request failed" not in caplog.text


async def test_a_text_that_is_too_long_is_refused_and_never_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with one_page(tmp_path) as (web, page):
        events = await open_from_menu(page, "Events")
        await page.press(events["panel"], buttons(events)["New event"])
        builder = page.newest_panel()
        groups = [part["choices"] for part in builder["parts"] if part["type"] == "choices"]
        form = next(one["entry"] for group in groups for one in group if one["entry"])
        dispatcher, taken = web.world.bot.dispatcher, list[Origin]()
        dispatch = dispatcher.dispatch

        async def noted(origin: Origin, *rest: Any) -> Any:
            taken.append(origin)
            return await dispatch(origin, *rest)

        monkeypatch.setattr(dispatcher, "dispatch", noted)
        sent = {"text": "x" * (form["length"] + 1)}
        answer = await page.press(builder["panel"], form["press"], fields=sent)
        assert answer["outcome"] == "refused"
        assert f"at most {form['length']} letters" in answer["sentence"]
        assert taken[0].fields == sent


# -- slow readers -----------------------------------------------------------------------


async def test_a_slow_reader_gets_the_newest_state_and_is_given_up_in_the_end() -> None:
    free, sent = asyncio.Event(), []

    async def send(data: bytes) -> None:
        await free.wait()
        sent.append(data)

    outbox = Outbox(send)
    running = asyncio.create_task(outbox.run())
    for version in range(1000):
        outbox.put(b"v%d" % version, key="table")
        await asyncio.sleep(0)
    free.set()
    await outbox.flushed()
    assert sent[-1] == b"v999"
    assert len(sent) <= 3
    free.clear()
    while not outbox.is_behind:
        outbox.put(b"x" * (MOST_BYTES // 8))
    free.set()
    await asyncio.wait_for(running, PATIENCE_S)
    assert outbox.is_behind


async def test_a_failure_is_answered_and_ends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise LookupError("a view that cannot be written")

    async with two_pages(tmp_path) as (web, match, alice, _bob):
        lobby = await alice.show_lobby()
        carol = await web.page(2)
        with monkeypatch.context() as patch:
            patch.setattr("bot.web.press_handler.match_buttons", broken)
            view = alice.tables[match]["view"]
            answer = await alice.press(view["panel"], view["buttons"][0]["press"])
            assert answer["outcome"] == "refused"
            assert "went wrong" in answer["sentence"]
        assert (await carol.follow(match))["seat"] is None
        menu = await alice.press(lobby["panel"], lobby["menu"][0]["press"])
        assert menu["outcome"] == "applied"
