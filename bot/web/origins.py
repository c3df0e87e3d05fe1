"""Where something done on a page comes from, and the key under which it is done once."""

from dataclasses import replace

from bot.ui.origin import Origin
from bot.web.rights import Rights
from bot.web.session import Session
from engine.service import InteractionId, LiveMatch, Lobby, Place, day_of, page_key


def key_of(session: Session, name: str, now_ms: int) -> InteractionId | None:
    """Return the idempotency key of what a page has named; ``None`` if its day is long over."""
    day, _, chance = name.partition("-")
    if abs(int(day) - day_of(now_ms)) > 1:
        return None
    return page_key(session.user, int(day), chance)


def origin_of_page(rights: Rights, session: Session, key: InteractionId) -> Origin:
    """Return the origin of what is done on a page, beside a panel."""
    return Origin(
        key=key,
        user=session.user,
        name=session.name,
        locale=session.locale,
        guild=session.guild,
        channel=session.channel,
        guild_locale=session.guild_locale,
        may_manage=rights.may_manage(session),
        account=session.account,
        sees=rights.eyes(session),
    )


def at_match(origin: Origin, of: LiveMatch | Lobby) -> Origin:
    """Return the origin at the place of a match or a lobby, where no permission is known.

    A match that has no place leaves the page where it is.
    """
    guild, channel = of.table.guild, of.table.channel
    if of.table.place is Place.APART or (guild and origin.guild == guild):
        return replace(origin, channel=channel or origin.channel)
    return replace(
        origin,
        guild=guild,
        channel=channel,
        parent=None,
        guild_locale=None,
        may_manage=False,
        place=of.table.place,
    )
