"""Presses of the chat's buttons, menus and forms on a page; only what was offered counts."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bot.lobby.screens import lobby_screen
from bot.match.board import match_context
from bot.match.hand.screen import aids
from bot.match.match_pages import MatchPage
from bot.match.page.public import MATCH, match_buttons
from bot.match.page.seat import HAND, hand_panel
from bot.ops.metrics import Ended, PressSource
from bot.presses.event import EventPress, EventVerb, PlanPress, PlanVerb
from bot.presses.lobby import LobbyPress
from bot.presses.match import (
    CoachPress,
    CoachVerb,
    ProofPress,
    ReplayPress,
    ReplaySource,
    Watching,
)
from bot.presses.pages import AskPress, AskVerb
from bot.presses.study import StudyPress, StudyVerb
from bot.ui.context import Context
from bot.ui.custom_id import parse_custom_id
from bot.ui.dispatcher import failure_words
from bot.ui.i18n import mark
from bot.ui.origin import Origin
from bot.ui.press import Press
from bot.ui.replying import Refusal
from bot.ui.routes import SOURCES
from bot.ui.screen import Button
from bot.web.app import WebApp, seen, still_member
from bot.web.connection import Connection, public_reader
from bot.web.event_panels import look_of
from bot.web.idempotent_actions import IdempotentActions
from bot.web.lobby import INVITATION, MENU
from bot.web.origins import at_match, key_of, origin_of_page
from bot.web.protocol.base import id_number
from bot.web.protocol.messages import AnswerMessage, PressMessage
from engine.service import InteractionId, LobbyId, LobbyStatus, MatchId, MessageId
from engine.store import StoreError

NOT_OFFERED: Final = mark("This has closed. Reopen it.")
REPLAY: Final = MatchPage.REPLAY.value
OF_A_ROUND: Final = tuple(one.value for one in MatchPage)
"""The names of the panels that open a page about a match, named by its id and the round."""
_ROUND: Final = re.compile(r"(?P<match>[0-9a-z]{1,13})\.(?P<round>[1-9][0-9]{0,3})")
EVENT: Final = "event"
"""The name of the panel that opens an event, named by its number, or the builder of a new one."""
NEW: Final = "new"
STUDY: Final = "study"
"""The name of the panel that opens a study of the person's own, named by its number, and by that of
a move if it is not the start."""
ASK: Final = "ask"
"""The name of the panel that answers a position, whose address is a field of its form."""
NAMED: Final = (*OF_A_ROUND, EVENT, STUDY, ASK)
_NUMBER: Final = re.compile(r"[0-9a-z]{1,13}")
_NODE: Final = re.compile(r"(?P<study>[0-9a-z]{1,13})(?:\.(?P<node>[1-9][0-9]{0,4}))?")
TOO_LONG: Final = mark(
    "That's too long: it may have at most {n} letters. Shorten it and try again."
)
ON_A_PANEL: Final = MessageId(0)
"""The message of a press on a panel, which Discord does not know."""


def _named(message: PressMessage) -> Press | None:
    """Return the press that opens the replay, event, study or position that a page names.

    Its handler decides who may see it, as for every button.
    """
    if message.panel == ASK:
        return AskPress(AskVerb.SUBMIT)
    if message.panel in OF_A_ROUND:
        named = _ROUND.fullmatch(message.press)
        if named is None:
            return None
        match, number = id_number(named["match"]), int(named["round"])
        return _of_a_round(MatchPage(message.panel), match, number)
    if message.panel == EVENT:
        if message.press == NEW:
            return PlanPress(PlanVerb.NEW)
        is_number = _NUMBER.fullmatch(message.press)
        return EventPress(EventVerb.SHOW, id=id_number(message.press)) if is_number else None
    place = _NODE.fullmatch(message.press)
    if place is None:
        return None
    return StudyPress(StudyVerb.STEP, int(place["node"] or 0), id=id_number(place["study"]))


def _of_a_round(page: MatchPage, match: int, number: int) -> Press:
    """Return the press that opens a page about a match."""
    match page:
        case MatchPage.REPLAY:
            return ReplayPress.to(Watching(ReplaySource.MATCH, match, number))
        case MatchPage.COACH:
            return CoachPress(CoachVerb.OPEN, id=match, revision=number)
        case MatchPage.LUCK:
            return CoachPress(CoachVerb.LUCK, id=match, revision=number)
        case MatchPage.DEAL:
            return ProofPress(match, number)


@dataclass(frozen=True, slots=True)
class PressPlace:
    """The place of a press: whether it was offered there, and what is known about it."""

    offered: bool
    origin: Callable[[Origin], Origin]
    panel: str = ""
    limit: int | None = None
    """The letters that each field of a form may have."""

    def require_room(self, fields: Mapping[str, str]) -> None:
        """Refuse fields that are too long: what is cut would be answered as something else."""
        if self.limit is not None and any(len(text) > self.limit for text in fields.values()):
            raise Refusal(TOO_LONG, n=self.limit)


NOWHERE: Final = PressPlace(False, lambda origin: origin)


class PressHandler:
    """Answers presses."""

    def __init__(self, app: WebApp, doing: IdempotentActions) -> None:
        self._app = app
        self._doing = doing

    async def press(self, page: Connection, message: PressMessage) -> None:
        """Press a control of a panel, or submit a form."""
        if not await still_member(self._app, page):
            return
        if message.panel in NAMED:
            press = _named(message)
            fields = message.fields or {} if message.panel == ASK else None
            message = message.model_copy(update={"values": (), "fields": fields})
        else:
            custom_id = parse_custom_id(message.press)
            press = None if custom_id is None else self._app.routes.read(custom_id)
        place = NOWHERE
        try:
            if press is not None:
                place = await self._place(page, message, press)
        except StoreError as error:
            sentence = failure_words(page.reader, error)
            page.put(AnswerMessage(id=message.id, outcome="busy", sentence=sentence))
            return

        before, version = page.panels.offer(place.panel), 0

        async def work(ctx: Context) -> Ended:
            if press is None or not place.offered:
                await ctx.refuse(ctx.t(NOT_OFFERED))
                return Ended.FOREIGN
            place.require_room(message.fields or {})
            nonlocal version
            ctx.values = message.values
            submitted = message.fields is not None
            await self._app.routes.bind(press, submitted=submitted).handle(ctx)
            version = ctx.version
            return Ended.ANSWERED

        await self._doing.do(
            page,
            message.id,
            work,
            PressSource.UNKNOWN if press is None else SOURCES[press.AREA],
            origin=place.origin,
            panel=place.panel,
            about=None if press is None else press.about,
        )
        offer = page.panels.offer(place.panel)
        # A refused press leaves the panel as it is, and so what it follows.
        if offer is not before:
            key = key_of(page.session, message.id, self._app.messenger.service.now_ms())
            origin = place.origin(
                origin_of_page(self._app.rights, page.session, key or InteractionId(0))
            )
            look = look_of(press, message.values, origin, offer, version)
            self._app.event_panels.pressed(page, place.panel, look)

    async def _place(self, page: Connection, message: PressMessage, press: Press) -> PressPlace:
        if message.panel in OF_A_ROUND and not isinstance(press, ProofPress):
            return PressPlace(True, lambda origin: origin)
        if message.fields is not None:
            return self._of_form(page, message, message.fields, press)
        if message.panel in (EVENT, STUDY, MatchPage.DEAL):
            return PressPlace(True, partial(replace, message=ON_A_PANEL), page.new_panel())
        if message.panel == MENU:
            buttons = self._app.menu(page.reader).buttons()
            return PressPlace(_has(buttons, message, press), lambda origin: origin)
        if message.panel.startswith((HAND, MATCH)):
            return await self._at_match(page, message, press)
        if message.panel.startswith(INVITATION):
            return await self._at_invitation(page, message, press)
        offer = page.panels.offer(message.panel)
        people = set(page.panels.offered)
        if message.values:
            people |= {one.value for one in await self._app.people.of(page.session)}
        offered = offer is not None and offer.includes(press, message.values, people)
        if offered and isinstance(press, LobbyPress):
            found = await self._at_invitation(page, message, press)
            return replace(found, offered=True, panel=message.panel)
        return PressPlace(
            offered, lambda origin: replace(origin, message=ON_A_PANEL), message.panel
        )

    def _of_form(
        self, page: Connection, message: PressMessage, fields: Mapping[str, str], press: Press
    ) -> PressPlace:
        length = page.panels.asked(press)
        return PressPlace(
            length is not None or message.panel == ASK,
            lambda origin: replace(origin, fields=fields, message=ON_A_PANEL),
            message.panel if page.panels.offer(message.panel) else "",
            length,
        )

    async def _at_match(self, page: Connection, message: PressMessage, press: Press) -> PressPlace:
        service, buttons = self._app.messenger.service, list[Button]()
        live = await service.load(MatchId(id_number(message.panel[1:])))
        if live is None or not self._app.rights.may_see(page.session, live):
            return NOWHERE
        live = seen(page.session, live)
        board = match_context(service, live, page.reader)
        seat = live.seat_of(page.session.user)
        if message.panel.startswith(MATCH):
            reader = public_reader(page.reader, self._app.card_table)
            buttons = match_buttons(reader, board)
        elif seat is not None:
            buttons = aids(hand_panel(page.reader, board, live, seat))
        return PressPlace(
            _has(buttons, message, press),
            (lambda origin: origin) if seat is None else partial(at_match, of=live),
        )

    async def _at_invitation(
        self, page: Connection, message: PressMessage, press: Press
    ) -> PressPlace:
        lobby = None
        if isinstance(press, LobbyPress):
            lobby = await self._app.messenger.service.lobby(LobbyId(press.id))
        if lobby is None or not self._app.rights.may_join(page.session, lobby):
            return NOWHERE
        posted, at_lobby = lobby.table.message, partial(at_match, of=lobby)
        # What closed it may come again, and is answered as it was; the service refuses the rest.
        is_closed = lobby.status is not LobbyStatus.OPEN
        return PressPlace(
            is_closed or _has(lobby_screen(page.reader, lobby).buttons(), message, press),
            lambda origin: replace(at_lobby(origin), message=posted, is_public=posted is not None),
        )


def _has(buttons: Iterable[Button], message: PressMessage, press: Press) -> bool:
    """Whether a button is offered, if only at another revision of the match."""
    wanted = press.at_any_revision
    presses = (one.press for one in buttons if not one.disabled)
    return not message.values and any(
        isinstance(one, Press) and one.at_any_revision == wanted for one in presses
    )
