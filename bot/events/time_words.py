"""A start in people's own words: "in 10 minutes", "tomorrow 20:00", "next Friday".

The words of all languages are read side by side: no two of them mean different things.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime, time, timedelta
from typing import Final

from engine.clocks import DAY, HOUR, MINUTE

SOON_MS: Final = 2 * MINUTE
"""The time that people have to enter what starts now."""
USUAL: Final = time(20)
"""The time of day of a day that is written without one."""


def _words(meanings: Mapping[str, int]) -> dict[str, int]:
    return {word: meaning for words, meaning in meanings.items() for word in words.split()}


_UNITS: Final = _words(
    {
        "m min mins minute minutes minuten minuto minutos minuti minuta minuty minut": MINUTE,
        "h hr hrs hour hours std stunde stunden heure heures hora horas ora ore": HOUR,
        "godz godzina godzinę godziny godzin": HOUR,
        "day days tag tage tagen jour jours día días dia dias giorno giorni": DAY,
        "dzień dni": DAY,
        "week weeks woche wochen semaine semaines semana semanas settimana settimane": 7 * DAY,
        "tydzień tygodnie tygodni": 7 * DAY,
    }
)
_NOW: Final = frozenset(
    _words({"now jetzt sofort maintenant ahora ya adesso subito teraz agora já": 0})
)
_DAYS: Final = _words(
    {
        "today tonight heute aujourd'hui hoy oggi stasera dziś dzisiaj hoje noche": 0,
        "tomorrow morgen demain mañana domani jutro amanhã": 1,
    }
)
_WEEKDAYS: Final = _words(
    {
        "monday mon montag lundi lunes lunedì poniedziałek segunda segunda-feira": 0,
        "tuesday tue dienstag mardi martes martedì wtorek terça terça-feira": 1,
        "wednesday wed mittwoch mercredi miércoles mercoledì środa środę quarta quarta-feira": 2,
        "thursday thu donnerstag jeudi jueves giovedì czwartek quinta quinta-feira": 3,
        "friday fri freitag vendredi viernes venerdì piątek sexta sexta-feira": 4,
        "saturday sat samstag sonnabend samedi sábado sabato sobota sobotę": 5,
        "sunday sun sonntag dimanche domingo domenica niedziela niedzielę": 6,
    }
)
_NEXT: Final = frozenset(
    _words(
        {"next nächster nächsten prochain próximo próxima prossimo prossima następny następną": 0}
    )
)
_LINKS: Final = frozenset(
    _words(
        {
            "in esta on at um am den dem abend abends dans ce le soir à en el la las los tra": 0,
            "fra il alle w we o za no na às de em daqui evening the": 0,
        }
    )
)
"""What stands between the words that say when."""
_CLOCK: Final = re.compile(
    r"(?P<hour>\d{1,2})(?:[:.h](?P<minute>\d{2})|h)?(?: ?(?P<half>am|pm)| ?(?:uhr|h))?"
)
_COUNT: Final = re.compile(r"(\d{1,3}) ?([^\W\d_]+)")


def _plain(text: str, leave_out: Iterable[str] = _LINKS) -> str:
    """Return a text in small letters without the words that say nothing of when."""
    words = text.casefold().replace(",", " ").replace("’", "'").split()
    return " ".join(word for word in words if word not in leave_out)


def read_wait(text: str) -> int | None:
    """Return how long after now a text means, in milliseconds; ``None`` for any other text.

    >>> read_wait("in 10 minutes"), read_wait("Start now"), read_wait("20:00")
    (600000, None, None)
    """
    plain = _plain(text)
    if plain in _NOW:
        return SOON_MS
    found = _COUNT.fullmatch(plain)
    unit = None if found is None else _UNITS.get(found[2])
    return None if found is None or unit is None else int(found[1]) * unit


def read_day(text: str, now: datetime) -> datetime | None:
    """Return the local time that a named day means, or ``None``; the clock is 20:00 if not said.

    A weekday is the next one that is still to come. ValueError for a time that no day has.
    """
    plain = _plain(text)
    words = plain.split()
    is_next = bool(words) and (words[0] in _NEXT or words[-1] in _NEXT)
    words = [word for word in words if word not in _NEXT]
    if not words:
        return None
    first, rest = words[0], " ".join(words[1:])
    clock = _clock(rest)
    if clock is None:
        return None
    if first in _DAYS:
        return _at(now.date() + timedelta(_DAYS[first]), clock)
    if first not in _WEEKDAYS:
        return None
    ahead = (_WEEKDAYS[first] - now.weekday()) % 7
    found = _at(now.date() + timedelta(ahead), clock)
    is_over = found <= now.replace(tzinfo=None)
    return found + timedelta(7) if ahead == 0 and (is_next or is_over) else found


def _at(day: date, clock: time) -> datetime:
    return datetime.combine(day, clock)


def _clock(text: str) -> time | None:
    """Return a time of day; the usual one for nothing."""
    if not text:
        return USUAL
    found = _CLOCK.fullmatch(text)
    if found is None:
        return None
    hour, minute = int(found["hour"]), int(found["minute"] or 0)
    if found["half"]:
        if not 1 <= hour <= 12:
            raise ValueError(text)
        hour = hour % 12 + 12 * (found["half"] == "pm")
    return time(hour, minute)
