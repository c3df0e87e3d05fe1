"""The settings of a server for its administrators."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.presses.lobby import PLAY, HousePress, HouseVerb, RulesPress
from bot.presses.menu import MenuVerb, menu_button
from bot.presses.server import (
    AdminPress,
    AdminVerb,
    ConfigPress,
    ServerSetting,
    SetupPress,
    SetupVerb,
)
from bot.ui.paging import paged
from bot.ui.reader import Reader
from bot.ui.screen import (
    Accent,
    Button,
    ChannelMenu,
    Menu,
    MenuChoice,
    Part,
    RoleMenu,
    Row,
    Screen,
    Style,
    Text,
    clipped,
    notice_screen,
)
from bot.wording.names import LANGUAGE_NAMES, OWN_LANGUAGE
from bot.wording.options import NEED_WORDS, OPTION_WORDS
from bot.wording.rules import house_rules
from bot.wording.rules_options import value_text, values_text
from engine.game.option_types import Choices, Option
from engine.game.options import OPTIONS, missing
from engine.game.rules import Rules
from engine.service import GuildConfig


def _press(setting: ServerSetting) -> ConfigPress:
    return ConfigPress(setting)


def server_screen(reader: Reader, config: GuildConfig) -> Screen:
    """Return the current settings with menus; every choice is saved at once."""
    t = reader.words.t
    return Screen(
        (
            Text(f"{t('## Server settings')}\n{server_lines(reader, config)}"),
            ChannelMenu(
                _press(ServerSetting.CHANNELS),
                config.channels,
                t("Where tables open (none: everywhere)"),
            ),
            _menu(
                ServerSetting.LANGUAGE,
                t("Language of public messages"),
                language_names(reader),
                _own(config),
            ),
            _menu(ServerSetting.THREADS, t("Threads"), thread_names(reader), config.threads),
            _menu(ServerSetting.RATED, t("Ratings"), rated_names(reader), config.rated),
            Row((_pings(reader, config), _across(reader, config), _members(reader, config))),
            *_pages(reader),
        ),
        Accent.CALM,
    )


def _own(config: GuildConfig) -> str:
    return config.language or OWN_LANGUAGE


def server_lines(reader: Reader, config: GuildConfig) -> str:
    """Return the current settings, one line each."""
    t = reader.words.t
    places = ", ".join(f"<#{channel}>" for channel in config.channels) or t("every channel")
    house = ", ".join(config.presets) or "—"
    lines = [
        t("Tables open in: {places}", places=places),
        t("Language: {language}", language=language_names(reader).get(_own(config), "")),
        t("Threads: {choice}", choice=thread_names(reader)[config.threads]),
        t("Ratings: {choice}", choice=rated_names(reader)[config.rated]),
        t("Mentions: {choice}", choice=t("on") if config.pings else t("off")),
        t("Players from other servers: {choice}", choice=t("on") if config.across else t("off")),
        t("Leaderboards show: {choice}", choice=_shown_on_boards(reader, config)),
        t("House rules: {names}  ·  `/gin-admin house-rules`", names=house),
    ]
    return "\n".join(f"- {line}" for line in lines)


def _shown_on_boards(reader: Reader, config: GuildConfig) -> str:
    t = reader.words.t
    return t("members only") if config.members_only else t("everybody who has played here")


def language_names(reader: Reader) -> dict[str, str]:
    """Return the languages of public messages by their value."""
    return {OWN_LANGUAGE: reader.words.t("The server's own language"), **LANGUAGE_NAMES}


def thread_names(reader: Reader) -> dict[str, str]:
    """Return when a table gets a thread, by value."""
    t = reader.words.t
    return {
        "never": t("Tables are posted in the channel"),
        "ask": t("A thread if the host asks for one"),
        "always": t("Every table gets a thread"),
    }


def rated_names(reader: Reader) -> dict[str, str]:
    """Return whether matches are rated, by value."""
    t = reader.words.t
    return {
        "yes": t("Challenges are rated by default"),
        "no": t("Challenges are unrated by default"),
        "never": t("Matches are never rated"),
    }


def _menu(setting: ServerSetting, title: str, names: dict[str, str], chosen: str) -> Menu:
    choices = tuple(MenuChoice(name, key, chosen=key == chosen) for key, name in names.items())
    return Menu(_press(setting), choices, title)


def _pings(reader: Reader, config: GuildConfig) -> Button:
    label = reader.words.t("Gin may mention players here")
    return _switch(label, ServerSetting.PINGS, config.pings)


def _across(reader: Reader, config: GuildConfig) -> Button:
    label = reader.words.t("Members can play people from other servers")
    return _switch(label, ServerSetting.ACROSS, config.across)


def _members(reader: Reader, config: GuildConfig) -> Button:
    label = reader.words.t("Leaderboards show members only")
    return _switch(label, ServerSetting.MEMBERS, config.members_only)


def _switch(label: str, setting: ServerSetting, on: bool) -> Button:
    style = Style.SUCCESS if on else Style.SECONDARY
    return Button(label, _press(setting), style, "☑️" if on else "⬜")


def _pages(reader: Reader) -> tuple[Row, Row]:
    """Return the buttons of the administrators' other pages."""
    t = reader.words.t

    def button(label: str, verb: AdminVerb, emoji: str) -> Button:
        return Button(label, AdminPress(verb), emoji=emoji)

    announce = Button(t("What to announce"), SetupPress(SetupVerb.NEWS), emoji="📺")
    return (
        Row(
            (
                announce,
                button(t("House rules"), AdminVerb.HOUSES, "📖"),
                button(t("Bans"), AdminVerb.BANS, "🚫"),
                button(t("Reports"), AdminVerb.REPORTS, "⚠️"),
            )
        ),
        Row(
            (
                button(t("Admin log"), AdminVerb.LOG, "📜"),
                button(t("Unrated matches"), AdminVerb.UNRATED, "⚖️"),
                button(t("Deal statistics"), AdminVerb.DEALS, "🎲"),
                button(t("Fair play"), AdminVerb.FAIR_PLAY, "🔍"),
            )
        ),
    )


PER_MENU: Final = 25
NONE: Final = "none"


def houses_screen(reader: Reader, presets: Mapping[str, Rules | None]) -> Screen:
    """Return all house rules of a server, each with its editor; ``None``: they can't be played."""
    t = reader.words.t
    if not presets:
        text = t("This server has no house rules. Create some with `/gin-admin house-rules`.")
        return notice_screen(text, Accent.CALM)
    lines = [t("## House rules")]
    for name, rules in presets.items():
        sentence = t("can't be played in this version. Remove them, or save them again.")
        if rules is not None:
            sentence = "; ".join(house_rules(reader, "standard", rules))
        lines.append(f"**{name}**: {sentence}")
    parts: list[Part] = [Text(clipped("\n".join(lines), 3500))]
    playable = tuple(MenuChoice(name, name) for name, rules in presets.items() if rules is not None)
    if playable:
        change = HousePress(HouseVerb.OPEN)
        parts.append(paged(reader, Menu(change, playable, t("Change house rules"))))
    every = tuple(MenuChoice(name, name) for name in presets)
    remove = Menu(AdminPress(AdminVerb.REMOVE), every, t("Remove house rules"))
    parts.append(paged(reader, remove))
    return Screen(tuple(parts), Accent.CALM)


def house_screen(reader: Reader, name: str, rules: Rules, page: int, notice: str = "") -> Screen:
    """Return the differences from standard gin, and a menu of the options."""
    t = reader.words.t
    differs = house_rules(reader, "standard", rules) or (t("nothing"),)
    lines = [t("## House rules: {name}", name=name)]
    if notice:
        lines.append(notice)
    lines += [t("Differences from standard gin:"), *(f"- {line}" for line in differs)]
    lines.append(f"-# {t('Every change is saved at once and applies to new matches.')}")
    pages = -(-len(OPTIONS) // PER_MENU)
    page = min(max(page, 0), pages - 1)
    names = list(OPTIONS)[page * PER_MENU : (page + 1) * PER_MENU]
    menu = Menu(
        HousePress(HouseVerb.PICK, name=name),
        tuple(_option(reader, one, rules) for one in names),
        t("Change an option ({page} of {pages})", page=page + 1, pages=pages),
    )
    turns = tuple(
        Button(label, HousePress(HouseVerb.PAGE, page=to, name=name))
        for label, to in ((t("Back"), page - 1), (t("Next"), page + 1))
        if 0 <= to < pages
    )
    show = Button(t("Rules"), RulesPress(PLAY, name))
    return Screen((Text(clipped("\n".join(lines), 3500)), menu, Row((*turns, show))), Accent.CALM)


def _option(reader: Reader, name: str, rules: Rules) -> MenuChoice:
    label = f"{name}: {value_text(rules.options()[name])}"
    return MenuChoice(label, name, clipped(reader.words.t(OPTION_WORDS[name].meaning), 100))


def option_screen(
    reader: Reader, name: str, option: str, rules: Rules, refused: str = ""
) -> Screen:
    """Return one option: its effect, its current value, and its possible values."""
    t = reader.words.t
    need = missing(option, rules)
    lines = [
        t("## House rules: {name}", name=name),
        f"`{option}`  ·  {t(OPTION_WORDS[option].meaning)}",
        t("Now: {value}", value=f"**{value_text(rules.options()[option])}**"),
        t("Values: {values}", values=values_text(option)),
    ]
    if need is not None:
        lines.append(t("No effect here; needs {need}", need=t(NEED_WORDS[need])))
    if refused:
        lines.append(f"⚠️ {refused}")
    page = list(OPTIONS).index(option) // PER_MENU
    back = Button(t("Back"), HousePress(HouseVerb.PAGE, page=page, name=name))
    return Screen(
        (Text("\n".join(lines)), *_values(reader, name, option, rules, back)), Accent.CALM
    )


def _values(reader: Reader, name: str, option: str, rules: Rules, back: Button) -> Sequence[Part]:
    values, now = OPTIONS[option], rules.options()[option]

    def press(verb: HouseVerb) -> HousePress:
        return HousePress(verb, option=option, name=name)

    if isinstance(values, Choices):
        choices = tuple(_value(value, now) for value in values.values)
        return (Menu(press(HouseVerb.SET), choices), Row((back,)))
    number = Button(reader.words.t("Enter a number"), press(HouseVerb.ASK), Style.PRIMARY)
    none = (Button(NONE, press(HouseVerb.NONE)),) if values.or_none else ()
    return (Row((number, *none, back)),)


def _value(value: Option, now: Option) -> MenuChoice:
    return MenuChoice(value_text(value), value_text(value), chosen=value == now)


STEPS = (SetupVerb.PLACE, SetupVerb.LANGUAGE, SetupVerb.NEWS)


def setup_screen(reader: Reader, config: GuildConfig, verb: SetupVerb) -> Screen:
    """Return a step, or the summary."""
    match verb:
        case SetupVerb.PLACE:
            return _place(reader, config)
        case SetupVerb.LANGUAGE:
            return _language(reader, config)
        case SetupVerb.NEWS:
            return _news(reader, config)
        case _:
            return _summary(reader, config)


def _place(reader: Reader, config: GuildConfig) -> Screen:
    t = reader.words.t
    return _step(
        reader,
        SetupVerb.PLACE,
        t("Where to play"),
        t(
            "Choose the channels where tables open. If you choose none, tables open in every "
            "channel."
        ),
        ChannelMenu(
            _set(ServerSetting.CHANNELS),
            config.channels,
            t("Where tables open (none: everywhere)"),
        ),
        _setup_menu(ServerSetting.THREADS, t("Threads"), thread_names(reader), config.threads),
        RoleMenu(
            _set(ServerSetting.ORGANISERS),
            config.organiser_role,
            t("Role that may organise events, besides admins"),
        ),
    )


def _language(reader: Reader, config: GuildConfig) -> Screen:
    t = reader.words.t
    now = config.language or OWN_LANGUAGE
    return _step(
        reader,
        SetupVerb.LANGUAGE,
        t("Language and ratings"),
        t("Private screens use each member's language. This sets the language of public messages."),
        _setup_menu(
            ServerSetting.LANGUAGE, t("Language of public messages"), language_names(reader), now
        ),
        _setup_menu(ServerSetting.RATED, t("Ratings"), rated_names(reader), config.rated),
    )


def _news(reader: Reader, config: GuildConfig) -> Screen:
    t = reader.words.t
    pings = {"yes": t("Players are mentioned on their turn"), "no": t("Nobody is mentioned")}
    return _step(
        reader,
        SetupVerb.NEWS,
        t("What to announce"),
        t("Everything here is optional. Clear a menu to turn it off."),
        _setup_menu(ServerSetting.PINGS, t("Mentions"), pings, "yes" if config.pings else "no"),
        _channel(
            ServerSetting.TV, config.tv_channel, t("Gin TV: channel for the most active table")
        ),
        _channel(ServerSetting.REPORTS, config.reports_channel, t("Channel for members' reports")),
        RoleMenu(
            _set(ServerSetting.SEASON), config.season_role, t("Role for each month's best players")
        ),
    )


def _summary(reader: Reader, config: GuildConfig) -> Screen:
    t = reader.words.t
    lines = [t("## ✅ Gin is set up"), server_lines(reader, config), *_announced(reader, config)]
    lines.append(f"-# {t('Change it any time with `/gin-admin settings`.')}")
    play = menu_button(reader, MenuVerb.PRACTICE, Style.SUCCESS)
    row = Row((_go(reader.words.t("Back"), SetupVerb.NEWS), play))
    return Screen((Text("\n".join(lines)), row), Accent.TURN)


def _announced(reader: Reader, config: GuildConfig) -> list[str]:
    """Return the channels and roles that were chosen, one line each."""
    t = reader.words.t
    chosen = (
        (t("Gin TV: channel for the most active table"), config.tv_channel, "<#{}>"),
        (t("Channel for members' reports"), config.reports_channel, "<#{}>"),
        (t("Role for each month's best players"), config.season_role, "<@&{}>"),
        (t("Role that may organise events, besides admins"), config.organiser_role, "<@&{}>"),
    )
    return [f"- {title}: {form.format(one)}" for title, one, form in chosen if one is not None]


def _step(reader: Reader, verb: SetupVerb, title: str, text: str, *menus: Part) -> Screen:
    t, place = reader.words.t, STEPS.index(verb)
    heading = t("## Set up, step {n} of {all}: {title}", n=place + 1, all=len(STEPS), title=title)
    back = () if place == 0 else (_go(t("Back"), STEPS[place - 1]),)
    following = SetupVerb.DONE if verb is STEPS[-1] else STEPS[place + 1]
    buttons = (*back, _go(t("Next"), following, Style.PRIMARY))
    return Screen((Text(f"{heading}\n{text}"), *menus, Row(buttons)), Accent.CALM)


def _go(label: str, verb: SetupVerb, style: Style = Style.SECONDARY) -> Button:
    return Button(label, SetupPress(verb), style)


def _set(setting: ServerSetting) -> SetupPress:
    return SetupPress(SetupVerb.SET, setting)


def _setup_menu(setting: ServerSetting, title: str, names: dict[str, str], chosen: str) -> Menu:
    choices = tuple(MenuChoice(name, key, chosen=key == chosen) for key, name in names.items())
    return Menu(_set(setting), choices, title)


def _channel(setting: ServerSetting, chosen: int | None, title: str) -> ChannelMenu:
    return ChannelMenu(_set(setting), () if chosen is None else (chosen,), title, most=1)
