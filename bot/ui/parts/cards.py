"""Cards that lead somewhere."""

from collections.abc import Iterator
from typing import Literal

from bot.ui.parts.base import CardOut, EpochMs, PartModel, PressButton, pressed
from bot.ui.parts.facts import Fact
from bot.ui.parts.kinds import Ground, Kind, Listed, Way
from bot.ui.press import Press


class ListedCard(Listed):
    """A card of a list. ``small``: what it is; ``status``: how it stands, ``own``: what that means
    for the reader, both in Discord's markdown.

    ``drawn``: the ``look`` that it is about, which a page shows.
    ``hand``: its cards. ``stars``: of three. ``starts``: shown where there is no status, counted in
    the last hour. ``people``: how many take part. ``mine``: the reader takes part, or comes here
    next.
    """

    title: str
    way: Way
    small: str = ""
    status: str = ""
    own: str = ""
    drawn: Literal["", "felt", "back"] = ""
    look: str = ""
    hand: tuple[CardOut, ...] = ()
    stars: int | None = None
    starts: EpochMs | None = None
    people: int | None = None
    mine: bool = False


class CardGroup(PartModel):
    """Cards that belong together; ``is_path``: in this order."""

    title: str
    cards: tuple[ListedCard, ...]
    subtitle: str = ""
    ground: Ground = Ground.BOX
    is_path: bool = False


class CardsPart(Kind):
    """Cards in groups. ``facts``, ``new``: at the head of the page; ``buttons``: below."""

    type: Literal["cards"] = "cards"
    groups: tuple[CardGroup, ...]
    facts: tuple[Fact, ...] = ()
    new: PressButton | None = None
    buttons: tuple[PressButton, ...] = ()

    @property
    def offered(self) -> Iterator[Press]:
        ways = (one.way.press for group in self.groups for one in group.cards)
        yield from (press for press in ways if press is not None)
        yield from pressed(self.new, *self.buttons)
