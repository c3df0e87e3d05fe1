"""News are kept with the change that makes them until somebody has told them."""

from pathlib import Path

import pytest

from engine.clocks import DAY, MINUTE
from engine.events.kinds import KNOCKOUT
from engine.service.events.outcomes import NewsKind, UnannouncedNews
from engine.service.people import MessageId
from engine.store import StoreFailedError
from tests.service.events.hall import Hall, changed, hall, person
from tests.service.world import Hands, sqlite_url


async def posted(opened: Hall) -> None:
    event = await opened.event()
    await opened.events.shown(event.id, event.version, MessageId(77))


async def take(opened: Hall) -> UnannouncedNews | None:
    found = await opened.events.claim_news(opened.id)
    assert found is None or isinstance(found, UnannouncedNews)
    return found


@pytest.mark.slow
async def test_news_outlive_the_process_and_are_told_once(tmp_path: Path) -> None:
    url, clock = sqlite_url(tmp_path), Hands()
    async with hall(url, clock=clock) as opened:
        event = await opened.started(KNOCKOUT, 4)
        await posted(opened)
        heard = opened.news
    async with hall(url, clock=clock, last_id=500_000) as opened:
        opened.id = event.id
        clock.pass_ms(MINUTE)
        assert await opened.events.unannounced() == (event.id,)
        claimed = await take(opened)
        assert claimed is not None
        assert not claimed.is_again
        assert list(claimed.news) == heard
        assert await take(opened) is None, "somebody is telling them"
        await opened.events.mark_announced(event.id, claimed.number)
        clock.pass_ms(2 * MINUTE)
        assert await opened.events.unannounced() == ()
        assert await take(opened) is None


@pytest.mark.slow
async def test_what_was_taken_and_not_told_is_taken_again_as_it_was(tmp_path: Path) -> None:
    clock = Hands()
    async with hall(sqlite_url(tmp_path), clock=clock) as opened:
        await opened.started(KNOCKOUT, 4)
        await posted(opened)
        first = await take(opened)
        assert first is not None
        (one, *_) = opened.playing(await opened.event())
        await opened.resign(one.first, one)
        await opened.world.service.idle()
        assert await take(opened) is None, "the first ones come first"
        clock.pass_ms(MINUTE)
        again = await take(opened)
        assert again is not None
        assert again.is_again
        assert (again.number, again.news) == (first.number, first.news)
        await opened.events.mark_announced(opened.id, again.number)
        following = await take(opened)
        assert following is not None
        assert NewsKind.RESULT in {news.kind for news in following.news}
        assert following.number > again.number


async def test_news_wait_for_the_message_and_not_for_ever(tmp_path: Path) -> None:
    clock = Hands()
    async with hall(sqlite_url(tmp_path), clock=clock) as opened:
        event = await opened.started(KNOCKOUT, 4)
        assert event.message is None
        assert await take(opened) is None, "there is no place to tell them yet"
        clock.pass_ms(MINUTE)
        assert len(await opened.events.unannounced()) == 1
        clock.pass_ms(DAY)
        assert await take(opened) is None
        await opened.world.service.idle()
        await posted(opened)
        late = await take(opened)
        old = NewsKind.CHECK_IN_OPEN
        assert late is None or old not in {news.kind for news in late.news}


@pytest.mark.slow
async def test_news_about_somebody_who_has_left_name_nobody(tmp_path: Path) -> None:
    async with hall(sqlite_url(tmp_path)) as opened:
        event = await opened.started(KNOCKOUT, 4)
        await posted(opened)
        await opened.world.service.forget(opened.world.press(), person(1).user_id)
        claimed = await take(opened)
        assert claimed is not None
        concerned = {user for news in claimed.news for user in news.users}
        assert person(1).user_id not in concerned
        assert person(2).user_id in concerned
        assert event.id == opened.id


async def test_a_change_that_cannot_be_read_is_shown_with_the_next_one(
    opened: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    event = await opened.announced(KNOCKOUT)
    before = len(opened.heard)

    async def unreadable(*_: object) -> None:
        raise StoreFailedError(reason="closed")

    with monkeypatch.context() as patch:
        patch.setattr(opened.world.service._store, "read_long", unreadable)
        changed(await opened.enter(1))
        await opened.world.service.idle()
    assert len(opened.heard) == before
    assert f"a change of event {event.id} could not be read" in caplog.text
    changed(await opened.enter(2))
    await opened.world.service.idle()
    assert [len(one.event.entries) for one in opened.heard[before:]] == [2]
