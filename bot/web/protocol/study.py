"""The parts of panels that show studies. Texts that people have written are plain."""

from typing import Literal

from bot.web.protocol.base import CardText, EpochMs, Message


class StudyStepState(Message):
    """A node of a study in words, with its note on one line. ``press``: shows it."""

    label: str
    note: str
    press: str


class StudyPart(Message):
    """A study at a node.

    ``by``: whose it is, if not the reader's. ``melds``, ``loose``: the hand in its best layout;
    ``fresh``: the card drawn. ``turn``: what comes next. ``line``: the nodes from the start to this
    one; ``following``: those after it. ``note_press`` with a text changes the note, ``add_press``
    with one of ``moves`` as its text adds that move; ``None`` where the reader may not.
    """

    type: Literal["study"] = "study"
    study: str
    title: str
    by: str
    melds: tuple[tuple[CardText, ...], ...]
    loose: tuple[CardText, ...]
    fresh: CardText | None
    deadwood: int
    pile: tuple[CardText, ...]
    taken: tuple[CardText, ...]
    turn: Literal["draw", "discard", "theirs", "over"]
    line: tuple[StudyStepState, ...]
    following: tuple[StudyStepState, ...]
    note: str
    note_press: str | None
    note_length: int
    moves: tuple[str, ...]
    add_press: str | None


class ListedStudyState(Message):
    """A study in the list. ``moves``: of all its lines. ``press``: opens it."""

    title: str
    hand: tuple[CardText, ...]
    moves: int
    updated: EpochMs
    shared: bool
    press: str


class StudiesPart(Message):
    """The reader's studies, those changed last first."""

    type: Literal["studies"] = "studies"
    studies: tuple[ListedStudyState, ...]
