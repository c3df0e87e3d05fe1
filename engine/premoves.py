"""A player's private plans for the next turns: premoves, and an order of their own cards.

Plans are hidden from other players, and making them has no visible or measurable effect. A
premove becomes an ordinary, visible move when it is played.
"""

import json
from dataclasses import dataclass
from typing import Final

from engine.game.actions import BigGin, Draw, Knock, Pass, RoundAction
from engine.game.cards import Card, cards_from, cards_text
from engine.game.legal import Verb
from engine.game.round import Phase
from engine.game.view import SeatView, best_after_discard


@dataclass(frozen=True, slots=True)
class Premoves:
    """The premoves of one seat, its order of cards, and its count of nudges to the opponent.

    ``pass_upcard``: refuse the first upcard. ``draw_stock``: always draw from the stock.
    ``knock_at``: knock with at most this deadwood, 0: gin only, ``None``: never.
    Premoves end with the round; the order and the nudges stay.
    """

    pass_upcard: bool = False
    draw_stock: bool = False
    knock_at: int | None = None
    order: tuple[Card, ...] = ()
    nudges: int = 0

    @property
    def has_premoves(self) -> bool:
        """Whether any premove is set."""
        return self.pass_upcard or self.draw_stock or self.knock_at is not None

    def after_round(self) -> "Premoves":
        """Return the plans that remain when a round is over."""
        return Premoves(nudges=self.nudges)

    def arranged(self, held: tuple[Card, ...]) -> tuple[Card, ...]:
        """Return the cards in hand in the player's order, new cards last."""
        in_order = tuple(card for card in self.order if card in held)
        return (*in_order, *(card for card in held if card not in in_order))


NO_PLANS: Final = Premoves()


def planned_action(view: SeatView, plans: Premoves) -> RoundAction | None:
    """Return the planned action; ``None``: the player has to choose."""
    verbs = view.legal.verbs
    table = view.table
    if table is None:
        return None
    if plans.knock_at is not None:
        if Verb.BIG_GIN in verbs:
            return BigGin()
        if Verb.KNOCK in verbs:
            return _knock(view, plans.knock_at)
    offered = table.phase in (Phase.OFFER_NON_DEALER, Phase.OFFER_DEALER)
    if offered and Verb.PASS in verbs:
        return Pass() if plans.pass_upcard or plans.draw_stock else None
    return Draw() if plans.draw_stock and Verb.DRAW in verbs else None


def _knock(view: SeatView, limit: int) -> Knock | None:
    """Return the knock with least deadwood, with the discard that the panel proposes."""
    knocks = dict(view.legal.knocks)
    least = min(knocks.values())
    if least > limit:
        return None
    best = best_after_discard(view)
    if best is not None and knocks.get(best[0]) == least:
        return Knock(best[0])
    return Knock(min(knocks, key=lambda card: (knocks[card], -card)))


# -- as text ----------------------------------------------------------------------------


def plans_text(plans: tuple[Premoves, ...]) -> str:
    """Write the plans of all seats as JSON."""
    return json.dumps([_plain(one) for one in plans])


def plans_from(text: str) -> tuple[Premoves, ...]:
    """Read the plans of all seats. Raise ValueError if the text is invalid."""
    return tuple(
        Premoves(
            pass_upcard=bool(one.get("pass")),
            draw_stock=bool(one.get("stock")),
            knock_at=one.get("knock"),
            order=cards_from(one.get("order", "")),
            nudges=int(one.get("nudges", 0)),
        )
        for one in json.loads(text)
    )


def _plain(plans: Premoves) -> dict[str, object]:
    plain = {
        "pass": plans.pass_upcard,
        "stock": plans.draw_stock,
        "order": cards_text(plans.order),
        "nudges": plans.nudges,
    }
    in_order: dict[str, object] = {name: value for name, value in plain.items() if value}
    return in_order if plans.knock_at is None else in_order | {"knock": plans.knock_at}
