"""A knockout as a bracket: the parts of large ones, pairs of each round, in picture and words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.events.screen_parts import is_open, pairing_line, plain_of, plan_words, press, title_line
from bot.presses.event import EventPress, EventVerb
from bot.render.event_models import BracketPicture, BracketRound, BracketSlot
from bot.ui.markup import plain_name
from bot.ui.reader import Reader
from bot.ui.screen import (
    Accent,
    Button,
    Image,
    Menu,
    MenuChoice,
    Part,
    Row,
    Screen,
    Style,
    Text,
    clipped,
)
from bot.wording.names import title_of
from engine.events.plan import EventPlan
from engine.service import UserId
from engine.service.events import Event, EventPairing

MOST: Final = 32
"""The most players in one picture."""
QUARTERS: Final = 4
THIRD: Final = 0
"""The place of the match for third place."""


@dataclass(frozen=True, slots=True)
class BracketSection:
    """A part of a bracket: rounds ``first`` to ``last``; ``part`` of ``parts``, 0 for the end."""

    first: int
    last: int
    part: int
    parts: int

    def places(self, number: int, rounds: int) -> range:
        """Return the places of a round that belong to this part."""
        whole = 2 ** (rounds - number)
        if not self.part:
            return range(1, whole + 1)
        each = whole // self.parts
        return range((self.part - 1) * each + 1, self.part * each + 1)


def sections(rounds: int) -> tuple[BracketSection, ...]:
    """Return the parts of a bracket: one up to 32 players, else quarters or more, and the end."""
    if 2**rounds <= MOST:
        return (BracketSection(1, rounds, 0, 1),)
    parts = max(QUARTERS, 2**rounds // MOST)
    split = rounds - (parts.bit_length() - 1)
    found = [BracketSection(1, split, part, parts) for part in range(1, parts + 1)]
    return (*found, BracketSection(split + 1, rounds, 0, parts))


def section_of(event: Event, user: UserId | None) -> int:
    """Return the part that a person wants to see first: their own, or the end once it begins."""
    rounds = event.rounds or 1
    found = sections(rounds)
    newest = None if user is None else event.pairing_of(user)
    if newest is None:
        return len(found) - 1 if event.round >= found[-1].first else 0
    for number, one in enumerate(found):
        if one.first <= newest.round <= one.last and newest.table in one.places(
            newest.round, rounds
        ):
            return number
    return len(found) - 1


def bracket_screen(
    reader: Reader, event: Event, number: int, *, user: UserId | None = None
) -> Screen:
    """Return a part of the bracket, with a menu of the other parts. ``user``: who looks."""
    t, found = reader.words.t, sections(event.rounds or 1)
    number = min(max(number, 0), len(found) - 1)
    parts: list[Part] = bracket_parts(reader, event, number, user=user)
    if len(found) > 1:
        choices = tuple(
            MenuChoice(_section_title(reader, one), str(n), chosen=n == number)
            for n, one in enumerate(found)
        )
        parts.append(Menu(EventPress(EventVerb.SECTION, id=event.id), choices))
    back = Button(t("Back"), press(event, EventVerb.SHOW), Style.SECONDARY)
    return Screen((*parts, Row((back,))), Accent.GOLD)


def bracket_parts(
    reader: Reader, event: Event, number: int, *, user: UserId | None = None
) -> list[Part]:
    """Return a part of the bracket without controls."""
    section = sections(event.rounds or 1)[number]
    words = _words(reader, event, section)
    if reader.text_mode:
        return [Text(clipped(words, 3600))]
    alt = clipped(plain_name(words).replace("*", "").replace("#", ""), 1024)
    return [Image(bracket_picture(reader, event, section, user), "bracket", alt)]


def round_title(reader: Reader, number: int, rounds: int) -> str:
    """Return the name of a round: the last ones have names of their own."""
    t = reader.words.t
    match rounds - number:
        case 0:
            return t("Final")
        case 1:
            return t("Semifinals")
        case 2:
            return t("Quarterfinals")
        case _:
            return t("Round {round}", round=number)


def _section_title(reader: Reader, section: BracketSection) -> str:
    t = reader.words.t
    if section.part:
        return t("Part {n} of {all}", n=section.part, all=section.parts)
    return t("Final rounds")


def bracket_picture(
    reader: Reader, event: Event, section: BracketSection, user: UserId | None
) -> BracketPicture:
    """Return a part of the bracket as a model. ``user``: who is marked."""
    rounds = event.rounds or 1
    found = _by_place(event)
    columns = []
    for number in range(section.first, section.last + 1):
        pairs = tuple(
            _pair(event, found, number, place, user) for place in section.places(number, rounds)
        )
        columns.append(BracketRound(round_title(reader, number, rounds), pairs))
    third = found.get((rounds, THIRD)) if section.last == rounds else None
    split = len(sections(rounds)) > 1
    return BracketPicture(
        title=plain_name(title_line(event)),
        rounds=tuple(columns),
        subtitle=_section_title(reader, section) if split else _in_short(reader, event.plan),
        third_label=reader.words.t("Third place"),
        third=None if third is None else _slots(event, third, user),
        look=reader.look,
    )


def _in_short(reader: Reader, plan: EventPlan) -> str:
    """Return the rules of a knockout, short enough for a picture."""
    parts = [title_of(reader.words, plan.preset)]
    if plan.best_of > 1:
        parts.append(reader.words.t("best of {n}", n=plan.best_of))
    return " · ".join(parts)


Places = dict[tuple[int, int], EventPairing]


def _by_place(event: Event) -> Places:
    return {(one.round, one.table): one for one in event.pairings}


SlotPair: TypeAlias = tuple[BracketSlot, BracketSlot]


def _pair(event: Event, found: Places, number: int, place: int, reader: UserId | None) -> SlotPair:
    """Return a pair: as it was paired, or who is known to come there."""
    pairing = found.get((number, place))
    if pairing is not None:
        return _slots(event, pairing, reader)
    above, below = (found.get((number - 1, 2 * place - 1 + side)) for side in (0, 1))
    return _coming(event, above, reader), _coming(event, below, reader)


def _slots(event: Event, pairing: EventPairing, reader: UserId | None) -> SlotPair:
    return _slot(event, pairing, 0, reader), _slot(event, pairing, 1, reader)


def _coming(event: Event, feeder: EventPairing | None, reader: UserId | None) -> BracketSlot:
    if feeder is None or is_open(feeder) or feeder.winner is None:
        return BracketSlot()
    user = feeder.winner
    return BracketSlot(plain_of(event, user), _seed(event, user), own=user == reader)


def _slot(event: Event, pairing: EventPairing, side: int, reader: UserId | None) -> BracketSlot:
    user = pairing.second if side else pairing.first
    if user is None:
        return BracketSlot("–", out=True)
    decided = not is_open(pairing) and pairing.winner is not None
    shown = any(pairing.won) or (pairing.matches and event.plan.best_of > 1)
    return BracketSlot(
        name=plain_of(event, user),
        seed=_seed(event, user),
        score=str(pairing.won[side]) if shown else "",
        won=decided and pairing.winner == user,
        out=decided and pairing.winner != user,
        own=user == reader,
    )


def _seed(event: Event, user: UserId) -> str:
    entry = event.entry_of(user)
    return "" if entry is None or entry.seed is None else str(entry.seed)


def _words(reader: Reader, event: Event, section: BracketSection) -> str:
    """Return the bracket in words, the newest round first."""
    rounds, found = event.rounds or 1, _by_place(event)
    lines = [f"### 🏆 {title_line(event)}", f"-# {plan_words(reader, event.plan)}"]
    for number in range(min(section.last, event.round), section.first - 1, -1):
        places = section.places(number, rounds)
        pairings = [found[number, one] for one in places if (number, one) in found]
        if not pairings:
            continue
        lines.append(f"**{round_title(reader, number, rounds)}**")
        lines += _lines(reader, event, pairings)
        third = found.get((rounds, THIRD))
        if number == rounds and third is not None:
            lines.append(f"**{reader.words.t('Third place')}**")
            lines += _lines(reader, event, [third])
    return "\n".join(lines)


def _lines(reader: Reader, event: Event, pairings: Sequence[EventPairing]) -> list[str]:
    return [f"- {pairing_line(reader, event, one)}" for one in pairings]
