"""The finished rounds of a match, and the permission to see them."""

from bot.match.replay.cache import CachedRecord, Replays
from bot.ui.context import Context
from bot.ui.preferences import Preferences
from bot.ui.refusal import Refusal
from bot.wording.errors import record_refusal
from engine.game.errors import RecordError
from engine.service import LiveMatch


async def may_see(ctx: Context, live: LiveMatch) -> bool:
    """Whether the person may see replays: players, and members of the match's server.

    While the match runs, other members see finished rounds only if every player allows it.
    """
    if live.seat_of(ctx.user) is not None:
        return True
    if not ctx.guild or live.guild != ctx.guild:
        return False
    return live.is_over or await hands_are_open(ctx.preferences, live)


async def hands_are_open(preferences: Preferences, live: LiveMatch) -> bool:
    """Whether every person at a table lets spectators see finished rounds with open hands."""
    people = [player.user_id for player in live.players if player.user_id is not None]
    chosen = [await preferences.prefs(user) for user in people]
    return bool(people) and all(prefs.open_hands for prefs in chosen)


async def finished_rounds(replays: Replays, ctx: Context, live: LiveMatch) -> CachedRecord:
    """Return the finished rounds of a match, ready to be shown."""
    try:
        found = await replays.of(live)
    except RecordError as error:
        raise Refusal.in_words(record_refusal(ctx.reader, error)) from error
    if found is None:
        raise Refusal("No round of this match is finished yet.")
    return found
