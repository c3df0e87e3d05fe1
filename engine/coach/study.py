"""A study: a position with notes, and a tree of lines from it, as one player sees them.

A line goes on with what that player would know: their own draws and discards, and what the other
takes and discards. Every position of it is one that the coach can be asked about, where the cards
allow that (:mod:`engine.coach.asking`).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Self

from pydantic import BaseModel, ConfigDict, ValidationError

from engine.coach.asking import AskedPosition, ImpossiblePositionError, checked, stock_left, view_of
from engine.game.cards import DECK_SIZE, Card, card, card_set, card_text
from engine.game.errors import GinError, RecordError
from engine.game.melds import Layout, solver
from engine.game.presets import PRESETS
from engine.game.rules import Rules

VERSION: Final = 1
MOST_NODES: Final = 200
"""The moves of all lines together."""
MOST_DEPTH: Final = 60
"""The moves of one line; a round has fewer."""
TITLE_LENGTH: Final = 60
NOTE_LENGTH: Final = 1000
NOTES_LENGTH: Final = 20_000
"""The most letters of all notes together."""
START: Final = 0
"""The number of the position at the start; moves are numbered from 1."""


class StudyError(GinError):
    """A move or a note that a study does not take. ``code`` says why."""

    def __init__(self, code: str, **data: str | int) -> None:
        super().__init__(code, data)


class StudyTurn(StrEnum):
    """What comes next in a position."""

    DRAW = "draw"
    DISCARD = "discard"
    THEIRS = "theirs"
    OVER = "over"


class StudyMoveKind(StrEnum):
    """A move. The last two are whole turns of the opponent, who discards the move's card."""

    TAKE = "t"
    DRAW = "s"
    DISCARD = "d"
    KNOCK = "k"
    THEY_DRAW = "o"
    THEY_TAKE = "x"


@dataclass(frozen=True, slots=True)
class StudyMove:
    """A move of a line. ``card``: the one drawn or discarded; ``None`` to take the upcard."""

    kind: StudyMoveKind
    card: Card | None = None

    def __str__(self) -> str:
        """Return the form that :meth:`read` reads."""
        return self.kind + ("" if self.card is None else card_text(self.card))

    @classmethod
    def read(cls, text: str) -> Self:
        """Return a stored move; ValueError for any other text."""
        kind = StudyMoveKind(text[:1])
        if (kind is StudyMoveKind.TAKE) != (len(text) == 1):
            raise ValueError(text)
        return cls(kind, card(text[1:]) if text[1:] else None)


class StudyNode(BaseModel):
    """A move of a line, after the node ``parent``, and a note on it."""

    model_config = ConfigDict(frozen=True)

    parent: int
    move: str
    note: str = ""


class StudyRound(BaseModel):
    """The step of a match's round that a study begins at."""

    model_config = ConfigDict(frozen=True)

    match: int
    number: int
    step: int


class StudyContent(BaseModel):
    """What is stored of a study beside its title.

    The position is that of AskedPosition, cards as text; ``took``: the last card of the hand was
    taken from the pile. ``note``: on the start. ``nodes``: a node comes after its parent.
    """

    model_config = ConfigDict(frozen=True)

    version: int = VERSION
    preset: str
    hand: tuple[str, ...]
    pile: tuple[str, ...]
    taken: tuple[str, ...] = ()
    score: tuple[int, int] = (0, 0)
    took: bool = False
    round: StudyRound | None = None
    note: str = ""
    nodes: tuple[StudyNode, ...] = ()

    @classmethod
    def read(cls, text: str) -> Self:
        """Return a stored study; RecordError for one that another version has written."""
        try:
            found = cls.model_validate_json(text)
        except ValidationError as error:
            raise RecordError("record_unreadable") from error
        if found.version != VERSION or found.preset not in PRESETS:
            raise RecordError("record_version")
        return found

    def written(self) -> str:
        """Return the text that is stored."""
        return self.model_dump_json(exclude_defaults=True)

    @property
    def rules(self) -> Rules:
        return PRESETS[self.preset]

    @property
    def start(self) -> "StudyPosition":
        """The position at the start."""
        hand, pile, taken = (tuple(map(card, one)) for one in (self.hand, self.pile, self.taken))
        has_drawn = len(hand) > self.rules.hand_size
        turn = StudyTurn.DISCARD if has_drawn else StudyTurn.DRAW
        fresh = hand[-1] if self.took else None
        return StudyPosition(self.rules, hand, pile, taken, turn, fresh).ended()

    def has(self, node: int) -> bool:
        """Whether there is such a node."""
        return START <= node <= len(self.nodes)

    def note_of(self, node: int) -> str:
        """Return the note on a node."""
        return self.note if node == START else self.nodes[node - 1].note

    def parent_of(self, node: int) -> int:
        """Return the node before one that is not the start."""
        return self.nodes[node - 1].parent

    def move_of(self, node: int) -> StudyMove:
        """Return the move of a node that is not the start."""
        return StudyMove.read(self.nodes[node - 1].move)

    def after(self, node: int) -> tuple[int, ...]:
        """Return the nodes that follow a node, those of its main line first."""
        return tuple(n for n, one in enumerate(self.nodes, 1) if one.parent == node)

    def path(self, node: int) -> tuple[int, ...]:
        """Return the nodes of the line that leads to a node, without the start."""
        line = []
        while node != START:
            line.append(node)
            node = self.parent_of(node)
        return tuple(reversed(line))

    def position(self, node: int) -> "StudyPosition":
        """Return the position at a node."""
        found = self.start
        for one in self.path(node):
            # What is stored is shown, even a line that an earlier version let go on too long.
            found = found.made(self.move_of(one))
        return found

    def asked(self, node: int) -> AskedPosition | None:
        """Return what the coach can be asked at a node; ``None`` where that is nothing."""
        found = self.position(node)
        if found.turn not in (StudyTurn.DRAW, StudyTurn.DISCARD) or found.fresh is not None:
            return None
        asked = AskedPosition(self.rules, found.hand, found.pile, found.taken, self.score)
        try:
            checked(asked)
        except ImpossiblePositionError:
            return None
        return asked


@dataclass(frozen=True, slots=True)
class StudyPosition:
    """A position of a study: the cards as in AskedPosition, and what comes next.

    ``fresh``: the card that was taken from the pile in this turn, and must not be discarded.
    """

    rules: Rules
    hand: tuple[Card, ...]
    pile: tuple[Card, ...]
    taken: tuple[Card, ...]
    turn: StudyTurn
    fresh: Card | None = None

    @property
    def _draws(self) -> int:
        """How often the stock was drawn from: each draw leaves one more card in the pile, while a
        card that is taken from the pile makes room for its discard.
        """
        is_drawn = len(self.hand) > self.rules.hand_size and self.fresh is None
        is_taken = self.fresh is not None
        return len(self.pile) - 1 + is_drawn + is_taken

    @property
    def _can_draw(self) -> bool:
        return stock_left(self.rules, self._draws) > self.rules.wall_size

    def ended(self) -> "StudyPosition":
        """Return the position, over if nobody may draw any more before the next turn.

        Whether the last discard may still be taken for a knock is for the table, not for a line.
        """
        is_between = self.turn in (StudyTurn.DRAW, StudyTurn.THEIRS)
        return self if self._can_draw or not is_between else replace(self, turn=StudyTurn.OVER)

    def layout(self, rules: Rules) -> Layout:
        """Return the best layout of the hand."""
        return solver(rules.meld_rules).best_layout(card_set(self.hand))

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards of which nothing is known."""
        seen = card_set((*self.hand, *self.pile, *self.taken))
        return tuple(one for one in range(DECK_SIZE) if not seen >> one & 1)

    @property
    def discards(self) -> tuple[Card, ...]:
        """The cards that may be discarded: the player's, or those that the other may have."""
        match self.turn:
            case StudyTurn.DISCARD:
                return tuple(one for one in self.hand if one != self.fresh)
            case StudyTurn.THEIRS:
                return (*self.taken, *self.unseen)
            case _:
                return ()

    @property
    def moves(self) -> Iterator[StudyMove]:
        """The moves that can follow. A knock is among them whatever the deadwood."""
        match self.turn:
            case StudyTurn.DRAW:
                yield StudyMove(StudyMoveKind.TAKE)
                yield from (StudyMove(StudyMoveKind.DRAW, one) for one in self.unseen)
                if len(self.pile) == 1 and not self.taken:
                    # The first upcard may be left to the opponent.
                    yield from self._turns_of_other(self.unseen)
            case StudyTurn.DISCARD:
                for kind in (StudyMoveKind.DISCARD, StudyMoveKind.KNOCK):
                    yield from (StudyMove(kind, one) for one in self.discards)
            case StudyTurn.THEIRS:
                yield from self._turns_of_other(self.discards)
            case StudyTurn.OVER:
                pass

    def _turns_of_other(self, discards: tuple[Card, ...]) -> Iterator[StudyMove]:
        yield from (StudyMove(StudyMoveKind.THEY_DRAW, one) for one in discards)
        # Whoever holds only known cards discards one of them.
        is_known = len(self.taken) >= self.rules.hand_size
        may_follow = self.taken if is_known else discards
        yield from (StudyMove(StudyMoveKind.THEY_TAKE, one) for one in may_follow)

    def after(self, move: StudyMove) -> "StudyPosition":
        """Return the position after a move; StudyError for one that cannot follow."""
        if move not in self.moves:
            raise StudyError("move")
        return self.made(move)

    def made(self, move: StudyMove) -> "StudyPosition":
        """Return the position after a move that is known to follow."""
        made, rest = move.card, tuple(one for one in self.hand if one != move.card)
        match move.kind:
            case StudyMoveKind.TAKE:
                top = self.pile[-1]
                hand = (*self.hand, top)
                pile = self.pile[:-1]
                return StudyPosition(self.rules, hand, pile, self.taken, StudyTurn.DISCARD, top)
            case StudyMoveKind.DRAW:
                assert made is not None
                return replace(self, hand=(*self.hand, made), turn=StudyTurn.DISCARD)
        assert made is not None
        pile, taken = self.pile, self.taken
        if move.kind is StudyMoveKind.THEY_TAKE:
            pile, taken = pile[:-1], (*taken, pile[-1])
        taken = tuple(one for one in taken if one != made)
        turn = {StudyMoveKind.DISCARD: StudyTurn.THEIRS, StudyMoveKind.KNOCK: StudyTurn.OVER}
        next_turn = turn.get(move.kind, StudyTurn.DRAW)
        return StudyPosition(self.rules, rest, (*pile, made), taken, next_turn).ended()


def offered(content: StudyContent, node: int) -> tuple[StudyMove, ...]:
    """Return the moves that can be added at a node; a knock only where the rules allow it."""
    moves = tuple(content.position(node).moves)
    if not any(one.kind is StudyMoveKind.KNOCK for one in moves):
        return moves
    asked = content.asked(node)
    legal = () if asked is None else view_of(asked).legal.knocks
    knocks = {one for one, _ in legal}
    return tuple(one for one in moves if one.kind is not StudyMoveKind.KNOCK or one.card in knocks)


def of_position(preset: str, asked: AskedPosition) -> StudyContent:
    """Return a study of a position that the coach can be asked about."""
    cards = (tuple(map(card_text, one)) for one in (asked.hand, asked.pile, asked.taken))
    hand, pile, taken = cards
    return StudyContent(preset=preset, hand=hand, pile=pile, taken=taken, score=asked.score)


def with_move(content: StudyContent, node: int, move: StudyMove) -> tuple[StudyContent, int]:
    """Return the study with a move after a node, and the move's node.

    A move that is there already is not added again. Raise StudyError.
    """
    if not content.has(node):
        raise StudyError("gone")
    for known in content.after(node):
        if content.move_of(known) == move:
            return content, known
    if len(content.nodes) >= MOST_NODES:
        raise StudyError("nodes", most=MOST_NODES)
    if len(content.path(node)) >= MOST_DEPTH:
        raise StudyError("depth", most=MOST_DEPTH)
    if move not in offered(content, node):
        raise StudyError("move")
    return _added(content, node, move), len(content.nodes) + 1


def _added(content: StudyContent, node: int, move: StudyMove) -> StudyContent:
    nodes = (*content.nodes, StudyNode(parent=node, move=str(move)))
    return content.model_copy(update={"nodes": nodes})


def with_note(content: StudyContent, node: int, text: str) -> StudyContent:
    """Return the study with a note on a node in place of the one before. Raise StudyError."""
    if not content.has(node):
        raise StudyError("gone")
    if node == START:
        changed = content.model_copy(update={"note": text})
    else:
        nodes = list(content.nodes)
        nodes[node - 1] = nodes[node - 1].model_copy(update={"note": text})
        changed = content.model_copy(update={"nodes": tuple(nodes)})
    if sum(map(len, (changed.note, *(one.note for one in changed.nodes)))) > NOTES_LENGTH:
        raise StudyError("notes", most=NOTES_LENGTH)
    return changed


def without(content: StudyContent, node: int) -> StudyContent:
    """Return the study without a move and all that follows it. Raise StudyError."""
    if node == START or not content.has(node):
        raise StudyError("gone")
    numbers, left = {START: START}, []
    for number, one in enumerate(content.nodes, 1):
        if number == node or one.parent not in numbers:
            continue
        left.append(one.model_copy(update={"parent": numbers[one.parent]}))
        numbers[number] = len(left)
    return content.model_copy(update={"nodes": tuple(left)})


def with_line(content: StudyContent, moves: Iterable[StudyMove]) -> StudyContent:
    """Return the study with a line, as far as each move can follow the one before."""
    position, node = content.start, START
    for move in moves:
        if node >= MOST_DEPTH or move not in position.moves:
            break
        position = position.after(move)
        content = _added(content, node, move)
        node += 1
    return content


def texts_of(cards: Iterable[Card]) -> tuple[str, ...]:
    """Return the cards as a study stores them."""
    return tuple(map(card_text, cards))
