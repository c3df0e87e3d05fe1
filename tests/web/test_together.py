"""The playground seats two of its members at one table, because one person is both of them."""

import asyncio
from pathlib import Path

from tests.web.pages import running_web


async def test_both_windows_get_the_same_match_whoever_asks_first(tmp_path: Path) -> None:
    async with running_web(tmp_path, people=3, is_club=True) as web:
        alice, bob = await web.page(0), await web.page(1)
        answers = await asyncio.gather(
            alice.ask("start", what="together", who=str(web.user(1))),
            bob.ask("start", what="together", who=str(web.user(0))),
        )
        [match] = {one["match"] for one in answers}
        assert match
        for page in (alice, bob):
            assert (await page.follow(match))["seat"] is not None
        again = await bob.ask("start", what="together", who=str(web.user(0)))
        assert again["match"] == match
        [live] = await web.world.service.running()
        assert {one.user_id for one in live.players} == {web.user(0), web.user(1)}


async def test_a_wish_that_is_sent_again_starts_nothing_more(tmp_path: Path) -> None:
    async with running_web(tmp_path, people=2, is_club=True) as web:
        alice = await web.page(0)
        name = alice.name()
        first, second = [
            await alice.ask("start", id=name, what="together", who=str(web.user(1)))
            for _ in range(2)
        ]
        assert first["match"] == second["match"] is not None
        assert len(await web.world.service.running()) == 1


async def test_nobody_sits_down_with_a_stranger_or_alone(tmp_path: Path) -> None:
    async with running_web(tmp_path, people=2, is_club=True) as web:
        alice = await web.page(0)
        for who in ("", "4711", str(web.user(0))):
            answer = await alice.ask("start", what="together", who=who)
            assert answer["outcome"] == "refused"
            assert answer["sentence"]
        assert not await web.world.service.running()


async def test_where_people_answer_for_themselves_nobody_is_seated(tmp_path: Path) -> None:
    async with running_web(tmp_path, people=2) as web:
        alice = await web.page(0)
        answer = await alice.ask("start", what="together", who=str(web.user(1)))
        assert answer["outcome"] == "refused"
        assert not await web.world.service.running()
        assert not (await alice.show_lobby())["invitations"]
