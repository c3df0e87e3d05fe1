"""The reader's language: gettext catalogues, with English as the source.

``t("Your turn")`` and ``tn("{n} card", "{n} cards", n)`` translate and fill in the fields;
``mark("text")`` marks a text that is translated when it is shown.
"""

import gettext
from collections.abc import Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final

from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_percent

LOCALES: Final = Path(__file__).parents[1] / "locales"
DOMAIN: Final = "gin"
ENGLISH: Final = "en"
LANGUAGES: Final[Mapping[str, str]] = {
    "de": "de",
    "fr": "fr",
    "es-ES": "es",
    "es-419": "es",
    "it": "it",
    "pt-BR": "pt_BR",
    "pl": "pl",
}
"""Discord's locale codes and the catalogues that serve them; all others use English."""
COMMAND: Final = "command"
OPTION: Final = "option"
"""The contexts of names in slash commands, which are not sentences."""


def mark(text: str) -> str:
    """Mark a text for the catalogues; it is translated later."""
    return text


class Translator:
    """The translations of one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._catalogue = _catalogue(language)

    def t(self, text: str, /, **fields: object) -> str:
        """Return the text in this language, with its fields filled in."""
        found = self._catalogue.gettext(text)
        return found.format(**fields) if fields else found

    def tn(self, one: str, many: str, n: int, /, **fields: object) -> str:
        """Return the text for ``n`` objects; the field ``{n}`` is filled in too."""
        return self._catalogue.ngettext(one, many, n).format(n=n, **fields)

    def percent(self, share: float, places: int = 0) -> str:
        """Return a share from 0 to 1 as a percentage, as it is written in this language."""
        pattern = str(Locale.parse(self.language).percent_formats[None].pattern)
        digits = "0." + "0" * places if places else "0"
        return format_percent(share, pattern.replace("0", digits), locale=self.language)

    def name(self, context: str, name: str) -> str:
        """Return the name of a command or an option (``COMMAND``, ``OPTION``) in this language."""
        return self._catalogue.pgettext(context, name)


def _catalogue(language: str) -> gettext.NullTranslations:
    """Return a language's catalogue, compiled here so that each language needs only one file."""
    path = LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    if not path.exists():
        return gettext.NullTranslations()
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


@cache
def in_language(language: str) -> Translator:
    """Return the translator of one of our languages, loaded once."""
    return Translator(language)


def words_for(locale: str) -> Translator:
    """Return the translator for a Discord locale such as ``de`` or ``en-GB``."""
    return in_language(LANGUAGES.get(locale, ENGLISH))


def load_all() -> None:
    """Load every catalogue now, so that no press has to wait for it."""
    for language in {ENGLISH, *LANGUAGES.values()}:
        in_language(language)
