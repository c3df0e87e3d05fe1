"""Safety: everything that leaves the bot is judged at once by what is stored at that moment."""

import hashlib
import json
import re
import sqlite3
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from sqlalchemy import Connection, select

from bot.ui.custom_id import Area, number36
from engine.game.errors import GinError
from engine.game.match import act
from engine.game.notation import parse_action
from engine.game.seats import Seat
from engine.service import LiveMatch, UserId
from engine.service.matches import match_rows
from engine.service.stored_match import StoredMatch
from engine.store.schema import moves
from tests.simulation import checks
from tests.simulation.whole.cards import Knowledge, told_by
from tests.simulation.whole.people import matches_on
from tests.simulation.wrong import WrongError, demand
from tests.transactions import reading
from tests.wire.interactions import SEND
from tests.wire.messages import EPHEMERAL, Message
from tests.wire.objects import Payload
from tests.wire.server import Discord

TWICE_S: Final = 100.0
"""A message with the same text, posted within so many seconds, is the same one again."""
_TOKEN: Final = re.compile(r"token-(\d+)")


class Watch:
    """Judges requests, frames and commits; ``failed`` is the first promise that was broken."""

    def __init__(self, discord: Discord, eye: sqlite3.Connection, book: Connection) -> None:
        self._discord = discord
        self._eye = eye
        self._book = book
        self._known: dict[int, Knowledge] = {}
        self.lives: dict[int, LiveMatch] = {}
        self.versions: dict[int, int] = {}
        self.failed: BaseException | None = None
        self._posts: list[tuple[int, str, float]] = []
        self.bytes = hashlib.sha256()
        self.now: Callable[[], float] = time.monotonic

    # -- what is stored ---------------------------------------------------------------------

    def after_commit(self) -> None:
        """Look at what was stored just now."""
        try:
            self._judge_commit()
        except WrongError as error:
            self.failed = self.failed or error

    def _judge_commit(self) -> None:
        found = self._eye.execute(
            "SELECT match_id, version, (SELECT count(*) FROM moves m WHERE m.match_id = "
            "matches.match_id) FROM matches ORDER BY match_id"
        ).fetchall()
        for match, version, made in found:
            before = self.versions.get(match, -1)
            demand(version == made, f"match {match}: version {version} with {made} moves")
            demand(version >= before, f"match {match} went back from {before} to {version}")
            if version != before:
                self.versions[match] = version
                held = match_rows.read(reading(self._book), match)
                assert held is not None
                live = self.lives[match] = LiveMatch(held)
                self._known.setdefault(match, Knowledge()).learn(live, self.now())
                checks.secrets_kept(self._eye, match)

    # -- what is told -----------------------------------------------------------------------

    def requested(self, method: str, path: str, text: bytes, contents: Mapping[str, bytes]) -> None:
        """Judge a request to Discord; ``Rest.listener``."""
        self.bytes.update(f"{self.now():.6f} {method} {path} ".encode())
        self.bytes.update(text)
        for name, content in sorted(contents.items()):
            self.bytes.update(name.encode() + content)
        if text and text[:1] == b"{":
            self._judge(path, text.decode(), self._reader(path, json.loads(text)))

    def framed(self, user: int, text: str) -> None:
        """Judge a frame that a page has got."""
        self.bytes.update(f"{self.now():.6f} page {user} {text}".encode())
        found = json.loads(text)
        try:
            if found.get("type") == "table":
                match = number36(found["match"])
                demand(
                    found["version"] <= self.versions.get(match, -1),
                    f"a page shows version {found['version']} of match {match}, not yet stored",
                )
                self._demand_hidden("a frame", match, set(told_by(text).cards), user)
        except WrongError as error:
            self.failed = self.failed or error

    def _judge(self, path: str, text: str, user: int | None) -> None:
        told = told_by(text)
        try:
            for match, revision in told.revisions.items():
                live = self.lives.get(match)
                if live is None:
                    demand(match in self._discord.interactions.all, f"{path} shows no match")
                    continue
                self._demand_hidden(path, match, set(told.cards), user)
                if (
                    revision
                    and user is not None
                    and (seat := live.seat_of(UserId(user))) is not None
                ):
                    demand(
                        revision <= live.revision(seat),
                        f"{path} shows revision {revision} of match {match}, not yet stored",
                    )
        except WrongError as error:
            self.failed = self.failed or error

    def _demand_hidden(self, what: str, match: int, named: set[int], user: int | None) -> None:
        if match not in self._known:
            return
        stray = self._known[match].strays(named, user, self.now())
        demand(not stray, f"{what} tells {user or 'everybody'} {sorted(stray)} of match {match}")

    def _reader(self, path: str, body: dict[str, object]) -> int | None:
        """The only user who reads a request's message; ``None``: everybody does."""
        found = _TOKEN.search(path)
        one = self._discord.interactions.all.get(int(found[1])) if found else None
        if one is None:
            return None
        data = body.get("data") if path.endswith("/callback") else body
        flags = int(data.get("flags") or 0) if isinstance(data, dict) else 0
        if path.endswith("/callback"):
            if body.get("type") == SEND:
                return one.user if flags & EPHEMERAL else None
            is_private = one.pressed is None or one.pressed.is_ephemeral
            return one.user if is_private else None
        if "/messages/" in path:
            name = path.rsplit("/", 1)[1]
            if name == "@original" and one.is_pending:
                return one.user if one.is_private else None
            own = [*one.shown, *([one.pressed] if one.pressed else [])]
            wanted = one.original.id if name == "@original" and one.original else name
            for message in own:
                if str(message.id) == str(wanted):
                    return one.user if message.is_ephemeral else None
            return one.user
        is_private = one.is_private if one.is_pending else bool(flags & EPHEMERAL)
        return one.user if is_private else None

    def posted(self, new: Callable[..., Message]) -> Callable[..., Message]:
        """Judge the messages that ``Messages.new`` makes: none is posted twice."""

        def post(channel: int, body: Payload, *more: Any, interaction: int = 0) -> Message:
            message = new(channel, body, *more, interaction=interaction)
            about = matches_on(message, (Area.TABLE,))
            if about and not interaction and not message.is_ephemeral:
                for number, text, at in self._posts:
                    is_there = self._discord.messages.get(number) is not None
                    if is_there and at > self.now() - TWICE_S and text == message.text:
                        self.failed = self.failed or WrongError(
                            f"the message of match {[*about]} was posted twice"
                        )
                self._posts.append((message.id, message.text, self.now()))
            return message

        return post

    # -- the end ----------------------------------------------------------------------------

    def judge_the_end(self) -> None:
        """Play every stored match again."""
        for (match,) in self._eye.execute("SELECT match_id FROM matches ORDER BY match_id"):
            held = match_rows.read(reading(self._book), match)
            assert held is not None
            checks.fair(self._book, held)
            self._replay(held)
        made = self._eye.execute("SELECT * FROM moves ORDER BY match_id, seq").fetchall()
        self.bytes.update(repr(made).encode())

    def _replay(self, held: StoredMatch) -> None:
        state, decks = checks.dealt(self._book, held)
        made = self._book.execute(
            select(moves).where(moves.c.match_id == held.match_id).order_by(moves.c.seq)
        ).all()
        demand([row.seq for row in made] == list(range(1, held.version + 1)), "moves are missing")
        pressed: set[int] = set()
        for row in made:
            one = self._discord.interactions.all.get(row.interaction_id)
            if one is not None:
                demand(one.user == row.user_id, f"move {row.seq} is not of {one.user}")
                demand(one.id not in pressed, f"press {one.id} was played twice")
                pressed.add(one.id)
            seat = None if row.seat is None else Seat(row.seat)
            try:
                state = act(state, seat, parse_action(row.action), decks).match
            except GinError as error:
                demand(False, f"move {row.seq} of {held.match_id} is illegal: {error}")
        demand(state == held.match, f"match {held.match_id} is not what its moves give")
