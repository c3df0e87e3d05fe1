"""Help by what one wants to do, the pages of rules, and what runs here and who runs it."""

from collections.abc import Iterable
from typing import Final

from bot import __version__
from bot.match.options import Ruleset, ruleset, ruleset_cards
from bot.presses.lobby import PLAY, RulesPress, RulesTab
from bot.presses.menu import ENTRIES, MenuPress, MenuVerb, menu_button, menu_choice
from bot.ui.context import Context
from bot.ui.markup import safe_name
from bot.ui.press import Link
from bot.ui.reader import Reader
from bot.ui.replying import Refusal
from bot.ui.screen import Accent, Button, Menu, PersonMenu, Row, Screen, Style, Text
from bot.wording.events import event_refusal
from bot.wording.rules import rules_screen
from engine.duplicate import rules_of
from engine.service.events import EventCode, EventId, EventRefused

_HELP: Final = (
    (MenuVerb.LEARN, MenuVerb.PRACTICE, MenuVerb.CHALLENGE, MenuVerb.FIND),
    (MenuVerb.HAND, MenuVerb.DAILY, MenuVerb.EVENTS, MenuVerb.SETTINGS, MenuVerb.SETUP),
)
MORE: Final = (
    MenuVerb.TABLES,
    MenuVerb.FRIENDS,
    MenuVerb.TRAINER,
    MenuVerb.RECORDS,
    MenuVerb.RULES,
    MenuVerb.ABOUT,
)
"""The places of the help's menu."""
_RECORDS: Final = (
    MenuVerb.PROFILE,
    MenuVerb.HISTORY,
    MenuVerb.STUDIES,
    MenuVerb.LEADERBOARD,
    MenuVerb.REWARDS,
)
_STYLES: Final = {
    MenuVerb.LEARN: Style.SUCCESS,
    MenuVerb.PRACTICE: Style.PRIMARY,
    MenuVerb.CHALLENGE: Style.PRIMARY,
    MenuVerb.PROFILE: Style.PRIMARY,
}


async def about_of(ctx: Context) -> Screen:
    """Return the screen with the links that the operator has entered at Discord."""
    app = ctx.client.application
    if app is None:
        return about_screen(ctx.reader, "")
    operator = app.owner.display_name if app.team is None else app.team.name
    return about_screen(
        ctx.reader,
        safe_name(operator),
        app.privacy_policy_url or "",
        app.terms_of_service_url or "",
    )


def about_screen(reader: Reader, operator: str, privacy: str = "", terms: str = "") -> Screen:
    """Return version, licence, support and links. ``operator`` is safe to show."""
    t = reader.words.t
    lines = [
        t("## 🃏 Gin rummy"),
        t("Version {version}, free software under the MIT licence.", version=__version__),
        t("You can download or delete your data in Settings."),
    ]
    if operator:
        lines.append(
            t("For source code and support, contact {name}, who runs this bot.", name=operator)
        )
    links = tuple(
        Button(label, Link(url))
        for label, url in ((t("Privacy"), privacy), (t("Terms"), terms))
        if url
    )
    rows = (Row(links),) if links else ()
    return Screen((Text("\n".join(lines)), *rows), Accent.CALM)


def help_screen(reader: Reader, *, manages: bool = True) -> Screen:
    """Return the help, whose buttons say what one wants to do.

    ``manages``: whether the reader may set the server up.
    """
    t = reader.words.t
    lines = [
        t("## 🃏 Gin rummy"),
        t("Draw, discard, and knock when your deadwood is low."),
    ]
    left_out = () if manages else (MenuVerb.SETUP,)
    rows = (_row(reader, (one for one in row if one not in left_out)) for row in _HELP)
    choices = tuple(menu_choice(reader, one) for one in MORE)
    more = Menu(MenuPress(MenuVerb.MORE), choices, t("More"))
    people = PersonMenu(MenuPress(MenuVerb.PERSON), t("Find a player"))
    return Screen((Text("\n".join(lines)), *rows, more, people), Accent.CALM)


def _row(reader: Reader, verbs: Iterable[MenuVerb]) -> Row:
    buttons = (menu_button(reader, one, _STYLES.get(one, Style.SECONDARY)) for one in verbs)
    return Row(tuple(buttons))


def page_menu(reader: Reader) -> Screen:
    """Return the features that have pages of their own on the card table."""
    buttons = tuple(one.page_button(reader) for one in ENTRIES if one.section is not None)
    return Screen(tuple(Row(buttons[n : n + 5]) for n in range(0, len(buttons), 5)))


def whom_screen(reader: Reader) -> Screen:
    """Return the screen that asks for an opponent when a challenge begins with a button."""
    t = reader.words.t
    menu = PersonMenu(MenuPress(MenuVerb.WHO), t("Choose who to play"))
    return Screen((Text(f"### {t('Who do you want to play?')}"), menu), Accent.CALM)


def records_screen(reader: Reader) -> Screen:
    """Return the ways to what has been played."""
    return Screen((Text(f"### {reader.words.t('Records')}"), _row(reader, _RECORDS)), Accent.CALM)


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
