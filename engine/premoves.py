"""What one player keeps for the next turns: premoves, and an order of the own cards.

Nobody else sees plans, and nothing that others can see or measure changes when they are made.
What a premove does is a move like any other, and as visible.
"""

import json
from dataclasses import dataclass
from typing import Final

from engine.game.actions import BigGin, Draw, Knock, Pass, RoundAction
from engine.game.cards import Card, cards_text, parse_cards
from engine.game.legal import Verb
from engine.game.round import Phase
from engine.game.suggestions import best_after_discard
from engine.game.view import SeatView


@dataclass(frozen=True, slots=True)
class Premoves:
    """Premoves of one seat, its order of cards, and how often it nudged the opponent.

    ``pass_upcard``: refuse the first upcard. ``draw_stock``: always draw from the stock.
    ``knock_at``: knock as soon as at most so much deadwood is left, 0: gin only, ``None``: never.
    Premoves end with the round; the order and the nudges stay.
    """

    pass_upcard: bool = False
    draw_stock: bool = False
    knock_at: int | None = None
    order: tuple[Card, ...] = ()
    nudges: int = 0

    @property
    def has_premoves(self) -> bool:
        """Anything is to be done without being asked."""
        return self.pass_upcard or self.draw_stock or self.knock_at is not None

    def after_round(self) -> "Premoves":
        """What is left of the plans when a round is over."""
        return Premoves(nudges=self.nudges)

    def arranged(self, held: tuple[Card, ...]) -> tuple[Card, ...]:
        """The cards in hand in the own order; new ones stand at the end."""
        kept = tuple(card for card in self.order if card in held)
        return (*kept, *(card for card in held if card not in kept))


NO_PLANS: Final = Premoves()


def planned_action(view: SeatView, plans: Premoves) -> RoundAction | None:
    """What the plans say to do now; ``None``: the player is asked as usual."""
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
    """The knock with the least deadwood, throwing what the panel would propose."""
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
    """The plans of all seats as JSON."""
    return json.dumps([_plain(one) for one in plans])


def plans_from(text: str) -> tuple[Premoves, ...]:
    """Read the plans of all seats. Raises ValueError if they are not."""
    return tuple(
        Premoves(
            pass_upcard=bool(one.get("pass")),
            draw_stock=bool(one.get("stock")),
            knock_at=one.get("knock"),
            order=parse_cards(one.get("order", "")),
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
    kept: dict[str, object] = {name: value for name, value in plain.items() if value}
    return kept if plans.knock_at is None else kept | {"knock": plans.knock_at}
