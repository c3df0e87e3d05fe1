"""The chat beside the table, over the socket: what everybody in the channel sees, written once."""

from pathlib import Path

import pytest

from bot.web.protocol.lobby import MOST_LETTERS
from tests.web.pages import Page, running_web


def texts(page: Page) -> list[str]:
    return [line["text"] for line in page.chat.get("lines", ())]


async def test_a_message_is_in_the_channel_once_however_often_it_is_sent(tmp_path: Path) -> None:
    async with running_web(tmp_path) as web:
        alice, bob = await web.page(0), await web.page(1)
        for page in (alice, bob):
            await page.send("ask", what="chat")
            await page.until(lambda page=page: bool(page.chat))  # type: ignore[misc]
        name = alice.name()
        first = await alice.ask("write", id=name, text="  Good luck!  ")
        again = await alice.ask("write", id=name, text="  Good luck!  ")
        assert (first["outcome"], again["outcome"]) == ("applied", "repeated")
        await bob.until(lambda: "Good luck!" in texts(bob))
        [line] = [one for one in bob.chat["lines"] if one["text"] == "Good luck!"]
        assert (line["name"], line["author"], line["gin"]) == ("Alice", str(web.user(0)), False)
        stored = web.world.env.backend.messages[web.world.channel.id].values()
        assert [one.content for one in stored].count("Good luck!") == 1


async def test_what_is_written_in_the_channel_is_shown_and_what_one_person_sees_is_not(
    tmp_path: Path,
) -> None:
    async with running_web(tmp_path) as web:
        alice = await web.page(0)
        await alice.send("ask", what="chat")
        member, channel = web.world.members[1], web.world.channel
        await member.slash(channel, "gin rules")
        sent = await member.send(channel, f"I know the rules, <@{web.user(0)}>")
        await alice.until(lambda: any("I know" in text for text in texts(alice)))
        assert str(web.user(0)) in alice.chat["names"]
        backend = web.world.env.backend
        hidden = [one for one in backend.messages[channel.id].values() if one.is_ephemeral]
        assert hidden, "the answer to a command of one person"
        shown = {line["id"] for line in alice.chat["lines"]}
        assert shown.isdisjoint(str(one.id) for one in hidden)
        await member.edit(sent, "I knew them")
        await alice.until(lambda: "I knew them" in texts(alice))
        await member.delete(sent)
        await alice.until(lambda: "I knew them" not in texts(alice))


async def test_blanks_and_long_texts_are_not_written(tmp_path: Path) -> None:
    async with running_web(tmp_path) as web:
        alice, bob = await web.page(0), await web.page(1)
        await bob.send("ask", what="chat")
        for blank in ("   ", "\u200b", "\u3164"):
            assert (await alice.ask("write", text=blank))["outcome"] == "refused"
        assert (await alice.ask("write", text="x" * MOST_LETTERS))["outcome"] == "applied"
        await bob.until(lambda: "x" * MOST_LETTERS in texts(bob))
        await alice.send("write", id=alice.name(), text="x" * (MOST_LETTERS + 1))
        await alice.until(lambda: alice.bye is not None)
        assert alice.bye is not None
        assert alice.bye["reason"] == "broken"


async def test_a_real_server_has_no_chat_on_the_page(tmp_path: Path) -> None:
    async with running_web(tmp_path, has_chat=False) as web:
        alice = await web.page(0)
        await alice.send("ask", what="chat")
        answer = await alice.ask("write", text="Hello?")
        assert answer["outcome"] == "refused"
        assert "Discord" in answer["sentence"]
        assert not alice.chat


@pytest.mark.parametrize("half", ["\ud83d", "a\ude00b"])
async def test_half_an_emoji_is_refused_and_the_line_stays(tmp_path: Path, half: str) -> None:
    async with running_web(tmp_path) as web:
        page = await web.page(0)
        answer = await page.ask("write", text=half)
        assert answer["outcome"] == "refused"
        assert "emoji" in answer["sentence"]
        assert (await page.ask("write", text="whole 🃏"))["outcome"] == "applied"
