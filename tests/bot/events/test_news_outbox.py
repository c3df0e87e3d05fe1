"""News of events that were committed are told, whatever happens to the process meanwhile."""

from collections import Counter
from pathlib import Path
from typing import Any

import discord
import pytest

from engine.clocks import MINUTE
from engine.events.kinds import ROUND_ROBIN, SWISS
from engine.events.plan import check_in_ms
from engine.service import Notify, Prefs
from engine.service.events.types import Event, EventState
from tests.bot.events.evening import Evening, evening, person
from tests.keys import fresh


async def swept(here: Evening) -> None:
    """What the bot does every half minute."""
    parts = here.world.bot.parts
    await parts.events.redraw()
    await here.world.settle()


async def killed(here: Evening) -> None:
    """End the process without any goodbye, and start another one on the same file."""
    here.world.bot.parts.events._events.stop()
    here.world.bot.parts.events._unannounced.clear()
    await here.world.restart()


async def told(here: Evening, event: Event) -> str:
    return "\n".join(one.text for one in here.thread(await here.event(event)))


async def finished_match(here: Evening) -> Event:
    """An event in which a match has just ended, whose news are still being gathered."""
    event = await here.start(await here.announce(ROUND_ROBIN))
    here.world.bot.parts.events._interval = 3600.0
    (pairing,) = event.pairings
    await here.decide(pairing, pairing.first)
    await here.world.settle()
    assert "🏁" not in await told(here, event)
    return event


@pytest.mark.slow
async def test_a_kill_between_commit_and_posting_loses_no_news(tmp_path: Path) -> None:
    async with evening(tmp_path, 2) as here:
        event = await finished_match(here)
        await killed(here)
        await swept(here)
        assert "🏁" not in await told(here, event), "another process may be about to tell them"
        await here.wait(MINUTE)
        await swept(here)
        await swept(here)
        text = await told(here, event)
        assert text.count("🏁") == text.count("is over") == 1
        assert not here.world.env.errors


class Sent:
    """The messages that were sent with a nonce, and perhaps a death right after one of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.nonces: list[str] = []
        self.fails: BaseException | None = None
        send = discord.abc.Messageable.send

        async def noted(room: Any, *args: Any, **options: Any) -> Any:
            message = await send(room, *args, **options)
            if nonce := options.get("nonce"):
                self.nonces.append(nonce)
                if self.fails is not None and nonce.startswith("n"):
                    raise self.fails
            return message

        monkeypatch.setattr(discord.abc.Messageable, "send", noted)

    @property
    def news(self) -> list[str]:
        return [one for one in self.nonces if one.startswith("n")]


@pytest.mark.slow
async def test_news_that_may_be_posted_carry_the_same_nonce_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord returns the first message for a nonce that it knows, instead of making another."""
    async with evening(tmp_path, 2) as here:
        event = await finished_match(here)
        sent = Sent(monkeypatch)
        sent.fails = ConnectionResetError()
        here.world.bot.parts.events._interval = 0.0
        await here.world.bot.parts.events.announce_news(event.id)
        assert len(sent.news) == 1
        await killed(here)
        sent.fails = None
        await swept(here)
        assert len(sent.news) == 1, "another process may still be posting them"
        await here.wait(MINUTE)
        await swept(here)
        await here.wait(MINUTE)
        await swept(here)
        first, again, *later = sent.news
        assert first == again
        assert first not in later
        assert len(first) <= 25


@pytest.mark.slow
async def test_an_attempt_that_was_cut_off_calls_the_players_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, 4) as here:
        await here.world.service.set_prefs(
            fresh(), person(here.players[0]), Prefs(notify=Notify.DIRECT)
        )
        event = await here.announce(SWISS)
        sent = Sent(monkeypatch)
        for player in here.players:
            await here.world.service.events.enter(fresh(), event.id, person(player))
        await here.until(event.plan.starts_ms - check_in_ms(event.plan))
        await here.world.settle()
        for player in here.players:
            await here.world.service.events.check_in(fresh(), event.id, person(player).user_id)
        sent.nonces.clear()
        sent.fails = ConnectionResetError()
        await here.until(event.plan.starts_ms)
        event = await here.event(event)
        assert event.state is EventState.RUNNING
        first = list(sent.news)
        assert first
        sent.fails = None
        await here.wait(MINUTE)
        await swept(here)
        again = sent.news[len(first) :]
        assert set(first) < set(again), "the messages of the first attempt, and the others"
        text = await told(here, event)
        for player in here.players[1:]:
            assert f"<@{player.id}>" in text
        assert f"<@{here.players[0].id}>" not in text


@pytest.mark.slow
async def test_news_that_discord_refuses_are_not_tried_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, 2) as here:
        event = await finished_match(here)
        sent = Sent(monkeypatch)
        refused: Any = type("Response", (), {"status": 403, "reason": "Forbidden"})()
        sent.fails = discord.Forbidden(refused, {"code": 50013, "message": "Missing Permissions"})
        here.world.bot.parts.events._interval = 0.0
        await here.world.bot.parts.events.announce_news(event.id)
        await here.wait(2 * MINUTE)
        await swept(here)
        assert max(Counter(sent.news).values()) == 1
        assert await here.world.service.events.unannounced() == ()
