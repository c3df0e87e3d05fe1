"""What the coach answers and a practice match begins with is no help in a match that still runs."""

from bot.ui.context import Context
from bot.ui.replying import Refusal
from engine.coach.asking import AskedPosition
from engine.coach.likeness import HeldCards, is_alike
from engine.game.cards import card_set
from engine.service import LiveMatch


async def require_no_match(ctx: Context, asked: AskedPosition) -> None:
    """Refuse a position of a match that the person plays right now, or that others may play.

    The deals of a day and of a duplicate event are others' as long as they are not revealed.
    """
    await require_no_turn(ctx)
    position = HeldCards(card_set(asked.hand), asked.pile)
    for live in await ctx.service.live_matches_of(ctx.user):
        held = _held(ctx, live)
        if held is not None and is_alike(position, held):
            raise Refusal(
                "You're holding these cards in a match that is still in progress. Ask again when "
                "it's over."
            )
    hidden = await ctx.service.hidden_hands_of(ctx.user)
    if any(is_alike(position, one) for one in hidden):
        raise Refusal(
            "Others are still playing this deal. Ask again when they have finished, or the day "
            "is over."
        )


async def require_no_turn(ctx: Context) -> None:
    """Refuse while it is the person's turn in a rated match with a clock of minutes.

    With a clock of hours or days only the cards are compared, so that a slow match does not keep
    its players from the coach for weeks.
    """
    for live in await ctx.service.live_matches_of(ctx.user):
        is_quick = live.setup.rated and not live.setup.clock.is_by_correspondence
        if is_quick and live.seat_of(ctx.user) in live.public().to_act:
            raise Refusal(
                "It's your turn in a rated match with a clock of minutes. Ask again when you have "
                "played it."
            )


def _held(ctx: Context, live: LiveMatch) -> HeldCards | None:
    """Return what the person holds in a match in which help would count."""
    seat = live.seat_of(ctx.user)
    if seat is None or (live.is_solitary and not live.setup.has_shared_deals):
        return None
    view = live.view(seat)
    return None if view.table is None else HeldCards(view.hand, view.table.discards)
