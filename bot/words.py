"""The reader's language: gettext catalogues, with English as the source.

``t("Your turn")`` and ``tn("{n} card", "{n} cards", n)`` translate and fill in the fields;
``mark("text")`` marks a text that is translated where it is shown.
"""

import gettext
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

LOCALES: Final = Path(__file__).with_name("locales")
DOMAIN: Final = "gin"
LANGUAGES: Final[Mapping[str, str]] = {
    "de": "de",
    "fr": "fr",
    "es-ES": "es",
    "es-419": "es",
    "it": "it",
    "pt-BR": "pt_BR",
    "pl": "pl",
}
"""Discord's locale codes and the catalogues that serve them; everybody else reads English."""


def mark(text: str) -> str:
    """Mark a text for the catalogues; it is translated later."""
    return text


class Words:
    """One language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._catalogue = gettext.translation(DOMAIN, LOCALES, languages=[language], fallback=True)

    def t(self, text: str, /, **fields: object) -> str:
        """The text in this language, with its fields filled in."""
        found = self._catalogue.gettext(text)
        return found.format(**fields) if fields else found

    def tn(self, one: str, many: str, n: int, /, **fields: object) -> str:
        """The text for ``n`` things; the field ``{n}`` is filled in too."""
        return self._catalogue.ngettext(one, many, n).format(n=n, **fields)


@lru_cache(maxsize=32)
def words_for(locale: str) -> Words:
    """The words for a Discord locale such as ``de`` or ``en-GB``."""
    return Words(LANGUAGES.get(locale, "en"))
