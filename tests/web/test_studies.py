"""Studies on the page, by the socket alone, and their links without an account."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from bot.presses.study import StudyPress, StudyVerb
from bot.web.protocol.base import id_number
from tests.web.pages import Page, running_web
from tests.worlds.pages import buttons, one_page, open_from_menu, text
from tests.worlds.shared import ON, URL, finished

HAND = "5H 6H 7H 4C 4D 4S QS QD 7S 2D"
PILE = "KC 3D 8S TH 9C 8D"


def part(panel: dict[str, Any], kind: str = "study") -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in panel["parts"] if one["type"] == kind)
    return found


async def pressed(page: Page, label: str) -> dict[str, Any]:
    """What a button of the newest panel leads to."""
    panel = page.newest_panel()
    answer = await page.press(panel["panel"], buttons(panel)[label])
    assert answer["outcome"] == "applied", answer
    return page.newest_panel()


async def studies(page: Page) -> list[dict[str, Any]]:
    """The cards of the reader's studies."""
    (group,) = part(await open_from_menu(page, "Studies"), "cards")["groups"]
    found: list[dict[str, Any]] = group["cards"]
    return found


async def sent(page: Page, press: str, written: str) -> dict[str, Any]:
    """The answer to a text that the newest panel sends."""
    panel = page.newest_panel()["panel"]
    return await page.press(panel, press, fields={"text": written})


async def studied(page: Page) -> dict[str, Any]:
    """A study that is made of an answer of the coach."""
    panel = await open_from_menu(page, "Ask")
    board = part(panel, "ask")
    await sent(page, board["press"], f"{HAND} / {PILE} / / 12 30")
    return await pressed(page, "Save as study")


async def test_a_position_is_studied_line_by_line(tmp_path: Path) -> None:
    async with one_page(tmp_path) as (_web, page):
        empty = await open_from_menu(page, "Studies")
        assert part(empty, "empty")["picture"] == "paper"
        begun = part(await studied(page))
        assert sorted(sum(begun["melds"], begun["loose"])) == sorted(HAND.split())
        assert (begun["turn"], begun["pile"]) == ("draw", PILE.split())
        for move in ("t", "dQS", "oJC"):
            answer = await sent(page, part(page.newest_panel())["add_press"], move)
            assert answer["outcome"] == "applied", answer
        last = part(page.newest_panel())
        assert [one["label"] for one in last["line"]] == [
            "The start",
            "take the discard",
            "discard Q♠",
            "Opponent: draw from the stock, discard J♣",
        ]
        assert last["pile"] == [*PILE.split()[:-1], "QS", "JC"]
        refused = await sent(page, last["add_press"], "s5H")
        assert (refused["outcome"], refused["sentence"]) == (
            "refused",
            "This move isn't possible here.",
        )
        await sent(page, last["note_press"], "  They hold\u200b **kings**?\n\nOr none.  ")
        assert part(page.newest_panel())["note"] == "They hold **kings**?\n\nOr none."
        await pressed(page, "Back")
        assert part(page.newest_panel())["following"][0]["note"] == "They hold **kings**? Or none."
        await page.press(page.newest_panel()["panel"], last["line"][0]["press"])
        (one,) = await studies(page)
        assert one["small"] == "Moves: 3"
        answer = await page.press(page.newest_panel()["panel"], one["way"]["press"])
        assert answer["outcome"] == "applied"
        assert part(page.newest_panel())["study"] == begun["study"]


async def test_a_move_and_an_answer_have_an_address(tmp_path: Path) -> None:
    """Whoever reloads or comes back by it finds what they left."""
    async with one_page(tmp_path) as (_web, page):
        begun = part(await studied(page))
        asked = [one for one in page.received if one["type"] == "panel"][-2]
        address = part(asked, "ask")["address"]
        await sent(page, begun["add_press"], "t")
        moved = part(page.newest_panel())
        assert (begun["node"], moved["node"]) == (0, 1)
        await page.press("study", begun["study"])
        assert part(page.newest_panel())["node"] == 0
        await page.press("study", f"{begun['study']}.1")
        again = part(page.newest_panel())
        assert (again["node"], again["line"]) == (1, moved["line"])
        await page.press("study", f"{begun['study']}.77")
        assert part(page.newest_panel())["node"] == 0, "a move that is gone leads to the start"
        refused = await page.press("study", f"{begun['study']}.x")
        assert refused["outcome"] == "refused"
        answer = await page.press("ask", "", fields={"address": address})
        assert answer["outcome"] == "applied", answer
        found = part(page.newest_panel(), "ask")
        assert found["answer"] == part(asked, "ask")["answer"]
        assert (found["score"], found["hand"]) == ("12 30", HAND.split())
        refused = await page.press("ask", "", fields={"address": "5H-6H"})
        assert refused["outcome"] == "refused"


async def test_the_coach_is_asked_at_a_move_and_leads_back(tmp_path: Path) -> None:
    async with one_page(tmp_path) as (_web, page):
        await studied(page)
        for move in ("sKD", "dQS"):
            await sent(page, part(page.newest_panel())["add_press"], move)
        row = next(one for one in page.newest_panel()["parts"] if one["type"] == "row")
        assert next(one for one in row["buttons"] if one["label"] == "Ask here")["disabled"]
        await pressed(page, "Back")
        asked = part(await pressed(page, "Ask here"), "ask")
        assert asked["hand"] == [*HAND.split(), "KD"]
        assert asked["answer"]["choices"]
        back = part(await pressed(page, "Back to the study"))
        assert back["line"][-1]["label"] == "draw K♦ from the stock"


async def test_what_is_stale_is_given_back_and_changes_nothing(tmp_path: Path) -> None:
    async with one_page(tmp_path) as (web, page):
        begun = part(await studied(page))
        other = await web.page(0)
        await other.press("study", begun["study"])
        note = part(other.newest_panel())["note_press"]
        await sent(page, begun["add_press"], "t")
        answer = await sent(other, note, "My note")
        assert answer["outcome"] == "applied"
        shown = other.newest_panel()
        assert "has changed since you opened it" in text(shown)
        assert "> My note" in text(shown)
        now = part(await pressed(other, "Open the study"))
        assert (now["note"], len(now["following"])) == ("", 1)
        await sent(other, now["note_press"], "My note")
        assert part(other.newest_panel())["note"] == "My note"


async def test_a_move_that_may_have_another_number_is_not_shown_as_the_old_one(
    tmp_path: Path,
) -> None:
    """Another window has deleted the first of two lines: the second has its number now."""
    async with one_page(tmp_path) as (web, page):
        begun = part(await studied(page))
        other = await web.page(0)
        await sent(page, begun["add_press"], "t")
        start = part(page.newest_panel())["line"][0]["press"]
        await page.press(page.newest_panel()["panel"], start)
        await sent(page, part(page.newest_panel())["add_press"], "sKD")
        await page.press("study", begun["study"])
        here = page.newest_panel()
        first, second = part(here)["following"]
        await other.press("study", begun["study"])
        shown = other.newest_panel()
        await other.press(shown["panel"], part(shown)["following"][0]["press"])
        await pressed(other, "Delete this move")
        await page.press(here["panel"], first["press"])
        assert "this may be another move now" in text(page.newest_panel())
        now = part(await pressed(page, "Open the study"))
        assert [one["label"] for one in now["following"]] == [second["label"]]


async def test_what_comes_again_is_done_once(tmp_path: Path) -> None:
    async with one_page(tmp_path) as (_web, page):
        begun = part(await studied(page))
        panel, name = page.newest_panel()["panel"], page.name()
        for _ in range(2):
            send = {"id": name, "fields": {"text": "t"}}
            answer = await page.press(panel, begun["add_press"], **send)
            assert answer["outcome"] in ("applied", "repeated"), answer
            assert "study" in [one["type"] for one in page.newest_panel()["parts"]], "not stale"
        assert [one["small"] for one in await studies(page)] == ["Moves: 1"]


async def test_a_study_belongs_to_its_owner(tmp_path: Path) -> None:
    async with one_page(tmp_path) as (web, page):
        begun = part(await studied(page))
        stranger = await web.page(1)
        answer = await stranger.press("study", begun["study"])
        assert (answer["outcome"], answer["sentence"]) == (
            "refused",
            "This study no longer exists.",
        )
        refused = await stranger.press(page.newest_panel()["panel"], begun["add_press"])
        assert refused["outcome"] == "refused"


async def test_files_a_name_and_the_end(tmp_path: Path) -> None:
    async with one_page(tmp_path) as (_web, page):
        begun = part(await studied(page))
        await sent(page, begun["add_press"], "t")
        await sent(page, part(page.newest_panel())["note_press"], "Greedy")
        panel = await pressed(page, "Download")
        files = {
            one["name"].rpartition(".")[2]: base64.b64decode(one["data"]).decode()
            for one in panel["parts"]
            if one["type"] == "download"
        }
        assert "take the discard\n    | Greedy\n" in files["txt"]
        assert json.loads(files["json"])["nodes"] == [{"parent": 0, "move": "t", "note": "Greedy"}]
        await pressed(page, "Back")
        panel = page.newest_panel()
        await page.press(panel["panel"], buttons(panel)["Name…"])
        form = next(one for one in reversed(page.received) if one["type"] == "form")
        await page.press(form["panel"], form["press"], fields={"text": "Two queens"})
        assert part(page.newest_panel())["title"] == "Two queens"
        await pressed(page, "Delete study")
        assert part(await pressed(page, "Yes, delete it"), "empty")


async def test_a_link_shows_it_without_an_account(tmp_path: Path) -> None:
    async with running_web(tmp_path, people=2, settings=ON) as web:
        page = await web.page(0)
        begun = part(await studied(page))
        await sent(page, begun["note_press"], 'A "quoted" <b>note</b>')
        await sent(page, part(page.newest_panel())["add_press"], "t")
        await pressed(page, "Share")
        panel = await pressed(page, "Share")
        link = buttons(panel)["Open the study"]
        address, _, name = link.partition("/?shared=")
        assert address == URL
        api = f"{web.address}api/shared/{name}"
        async with web.http.get(f"{api}?locale=de") as answer:
            assert answer.status == 200
            shown = (await answer.json())["panel"]
        seen = part(shown)
        assert (seen["note_press"], seen["add_press"], seen["moves"]) == (None, None, [])
        assert "Alice" in seen["by"]
        assert set(buttons(shown)) == {"Zurück", "Weiter"}
        async with web.http.get(api, params={"press": seen["following"][0]["press"]}) as answer:
            assert part((await answer.json())["panel"])["turn"] == "discard"
        study = id_number(begun["study"])
        for wrong in (
            str(StudyPress(StudyVerb.STEP, 0, study + 1)),
            str(StudyPress(StudyVerb.DELETE_YES, None, study)),
            "nonsense",
        ):
            async with web.http.get(api, params={"press": wrong}) as answer:
                assert answer.status == 404, wrong
        async with web.http.get(f"{web.address}?shared={name}") as answer:
            head = await answer.text()
        assert f'content="{URL}/api/shared/{name}/picture"' in head
        await pressed(page, "Stop sharing")
        for path in ("", "/picture"):
            async with web.http.get(f"{api}{path}") as answer:
                assert answer.status == 404


@pytest.mark.usefixtures("drawn")
async def test_a_link_has_a_picture(tmp_path: Path) -> None:
    async with running_web(tmp_path, people=2, settings=ON) as web:
        page = await web.page(0)
        await studied(page)
        await pressed(page, "Share")
        name = buttons(await pressed(page, "Share"))["Open the study"].partition("shared=")[2]
        async with web.http.get(f"{web.address}api/shared/{name}/picture") as answer:
            assert answer.status == 200
            assert answer.content_type.startswith("image/")
            assert len(await answer.read()) > 1000


async def test_without_the_operators_leave_nothing_is_shared(tmp_path: Path) -> None:
    async with one_page(tmp_path) as (_web, page):
        await studied(page)
        panel = page.newest_panel()
        answer = await page.press(panel["panel"], buttons(panel)["Share"])
        assert (answer["outcome"], answer["sentence"]) == (
            "refused",
            "Studies can't be shared here.",
        )


@pytest.mark.slow
async def test_a_round_is_studied_from_a_step_of_its_replay(tmp_path: Path) -> None:
    async with finished(tmp_path) as (web, match, alice, _bob):
        await alice.press("replay", f"{match}.1")
        begun = part(await pressed(alice, "Save as study"))
        assert "Round 1" in begun["title"]
        assert begun["following"]
        assert sum(map(len, begun["melds"])) + len(begun["loose"]) == 10
        carol = await web.page(2)
        await carol.press("replay", f"{match}.1")
        assert part(await pressed(carol, "Save as study"))["study"] != begun["study"]
