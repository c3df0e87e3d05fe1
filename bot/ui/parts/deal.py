"""The numbers of a deal."""

from typing import Literal

from bot.ui.parts.base import IdOut, PagePart


class DealPart(PagePart):
    """The numbers of a round's deal; the page deals it again by itself (docs/play/fair-deals.md).

    ``labels``: of the decks, table by table. ``commitment`` and ``secret``: in hexadecimal.
    """

    type: Literal["deal"] = "deal"
    match: IdOut
    round: int
    commitment: str
    secret: str
    labels: tuple[str, ...]
    contributions: tuple[str, ...]
