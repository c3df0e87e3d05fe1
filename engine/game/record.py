"""A played match as a sealed record of decks and timed moves; text, JSON, and replay.

The text form has one fact per line. Each line is hashed together with the hash of the line before
it; the last hash is the *seal*, which reveals a changed, missing or moved line.
"""

import hashlib
import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError

from engine.game.actions import Action, AllowBack, AskBack, Discard, Pass, RefuseBack, Take
from engine.game.cards import Card, card, card_text, cards_from, cards_text
from engine.game.errors import GinError, RecordError
from engine.game.formats import Parties
from engine.game.match import Match, act, start
from engine.game.notation import action_text, parse_action
from engine.game.option_types import Option
from engine.game.presets import PRESETS
from engine.game.rules import Rules, rules_from
from engine.game.seats import Seat

FORMAT: Final = 1
_UNREADABLE: Final = (
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
    GinError,
)
"""The exceptions that an arbitrary file may cause in the readers."""
_HEAD: Final = f"gin-record {FORMAT}"
_STANDARD: Final = PRESETS["standard"]


class RecordedDeal(NamedTuple):
    """One shuffled deck, with its round, its table and the number of misdeals before it."""

    number: int
    table: int
    attempt: int
    deck: tuple[Card, ...]
    knock_card: Card | None = None


class RecordedMove(NamedTuple):
    """One action and its time; ``seat`` is ``None`` if it belongs to no seat."""

    at_ms: int
    seat: Seat | None
    action: Action


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """The complete data of a match. ``names`` may be empty; ``sides`` are chosen teams.

    ``begun``: how many moves had been made when the match began, if it was played on from a
    position.
    """

    match_id: int
    rules: Rules
    players: int
    lot: int
    started_ms: int
    deals: tuple[RecordedDeal, ...]
    moves: tuple[RecordedMove, ...]
    sides: Parties | None = None
    names: tuple[str, ...] = ()
    seal: str = ""
    begun: int | None = None


def _checked(record: MatchRecord) -> MatchRecord:
    """Return the record. Raise ValueError for facts that no match has."""
    numbers = (record.match_id, record.lot, record.started_ms, *(one.at_ms for one in record.moves))
    begun, names = record.begun, len(record.names)
    if min(numbers) < 0 or (begun is not None and not 0 <= begun <= len(record.moves)):
        raise ValueError("a number that no match has")
    if record.players not in record.rules.players() or names not in (0, record.players):
        raise ValueError("more or fewer people than there can be")
    return record


def sealed(record: MatchRecord) -> MatchRecord:
    """Return the record with its seal."""
    return replace(record, seal=_seal(_lines(record)))


# -- text -------------------------------------------------------------------------------


def to_text(record: MatchRecord) -> str:
    """Write the record as text, one fact per line, the seal last."""
    return "\n".join((*_lines(record), f"seal {record.seal}")) + "\n"


def from_text(text: str) -> MatchRecord:
    """Read the text form. Raise RecordError if it is invalid or the seal does not match."""
    # Blank lines around the record are an editor's: no fact is one.
    lines = text.strip().splitlines()
    if not lines or lines[0] != _HEAD:
        raise RecordError("record_format")
    last, _, seal = lines[-1].partition(" ")
    if last != "seal" or _seal(lines[:-1]) != seal:
        raise RecordError("record_seal")
    facts: dict[str, list[str]] = {}
    for line in lines[1:-1]:
        word, _, rest = line.partition(" ")
        facts.setdefault(word, []).append(rest)
    try:
        record = _checked(_from_facts(facts, seal))
    except _UNREADABLE as error:
        raise RecordError("record_unreadable") from error
    if tuple(_lines(record)) != tuple(lines[:-1]):
        raise RecordError("record_unreadable")
    return record


def _lines(record: MatchRecord) -> Iterator[str]:
    yield _HEAD
    yield f"match {record.match_id}"
    yield f"rules {json.dumps(record.rules.differences(_STANDARD), sort_keys=True)}"
    yield f"players {record.players}"
    yield f"sides {json.dumps(record.sides)}"
    yield f"lot {record.lot}"
    yield f"started {record.started_ms}"
    if record.begun is not None:
        yield f"begun {record.begun}"
    for name in record.names:
        yield f"name {_one_line(name)}"
    for deal in record.deals:
        knock = "-" if deal.knock_card is None else card_text(deal.knock_card)
        place = f"{deal.number} {deal.table} {deal.attempt}"
        yield f"deal {place} {knock} {cards_text(deal.deck)}"
    for move in record.moves:
        seat = "-" if move.seat is None else int(move.seat)
        yield f"move {move.at_ms} {seat} {_one_line(action_text(move.action))}"


def _from_facts(facts: Mapping[str, Sequence[str]], seal: str) -> MatchRecord:
    return MatchRecord(
        match_id=int(facts["match"][0]),
        rules=rules_from(json.loads(facts["rules"][0])),
        players=int(facts["players"][0]),
        lot=int(facts["lot"][0]),
        started_ms=int(facts["started"][0]),
        deals=tuple(_deal(line) for line in facts.get("deal", ())),
        moves=tuple(_move(line) for line in facts.get("move", ())),
        sides=_sides(json.loads(facts["sides"][0])),
        names=tuple(facts.get("name", ())),
        seal=seal,
        begun=int(facts["begun"][0]) if "begun" in facts else None,
    )


def _deal(line: str) -> RecordedDeal:
    number, table, attempt, knock, deck = line.split(" ", 4)
    knock_card = None if knock == "-" else card(knock)
    return RecordedDeal(int(number), int(table), int(attempt), cards_from(deck), knock_card)


def _move(line: str) -> RecordedMove:
    at_ms, seat, action = line.split(" ", 2)
    return RecordedMove(int(at_ms), None if seat == "-" else Seat(int(seat)), parse_action(action))


def _sides(plain: list[list[int]] | None) -> Parties | None:
    return None if plain is None else tuple(tuple(Seat(seat) for seat in side) for side in plain)


def _one_line(words: str) -> str:
    return " ".join(words.split())


def _seal(lines: Iterable[str]) -> str:
    chained = b""
    for line in lines:
        chained = hashlib.sha256(chained + line.encode()).digest()
    return chained.hex()


# -- JSON -------------------------------------------------------------------------------


class _PlainDeal(BaseModel):
    model_config = ConfigDict(extra="forbid")
    round: int
    table: int
    attempt: int
    deck: str
    knock_card: str | None


class _Plain(BaseModel):
    model_config = ConfigDict(extra="forbid", title="Record of a match")
    format: int
    match: int
    rules: dict[str, Option]
    players: int
    lot: int
    started_ms: int
    sides: list[list[int]] | None
    names: list[str]
    deals: list[_PlainDeal]
    moves: list[tuple[int, int | None, str]]
    seal: str
    begun: int | None = None


def _is_ours(text: str) -> bool:
    """Whether a text is JSON with the parts of a record, whatever is in them."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and {"format", "rules", "deals", "moves", "seal"} <= found.keys()


def record_schema() -> dict[str, Any]:
    """Return the JSON Schema of :func:`to_json`."""
    return _Plain.model_json_schema()


def to_json(record: MatchRecord, indent: int | None = 1) -> str:
    """Write the record as JSON. ``indent``: ``None`` writes one line."""
    plain = _Plain(
        format=FORMAT,
        match=record.match_id,
        rules=record.rules.differences(_STANDARD),
        players=record.players,
        lot=record.lot,
        started_ms=record.started_ms,
        sides=None if record.sides is None else [[int(s) for s in side] for side in record.sides],
        names=[_one_line(name) for name in record.names],
        deals=[
            _PlainDeal(
                round=deal.number,
                table=deal.table,
                attempt=deal.attempt,
                deck=cards_text(deal.deck),
                knock_card=None if deal.knock_card is None else card_text(deal.knock_card),
            )
            for deal in record.deals
        ],
        moves=[
            (move.at_ms, move.seat, _one_line(action_text(move.action))) for move in record.moves
        ],
        seal=record.seal,
        begun=record.begun,
    )
    return plain.model_dump_json(indent=indent, exclude_defaults=True)


def from_json(text: str) -> MatchRecord:
    """Read the JSON form. Raise RecordError if it is invalid or the seal does not match."""
    record = _from_json(text)
    _check_seal(record)
    return record


def nameless(text: str) -> str:
    """Return the JSON form without names, and thus without a seal, to be stored.

    Raise RecordError if it is invalid or the seal does not match.
    """
    return to_json(replace(from_json(text), names=(), seal=""))


def named(text: str, names: Sequence[str]) -> str:
    """Return a stored JSON form with names and its seal. Raise RecordError if it is invalid."""
    return to_json(sealed(replace(_from_json(text), names=tuple(names))))


def _from_json(text: str) -> MatchRecord:
    if not _is_ours(text):
        raise RecordError("record_format")
    try:
        plain = _Plain.model_validate_json(text)
        record = _checked(_from_plain(plain))
    except ValidationError as error:
        raise RecordError("record_unreadable", errors=error.error_count()) from error
    except _UNREADABLE as error:
        raise RecordError("record_unreadable") from error
    if plain.format != FORMAT:
        raise RecordError("record_format", found=plain.format, known=FORMAT)
    return record


def _from_plain(plain: _Plain) -> MatchRecord:
    return MatchRecord(
        match_id=plain.match,
        rules=rules_from(plain.rules),
        players=plain.players,
        lot=plain.lot,
        started_ms=plain.started_ms,
        deals=tuple(
            RecordedDeal(
                one.round,
                one.table,
                one.attempt,
                cards_from(one.deck),
                None if one.knock_card is None else card(one.knock_card),
            )
            for one in plain.deals
        ),
        moves=tuple(
            RecordedMove(at_ms, None if seat is None else Seat(seat), parse_action(action))
            for at_ms, seat, action in plain.moves
        ),
        sides=_sides(plain.sides),
        names=tuple(plain.names),
        seal=plain.seal,
        begun=plain.begun,
    )


# -- replay -----------------------------------------------------------------------------


class _RecordedDecks:
    """The decks of a record. Implements ``engine.game.match.Decks``."""

    def __init__(self, record: MatchRecord) -> None:
        shared = record.rules.shared_knock_card
        self._decks = {(one.number, one.table, one.attempt): one.deck for one in record.deals}
        self._knock_cards = {
            (one.number, 0 if shared else one.table, one.attempt): one.knock_card
            for one in record.deals
        }

    def deck(self, number: int, table: int, attempt: int) -> Sequence[Card]:
        deck = self._decks.get((number, table, attempt))
        if deck is None:
            raise RecordError("record_deck_missing", round=number, table=table)
        return deck

    def knock_card(self, number: int, table: int, attempt: int) -> Card:
        turned = self._knock_cards.get((number, table, attempt))
        if turned is None:
            raise RecordError("record_knock_card", round=number, table=table)
        return turned


def replay(record: MatchRecord) -> Match:
    """Return the match after the last move. Raise RecordError for a wrong seal or move."""
    return deque(positions(record), maxlen=1)[0]


def positions(record: MatchRecord, most: int | None = None) -> Iterator[Match]:
    """Iterate over the match after the first deal and after every move.

    ``most``: limit on the moves to play; RecordError beyond. A takeback costs as many moves as its
    round has, because they are played again.
    """
    _check_seal(record)
    played = 0
    decks = _RecordedDecks(record)
    try:
        match = start(record.rules, record.players, record.lot, decks, record.sides)
    except ValueError as error:
        raise RecordError("record_start") from error
    yield match
    for number, move in enumerate(record.moves, 1):
        played += _cost(match, move)
        if most is not None and played > most:
            raise RecordError("record_too_long", limit=most)
        try:
            match = act(match, move.seat, move.action, decks).match
        except RecordError:
            raise
        except (GinError, ValueError) as error:
            raise RecordError("record_move", move=number) from error
        yield match


def _cost(match: Match, move: RecordedMove) -> int:
    """Return the number of moves that this move plays."""
    if not isinstance(move.action, AllowBack):
        return 1
    return 1 + max(len(table.round.events) for table in match.tables)


def lasting_moves(record: MatchRecord) -> list[int]:
    """Return the indexes of the moves that are no takebacks and were not undone by one."""
    if not any(isinstance(move.action, AskBack) for move in record.moves):
        return list(range(len(record.moves)))
    lasting: list[int] = []
    for index, (before, move) in enumerate(zip(positions(record), record.moves, strict=False)):
        if isinstance(move.action, AllowBack) and move.seat is not None:
            table = before.tables[before.table_of(move.seat) or 0]
            moves = [record.moves[number] for number in lasting]
            last = (
                n for n in reversed(range(len(lasting))) if moves[n].seat is table.may_take_back
            )
            del lasting[next(n for n in last if isinstance(moves[n].action, Discard | Pass | Take))]
        elif not isinstance(move.action, AskBack | RefuseBack):
            lasting.append(index)
    return lasting


def without_taken_back(record: MatchRecord) -> MatchRecord:
    """Return the record without takebacks and the moves that they undid."""
    lasting = lasting_moves(record)
    if len(lasting) == len(record.moves):
        return record
    return sealed(replace(record, moves=tuple(record.moves[index] for index in lasting)))


def _check_seal(record: MatchRecord) -> None:
    if _seal(_lines(record)) != record.seal:
        raise RecordError("record_seal")
