"""Refusals by the rules, by a server's settings or by agreements between players."""

from typing import Final

from discord import app_commands

from bot.ui.i18n import Translator, mark

OLD_BUTTON: Final = mark(
    "This button is from an older version and did nothing. Open its screen again: `/gin help` "
    "leads to all of them."
)
NO_MATCH: Final = mark("This match no longer exists.")
NOT_SEATED: Final = mark("You aren't at this table.")
ADMINS_ONLY: Final = mark("Only admins of this server can do that.")
NOT_ON_A_SERVER: Final = mark(
    "This works only on a server that has added Gin. Type the command in one of its channels."
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

    def said(self, words: Translator) -> str:
        """Return the sentence in a language."""
        if self._is_translated:
            return self._sentence
        return words.t(self._sentence, **self._values)
