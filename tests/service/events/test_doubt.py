"""News of a COMMIT whose answer was lost are told once, with the event as it is stored."""

from engine.service.events.outcome_types import NewsKind
from engine.service.events.types import EventKind
from tests.service.events.hall import Hall, changed, loser_by_number
from tests.service.test_once import losing_answers


async def test_news_survive_a_lost_answer_of_the_database(opened: Hall) -> None:
    await opened.announced(EventKind.SWISS)
    await opened.enter_all(1, 2)
    with losing_answers(opened.world) as lost:
        await opened.jump(45 * 60_000)
    assert lost
    assert [one.kind for one in opened.news] == [NewsKind.CHECK_IN_OPEN]
    await opened.check_in_all(1, 2)
    with losing_answers(opened.world) as lost:
        await opened.jump(15 * 60_000)
    assert lost
    [playing] = opened.playing(await opened.event())
    kinds = [one.kind for one in opened.news]
    assert kinds.count(NewsKind.PAIRED) == kinds.count(NewsKind.ROUND_PAIRED) == 1
    await opened.resign(loser_by_number(playing), playing)
    version = (await opened.event()).version
    with losing_answers(opened.world):
        changed(await opened.withdraw(1))
    await opened.world.service.idle()
    assert opened.heard[-1].event.version > version
