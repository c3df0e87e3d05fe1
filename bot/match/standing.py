"""A board of people: its lines in words or as a picture, with the reader's own line."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from bot.render.models import BoardPicture, BoardRow
from bot.ui.markup import disc_of, plain_name, safe_name
from bot.ui.reader import Reader
from bot.ui.screen import Image, clipped
from engine.service.standings import RankedLine, Standing

D = TypeVar("D")
MOST_ALT: Final = 1024


@dataclass(frozen=True, slots=True)
class Board(Generic[D]):
    """A standing with its words.

    ``value``: what people are ranked by. ``note``: what else a line says; ``drawn_note``: in the
    picture, if that is something else. ``zero``: the value at which the bars begin.
    """

    standing: Standing[D]
    value: Callable[[RankedLine[D]], str]
    note: Callable[[RankedLine[D]], str] = lambda _: ""
    drawn_note: Callable[[RankedLine[D]], str] | None = None
    zero: float = 0.0

    def words(self, *, outside: bool = True) -> str:
        """Return a line for each person. ``outside``: also the reader's, if it is elsewhere."""
        lines, mine = self.standing.lines, self.standing.outside
        shown = lines if mine is None or not outside else (*lines, mine)
        return "\n".join(map(self._line, shown))

    def picture(self, reader: Reader, name: str, title: str, about: str) -> Image:
        """Return the board as a picture. ``about``: which one it is, also said to who hears it."""
        mine = self.standing.outside
        model = BoardPicture(
            title,
            tuple(map(self._row, self.standing.lines)),
            about,
            reader.look,
            None if mine is None else self._row(mine),
        )
        alt = f"{title}. {about}.\n{self.words(outside=False)}".replace("*", "")
        return Image(model, name, clipped(alt, MOST_ALT))

    def _line(self, one: RankedLine[D]) -> str:
        note = self.note(one)
        about = f"  ·  {note}" if note else ""
        mark = " ◀" if one == self.standing.mine else ""
        return f"{one.rank}. **{safe_name(one.name)}**  {self.value(one)}{about}{mark}"

    def _row(self, one: RankedLine[D]) -> BoardRow:
        high, name = self.standing.lines[0].value, plain_name(safe_name(one.name))
        fraction = (one.value - self.zero) / (high - self.zero) if high > self.zero else 1.0
        return BoardRow(
            rank=str(one.rank),
            name=name,
            value=self.value(one),
            fraction=max(0.0, fraction),
            note=(self.drawn_note or self.note)(one),
            own=one == self.standing.mine,
            disc=disc_of(name, one.user_id),
        )
