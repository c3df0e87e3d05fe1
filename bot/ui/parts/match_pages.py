"""The pages about one match, which lead to each other."""

from typing import Literal

from bot.ui.parts.base import IdOut, PagePart
from bot.ui.parts.kinds import Way


class MatchPagesPart(PagePart):
    """What leads from a page about a match that is over to the others, and back to the table.

    ``page``: the name of this page, which the address shows. ``title``: who has played; ``number``:
    the round that is shown. ``rounds``: the same page of each round.
    """

    type: Literal["match_pages"] = "match_pages"
    match: IdOut
    page: str
    title: str
    number: int
    ways: tuple[Way, ...]
    rounds: tuple[Way, ...] = ()
