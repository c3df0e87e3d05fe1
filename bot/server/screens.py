"""The settings of a server for its administrators."""

from bot.presses.admin import AdminPress, AdminVerb
from bot.presses.config import ConfigPress, ServerSetting
from bot.presses.setup import SetupPress, SetupVerb
from bot.ui.reader import Reader
from bot.ui.screen import Accent, Button, ChannelMenu, Choice, Menu, Row, Screen, Style, Text
from bot.wording.languages import NAMES, OWN_LANGUAGE
from engine.service import GuildConfig


def _press(setting: ServerSetting) -> str:
    return str(ConfigPress(setting))


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
            Row((_pings(reader, config), _across(reader, config))),
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
        t("Players of other servers: {choice}", choice=t("on") if config.across else t("off")),
        t("House rules: {names}  ·  `/gin-admin preset`", names=house),
    ]
    return "\n".join(f"- {line}" for line in lines)


def language_names(reader: Reader) -> dict[str, str]:
    """Return the languages of public messages by their value."""
    return {OWN_LANGUAGE: reader.words.t("The server's own language"), **NAMES}


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
    choices = tuple(Choice(name, key, chosen=key == chosen) for key, name in names.items())
    return Menu(_press(setting), choices, title)


def _pings(reader: Reader, config: GuildConfig) -> Button:
    label = reader.words.t("Gin can mention players here")
    return _switch(label, ServerSetting.PINGS, config.pings)


def _across(reader: Reader, config: GuildConfig) -> Button:
    label = reader.words.t("Members can meet players of other servers")
    return _switch(label, ServerSetting.ACROSS, config.across)


def _switch(label: str, setting: ServerSetting, on: bool) -> Button:
    style = Style.SUCCESS if on else Style.SECONDARY
    return Button(label, _press(setting), style, "☑️" if on else "⬜")


def _pages(reader: Reader) -> tuple[Row, Row]:
    """Return the buttons of the administrators' other pages."""
    t = reader.words.t

    def button(label: str, verb: AdminVerb, emoji: str) -> Button:
        return Button(label, str(AdminPress(verb)), emoji=emoji)

    announce = Button(t("What to announce"), str(SetupPress(SetupVerb.NEWS)), emoji="📺")
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
