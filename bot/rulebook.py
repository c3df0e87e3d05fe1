"""Handlers of the pages of rules: play, scoring, options; of a preset or of an event."""

from bot.match.options import Ruleset, ruleset
from bot.presses.lobby import RulesPress
from bot.ui.context import Context
from bot.ui.replying import Refusal
from bot.wording.events import event_refusal
from bot.wording.rules import rules_screen
from engine.duplicate.boards import rules_of
from engine.service.events.outcomes import EventCode, EventRefused
from engine.service.events.types import EventId


async def rules_pressed(ctx: Context, press: RulesPress) -> None:
    """Show a page of the rules."""
    chosen = await _of_event(ctx, press.id) if press.id else await _of_preset(ctx, press.preset)
    screen = rules_screen(ctx.reader, chosen.rules, chosen.name, press.tab, event=press.id)
    if ctx.origin.is_public:  # the message of an event, which everybody reads
        await ctx.reply.private(screen)
    else:
        await ctx.reply.update(screen)


async def _of_preset(ctx: Context, preset: str) -> Ruleset:
    return ruleset((await ctx.service.guild_config(ctx.guild)).presets, preset)


async def _of_event(ctx: Context, number: int) -> Ruleset:
    """Return what the matches of an event are played by, with its own length or boards."""
    event = await ctx.service.events.event(EventId(number))
    if event is None or event.guild != ctx.guild:
        gone = EventRefused(EventCode.NO_SUCH_EVENT)
        raise Refusal.in_words(event_refusal(ctx.reader, gone))
    plan = event.plan
    rules = rules_of(plan.rules, plan.boards) if plan.kind.is_duplicate else plan.rules
    return Ruleset(plan.preset, rules)
