"""Everything that leaves the bot, with who reads it and which cards they may know."""

import json
import re
from dataclasses import dataclass, field
from typing import Any

from bot.ui.custom_id import parse_custom_id
from engine.game.cards import Card, card, cards_of
from engine.service import LiveMatch, MatchId
from tests.journeys.cards_seen import cards_in
from tests.journeys.world import World, walk
from tests.worlds.public_cards import public_cards

EPHEMERAL = 64
_TOKEN = re.compile(r"simcord_interaction_(\d+)")
_NOTATION = re.compile(r"(?<![0-9A-Za-z])([A2-9TJQK][CDHS])(?![0-9A-Za-z])")
_IN_ACTION = re.compile(r"[A2-9TJQK][CDHS]")


@dataclass
class Listener:
    """Compares each payload with what its reader may know; ``leaks`` says what did not fit."""

    world: World
    match: MatchId
    leaks: list[str] = field(default_factory=list)
    heard: int = 0
    _round: int = 0
    _public: set[Card] = field(default_factory=set)
    _own: dict[int, set[Card]] = field(default_factory=dict)

    async def listen(self) -> None:
        """Judge what was sent since the last call."""
        live = await self.world.service.load(self.match)
        assert live is not None
        shown_down = self._learn(live)
        sent = self.world.env.http_requests[self.heard :]
        self.heard += len(sent)
        if shown_down:
            return  # the round is over: its hands lie open
        for request in sent:
            if isinstance(request.json, dict):  # a list publishes the commands
                self._judge(request.path, request.json)

    def may_know(self, user: int | None) -> set[Card]:
        """The cards that a user, or everybody, may know now."""
        return self._public | (self._own.get(user, set()) if user is not None else set())

    def judge_text(self, what: str, text: str, user: int | None = None) -> None:
        """A line, label or answer that ``user``, or everybody, reads."""
        named = cards_in(text) | {card(found) for found in _NOTATION.findall(text)}
        self._compare(what, named, user)

    def _learn(self, live: LiveMatch) -> bool:
        view = live.public()
        if view.number != self._round:
            self._round, self._public, self._own = view.number, set(), {}
        for table in view.tables:
            self._public |= public_cards(table)
        for player in live.players:
            if player.user_id is not None:
                hand = set(cards_of(live.view(player.seat).hand))
                self._own.setdefault(player.user_id, set()).update(hand)
        return live.is_over or any(table.facts is not None for table in view.tables)

    def _judge(self, path: str, payload: dict[str, Any]) -> None:
        user = self._reader(path, payload)
        text = json.dumps(payload, ensure_ascii=False)
        body = payload.get("data") or payload
        named = cards_in(text)
        for part in walk(body.get("components") or []):
            press = parse_custom_id(part.get("custom_id", ""))
            texts = [] if press is None else [press.what]
            texts += [option["value"] for option in part.get("options", ())]
            named |= {card(found) for one in texts for found in _IN_ACTION.findall(one)}
        self._compare(path, named, user)

    def _compare(self, what: str, named: set[Card], user: int | None) -> None:
        stray = named - self.may_know(user)
        if stray:
            self.leaks.append(f"{what} tells {user or 'everybody'} {sorted(stray)}")

    def _reader(self, path: str, payload: dict[str, Any]) -> int | None:
        """The only user who reads this; ``None``: it is public."""
        token = _TOKEN.search(path)
        if token is None:
            return None
        record = self.world.env.backend.interactions[int(token[1])]
        message: int | None = None
        if path.endswith("/callback"):
            kind, data = payload["type"], payload.get("data") or {}
            if kind in (8, 9):
                return record.user_id
            if kind == 4:
                return record.user_id if data.get("flags", 0) & EPHEMERAL else None
            message = record.source_message_id if kind in (6, 7) else record.message_id
        elif path.endswith("@original"):
            message = record.message_id or record.source_message_id
        elif "/messages/" in path:
            message = int(path.rsplit("/", 1)[1])
        elif payload.get("flags", 0) & EPHEMERAL:
            return record.user_id
        if message is None:
            return None
        return record.user_id if self.world.stored(message).is_ephemeral else None
