"""Help by what one wants to do, the pages of rules, and what runs here and who runs it."""

from bot import __version__
from bot.match.options import Ruleset, ruleset, ruleset_cards
from bot.presses.lobby import PLAY, RulesPress, RulesTab
from bot.presses.pages import MenuPress, MenuVerb
from bot.ui.context import Context
from bot.ui.markup import safe_name
from bot.ui.press import Link
from bot.ui.reader import Reader
from bot.ui.replying import Refusal
from bot.ui.screen import Accent, Button, PersonMenu, Row, Screen, Style, Text
from bot.wording.events import event_refusal
from bot.wording.rules import rules_screen
from engine.duplicate import rules_of
from engine.service.events import EventCode, EventId, EventRefused


def about_of(ctx: Context) -> Screen:
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
    set_up = (_button(t("Set up"), MenuVerb.SETUP, "🛠️"),) if manages else ()
    lines = [
        t("## 🃏 Gin rummy"),
        t("Draw, discard, and knock when your deadwood is low. What do you want to do?"),
    ]
    return Screen(
        (
            Text("\n".join(lines)),
            Row(
                (
                    _button(t("Learn"), MenuVerb.LEARN, "🎓", Style.SUCCESS),
                    _button(t("Practice"), MenuVerb.PRACTICE, "🤖", Style.PRIMARY),
                    _button(t("Challenge a friend"), MenuVerb.CHALLENGE, "⚔️", Style.PRIMARY),
                )
            ),
            Row(
                (
                    _button(t("Find a table"), MenuVerb.FIND, "🔎"),
                    _button(t("Daily challenge"), MenuVerb.DAILY, "📅"),
                    _button(t("My tables"), MenuVerb.TABLES, "🗂️"),
                    _button(t("My hand"), MenuVerb.HAND, "🃏"),
                )
            ),
            Row(
                (
                    _button(t("Trainer"), MenuVerb.TRAINER, "🎯"),
                    _button(t("Events"), MenuVerb.EVENTS, "🏆"),
                    _button(t("Records"), MenuVerb.RECORDS, "📈"),
                    _button(t("Friends"), MenuVerb.FRIENDS, "🙂"),
                    _button(t("Rules"), MenuVerb.RULES, "📖"),
                )
            ),
            Row(
                (
                    _button(t("Settings"), MenuVerb.SETTINGS, "⚙️"),
                    *set_up,
                    _button(t("About"), MenuVerb.ABOUT, "ℹ️"),
                )
            ),
            PersonMenu(
                MenuPress(MenuVerb.PERSON),
                t("Choose a player: challenge, add, message, block…"),
            ),
        ),
        Accent.CALM,
    )


def page_menu(reader: Reader) -> Screen:
    """Return the features that have pages of their own on the card table."""
    t = reader.words.t
    buttons = (
        _button(t("Lessons"), MenuVerb.LEARN, "🎓"),
        _button(t("Trainer"), MenuVerb.TRAINER, "🎯"),
        _button(t("Race"), MenuVerb.RACE, "⏱️"),
        _button(t("Tutor"), MenuVerb.TUTOR, "🎓"),
        _button(t("Ask"), MenuVerb.ASK, "🧠"),
        _button(t("Studies"), MenuVerb.STUDIES, "📝"),
        _button(t("Daily challenge"), MenuVerb.DAILY, "📅"),
        _button(t("Rules"), MenuVerb.RULES, "📖"),
        _button(t("Events"), MenuVerb.EVENTS, "🏆"),
        _button(t("My profile"), MenuVerb.PROFILE, "📈"),
        _button(t("My matches"), MenuVerb.HISTORY, "🗂️"),
        _button(t("Leaderboard"), MenuVerb.LEADERBOARD, "🏆"),
        _button(t("Coins and shop"), MenuVerb.REWARDS, "🪙"),
        _button(t("Friends"), MenuVerb.FRIENDS, "🙂"),
        _button(t("Settings"), MenuVerb.SETTINGS, "⚙️"),
        _button(t("About"), MenuVerb.ABOUT, "ℹ️"),
    )
    return Screen(tuple(Row(buttons[n : n + 5]) for n in range(0, len(buttons), 5)))


def whom_screen(reader: Reader) -> Screen:
    """Return the screen that asks for an opponent when a challenge begins with a button."""
    t = reader.words.t
    menu = PersonMenu(MenuPress(MenuVerb.WHO), t("Choose who to play"))
    return Screen((Text(f"### {t('Who do you want to play?')}"), menu), Accent.CALM)


def records_screen(reader: Reader) -> Screen:
    """Return the ways to what has been played."""
    t = reader.words.t
    buttons = (
        _button(t("My profile"), MenuVerb.PROFILE, "📈", Style.PRIMARY),
        _button(t("My matches"), MenuVerb.HISTORY, "🗂️"),
        _button(t("My studies"), MenuVerb.STUDIES, "📝"),
        _button(t("Leaderboard"), MenuVerb.LEADERBOARD, "🏆"),
        _button(t("Coins and shop"), MenuVerb.REWARDS, "🪙"),
    )
    return Screen((Text(f"### {t('Records')}"), Row(buttons)), Accent.CALM)


def _button(label: str, verb: MenuVerb, emoji: str, style: Style = Style.SECONDARY) -> Button:
    return Button(label, MenuPress(verb), style, emoji)


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
