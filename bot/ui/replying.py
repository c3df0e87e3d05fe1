"""The answer to an interaction as handlers see it, and refusals."""

from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Final, Protocol

from discord import app_commands

from bot.ui.compose import ComposedMessage
from bot.ui.i18n import Translator, mark
from bot.ui.press import Press
from bot.ui.screen import Screen

OLD_BUTTON: Final = mark(
    "This button is from an older version and no longer works. Open its screen again "
    "from `/gin help`."
)
NO_MATCH: Final = mark("This match no longer exists.")
NOT_SEATED: Final = mark("You aren't at this table.")
ADMINS_ONLY: Final = mark("Only admins of this server can do that.")
NOT_ON_A_SERVER: Final = mark(
    "This only works on a server that has added Gin. Type the command in one of its channels."
)


class Refusal(app_commands.AppCommandError):
    """A refusal as an English sentence with its values, translated for the reader.

    The receiver of an interaction answers it, so a feature raises it anywhere. It derives from one
    of discord.py's errors so that commands let it through.
    """

    def __init__(self, sentence: str, /, **values: object) -> None:
        super().__init__(sentence)
        self._sentence, self._values = sentence, values
        self._is_translated = False

    @classmethod
    def in_words(cls, text: str) -> "Refusal":
        """Return a refusal whose text is already in the reader's language."""
        made = cls(text)
        made._is_translated = True
        return made

    def sentence(self, words: Translator) -> str:
        """Return the sentence in a language."""
        if self._is_translated:
            return self._sentence
        return words.t(self._sentence, **self._values)


FIELD: Final = "text"
"""The name of a form's field."""


@dataclass(frozen=True, slots=True)
class FormRequest:
    """A form with one text field, submitted as ``press``.

    ``written``: the current text, in a field that may also be left empty. ``is_long``: a field of
    several lines.
    """

    press: Press
    title: str
    label: str
    length: int
    placeholder: str | None = None
    written: str | None = None
    is_long: bool = False


class Editor(Protocol):
    """An object that can still edit a sent message."""

    async def edit(self, message: ComposedMessage) -> None:
        """Replace the message; raises discord.HTTPException when it is gone."""


class Reply(Protocol):
    """The single answer to an interaction.

    ``is_delivered``: whether what was sent last has arrived, as far as is known. ``incomplete``:
    the screen that was sent last, if its pictures are still to follow.
    """

    is_delivered: bool
    incomplete: Screen | None

    def watch(self) -> None:
        """Acknowledge by itself if no answer comes in time."""

    def done(self) -> None:
        """Stop watching, because no answer will come any more."""

    async def acknowledge(self) -> None:
        """Acknowledge now; the next answer leaves a pressed message unchanged."""

    @property
    def posted(self) -> Editor | None:
        """Return the editor of the message that :meth:`public` has sent; ``None`` without one."""

    @property
    def editor(self) -> Editor:
        """Return the editor of the answer, usable once the answer is given."""

    async def update(self, screen: Screen) -> Editor:
        """Replace the message whose button was pressed."""

    @property
    def is_page(self) -> bool:
        """Whether the answer is a page of the card table, which draws cards and events itself."""

    @property
    def patience_s(self) -> float | None:
        """Return how long :meth:`complete` may wait; ``None``: as long as any answer does."""

    async def complete(
        self,
        first: Callable[[], Awaitable[Screen]],
        whole: Coroutine[object, object, Screen],
        *,
        is_new: bool = False,
    ) -> None:
        """Replace the message by ``whole``; by ``first`` before, where that is possible.

        ``is_new``: the answer is a private message of its own.
        """

    async def show_each(self, screens: AsyncIterator[Screen], *, is_new: bool = False) -> None:
        """Answer with the first of these screens; the others replace it as they come.

        ``is_new``: the answer is a private message of its own.
        """

    async def refresh(self, screen: Screen) -> Editor | None:
        """Replace the pressed message before the answer; ``None`` where that is impossible now."""

    async def private(self, screen: Screen) -> Editor | None:
        """Send a message that only this person sees; ``None`` if it could not be sent."""

    async def public(self, screen: Screen) -> int | None:
        """Send a message in the channel; return its id, ``None`` if it could not be sent."""

    async def also_private(self, screen: Screen) -> Editor | None:
        """Send another private message after the answer."""

    async def form(self, form: FormRequest, too_late: Screen) -> None:
        """Open a form; where none can be opened any more, ``too_late`` says so."""

    async def launch(self, too_late: Screen) -> None:
        """Open the card table; where it can be opened no more, ``too_late`` says so."""

    async def refuse(self, screen: Screen) -> None:
        """Send a refusal, which only this person sees."""

    async def open_on_page(
        self, match: int, notice: str, proposal: tuple[str, int] | None = None
    ) -> bool:
        """Show a match on the person's own table, where there is one; false in chat.

        ``proposal``: the action that the notice proposes, and the revision of the seat.
        """
