"""What a page does at a table: moves, premoves, card order, advice, chat, new matches."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.lobby.finder import find_opponent
from bot.lobby.handlers import (
    member_of,
    offer_challenge,
    offer_table,
    start_practice,
    withdraw_rematch,
)
from bot.match.hand.handlers import TABLE_CHANGED, act, outcome_of, sorted_as
from bot.match.options import Ruleset, chosen_rules, clock_of, level_titles, value_of
from bot.match.page.seat import arranged
from bot.ops.metrics import Ended, PressSource
from bot.presses.match import read_action
from bot.ui.context import Context
from bot.ui.i18n import mark
from bot.ui.markup import safe_words
from bot.ui.replying import NO_MATCH, NOT_SEATED, OLD_BUTTON, Refusal
from bot.web.app import WebApp, still_member
from bot.web.connection import Connection
from bot.web.idempotent_actions import IdempotentActions, PageOutcome, PageResult
from bot.web.protocol.base import id_number
from bot.web.protocol.messages import Act, AdviseMessage, Arrange, PlanMessage, Sort, Start, Write
from bot.web.session import Session
from engine.clocks import DAILY
from engine.game.actions import Abort, Resign, SeatAction
from engine.game.actions import Advise as Advice
from engine.game.cards import Card
from engine.players.levels import Level
from engine.premoves import Premoves
from engine.service import (
    Applied,
    Busy,
    HandOrder,
    LiveMatch,
    MatchId,
    Person,
    Repeated,
    Stale,
    Unsure,
    UserId,
    page_key,
)

_OUTCOMES: Final[tuple[tuple[type[object], PageOutcome], ...]] = (
    (Applied, "applied"),
    (Repeated, "repeated"),
    (Stale, "stale"),
    (Busy, "busy"),
    (Unsure, "unsure"),
)


class PlayHandler:
    """Answers the messages about a match."""

    def __init__(self, app: WebApp, doing: IdempotentActions) -> None:
        self._app = app
        self._doing = doing

    async def act(self, page: Connection, message: Act | AdviseMessage) -> None:
        """Play an action, or send advice to the captain."""
        action, meant_for = _action_of(message)
        done = PageResult()

        async def work(ctx: Context) -> Ended:
            if action is None:
                raise Refusal(OLD_BUTTON)
            match = MatchId(id_number(message.match))
            outcome = await act(self._app.hosting.display, ctx, match, action, meant_for)
            live, done.sentence = outcome_of(ctx.reader, outcome)
            done.outcome = next(
                (text for kind, text in _OUTCOMES if isinstance(outcome, kind)), "refused"
            )
            if live is not None:
                self._app.followers.deliver(live)
                page.deliver(live, again=True)
            return Ended.REFUSED if done.outcome == "refused" else Ended.ANSWERED

        await self._doing.do(page, message.id, work, PressSource.PLAY, done)

    async def arrange(self, page: Connection, message: Arrange) -> None:
        """Keep the cards in the player's own order."""
        done = PageResult()

        async def work(ctx: Context) -> Ended:
            live = await self._own(ctx, message.match)
            seat = live.seat_of(ctx.user)
            assert seat is not None, "only a player's own match is arranged"
            cards = arranged(message.cards, live, seat)
            if cards is None:
                done.outcome, done.sentence = "stale", ctx.t(TABLE_CHANGED)
                page.deliver(live, again=True)
                return Ended.REFUSED
            if ctx.reader.order is not HandOrder.OWN:
                await sorted_as(ctx, HandOrder.OWN)
            await self._plan(ctx, live, _in_order(cards))
            return Ended.ANSWERED

        await self._doing.do(page, message.id, work, PressSource.HAND, done)

    async def plan(self, page: Connection, message: PlanMessage) -> None:
        """Set the premoves."""

        def change(plans: Premoves) -> Premoves:
            return replace(
                plans,
                pass_upcard=message.pass_upcard,
                draw_stock=message.draw_stock,
                knock_at=message.knock_at,
            )

        async def work(ctx: Context) -> Ended:
            await self._plan(ctx, await self._own(ctx, message.match), change)
            return Ended.ANSWERED

        await self._doing.do(page, message.id, work, PressSource.HAND)

    async def sort(self, page: Connection, message: Sort) -> None:
        """Choose how hands are sorted."""

        async def work(ctx: Context) -> Ended:
            await sorted_as(ctx, HandOrder(message.order))
            return Ended.ANSWERED

        await self._doing.do(page, message.id, work, PressSource.HAND)

    async def _own(self, ctx: Context, match: str) -> LiveMatch:
        live = await ctx.load_match(MatchId(id_number(match)))
        if live is None:
            raise Refusal(NO_MATCH)
        if live.seat_of(ctx.user) is None:
            raise Refusal(NOT_SEATED)
        return live

    async def _plan(
        self, ctx: Context, live: LiveMatch, change: Callable[[Premoves], Premoves]
    ) -> None:
        changed = await ctx.service.planning.change(ctx.key, live.id, ctx.user, change)
        if changed is not None:
            self._app.followers.deliver_own(ctx.user, changed)


def _action_of(message: Act | AdviseMessage) -> tuple[SeatAction | None, int]:
    """Return an action, ``None`` for one of no version, and the revision that it is meant for."""
    if isinstance(message, AdviseMessage):
        return Advice(message.text), 0
    try:
        action = read_action(message.action)
    except ValueError:
        return None, 0
    # To end the match is meant whatever has been played since, as in the chat.
    return action, 0 if isinstance(action, Resign | Abort) else message.revision


def _in_order(cards: tuple[Card, ...]) -> Callable[[Premoves], Premoves]:
    return lambda plans: replace(plans, order=cards)


NO_CHAT: Final = mark("This card table has no chat. Write in your channel on Discord.")
NOTHING_WRITTEN: Final = mark("The note is empty. Write something first.")


class ChatHandler:
    """Answers ``write``."""

    def __init__(self, app: WebApp, doing: IdempotentActions) -> None:
        self._app = app
        self._doing = doing

    async def write(self, page: Connection, message: Write) -> None:
        """Write a message, once for each name that the page gives."""
        done = PageResult()

        async def work(ctx: Context) -> Ended:
            chat, text = self._app.chat, message.text.strip()
            if chat is None:
                raise Refusal(NO_CHAT)
            if not safe_words(text):
                raise Refusal(NOTHING_WRITTEN)
            if not chat.write(ctx.key, ctx.user, text):
                done.outcome = "repeated"
            return Ended.ANSWERED

        await self._doing.do(page, message.id, work, PressSource.PAGE, done)


NO_PLACE: Final = mark(
    "Gin doesn't know where to put this table. Open the card table from a channel of your server."
)
MOST_ID: Final = 2**63 - 1
NOBODY: Final = mark("This person is no longer on this server. Choose someone else.")


class StartHandler:
    """Answers ``start``."""

    def __init__(self, app: WebApp, doing: IdempotentActions) -> None:
        self._app = app
        self._doing = doing

    async def start(self, page: Connection, message: Start) -> None:
        """Begin a match, or invite to one."""

        if not await still_member(self._app, page):
            return

        async def work(ctx: Context) -> Ended:
            if not (ctx.guild and ctx.channel):
                raise Refusal(NO_PLACE)
            await self._start(page.session, ctx, message)
            return Ended.ANSWERED

        await self._doing.do(page, message.id, work, PressSource.LOBBY)

    async def _start(self, session: Session, ctx: Context, message: Start) -> None:
        hosting = self._app.hosting
        chosen = await chosen_rules(ctx, message.preset)
        clock = clock_of(ctx.reader, message.clock) if message.clock else DAILY
        match message.what:
            case "practice":
                level = value_of(ctx.reader, level_titles, message.level)
                await start_practice(hosting.display, ctx, chosen, level)
            case "challenge":
                who = _user(message.who)
                member = None if who is None else await member_of(ctx, who)
                if member is None:
                    raise Refusal(NOBODY)
                await offer_challenge(hosting, ctx, member, chosen, clock, rated=message.rated)
            case "open":
                await offer_table(
                    hosting,
                    ctx,
                    chosen,
                    clock,
                    players=message.players or None,
                    rated=bool(message.rated),
                )
            case "together":
                await self._seat_both(session, ctx, message)
            case "next":
                await self._meet_next(ctx, message)

    async def _meet_next(self, ctx: Context, message: Start) -> None:
        """Find another opponent, with the rules of a match that this person has finished."""
        hosting = self._app.hosting
        number = MatchId(id_number(message.match or ""))
        live = await ctx.load_match(number)
        if live is None or live.setup.has_shared_deals:
            raise Refusal(NO_MATCH)
        if live.seat_of(ctx.user) is None:
            raise Refusal(NOT_SEATED)
        if not live.is_over:
            raise Refusal("The match isn't over yet.")
        chosen = Ruleset(live.setup.preset, live.setup.rules)
        if live.is_solitary:
            await start_practice(hosting.display, ctx, chosen, _next_level(live))
            return
        await withdraw_rematch(ctx, live.id)
        await find_opponent(
            hosting,
            ctx,
            chosen,
            live.setup.clock,
            rated=live.setup.rated,
            players=len(live.players),
        )

    async def _seat_both(self, session: Session, ctx: Context, message: Start) -> None:
        """Show two members of the playground their match."""
        together, user = self._app.together, _user(message.who)
        names = {} if user is None else await self._app.people.names(session, [user])
        if together is None or user is None or user == ctx.user or user not in names:
            raise Refusal(NOBODY)
        day, _, name = message.id.partition("-")
        key = page_key(user, int(day), name)
        await together.sit_down(ctx, Person(user, names[user]), key)


def _next_level(live: LiveMatch) -> str:
    """Return the level after that of the strongest computer of a match, the weakest after all."""
    levels = list(Level)
    found = [levels.index(Level(one.level)) for one in live.players if one.level is not None]
    return levels[(max(found, default=-1) + 1) % len(levels)].value


def _user(number: str) -> UserId | None:
    """Return the id of a person; ``None`` for a number that no id has."""
    found = int(number or 0)
    return UserId(found) if found <= MOST_ID else None
