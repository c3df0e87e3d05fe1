"""News of a COMMIT whose answer was lost are told once, with the event as it is stored."""

from pathlib import Path

from engine.events.kinds import SWISS
from engine.service.events.outcomes import NewsKind
from tests.service.events.hall import changed, hall, loser_by_number
from tests.service.world import sqlite_url
from tests.worlds.engines import losing_answers


async def test_news_survive_a_lost_answer_of_the_database(tmp_path: Path) -> None:
    async with hall(sqlite_url(tmp_path)) as opened:
        await opened.announced(SWISS)
        for number in (1, 2):
            changed(await opened.enter(number))
        with losing_answers(opened.world.service._store) as lost:
            await opened.jump(45 * 60_000)
        assert lost
        assert [one.kind for one in opened.news] == [NewsKind.CHECK_IN_OPEN]
        for number in (1, 2):
            changed(await opened.check_in(number))
        with losing_answers(opened.world.service._store) as lost:
            await opened.jump(15 * 60_000)
        assert lost
        event = await opened.event()
        [playing] = opened.playing(event)
        kinds = [one.kind for one in opened.news]
        assert kinds.count(NewsKind.PAIRED) == kinds.count(NewsKind.ROUND_PAIRED) == 1
        await opened.resign(loser_by_number(playing), playing)
        version = (await opened.event()).version
        with losing_answers(opened.world.service._store):
            changed(await opened.withdraw(1))
        await opened.world.service.idle()
        assert opened.heard[-1].event.version > version
