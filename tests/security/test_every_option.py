"""Every option of every command with every bad value: one private answer, nothing stored."""

import logging
import os
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest
from discord import AppCommandOptionType, app_commands
from simcord import actors
from simcord.actors import MemberActor
from simcord.enums import InteractionType

from tests.journeys.world import World, running_world
from tests.security.listening import EPHEMERAL
from tests.security.pressing import WORDS, Fuzzer
from tests.worlds.command_tree import leaves
from tests.worlds.servers import admins

pytestmark = pytest.mark.slow

NUMBERS: Final[tuple[object, ...]] = (
    *(-1, 0, 2**53, -(2**53), 10**30, 3.5),
    *("7", "ten", None, []),
)
EACH: Final = int(os.environ.get("GIN_FUZZ_VALUES", "3"))
"""Bad values tried for each option; the long form tries all."""
ANSWERS: Final = (4, 5)
"""A message as an answer, at once or later."""
NO_IDS: Final = ("", "abc", "-5", "99999999999999999999999999", None, 12)
MENTIONS: Final = ("<@1>", "@everyone", "<#5>", "**bold**", "\u202eesrever", "漢字" * 2000)
FREE: Final = ("reason", "text")
"""Options that take any words."""
NAMED: Final = {"challenge", "find", "practice", "open", "history", "replay", "rules"}


def good(world: World, parameter: app_commands.Parameter, resolved: dict[str, Any]) -> Any:
    """A value that the option takes."""
    match parameter.type:
        case AppCommandOptionType.user:
            return _person(world, world.members[1], resolved)
        case AppCommandOptionType.integer:
            return int(parameter.min_value or 1)
        case AppCommandOptionType.boolean:
            return True
        case AppCommandOptionType.channel | AppCommandOptionType.role:
            return str(world.channel.id)
        case _:
            return parameter.choices[0].value if parameter.choices else "standard"


def _person(world: World, who: Any, resolved: dict[str, Any]) -> str:
    user = {"id": str(who.id), "username": who.name, "discriminator": "0", "avatar": None}
    user["bot"] = who.bot if hasattr(who, "bot") else False
    resolved.setdefault("users", {})[str(who.id)] = user
    if any(who.id == one.id for one in world.members):
        member = {"roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "permissions": "0"}
        resolved.setdefault("members", {})[str(who.id)] = {**member, "flags": 0}
    return str(who.id)


def bad(parameter: app_commands.Parameter) -> list[Any]:
    """Values that a hostile or an outdated client could send."""
    match parameter.type:
        case AppCommandOptionType.integer:
            return list(NUMBERS)
        case AppCommandOptionType.boolean:
            return ["yes", 7, None]
        case AppCommandOptionType.string:
            return [*WORDS, *MENTIONS, 5, None]
        case _:
            return list(NO_IDS)


def is_fine(parameter: app_commands.Parameter, value: Any) -> bool:
    """Whether an odd value is one that the option may well take."""
    low, high = parameter.min_value, parameter.max_value
    match parameter.type:
        case AppCommandOptionType.integer:
            return type(value) is int and (low or 0) <= value <= (high or 0)
        case AppCommandOptionType.string:
            is_free = parameter.name in FREE and isinstance(value, str)
            return is_free and (low or 0) <= len(value) <= (high or 0)
        case AppCommandOptionType.user:
            return hasattr(value, "id") and not getattr(value, "bot", False)
        case _:
            return False


async def typed(
    world: World, who: MemberActor, name: str, options: list[dict[str, Any]], resolved: Any
) -> Any:
    """A command as the gateway would bring it, whatever its options hold."""
    root, *path = name.split()
    for part in reversed(path):
        kind = 2 if part != path[-1] else 1
        options = [{"type": kind, "name": part, "options": options}]
    record = actors._resolve_visible_command(who, world.channel.id, root, 1)
    data = {"id": record["id"], "name": root, "type": 1, "options": options}
    if resolved:
        data["resolved"] = resolved
    result = await actors._dispatch_actor_interaction(
        who, InteractionType.APPLICATION_COMMAND, world.channel, data
    )
    await world.settle()
    return result


async def test_a_bad_value_for_any_option_is_answered_in_private_and_stores_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ui.reply.WATCHDOG_SECONDS", 0.01)
    async with running_world(tmp_path, people=3) as world:
        await admins(world)
        boss, _, carol = world.members
        bot = world.env.create_user("robot", bot=True)
        stranger = world.env.create_user("stranger")
        fuzzer = Fuzzer(world, random.Random(1), {boss.id})
        logging.getLogger().addHandler(fuzzer.said)
        tried = Counter[tuple[str, str]]()
        faults = []
        try:
            for name, command in leaves(world):
                for parameter in command.parameters:
                    values = bad(parameter)
                    if parameter.type is AppCommandOptionType.user:
                        values += [bot, stranger, boss]
                    for value in fuzzer.rng.sample(values, min(EACH, len(values))):
                        resolved: dict[str, Any] = {}
                        options = [
                            {
                                "type": one.type.value,
                                "name": one.display_name,
                                "value": good(world, one, resolved),
                            }
                            for one in command.parameters
                            if one.required and one.name != parameter.name
                        ]
                        fine = is_fine(parameter, value)
                        if hasattr(value, "id"):
                            value = _person(world, value, resolved)
                        kind = parameter.type.value
                        own = {"type": kind, "name": parameter.display_name, "value": value}
                        who = boss if name.startswith("gin-admin") else carol
                        before, sent = fuzzer.stored(), len(world.env.http_requests)
                        said = await typed(world, who, name, [*options, own], resolved)
                        tried[name, parameter.name] += 1
                        what = f"{name} {parameter.name}={value!r:.60}"
                        faults += judged(fuzzer, what, said)
                        if fine:
                            faults += [f"{what}: {one}" for one in fuzzer.changes(before, who.id)]
                            continue
                        if fuzzer.stored() != before:
                            faults.append(f"{what}: something was stored")
                        if not is_private(world.env.http_requests[sent:]):
                            faults.append(f"{what}: everybody reads the answer")
        finally:
            logging.getLogger().removeHandler(fuzzer.said)
        assert faults == [], "\n".join(sorted(set(faults)))
        every = {(name, one.name) for name, command in leaves(world) for one in command.parameters}
        assert tried.keys() == every, "every option of every command was tried"
        assert tried.total() > 2 * len(every)
        assert {type(one) for one in world.env.errors} <= {app_commands.TransformerError}


def is_private(sent: Sequence[Any]) -> bool:
    """Whether nobody but who typed it reads what was sent."""
    for request in sent:
        if request.path.startswith("/channels/") and request.method == "POST":
            return False
        answer: dict[str, Any] = request.json if request.path.endswith("/callback") else {}
        flags = (answer.get("data") or {}).get("flags", 0)
        if answer.get("type") in ANSWERS and not flags & EPHEMERAL:
            return False
    return True


def judged(fuzzer: Fuzzer, name: str, said: Any) -> list[str]:
    """What was wrong with an answer."""
    found = [f"{name}: {one}" for one in fuzzer.said.taken()]
    record = said._interaction
    if not record.responded:
        found.append(f"{name}: no answer")
    return found
