"""The language of who has not signed in: the one that the browser asks for."""

from collections.abc import Iterator
from typing import Final

from bot.ui.i18n import ENGLISH, LANGUAGES, Translator, in_language

LONGEST: Final = 200
"""The most characters of a header that are looked at."""


def words_asked_for(header: str) -> Translator:
    """Return the translator of the best language in an ``Accept-Language`` (RFC 9110, 12.5.4)."""
    known = {language.partition("_")[0]: language for language in (*LANGUAGES.values(), ENGLISH)}
    weighed = sorted(_weighed(header[:LONGEST]), key=lambda one: -one[1])
    wanted = (known.get(tag.partition("-")[0]) for tag, weight in weighed if weight > 0)
    return in_language(next(filter(None, wanted), ENGLISH))


def _weighed(header: str) -> Iterator[tuple[str, float]]:
    """Yield each language tag with its weight."""
    for part in header.split(","):
        tag, _, weight = part.partition(";q=")
        try:
            yield tag.strip().lower(), float(weight or 1)
        except ValueError:
            continue
