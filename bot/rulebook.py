"""Handlers of the pages of rules: play, scoring, options; of a preset or of an event."""

from bot.match.options import Ruleset, ruleset, ruleset_cards
from bot.presses.lobby import PLAY, RulesPress, RulesTab
from bot.ui.context import Context
from bot.ui.replying import Refusal
from bot.ui.screen import Screen
from bot.wording.events import event_refusal
from bot.wording.rules import rules_screen
from engine.duplicate.boards import rules_of
from engine.service.events.outcomes import EventCode, EventRefused
from engine.service.events.types import EventId


async def rules_pressed(ctx: Context, press: RulesPress) -> None:
    """Show a page of the rules."""
    if press.id:
        chosen = await _of_event(ctx, press.id)
        screen = rules_screen(ctx.reader, chosen.rules, chosen.name, press.tab, event=press.id)
    else:
        screen = await rules_page(ctx, press.preset, press.tab)
    if ctx.origin.is_public:  # the message of an event, which everybody reads
        await ctx.reply.private(screen)
    else:
        await ctx.reply.update(screen)


async def rules_page(ctx: Context, preset: str, tab: RulesTab = PLAY) -> Screen:
    """Return a page of a ruleset's rules, with the others that can be read here."""
    house = (await ctx.service.guild_config(ctx.guild)).presets
    others = ruleset_cards(ctx.reader.words, house)
    return rules_screen(ctx.reader, ruleset(house, preset).rules, preset, tab, others=others)


async def _of_event(ctx: Context, number: int) -> Ruleset:
    """Return what the matches of an event are played by, with its own length or boards."""
    event = await ctx.service.events.event(EventId(number))
    if event is None or event.guild != ctx.guild:
        gone = EventRefused(EventCode.NO_SUCH_EVENT)
        raise Refusal.in_words(event_refusal(ctx.reader, gone))
    plan = event.plan
    rules = rules_of(plan.rules, plan.boards) if plan.kind.is_duplicate else plan.rules
    return Ruleset(plan.preset, rules)
