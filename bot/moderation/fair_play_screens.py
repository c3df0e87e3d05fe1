"""Screens for administrators about discards that help too much."""

from collections.abc import Sequence
from typing import Final

from bot.presses.admin import AdminPress, AdminVerb
from bot.ui.custom_id import base36
from bot.ui.names import plain_name, safe_name
from bot.ui.reader import Reader
from bot.ui.screen import Accent, Button, Choice, Menu, Part, Row, Screen, Text, clipped
from engine.service.moderation.helping import HelpfulPair

MOST: Final = 10
MOST_MATCHES: Final = 5


def fair_play_screen(reader: Reader, pairs: Sequence[HelpfulPair]) -> Screen:
    """Return the pairs that stand out, and what the figures mean."""
    t = reader.words.t
    parts: list[Part] = [
        Text(
            t(
                "## Fair play\nWhoever doesn't know the opponent's cards sometimes throws one that "
                "completes a meld. Here are the pairs where that happens far more often than "
                "chance allows. It is no proof: look at the replays and talk to both."
            )
        )
    ]
    if not pairs:
        parts.append(Text(t("Nobody stands out.")))
        return Screen(tuple(parts), Accent.CALM)
    parts.append(Text(clipped("\n".join(_line(reader, one) for one in pairs[:MOST]), 3000)))
    choices = tuple(Choice(_names(one), f"{one.giver}-{one.taker}") for one in pairs[:MOST])
    parts.append(Menu(str(AdminPress(AdminVerb.CLEAR)), choices, t("All in order: start afresh")))
    return Screen(tuple(parts), Accent.ALERT)


def noticed_screen(reader: Reader, pair: HelpfulPair) -> Screen:
    """Return the message to the administrators' channel about one pair."""
    t = reader.words.t
    text = t("## Fair play\nThe discards between two players stand out.")
    button = Button(t("Fair play"), str(AdminPress(AdminVerb.FAIR_PLAY)), emoji="🔍")
    return Screen((Text(f"{text}\n{_line(reader, pair)}"), Row((button,))), Accent.ALERT)


def _names(pair: HelpfulPair) -> str:
    return " → ".join(clipped(plain_name(safe_name(name)), 45) for name in pair.names)


def _line(reader: Reader, pair: HelpfulPair) -> str:
    t = reader.words.t
    found = pair.help
    sentence = t(
        "<@{giver}> to <@{taker}>: {completed} of {discards} discards completed a meld in the "
        "other's hand; about {expected} would be usual.",
        giver=pair.giver,
        taker=pair.taker,
        completed=found.completed,
        discards=found.discards,
        expected=round(found.expected),
    )
    matches = ", ".join(f"`{base36(one)}`" for one in pair.matches[:MOST_MATCHES])
    newest = t("Newest matches: {ids}", ids=matches)
    return f"- {sentence}\n  -# {newest}"
