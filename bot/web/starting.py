"""Matches that begin on a page: practice, a challenge to a person, a table for everybody."""

from typing import Final

from bot.lobby.challenge import member_of, offer_challenge
from bot.lobby.open_table import offer_table
from bot.lobby.practice import start_practice
from bot.match.options import chosen_rules, clock_of, level_titles, value_of
from bot.ops.metrics import Ended, Source
from bot.ui.context import Context
from bot.ui.i18n import mark
from bot.ui.refusal import Refusal
from bot.web.connection import Connection
from bot.web.doing import Doing, Done
from bot.web.protocol.messages import Start
from bot.web.session import Session
from bot.web.site import Site
from engine.clocks.clock import DAILY
from engine.service import Person, UserId
from engine.service.ids import page_key

NO_PLACE: Final = mark(
    "Gin doesn't know where to put this table. Open the card table from a channel of your server."
)
NOBODY: Final = mark("This person is no longer on this server. Choose someone else.")


class Starting:
    """Answers ``start``."""

    def __init__(self, site: Site, doing: Doing) -> None:
        self._site = site
        self._doing = doing

    async def start(self, page: Connection, message: Start) -> None:
        """Begin a match, or invite to one."""

        async def work(ctx: Context, done: Done) -> Ended:
            if not (ctx.guild and ctx.channel):
                raise Refusal(NO_PLACE)
            await self._start(page.session, ctx, message)
            return Ended.ANSWERED

        await self._doing.do(page, message.id, work, Source.LOBBY)

    async def _start(self, session: Session, ctx: Context, message: Start) -> None:
        hosting = self._site.hosting
        chosen = await chosen_rules(ctx, message.preset)
        clock = clock_of(ctx.reader, message.clock) if message.clock else DAILY
        match message.what:
            case "practice":
                level = value_of(ctx.reader, level_titles, message.level)
                await start_practice(hosting.chat, ctx, chosen, level)
            case "challenge":
                member = await member_of(ctx, int(message.who or 0))
                if member is None:
                    raise Refusal(NOBODY)
                await offer_challenge(hosting, ctx, member, chosen, clock, rated=message.rated)
            case "open":
                await offer_table(hosting, ctx, chosen, clock, rated=bool(message.rated))
            case "together":
                await self._seat_both(session, ctx, message)

    async def _seat_both(self, session: Session, ctx: Context, message: Start) -> None:
        """Show two members of the playground their match."""
        together, user = self._site.together, UserId(int(message.who or 0))
        names = await self._site.people.names(session, [user])
        if together is None or user == ctx.user or user not in names:
            raise Refusal(NOBODY)
        day, _, name = message.id.partition("-")
        key = page_key(user, int(day), name)
        await together.sit_down(ctx, Person(user, names[user]), key)
