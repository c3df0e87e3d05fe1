"""The finished rounds of a match, and who may see them."""

from bot.match.replay.cache import CachedRecord, Replays
from bot.ui.context import Context
from bot.ui.preferences import Preferences
from bot.ui.refusal import Refusal
from bot.wording.errors import record_refusal
from engine.game.errors import RecordError
from engine.service import LiveMatch


async def may_see(ctx: Context, live: LiveMatch) -> bool:
    """Replays are for those who played, and for the server where it was played.

    While the match goes on, others see its finished rounds only if everybody at it allows that.
    """
    if live.seat_of(ctx.user) is not None:
        return True
    if not ctx.guild or live.guild != ctx.guild:
        return False
    return live.is_over or await hands_are_open(ctx.preferences, live)


async def hands_are_open(preferences: Preferences, live: LiveMatch) -> bool:
    """Whether every person at a table lets watchers see finished rounds with open hands."""
    people = [player.user_id for player in live.players if player.user_id is not None]
    chosen = [await preferences.prefs(user) for user in people]
    return bool(people) and all(prefs.open_hands for prefs in chosen)


async def finished_rounds(replays: Replays, ctx: Context, live: LiveMatch) -> CachedRecord:
    """Return the rounds of a match that are over, ready to be looked at."""
    try:
        found = await replays.of(live)
    except RecordError as error:
        raise Refusal.in_words(record_refusal(ctx.reader, error)) from error
    if found is None:
        raise Refusal("No round of this match is finished yet.")
    return found
