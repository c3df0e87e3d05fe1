"""A shared match: its link, its replay without an account, its preview, its end."""

from pathlib import Path

import pytest

from bot.presses.match import SharePress, ShareVerb
from bot.web.protocol.base import id_number
from engine.store import StoreBusyError, StoreError, StoreFailedError
from tests.web.pages import running_web
from tests.worlds.pages import buttons
from tests.worlds.shared import ON, URL, finished, shared


@pytest.mark.slow
async def test_a_shared_match_is_replayed_without_an_account(tmp_path: Path) -> None:
    async with finished(tmp_path, **ON) as (web, match, alice, _bob):
        name = await shared(alice, match)
        async with web.http.get(f"{web.address}api/shared/{name}?locale=de") as answer:
            assert answer.status == 200
            panel = (await answer.json())["panel"]
        assert any(part["type"] == "playback" for part in panel["parts"])
        assert "Runde 1" in panel["parts"][0]["markdown"]
        ahead = [
            button["press"]
            for part in panel["parts"]
            if part["type"] == "row"
            for button in part["buttons"]
            if not button["disabled"]
        ]
        for press in ahead:
            query = {"press": press, "locale": "pl"}
            async with web.http.get(f"{web.address}api/shared/{name}", params=query) as answer:
                assert answer.status == 200, press
        menu = next(part for part in panel["parts"] if part["type"] == "menu")
        query = {"press": menu["press"], "value": menu["choices"][-1]["value"]}
        async with web.http.get(f"{web.address}api/shared/{name}", params=query) as answer:
            assert answer.status == 200


@pytest.mark.slow
@pytest.mark.usefixtures("drawn")
async def test_the_link_has_a_preview(tmp_path: Path) -> None:
    async with finished(tmp_path, **ON) as (web, match, alice, _bob):
        name = await shared(alice, match)
        async with web.http.get(f"{web.address}?shared={name}") as answer:
            page = await answer.text()
        assert f'content="{URL}/api/shared/{name}/picture"' in page
        assert "Alice" in page
        async with web.http.get(f"{web.address}api/shared/{name}/picture") as answer:
            assert answer.status == 200
            assert answer.content_type.startswith("image/")
            assert len(await answer.read()) > 1000


@pytest.mark.slow
async def test_a_name_is_only_text_in_the_preview(tmp_path: Path) -> None:
    names = ('"><img src=x>', "</title><script>", "Carol")
    async with finished(tmp_path, names, **ON) as (web, match, alice, _bob):
        name = await shared(alice, match)
        async with web.http.get(f"{web.address}?shared={name}") as answer:
            page = await answer.text()
        assert "&quot;&gt;&lt;img src=x&gt;" in page
        assert "<img" not in page
        assert "<script>" not in page


@pytest.mark.slow
async def test_no_other_match_is_reached_by_a_name(tmp_path: Path) -> None:
    async with finished(tmp_path, **ON) as (web, match, alice, _bob):
        name = await shared(alice, match)
        async with web.http.get(f"{web.address}api/shared/{name}") as answer:
            panel = (await answer.json())["panel"]
        press = next(
            button["press"]
            for part in panel["parts"]
            if part["type"] == "row"
            for button in part["buttons"]
        )
        other = press.replace(match, "1")
        assert other != press
        for wrong in (other, str(SharePress(ShareVerb.END, id_number(match))), "nonsense"):
            query = {"press": wrong}
            async with web.http.get(f"{web.address}api/shared/{name}", params=query) as answer:
                assert answer.status == 404, wrong
        for wrong in ("", "x", "0" * 32):
            async with web.http.get(f"{web.address}api/shared/{wrong}") as answer:
                assert answer.status == 404


@pytest.mark.slow
async def test_any_player_ends_it_and_nobody_else_may(tmp_path: Path) -> None:
    async with finished(tmp_path, **ON) as (web, match, alice, bob):
        name = await shared(alice, match)
        carol = await web.page(2)
        view = (await carol.follow(match))["view"]
        look = next(one["press"] for one in view["buttons"] if one["label"] == "Share")
        assert (await carol.press(view["panel"], look))["outcome"] == "refused"
        await bob.press(bob.tables[match]["view"]["panel"], look)
        panel = bob.newest_panel()
        await bob.press(panel["panel"], buttons(panel)["Stop sharing"])
        for path in ("", "/picture"):
            async with web.http.get(f"{web.address}api/shared/{name}{path}") as answer:
                assert answer.status == 404
        async with web.http.get(f"{web.address}?shared={name}") as answer:
            assert "Alice" not in await answer.text()


@pytest.mark.slow
async def test_it_is_off_unless_the_operator_switches_it_on(tmp_path: Path) -> None:
    async with finished(tmp_path) as (web, match, alice, _bob):
        labels = [one["label"] for one in alice.tables[match]["view"]["buttons"]]
        assert "Share" not in labels
        async with web.http.get(f"{web.address}api/shared/x") as answer:
            assert answer.status == 404


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (StoreBusyError(reason="slow_read"), "too busy"),
        (StoreFailedError(reason="gone"), "can't reach its database"),
    ],
)
async def test_a_database_that_does_not_answer_is_named_and_not_the_people(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: StoreError, words: str
) -> None:
    async def fails(*_: object) -> None:
        raise error

    async with running_web(tmp_path, people=1, settings=ON) as web:
        monkeypatch.setattr(web.world.service.shares, "match_of", fails)
        address = f"{web.address}api/shared/0123456789abcdef0123?locale=en-US"
        async with web.http.get(address) as answer:
            found = await answer.json()
        assert (answer.status, words in found["error"]) == (503, True), found
