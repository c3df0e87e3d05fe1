"""A press in the playground's chat counts although others play while it is made."""

from pathlib import Path
from typing import Any

import pytest
from simcord.components import walk_components
from simcord.preview import Preview

from bot.playground import playground
from bot.settings import Settings
from engine.service import MatchSetup, Person, TableMessage, UserId
from engine.service.types import Practice
from tests.service.world import CHANNEL, GUILD, STANDARD, World, open_world, sqlite_url
from tests.waiting import until


def press_of(chat: Preview, page: Any, message: int, label: str) -> dict[str, Any]:
    """What the page sends for a press on a button that it shows now."""
    found = page.snapshot["messages"][str(message)]
    parts = walk_components(found["components"])
    [key] = [one["control_key"] for one in parts if one.get("label") == label]
    return {
        "protocol_version": 3,
        "sequence": page.last_sequence + 1,
        "request_id": f"press-{page.last_sequence + 1}",
        "generation": page.generation,
        "bot_generation": chat.env._generation,
        "published_revision": page.revision,
        "kind": "click",
        "target_id": str(message),
        "control_key": key,
    }


async def somebody_begins(world: World, page: Any) -> None:
    """A match begins elsewhere, which every page of the chat is told."""
    before = page.revision
    person = Person(UserId(7), "Ann")
    await world.service.practice(
        Practice(
            interaction=world.press(),
            table=TableMessage(GUILD, CHANNEL),
            person=person,
            setup=MatchSetup(STANDARD),
        )
    )
    await until(lambda: page.revision > before)


@pytest.mark.slow
async def test_events_under_the_welcome_open_while_others_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only a press on a message that has changed since is refused by the chat."""
    chats: list[Preview] = []
    enter = Preview.__aenter__

    async def remembered(self: Preview) -> Preview:
        chats.append(self)
        return await enter(self)

    monkeypatch.setattr(Preview, "__aenter__", remembered)
    world = await open_world(sqlite_url(tmp_path))
    try:
        async with playground(world.service, Settings(data_dir=tmp_path), 0):
            (chat,) = chats
            page = chat._open_page()
            welcome = min(map(int, page.snapshot["messages"]))
            early = press_of(chat, page, welcome, "Events")
            await somebody_begins(world, page)
            answer = await chat._action(page.id, early)
            assert (answer["rejected"], answer["acknowledgement"]) == (False, "acknowledged"), (
                answer
            )
            again = await chat._action(page.id, early)
            assert again["correlation"] == answer["correlation"], "sent again, it is the same press"
            late = press_of(chat, page, welcome, "Events")
            parts = chat.env.backend.get_message(chat.channel.id, welcome).components
            text = next(one for one in walk_components(parts) if "content" in one)
            text["content"] = "Something else"
            await somebody_begins(world, page)
            refused = await chat._action(page.id, late)
            assert [one["code"] for one in refused["diagnostics"]] == ["stale-revision"]
    finally:
        await world.service.close()
