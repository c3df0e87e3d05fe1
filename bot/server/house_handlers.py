"""Handlers of the house rules builder; administrators only."""

from collections.abc import Mapping

from bot.match.options import ruleset
from bot.presses.house import HousePress, HouseVerb
from bot.server.house_screens import NONE, PER_MENU, house_screen, houses_screen, option_screen
from bot.ui.answers import Answer
from bot.ui.context import Context
from bot.ui.forms import ask_for_text, is_submitted, text_of
from bot.ui.notice import notice_screen
from bot.ui.refusal import Refusal
from bot.ui.screen import Accent, Screen
from bot.wording.errors import option_refusal
from bot.wording.rules_options import value_text, values_text
from engine.game.errors import OptionError
from engine.game.options import OPTIONS, Choices, house_rules
from engine.game.rules import Option, Rules
from engine.service import GuildConfig


def house_answers(press: HousePress, submitted: bool) -> Answer:
    """Return the answer kind: in place for pages, a form for a number."""
    asks = press.verb is HouseVerb.ASK and not submitted
    return Answer.FORM if asks else Answer.IN_PLACE


async def house_pressed(ctx: Context, press: HousePress) -> None:
    """Show a page or an option of house rules, or change an option."""
    ctx.require_admin()
    if press.verb is HouseVerb.ASK and not is_submitted(ctx):
        await _ask(ctx, press.option, press.name)
        return
    config = await ctx.service.guild_config(ctx.guild)
    name = ctx.value if press.verb is HouseVerb.OPEN else press.name
    rules = ruleset(config.presets, name).rules
    if name not in config.presets:
        raise Refusal("There are no house rules called {name} any more.", name=name[:40])
    match press.verb:
        case HouseVerb.OPEN | HouseVerb.PAGE:
            await ctx.reply.update(house_screen(ctx.reader, name, rules, press.page))
        case HouseVerb.PICK:
            await ctx.reply.update(option_screen(ctx.reader, name, ctx.value, rules))
        case HouseVerb.SET:
            await _change(ctx, config, name, rules, press.option, ctx.value)
        case HouseVerb.NONE:
            await _change(ctx, config, name, rules, press.option, NONE)
        case HouseVerb.ASK | HouseVerb.NUMBER:
            await _change(ctx, config, name, rules, press.option, text_of(ctx).strip())


async def _change(
    ctx: Context, config: GuildConfig, name: str, rules: Rules, option: str, text: str
) -> None:
    """Save a new value, or show on the option's page why it is invalid."""
    try:
        changed = house_rules({option: _read(option, text)}, rules)
    except OptionError as error:
        refused = option_refusal(ctx.reader, error)
        await ctx.reply.update(option_screen(ctx.reader, name, option, rules, refused))
        return
    presets = config.presets | {name: changed.differences(Rules())}
    kept = config.model_copy(update={"presets": presets})
    await ctx.configure(kept)
    notice = f"✅ `{option}` **{value_text(changed.options()[option])}**"
    page = list(OPTIONS).index(option) // PER_MENU
    await ctx.reply.update(house_screen(ctx.reader, name, changed, page, notice))


def _read(option: str, text: str) -> Option:
    """Parse a value; OptionError states what an option accepts."""
    values = OPTIONS.get(option)
    if isinstance(values, Choices):
        found = {value_text(value): value for value in values.values}
        if text in found:
            return found[text]
    elif values is not None and text == NONE and values.or_none:
        return None
    elif values is not None and text.isascii() and text.isdigit() and len(text) < 7:
        return int(text)
    known = values_text(option) if values is not None else ""
    raise OptionError("unknown_value", option=option, value=text[:40], known=known)


async def _ask(ctx: Context, option: str, name: str) -> None:
    press = HousePress(HouseVerb.NUMBER, option=option, name=name)
    label = ctx.t("Number")
    await ask_for_text(ctx, str(press), option, label, length=6, placeholder=values_text(option))


async def houses_of(ctx: Context) -> Screen:
    """Return all house rules of the server."""
    presets = (await ctx.service.guild_config(ctx.guild)).presets
    return houses_screen(ctx.reader, {name: _playable(presets, name) for name in presets})


def _playable(presets: Mapping[str, Mapping[str, Option]], name: str) -> Rules | None:
    """Return house rules; ``None`` if an option of an older release makes them unplayable."""
    try:
        return ruleset(presets, name).rules
    except Refusal:
        return None


async def remove_house(ctx: Context, name: str) -> Screen:
    """Remove house rules; return a sentence about it."""
    config = await ctx.service.guild_config(ctx.guild)
    if name not in config.presets:
        raise Refusal("There are no house rules called {name} any more.", name=name[:40])
    presets = {key: value for key, value in config.presets.items() if key != name}
    await ctx.configure(config.model_copy(update={"presets": presets}))
    text = ctx.t("**{name}** is removed. Matches that use it go on.", name=name)
    return notice_screen(text, Accent.CALM)
