"""Studies on a page; chat shows other parts of the screen."""

from dataclasses import dataclass

from bot.ui.press import Press
from engine.game.cards import Card


@dataclass(frozen=True, slots=True)
class StudyStep:
    """A node of a study in words, with its note on one line. ``press``: shows it."""

    label: str
    note: str
    press: Press


@dataclass(frozen=True, slots=True)
class StudyBoard:
    """A study at a node. Texts are those that people have written, to be shown as plain text.

    ``by``: whose study it is, in words, where it is not the reader's. ``melds``, ``loose``: the
    hand in its best layout; ``fresh``: the card drawn. ``turn``: what comes next, a value of
    ``StudyTurn``. ``line``: from the start to this node; ``following``: the nodes after it.
    ``note_press``, ``add_press``: of the texts that change the note or add one of ``moves``;
    ``None`` where the reader may not.
    """

    study: int
    title: str
    by: str
    melds: tuple[tuple[Card, ...], ...]
    loose: tuple[Card, ...]
    fresh: Card | None
    deadwood: int
    pile: tuple[Card, ...]
    taken: tuple[Card, ...]
    turn: str
    line: tuple[StudyStep, ...]
    following: tuple[StudyStep, ...]
    note: str
    note_press: Press | None
    note_length: int
    moves: tuple[str, ...]
    add_press: Press | None

    @property
    def presses(self) -> tuple[Press, ...]:
        """Everything that can be pressed."""
        return tuple(one.press for one in (*self.line, *self.following))

    @property
    def forms(self) -> tuple[tuple[Press, int], ...]:
        """The presses that carry a text, with the most letters of it."""
        wanted = ((self.note_press, self.note_length), (self.add_press, MOVE_LENGTH))
        return tuple((press, length) for press, length in wanted if press is not None)


MOVE_LENGTH = 3
"""The letters of a move."""


@dataclass(frozen=True, slots=True)
class ListedStudy:
    """A study in the list. ``moves``: of all its lines. ``press``: opens it."""

    title: str
    hand: tuple[Card, ...]
    moves: int
    updated_ms: int
    is_shared: bool
    press: Press


@dataclass(frozen=True, slots=True)
class StudyShelf:
    """A person's studies, those changed last first."""

    studies: tuple[ListedStudy, ...]

    @property
    def presses(self) -> tuple[Press, ...]:
        """Everything that can be pressed."""
        return tuple(one.press for one in self.studies)
