"""Answers to interactions: exactly one, in time, without an exception for an expired token.

Discord wants the first answer within three seconds (interactions/receiving-and-responding). A
watchdog acknowledges after 1.5 s; from then on the answer goes out as an edit or a follow-up.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from typing import Final, NamedTuple, TypeVar

import discord

from bot.ops.metrics import Metrics
from bot.ui.compose import ComposedMessage, Composer
from bot.ui.edits import ALREADY_ANSWERED, ShownPictures, TokenMessage, answer_in_place, edited
from bot.ui.pacing import Backlog, Spared
from bot.ui.replying import FIELD, Editor, FormRequest
from bot.ui.requests import CUT, FAILURES, Failure, described, failure_of
from bot.ui.routes import AnswerKind
from bot.ui.screen import Screen, clipped

WATCHDOG_SECONDS: Final = 1.5
ANSWER_SECONDS: Final = 5.0
"""The most time an edit waits for an answer that may never come."""
PAUSE_SECONDS: Final = 0.5
"""The delay before an answer that a front server has not let through is sent once more."""
MAX_TITLE: Final = 45
"""The most characters of a form's title, and of the label of its field."""
_LATER: Final[set[asyncio.Task[None]]] = set()

T = TypeVar("T")
log = logging.getLogger(__name__)


class AnswerEditor:
    """The editor of the message that answered an interaction, or that carried the pressed button.

    Discord knows no such message before the answer, so an edit waits for the answer and its newer
    picture follows it.
    """

    def __init__(
        self,
        target: TokenMessage,
        answered: asyncio.Future[None],
        shown: ShownPictures,
        composer: Composer,
    ) -> None:
        self._target = target
        self._answered = answered
        self._shown = shown
        self._composer = composer

    async def edit(self, message: ComposedMessage) -> None:
        if not self._answered.done():
            await asyncio.wait([self._answered], timeout=ANSWER_SECONDS)
        fitting = await self._composer.fitting(message)
        await edited(self._target.edit, fitting, self._shown)


class FollowupEditor:
    """The editor of a message that was sent after the first answer."""

    def __init__(self, target: TokenMessage, shown: ShownPictures, composer: Composer) -> None:
        self._target = target
        self._shown = shown
        self._composer = composer

    async def edit(self, message: ComposedMessage) -> None:
        fitting = await self._composer.fitting(message)
        await edited(self._target.edit, fitting, self._shown)


class Sent(NamedTuple):
    """A sent message."""

    editor: Editor
    message_id: int | None


class DiscordReply:
    """The single answer to an interaction at Discord."""

    def __init__(
        self,
        interaction: discord.Interaction,
        kind: AnswerKind,
        composer: Composer,
        metrics: Metrics,
        backlog: Backlog,
    ) -> None:
        self.interaction = interaction
        self._composer = composer
        self._metrics = metrics
        self._backlog = backlog
        self._lock = asyncio.Lock()
        self._kind = kind
        self._deferred: AnswerKind | None = None
        self._watchdog: asyncio.TimerHandle | None = None
        self._deferral: asyncio.Task[None] | None = None
        # A panel holds it for minutes, and an event is ten times as large.
        self._answered = asyncio.get_running_loop().create_future()
        self._is_unsure = False
        self._shown = ShownPictures(interaction.message)
        self.posted: Editor | None = None
        self.is_delivered = True
        self.incomplete: Screen | None = None
        self._since_s = asyncio.get_running_loop().time()

    def watch(self) -> None:
        """Schedule an acknowledgement, according to the kind of answer, in case no answer comes."""
        self._backlog.asked(self)
        loop = asyncio.get_running_loop()
        self._watchdog = loop.call_later(WATCHDOG_SECONDS, self._start_deferral)

    def _start_deferral(self) -> None:
        self._deferral = asyncio.ensure_future(self._defer())

    async def acknowledge(self) -> None:
        """Acknowledge now; the next answer leaves a pressed message unchanged."""
        await self._defer()

    async def _defer(self) -> None:
        async with self._lock:
            self._backlog.answered(self)
            if self.interaction.response.is_done():
                return
            if self._kind is not AnswerKind.PRIVATE and self._has_message:
                # This shows nothing, and both a public and a private message may follow.
                self._deferred = AnswerKind.IN_PLACE
                await self._delivered(self.interaction.response.defer)
                return
            public = self._kind is AnswerKind.PUBLIC
            self._deferred = AnswerKind.PUBLIC if public else AnswerKind.PRIVATE
            await self._delivered(
                lambda: self.interaction.response.defer(ephemeral=not public, thinking=True)
            )

    @property
    def _has_message(self) -> bool:
        """Whether the interaction is a press, or the submission of a form that a button opened."""
        return self.interaction.message is not None

    def done(self) -> None:
        """Stop the watchdog, because the answer is on its way or none will come."""
        self._backlog.answered(self)
        if self._watchdog is not None:
            self._watchdog.cancel()

    @property
    def editor(self) -> Editor:
        """Return the editor of the answer, usable once the answer is given."""
        target = TokenMessage(self.interaction)
        return AnswerEditor(target, self._answered, self._shown, self._composer)

    async def update(self, screen: Screen) -> Editor:
        """Replace the message whose button was pressed."""
        message = await self._edit_of(screen)
        async with self._lock:
            self.done()
            try:
                await self._delivered(lambda: self._replace(message))
            finally:
                self._is_answered()
        return self.editor

    async def refresh(self, screen: Screen) -> Editor | None:
        """Replace the pressed message before the answer; ``None`` once a message is announced."""
        message = await self._edit_of(screen)
        async with self._lock:
            if self.interaction.response.is_done() and self._deferred is not AnswerKind.IN_PLACE:
                return None
            self.done()
            try:
                await self._delivered(lambda: self._replace(message))
            finally:
                self._is_answered()
        return self.editor

    def _is_answered(self) -> None:
        """Let the edits go on that wait for the answer."""
        if not self._answered.done():
            self._answered.set_result(None)

    async def _edit_of(self, screen: Screen) -> ComposedMessage:
        """Compose an edit with all that it uploads, while the watchdog is still there."""
        message = await self._composed(screen, for_edit=True)
        return await message.loaded(self._shown.attached(one.name for one in message.uploads))

    async def _composed(self, screen: Screen, *, for_edit: bool = False) -> ComposedMessage:
        """Compose an answer, without its pictures if they would come too late."""
        if screen.is_completed:
            waited_s = asyncio.get_running_loop().time() - self._since_s
            within_s: float | None = self._backlog.patience_s(Spared.OWN_PICTURES, waited_s)
        else:
            within_s = 0.0 if self._backlog.spared >= Spared.OWN_PICTURES else None
        message = await self._composer.of(screen, for_edit=for_edit, within_s=within_s)
        self.incomplete = screen if message.is_short else None
        return message

    async def private(self, screen: Screen) -> Editor | None:
        """Send a message that only this person sees; ``None`` if it could not be sent."""
        sent = await self._send(screen, ephemeral=True)
        return None if sent is None else sent.editor

    async def public(self, screen: Screen) -> int | None:
        """Send a message in the channel; return its id, ``None`` if it could not be sent."""
        sent = await self._send(screen, ephemeral=False)
        self.posted = None if sent is None else sent.editor
        return None if sent is None else sent.message_id

    @property
    def is_page(self) -> bool:
        """Return false: chat shows pictures and words."""
        return False

    @property
    def patience_s(self) -> float | None:
        """Return how long :meth:`complete` may wait; ``None``: as long as any answer does."""
        return None

    async def complete(
        self,
        first: Callable[[], Awaitable[Screen]],
        whole: Coroutine[object, object, Screen],
        *,
        is_new: bool = False,
    ) -> None:
        """Answer once: another edit would be another request."""
        await (self.private(await whole) if is_new else self.update(await whole))

    async def show_each(self, screens: AsyncIterator[Screen], *, is_new: bool = False) -> None:
        """Answer with the first of these screens, and edit the answer for the others."""
        first = await anext(screens)
        editor = await (self.private(first) if is_new else self.update(first))
        if editor is None:
            return
        later = asyncio.create_task(self._edit_each(editor, screens))
        _LATER.add(later)
        later.add_done_callback(_LATER.discard)

    async def _edit_each(self, editor: Editor, screens: AsyncIterator[Screen]) -> None:
        try:
            async for screen in screens:
                await editor.edit(await self._composer.of(screen, for_edit=True))
        except FAILURES as error:
            log.info("an answer was not edited (%s)", described(error))
        except Exception:
            log.exception("an answer was not completed")

    async def also_private(self, screen: Screen) -> Editor | None:
        """Send another private message after the answer."""
        message = await self._composed(screen)
        sent = await self._delivered(lambda: self._follow_up(message, ephemeral=True))
        return None if sent is None else sent.editor

    async def refuse(self, screen: Screen) -> None:
        """Send a refusal, which only this person sees."""
        await self.private(screen)

    async def open_on_page(
        self, match: int, notice: str, proposal: tuple[str, int] | None = None
    ) -> bool:
        """Return false: in chat the hand is a message of its own."""
        return False

    async def form(self, form: FormRequest, too_late: Screen) -> None:
        """Open a form; after an acknowledgement Discord accepts none, and ``too_late`` says so."""
        async with self._lock:
            self.done()
            if not self.interaction.response.is_done():
                await self._delivered(lambda: self.interaction.response.send_modal(_modal(form)))
                self._is_answered()
                return
        await self.private(too_late)

    async def launch(self, too_late: Screen) -> None:
        """Open the card table inside Discord, which has to be the first answer."""
        async with self._lock:
            self.done()
            if not self.interaction.response.is_done():
                await self._delivered(self.interaction.response.launch_activity)
                self._is_answered()
                return
        await self.private(too_late)

    async def _send(self, screen: Screen, *, ephemeral: bool) -> Sent | None:
        message = await self._composed(screen)
        async with self._lock:
            self.done()
            try:
                return await self._delivered(
                    lambda: self._send_message(message, ephemeral=ephemeral)
                )
            finally:
                self._is_answered()

    async def _replace(self, message: ComposedMessage) -> None:
        if not self.interaction.response.is_done():
            try:
                await edited(
                    lambda edit: answer_in_place(self.interaction, edit), message, self._shown
                )
            except discord.HTTPException as error:
                self._got_through(error)
            else:
                self._deferred = AnswerKind.IN_PLACE
                return
        await edited(TokenMessage(self.interaction).edit, message, self._shown)

    async def _send_message(self, message: ComposedMessage, *, ephemeral: bool) -> Sent:
        announced = AnswerKind.PRIVATE if ephemeral else AnswerKind.PUBLIC
        if not self.interaction.response.is_done():
            try:
                return await self._respond(message, ephemeral=ephemeral)
            except discord.HTTPException as error:
                self._got_through(error)
                self._deferred = self._deferred or announced
        if self._deferred is announced:
            self._shown.forget()
            original = await edited(TokenMessage(self.interaction).edit, message, self._shown)
            self._deferred = AnswerKind.IN_PLACE  # The next answer is a separate message.
            return Sent(self.editor, None if original is None else int(original["id"]))
        if self._deferred is not AnswerKind.IN_PLACE:
            await self._take_announcement_back()
        return await self._follow_up(message, ephemeral=ephemeral)

    async def _respond(self, message: ComposedMessage, *, ephemeral: bool) -> Sent:
        """Send a message as the first answer."""
        callback = await self.interaction.response.send_message(
            view=message.view,
            files=message.files,
            ephemeral=ephemeral,
            allowed_mentions=message.mentions,
        )
        self._deferred = AnswerKind.IN_PLACE
        if isinstance(callback.resource, discord.Message):
            self._shown.see(callback.resource)
        else:
            self._shown.forget()
        return Sent(self.editor, callback.message_id)

    def _got_through(self, error: discord.HTTPException) -> None:
        """Continue if the answer on a broken connection is the one that Discord has.

        Otherwise the error is raised again: another process has answered.
        """
        if error.code != ALREADY_ANSWERED or not self._is_unsure:
            raise error

    async def _take_announcement_back(self) -> None:
        """Delete the announcement, whose visibility would apply to the next message.

        It is completed first: Discord once accepted no message after an announcement was deleted.
        """
        try:
            await self.interaction.edit_original_response(content="…")
            await self.interaction.delete_original_response()
        except FAILURES as error:
            log.info("an announced answer was not removed (%s)", described(error))
        self._deferred = AnswerKind.IN_PLACE

    async def _follow_up(self, message: ComposedMessage, *, ephemeral: bool) -> Sent:
        sent = await self.interaction.followup.send(
            view=message.view,
            files=message.files,
            ephemeral=ephemeral,
            allowed_mentions=message.mentions,
            wait=True,
        )
        target = TokenMessage(self.interaction, sent.id)
        return Sent(FollowupEditor(target, ShownPictures(sent), self._composer), sent.id)

    async def _delivered(self, send: Callable[[], Awaitable[T]]) -> T | None:
        """Send; ``None`` if the delivery is uncertain.

        After a broken connection Discord may have received the answer, so it is sent once more: a
        duplicate is refused by its code. What a front server turned away is sent once more, too.
        """
        self.is_delivered = False
        try:
            return await self._taken(send)
        except discord.HTTPException as error:
            if error.status not in (403, 429) or failure_of(error) is not Failure.WAIT:
                self._note(error)
                return None
            await asyncio.sleep(PAUSE_SECONDS)
        except CUT as error:
            self._is_unsure = True
            log.info("a connection was cut while answering (%s)", type(error).__name__)
        try:
            return await self._taken(send)
        except discord.HTTPException as error:
            self._note(error)
        except CUT as error:
            log.warning("an answer did not get through (%s)", type(error).__name__)
        return None

    async def _taken(self, send: Callable[[], Awaitable[T]]) -> T:
        sent = await send()
        self.is_delivered = True
        return sent

    def _note(self, error: discord.HTTPException) -> None:
        """Log late, repeated and refused answers, which are normal; raise anything else again."""
        if error.code == ALREADY_ANSWERED:
            self.is_delivered = True
            if not self._is_unsure:
                self._metrics.answered_elsewhere.inc()
            return
        match failure_of(error):
            case Failure.GONE:
                log.info("an answer came too late (%s)", described(error))
            case Failure.WAIT:
                log.warning("Discord did not take an answer (%s)", described(error))
            case Failure.REFUSED:
                raise error


def _modal(form: FormRequest) -> discord.ui.Modal:
    modal = discord.ui.Modal(
        title=clipped(form.title, MAX_TITLE), custom_id=str(form.press), timeout=None
    )
    field: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id=FIELD,
        max_length=form.length,
        placeholder=form.placeholder,
        required=form.written is None,
        default=form.written or None,
        style=discord.TextStyle.paragraph if form.is_long else discord.TextStyle.short,
    )
    modal.add_item(discord.ui.Label(text=clipped(form.label, MAX_TITLE), component=field))
    modal.stop()
    return modal
