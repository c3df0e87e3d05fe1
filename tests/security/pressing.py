"""Presses as whoever speaks to the gateway could send them, and what they may change.

``Fuzzer`` collects every button, menu and modal that any message ever carried, and presses them
(and almost-like-them) as anybody. After each press it compares the whole database with what it
was before: a row may change only if it belongs to who pressed.
"""

import logging
import random
import sqlite3
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from simcord import actors
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.builders import ChannelHandle
from simcord.enums import InteractionType

from bot.ui.custom_id import CustomId, parse_custom_id
from tests.journeys.world import World

BUTTON, MENU, PEOPLE, CHANNELS, MODAL = 2, 3, 5, 8, "modal"
WORDS: Final = (
    "",
    "0",
    "-1",
    "99999999999999999999999999",
    "x" * 4000,
    "@everyone <@1> **bold** [a](https://example.org)",
    "\u202eesrever\u202c\u200b\ufeff",
    "\x00\x07\n\r\t",
    "漢字🃏" * 500,
    "'; DROP TABLE matches; --",
    "AS KD TC",
    "١٢",
    "None",
    "2026-13-45",
    "{}",
)
_OF_ENDED: Final = ("standings", "ratings", "coins", "achievements")
"""What the end of a match, by whomever, brings all its players and their server."""
_DRAWN: Final = frozenset({"rendered_version", "message_id", "channel_id"})
"""Where a board stands is not part of a match."""
_BY_ITSELF: Final = (
    *("timers", "leases", "processes", "rounds", "secrets", "daily_days", "trainer_puzzles"),
    *("answers", "mentions", "exercise_lists"),
)
"""Rows of nobody: whoever asks first, or no one, or the time of a turn, brings them on."""


@dataclass(frozen=True)
class Control:
    """Something that can be pressed."""

    custom_id: str
    kind: int | str
    values: tuple[str, ...] = ()


class _Errors(logging.Handler):
    """Keeps what the bot logs as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._kept: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self._kept.append(f"{record.getMessage()} {_cause(record)}")

    def taken(self) -> list[str]:
        """What was kept since the last time."""
        kept, self._kept = self._kept, []
        return kept


@dataclass
class Fuzzer:
    """Presses everything as everybody and remembers what was wrong."""

    world: World
    rng: random.Random
    administrators: set[int] = field(default_factory=set)
    controls: dict[str, Control] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    pressed: Counter[str] = field(default_factory=Counter)
    heard: int = 0
    said: _Errors = field(default_factory=_Errors)

    def collect(self) -> None:
        """Learn the controls of what was sent since the last time."""
        sent = self.world.env.http_requests
        for request in sent[self.heard :]:
            if isinstance(request.json, dict):
                self._collect(request.json.get("data") or request.json)
        self.heard = len(sent)

    def _collect(self, node: Any) -> None:
        if isinstance(node, list):
            for one in node:
                self._collect(one)
        if not isinstance(node, dict):
            return
        custom_id = node.get("custom_id")
        if isinstance(custom_id, str) and parse_custom_id(custom_id) is not None:
            kind = node.get("type", MODAL) if "title" not in node else MODAL
            values = tuple(str(one["value"]) for one in node.get("options", ()))
            self.controls[custom_id] = Control(custom_id, kind, values)
        for part in ("components", "component", "accessory"):
            self._collect(node.get(part))

    def choice(self) -> Control:
        """One of the controls, the kinds of press alike often."""
        kinds: dict[str, list[Control]] = {}
        for one in self.controls.values():
            kinds.setdefault(kind_of(one.custom_id), []).append(one)
        return self.rng.choice(kinds[self.rng.choice(sorted(kinds))])

    def mutated(self, control: Control) -> Control:
        """The control, or almost it."""
        custom_id, rng = control.custom_id, self.rng
        press = parse_custom_id(custom_id)
        if press is None or rng.random() < 0.5:
            return control
        at = rng.randrange(len(custom_id))
        letter = rng.choice("abcdefghijklmnopqrstuvwxyz0123456789:-ACDHSTJQK")
        wild = rng.choice((0, 1, press.id + 1, 36**30))
        other = rng.choice(sorted(self.controls))
        return Control(
            rng.choice(
                (
                    custom_id[:at] + letter + custom_id[at + 1 :],
                    custom_id[:at],
                    custom_id + letter,
                    str(CustomId(press.area, wild, press.revision, press.what)),
                    str(CustomId(press.area, press.id, wild, press.what)),
                    str(CustomId(press.area, press.id, press.revision, rng.choice(WORDS))),
                    custom_id.rsplit(":", 1)[0] + ":" + other.rsplit(":", 1)[1],
                )
            )[:100],
            control.kind,
            control.values,
        )

    async def press(self, who: MemberActor, message: Any, state: str, role: str) -> None:
        """Press something as somebody, and judge what came of it."""
        control = self.mutated(self.choice())
        before = self.stored()
        try:
            answer = await self._dispatch(who, message, control)
        except TimeoutError as error:
            self.faults.append(f"{role} {control}: {error}")
            return
        await self.world.settle()
        name = f"{role} in {state} pressed {control.custom_id!r}"
        self.pressed[f"{state}/{role}"] += 1
        callbacks = [
            one
            for one in self.world.env.http_requests[self.heard :]
            if one.path.startswith(f"/interactions/{answer}/")
        ]
        if len(callbacks) != 1:
            self.faults.append(f"{name}: {len(callbacks)} answers")
        self.faults += [f"{name} changed {one}" for one in self.changes(before, who.id)]
        self.faults += [f"{name} ({control.values[:2]}): {one}" for one in self.said.taken()]
        self.collect()

    async def _dispatch(self, who: MemberActor, message: Any, control: Control) -> int:
        """Send the press to the bot; the id of its interaction."""
        rng = self.rng
        env = self.world.env
        stored = self._standing(message)
        data: dict[str, Any] = {"custom_id": control.custom_id, "component_type": control.kind}
        if control.kind == MODAL or rng.random() < 0.05:
            text = {"type": 4, "id": 2, "custom_id": "text", "value": rng.choice(WORDS)}
            label = {"type": 18, "id": 1, "component": text}
            data = {"custom_id": control.custom_id, "components": rng.choice(([label], [], [text]))}
            kind = InteractionType.MODAL_SUBMIT
        else:
            kind = InteractionType.MESSAGE_COMPONENT
            if control.kind != BUTTON or rng.random() < 0.1:
                data["values"] = self._values(control)
                data["resolved"] = {}
        channel = ChannelHandle(env, who.guild, env.backend.get_channel(stored.channel_id))
        carrier = dict(serializers.message_payload(env.backend, stored))
        if control in self.controls.values():  # the message that really carries it
            options = [{"label": one[:100] or "-", "value": one} for one in control.values]
            sort = control.kind if control.kind in (PEOPLE, CHANNELS) else MENU
            menu = {"type": sort, "id": 9, "custom_id": control.custom_id}
            menu |= {"options": options} if sort == MENU else {}
            carrier["components"] = [{"type": 1, "id": 8, "components": [menu]}]
        extra = {"message": carrier}
        result = await actors._dispatch_actor_interaction(
            who, kind, channel, data, extra=extra, source_message_id=stored.id
        )
        return result.id if hasattr(result, "id") else max(env.backend.interactions)

    def _standing(self, message: Any) -> Any:
        """The message to press on, or the channel's newest one when it was taken away."""
        there = self.world.env.backend.messages[message.channel_id]
        return there.get(message.id) or there[max(there)]

    def _values(self, control: Control) -> list[str]:
        rng = self.rng
        if control.values and rng.random() < 0.6:
            return [rng.choice(control.values)]
        return rng.choice(([], [rng.choice(WORDS)], [rng.choice(WORDS), rng.choice(WORDS)]))

    # -- what changed -------------------------------------------------------------------

    def stored(self) -> dict[str, Counter[tuple[tuple[str, Any], ...]]]:
        """Every row of the database."""
        with sqlite3.connect(self.world.folder / "gin.db") as connection:
            connection.row_factory = sqlite3.Row
            names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            return {
                name: Counter(
                    tuple((k, row[k]) for k in row.keys() if k not in _DRAWN)  # noqa: SIM118
                    for row in connection.execute(f'SELECT * FROM "{name}"')
                )
                for (name,) in names.fetchall()
                if name not in _BY_ITSELF
            }

    def changes(
        self, before: dict[str, Counter[tuple[tuple[str, Any], ...]]], user: int
    ) -> list[str]:
        """The rows that changed although they do not belong to ``user``."""
        after = self.stored()
        mine = _tables_of(before, user) | _tables_of(after, user)
        seats = [dict(row) for row in before["match_players"]]
        fellows = {one["user_id"] for one in seats if one["match_id"] in mine} | {0}
        found = []
        for name, rows in after.items():
            gone, new = before[name] - rows, rows - before[name]
            # Whoever is deleted from a row of their own leaves it without their id.
            redacted = {row[0] for row in gone if any(str(user) in str(value) for _, value in row)}
            for row in gone + new:
                if row[0] in redacted or self._may_change(name, dict(row), user, mine, fellows):
                    continue
                found.append(f"{name} {dict(row)}")
        return found

    def _may_change(
        self, name: str, row: dict[str, Any], user: int, mine: set[int], fellows: set[int]
    ) -> bool:
        # Every entry makes a new version of its event.
        if user in self.administrators or name == "events":
            return True
        if name in ("moves", "match_players") and row.get("user_id") not in (None, user):
            return name == "match_players" and row["match_id"] in mine
        if any(row.get(key) in mine for key in ("match_id", "lobby_id")):
            return True
        if name in _OF_ENDED and row.get("user_id") in fellows:
            return True
        return any(str(user) in str(value) for value in row.values())


def _cause(record: logging.LogRecord) -> str:
    """The exception of a log line and the last place of the bot that it went through."""
    if record.exc_info is None or record.exc_info[1] is None:
        return ""
    frames = traceback.extract_tb(record.exc_info[2])
    ours = [one for one in frames if "/.venv/" not in one.filename]
    places = [f"{Path(one.filename).name}:{one.lineno}" for one in ours[-4:]]
    return f"{record.exc_info[1]!r} at {' '.join(places)}"[:400]


def _tables_of(rows: dict[str, Counter[tuple[tuple[str, Any], ...]]], user: int) -> set[int]:
    """The matches and lobbies that somebody is in or invited to."""
    found: set[int] = set()
    for row in rows["match_players"]:
        one = dict(row)
        if one["user_id"] == user:
            found.add(one["match_id"])
    lobby_of = [dict(row) for row in rows["lobby_players"]]
    found |= {one["lobby_id"] for one in lobby_of if one["user_id"] == user}
    invitees = [dict(row) for row in rows["lobby_invitees"]]
    invited = {one["lobby_id"] for one in invitees if one["user_id"] == user}
    for row in rows["lobbies"]:
        one = dict(row)
        if one["lobby_id"] in invited or user in (
            one["host_id"],
            one["pair_low"],
            one["pair_high"],
        ):
            found |= {one["lobby_id"], one["match_id"] or 0}
    return found - {0}


def kind_of(custom_id: str) -> str:
    """What sort of press it is: its area and the letters of its word, without ids or cards."""
    press = parse_custom_id(custom_id)
    if press is None:
        return "none"
    word = press.what.split("-")[:2] if press.area.value in "gh" else press.what.split("-")[:1]
    return press.area.value + ":" + "-".join("".join(c for c in w if c.islower()) for w in word)
