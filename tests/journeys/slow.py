"""A storage that answers nothing before Discord has been told to wait, and what people see."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from typing import Any
from unittest.mock import patch

from simcord import actors
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.enums import InteractionType

from bot.ui import reply
from engine.store import Store
from tests.journeys.world import World

DEFERRED, UPDATED_LATER = 5, 6
LOADING, EPHEMERAL = 1 << 7, 1 << 6


class Seen(Enum):
    """Where an answer appeared."""

    PRIVATE = "a message for one"
    PUBLIC = "a message for all"
    IN_PLACE = "the message itself changed"


@dataclass(frozen=True)
class Answered:
    """How the bot answered one interaction, as Discord saw it."""

    acknowledged: tuple[int, bool]
    """The type of the callback, and whether it was private."""
    seen: tuple[Seen, ...]
    forgotten: int
    """Messages that still say that the bot thinks."""


@contextmanager
def slow_storage(world: World) -> Iterator[None]:
    """Nothing is read or written for an interaction before it is acknowledged.

    The watchdog acts at once, so that no test waits: what it proves is the order, which is the
    same after 1.5 seconds.
    """
    backend = world.env.backend
    begun = set(backend.interactions)
    read, write = Store.read, Store.write

    def late() -> bool:
        new = set(backend.interactions) - begun
        return any(not backend.interactions[one].responded for one in new)

    def slowly(honest: Callable[..., Any]) -> Callable[..., Any]:
        async def call(store: Store, *arguments: Any, **more: Any) -> Any:
            while late():  # noqa: ASYNC110 - the other side has no event
                await asyncio.sleep(0.001)
            return await honest(store, *arguments, **more)

        return call

    with (
        patch.object(reply, "WATCHDOG_SECONDS", 0.0),
        patch.object(Store, "read", slowly(read)),
        patch.object(Store, "write", slowly(write)),
    ):
        yield


async def press(
    world: World,
    who: MemberActor,
    message: Any,
    custom_id: str,
    values: tuple[str, ...] = (),
    text: str | None = None,
) -> Answered:
    """Press a button, choose from a menu or send a form, as the gateway would bring it."""
    backend = world.env.backend
    stored = backend.get_message(world.channel.id, message.id)
    carrier = dict(serializers.message_payload(backend, stored))
    kind, data = InteractionType.MESSAGE_COMPONENT, {"custom_id": custom_id, "component_type": 2}
    if text is not None:
        field = {"type": 4, "id": 2, "custom_id": "text", "value": text}
        data = {"custom_id": custom_id, "components": [{"type": 18, "id": 1, "component": field}]}
        kind = InteractionType.MODAL_SUBMIT
    elif values:
        data |= {"component_type": 3, "values": list(values), "resolved": {}}
        options = [{"label": one, "value": one} for one in values]
        menu = {"type": 3, "id": 9, "custom_id": custom_id, "options": options}
        carrier["components"] = [{"type": 1, "id": 8, "components": [menu]}]

    async def send() -> Any:
        return await actors._dispatch_actor_interaction(
            who,
            kind,
            world.channel,
            data,
            extra={"message": carrier},
            source_message_id=stored.id,
        )

    return await answered(world, send)


async def answered(world: World, send: Callable[[], Any]) -> Answered:
    """Do something, and say how it was answered."""
    backend = world.env.backend
    requests = len(world.env.http_requests)
    before = set(backend.messages[world.channel.id])
    known = set(backend.interactions)
    await send()
    await world.settle()
    (key,) = set(backend.interactions) - known
    record = backend.interactions[key]
    sent = world.env.http_requests[requests:]
    callbacks: list[Any] = [
        one.json for one in sent if one.path.startswith(f"/interactions/{key}/")
    ]
    assert len(callbacks) == 1, callbacks
    callback = callbacks[0]["data"] if "type" not in callbacks[0] else callbacks[0]
    flags = (callback.get("data") or {}).get("flags", 0)
    own = [one for one in sent if record.token in one.path]
    found = [
        Seen.IN_PLACE for one in own if one.method == "PATCH" and callback["type"] == UPDATED_LATER
    ]
    there = backend.messages[world.channel.id]
    posted = {one: there[one] for one in set(there) - before}
    mine = [one for one in posted.values() if _is_answer(one, record)]
    found += [Seen.PRIVATE if one.flags & EPHEMERAL else Seen.PUBLIC for one in mine]
    return Answered(
        (callback["type"], bool(flags & EPHEMERAL)),
        tuple(dict.fromkeys(found)),
        sum(bool(one.flags & LOADING) for one in posted.values()),
    )


def _is_answer(message: Any, record: Any) -> bool:
    return bool(message.flags & EPHEMERAL) or message.id in (
        record.message_id,
        *record.followup_ids,
    )
