"""Pictures that a page draws itself: brackets, standings, leaderboards and profiles."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

from pydantic import ConfigDict

from bot.render import PictureModel
from bot.render.event_models import (
    BracketPicture,
    BracketRound,
    BracketSlot,
    CrossPicture,
    CrossRow,
)
from bot.render.models import BoardPicture, BoardRow, Disc, ProfilePicture
from bot.ui.parts.base import PanelPart, PartModel


class DrawnPart(PanelPart):
    """What a page draws in place of a picture, from the picture's own model."""

    model_config = ConfigDict(from_attributes=True)


class BracketPart(DrawnPart):
    """A knockout, with the match for third place if there is one."""

    type: Literal["bracket"] = "bracket"
    title: str
    subtitle: str
    rounds: tuple[BracketRound, ...]
    third_label: str
    third: tuple[BracketSlot, BracketSlot] | None


class CrossPart(DrawnPart):
    """Standings with a cross table; ``columns``: the heads of the cells."""

    type: Literal["cross"] = "cross"
    title: str
    subtitle: str
    columns: tuple[str, ...]
    total_label: str
    rows: tuple[CrossRow, ...]


class RankingPart(DrawnPart):
    """A leaderboard. ``outside``: the reader's line, if it is on another page."""

    type: Literal["ranking"] = "ranking"
    title: str
    subtitle: str
    rows: tuple[BoardRow, ...]
    outside: BoardRow | None


class ProfileFigure(PartModel):
    """A figure of a profile."""

    label: str
    value: str


class ProfilePart(DrawnPart):
    """A person with the rating over time, oldest first, and some figures.

    ``spread``: the uncertainty of each rating. ``since``, ``until``: the days at both ends.
    ``medals``: places among the first three of months that ended.
    """

    type: Literal["profile"] = "profile"
    name: str
    title: str
    rating: str
    rating_label: str
    history: tuple[float, ...]
    spread: tuple[float, ...]
    since: str
    until: str
    figures: tuple[ProfileFigure, ...]
    medals: tuple[str, ...]
    disc: Disc | None
    alt: str


def bracket_part(model: BracketPicture) -> BracketPart:
    """Return a bracket."""
    return BracketPart.model_validate(model)


def cross_part(model: CrossPicture) -> CrossPart:
    """Return standings."""
    return CrossPart.model_validate(model)


def _profile(model: ProfilePicture, alt: str) -> ProfilePart:
    return ProfilePart(
        name=model.name,
        title=model.title,
        rating=model.rating,
        rating_label=model.rating_label,
        history=model.history,
        spread=model.spread,
        since=model.since,
        until=model.until,
        figures=tuple(ProfileFigure(label=label, value=value) for label, value in model.stats),
        medals=model.medals,
        disc=model.disc,
        alt=alt,
    )


_DRAWN: Final[Mapping[type, Callable[[Any, str], DrawnPart]]] = {
    BracketPicture: lambda model, alt: bracket_part(model),
    CrossPicture: lambda model, alt: cross_part(model),
    BoardPicture: lambda model, alt: RankingPart.model_validate(model),
    ProfilePicture: _profile,
}


def drawn_by_page(model: PictureModel, alt: str) -> DrawnPart | None:
    """Return what the page draws in place of a picture; ``None`` if it shows the picture."""
    drawn = _DRAWN.get(type(model))
    return None if drawn is None else drawn(model, alt)
