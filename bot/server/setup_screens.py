"""The set-up of a server: three steps of menus and a summary."""

from bot.presses.config import ServerSetting
from bot.presses.go import GoPress, GoVerb
from bot.presses.setup import SetupPress, SetupVerb
from bot.server.screens import language_names, rated_names, server_lines, thread_names
from bot.ui.reader import Reader
from bot.ui.screen import (
    Accent,
    Button,
    ChannelMenu,
    Choice,
    Menu,
    Part,
    RoleMenu,
    Row,
    Screen,
    Style,
    Text,
)
from bot.wording.languages import OWN_LANGUAGE
from engine.service import GuildConfig

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
        t("Choose the channels where tables open. Without a choice it's every channel."),
        ChannelMenu(
            _set(ServerSetting.CHANNELS),
            config.channels,
            t("Where tables open (none: everywhere)"),
        ),
        _menu(ServerSetting.THREADS, t("Threads"), thread_names(reader), config.threads),
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
        t("Members read their own screens in their own language. This one is for the channel."),
        _menu(
            ServerSetting.LANGUAGE, t("Language of public messages"), language_names(reader), now
        ),
        _menu(ServerSetting.RATED, t("Ratings"), rated_names(reader), config.rated),
    )


def _news(reader: Reader, config: GuildConfig) -> Screen:
    t = reader.words.t
    pings = {"yes": t("Players are mentioned on their turn"), "no": t("Nobody is mentioned")}
    return _step(
        reader,
        SetupVerb.NEWS,
        t("What to announce"),
        t("Everything here is optional, and an empty menu turns it off."),
        _menu(ServerSetting.PINGS, t("Mentions"), pings, "yes" if config.pings else "no"),
        _channel(ServerSetting.TV, config.tv_channel, t("Gin TV: channel of the liveliest table")),
        _channel(ServerSetting.REPORTS, config.reports_channel, t("Channel for members' reports")),
        RoleMenu(
            _set(ServerSetting.SEASON), config.season_role, t("Role for each month's best players")
        ),
    )


def _summary(reader: Reader, config: GuildConfig) -> Screen:
    t = reader.words.t
    lines = [t("## ✅ Gin is set up"), server_lines(reader, config), *_announced(reader, config)]
    lines.append(f"-# {t('Change it any time with `/gin-admin show`.')}")
    play = Button(t("Practice"), str(GoPress(GoVerb.PRACTICE)), Style.SUCCESS, "🤖")
    row = Row((_go(reader.words.t("Back"), SetupVerb.NEWS), play))
    return Screen((Text("\n".join(lines)), row), Accent.TURN)


def _announced(reader: Reader, config: GuildConfig) -> list[str]:
    """Return the channels and roles that were chosen, one line each."""
    t = reader.words.t
    chosen = (
        (t("Gin TV: channel of the liveliest table"), config.tv_channel, "<#{}>"),
        (t("Channel for members' reports"), config.reports_channel, "<#{}>"),
        (t("Role for each month's best players"), config.season_role, "<@&{}>"),
        (t("Role that may organise events, besides admins"), config.organiser_role, "<@&{}>"),
    )
    return [f"- {title}: {form.format(one)}" for title, one, form in chosen if one is not None]


def _step(reader: Reader, verb: SetupVerb, title: str, said: str, *menus: Part) -> Screen:
    t, place = reader.words.t, STEPS.index(verb)
    heading = t("## Set up, step {n} of {all}: {title}", n=place + 1, all=len(STEPS), title=title)
    back = () if place == 0 else (_go(t("Back"), STEPS[place - 1]),)
    following = SetupVerb.DONE if verb is STEPS[-1] else STEPS[place + 1]
    buttons = (*back, _go(t("Next"), following, Style.PRIMARY))
    return Screen((Text(f"{heading}\n{said}"), *menus, Row(buttons)), Accent.CALM)


def _go(label: str, verb: SetupVerb, style: Style = Style.SECONDARY) -> Button:
    return Button(label, str(SetupPress(verb)), style)


def _set(setting: ServerSetting) -> str:
    return str(SetupPress(SetupVerb.SET, setting))


def _menu(setting: ServerSetting, title: str, names: dict[str, str], chosen: str) -> Menu:
    choices = tuple(Choice(name, key, chosen=key == chosen) for key, name in names.items())
    return Menu(_set(setting), choices, title)


def _channel(setting: ServerSetting, chosen: int | None, title: str) -> ChannelMenu:
    return ChannelMenu(_set(setting), () if chosen is None else (chosen,), title, most=1)
