"""Presses on the builder of house rules; only a server's administrators may change them."""

from typing import TYPE_CHECKING

import discord

from bot.match.hand.handlers import modal_text
from bot.match.options import ruleset
from bot.server.house_screens import NONE, PER_MENU, house_press, house_screen, option_screen
from bot.ui.answers import Answer
from bot.ui.custom_id import CustomId
from bot.ui.errors import Refusal
from bot.ui.notice import notice_screen
from bot.ui.reader import Reader
from bot.ui.reply import Reply
from bot.wording.errors import option_refusal
from bot.wording.rules_options import value_text, values_text
from engine.game.errors import OptionError
from engine.game.options import OPTIONS, Choices, house_rules
from engine.game.rules import Option, Rules
from engine.service import GuildConfig, GuildId, InteractionId, UserId

if TYPE_CHECKING:
    from bot.app import GinBot


def house_answers(press: CustomId, submitted: bool) -> Answer:
    """Pages in place; a number is written in a form."""
    asks = press.what.startswith("house-ask")
    return Answer.FORM if asks and not submitted else Answer.IN_PLACE


async def house_pressed(
    bot: "GinBot", reply: Reply, press: CustomId, values: tuple[str, ...]
) -> None:
    """``house-open``, ``house-page-1-NAME``, ``house-set-OPTION-NAME`` and the like."""
    asked = reply.interaction
    reader = await bot.readers.of(asked)
    if not (asked.permissions.manage_guild or asked.permissions.administrator):
        text = reader.words.t("Only admins of this server can do that.")
        await reply.private(notice_screen(text))
        return
    _, what, rest = [*press.what.split("-", 2), ""][:3]
    if what == "ask" and asked.type is discord.InteractionType.component:
        await _ask(reply, reader, *rest.split("-", 1))
        return
    config = await bot.service.guild_config(GuildId(asked.guild_id or 0))
    first, _, name = rest.partition("-")
    option, text, page = "", "", 0
    match what:
        case "open":
            name = values[0]
        case "pick":
            name, option = rest, values[0]
        case "page":
            page = int(first)
        case "set":
            option, text = first, values[0]
        case "none":
            option, text = first, NONE
        case _:
            option, text = first, modal_text(asked).strip()
    try:
        rules = ruleset(reader, config.presets, name).rules
    except Refusal as gone:
        await reply.private(notice_screen(str(gone)))
        return
    if name not in config.presets:
        text = reader.words.t("There are no house rules called {name} any more.", name=name[:40])
        await reply.private(notice_screen(text))
    elif what == "pick":
        await reply.update(option_screen(reader, name, option, rules))
    elif not option:
        await reply.update(house_screen(reader, name, rules, page))
    else:
        await _change(bot, reply, reader, config, name, rules, option, text)


async def _change(
    bot: "GinBot",
    reply: Reply,
    reader: Reader,
    config: GuildConfig,
    name: str,
    rules: Rules,
    option: str,
    text: str,
) -> None:
    """Keep a new value, or say on the option's page why it cannot be."""
    asked = reply.interaction
    try:
        changed = house_rules({option: _read(option, text)}, rules)
    except OptionError as error:
        refused = option_refusal(reader, error)
        await reply.update(option_screen(reader, name, option, rules, refused))
        return
    presets = config.presets | {name: changed.differences(Rules())}
    await bot.service.set_guild_config(
        InteractionId(asked.id),
        GuildId(asked.guild_id or 0),
        UserId(asked.user.id),
        config.model_copy(update={"presets": presets}),
    )
    notice = f"✅ `{option}` **{value_text(changed.options()[option])}**"
    page = list(OPTIONS).index(option) // PER_MENU
    await reply.update(house_screen(reader, name, changed, page, notice))


def _read(option: str, text: str) -> Option:
    """A value as it was written; OptionError says what an option takes."""
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


async def _ask(reply: Reply, reader: Reader, option: str, name: str) -> None:
    modal = discord.ui.Modal(title=option, custom_id=house_press("num", option, name), timeout=None)
    field: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id="text", max_length=6, placeholder=values_text(option)
    )
    label = reader.words.t("Number")
    modal.add_item(discord.ui.Label(text=label, component=field))
    modal.stop()
    text = reader.words.t("That took too long. Press the button again.")
    await reply.form(modal, notice_screen(text))
