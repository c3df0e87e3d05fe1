"""The daily challenge: the deals, the puzzle, the board, and the proof after its end."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.match.hand.handlers import open_panel
from bot.match.standing import Board
from bot.match.wiring import MatchDisplay
from bot.presses.exercise import ExercisePress
from bot.presses.pages import DailyPress, DailyVerb
from bot.ui.context import Context
from bot.ui.i18n import mark
from bot.ui.page_buttons import press_button
from bot.ui.parts.kinds import Covers, Ground
from bot.ui.parts.rows import RowsPart
from bot.ui.parts.section import SectionPart
from bot.ui.reader import Reader
from bot.ui.replying import Refusal
from bot.ui.routes import AnswerKind
from bot.ui.screen import (
    Accent,
    Button,
    Part,
    Row,
    Screen,
    Style,
    Text,
    notice_screen,
)
from bot.wording.cards import short
from bot.wording.names import date_words
from bot.wording.scores import signed
from engine import daily, fairness
from engine.game.errors import RecordError
from engine.players import CHARACTERS
from engine.service.daily import AskDay, DayCode, DayRefused, PuzzleForReader, Today
from engine.service.standings import Standing

BOARD_LINES: Final = 10
SHOWN_CARDS: Final = 21
REFUSALS: Final = {
    DayCode.PLAYED: mark("You've already played today's challenge. New deals come tomorrow."),
    DayCode.NOT_READY: mark("Today's deals aren't ready yet. Try again in a moment."),
    DayCode.CLOSED: mark("That day is over. Today's challenge is waiting for you."),
    DayCode.BANNED: mark("The admins of this server have banned you from playing here."),
}


@dataclass(frozen=True, slots=True)
class DayShown:
    """A day with its board. ``everywhere``: all servers. ``today``: the current day."""

    day: Today
    board: Standing[int]
    everywhere: bool
    today: int
    world_board: bool


def day_press(day: int, verb: DailyVerb) -> DailyPress:
    """Return a control of a day."""
    return DailyPress(verb, id=day)


def day_screen(reader: Reader, shown: DayShown) -> Screen:
    """Return the screen of a day."""
    controls = _controls(reader, shown)
    parts: list[Part] = [Text(_head(reader, shown)), _page_head(reader, shown, controls)]
    parts += _board(reader, shown)
    parts += controls
    return Screen(tuple(parts), Accent.GOLD)


def _head(reader: Reader, shown: DayShown) -> str:
    t, tn, day = reader.words.t, reader.words.tn, shown.day
    name = CHARACTERS[daily.LEVEL].name
    lines = [f"## 📅 {t('Daily challenge')} · {date_words(day.day)}"]
    about = t(
        "{n} deals of gin against {name}, the same for everyone. One attempt.",
        n=daily.ROUNDS,
        name=name,
    )
    lines.append(f"-# {about}")
    facts = []
    if day.par is not None:
        facts.append(t("Par **{points}**", points=signed(day.par)))
    facts.append(tn("{n} player so far", "{n} players so far", day.tries))
    if shown.day.day == shown.today:
        facts.append(t("new deals {when}", when=f"<t:{day.closes_ms // 1000}:R>"))
    lines.append("  ·  ".join(facts))
    lines.append(_mine(reader, shown))
    if day.streak:
        lines.append(f"🔥 {streak_words(reader, day.streak)}")
    return "\n".join(lines)


def _page_head(reader: Reader, shown: DayShown, controls: Sequence[Part]) -> SectionPart:
    """Return the head as a page shows it, with what one does now."""
    _, about, *lines = _head(reader, shown).splitlines()
    first = next(part for part in controls if isinstance(part, Row))
    is_first = {Style.SUCCESS, Style.PRIMARY}
    return SectionPart(
        title=reader.words.t("Daily challenge"),
        lines=(date_words(shown.day.day), about.removeprefix("-# "), *lines),
        ground=Ground.BOX,
        covers=Covers.TEXTS,
        is_own=True,
        buttons=tuple(press_button(one) for one in first.buttons if one.style in is_first),
    )


def is_coming(shown: DayShown) -> bool:
    """Whether today's deals are still being prepared."""
    return shown.day.day == shown.today and shown.day.par is None


def _mine(reader: Reader, shown: DayShown) -> str:
    t, day = reader.words.t, shown.day
    mine = day.mine
    if is_coming(shown):
        return t(REFUSALS[DayCode.NOT_READY])
    if mine is None:
        return t("You haven't played this challenge.")
    if mine.points is None:
        if mine.ended:
            return t("Your attempt ended before the last deal, so it has no score.")
        return t("You've started but not finished.")
    score = t("Your score: **{points}**", points=signed(mine.points))
    if day.par is None:
        return score
    over = mine.points - day.par
    if over > 0:
        return f"{score} · ⭐ " + t("{n} better than par", n=over)
    if over == 0:
        return f"{score} · " + t("exactly par")
    return f"{score} · " + t("{n} short of par", n=-over)


def _board(reader: Reader, shown: DayShown) -> list[Part]:
    t, lines = reader.words.t, shown.board.lines
    where = t("All servers") if shown.everywhere else t("This server")
    if not lines:
        nobody = t("No scores yet.")
        rows = RowsPart(title=where, ground=Ground.PAPER, rows=(), nobody=nobody)
        return [rows, Text(f"**{where}**\n{nobody}")]
    board = Board(
        shown.board,
        lambda one: signed(round(one.value)),
        lambda one: f"🔥 {one.about}" if one.about > 1 else "",
        lambda one: streak_words(reader, one.about) if one.about > 1 else "",
        # Points have no natural zero: the bars begin slightly below the last value of the page.
        zero=lines[-1].value - 20,
    )
    if reader.text_mode:
        return [Text(f"**{where}**\n{board.words()}")]
    about = f"{where} · {daily.dashed(shown.day.day)}"
    return [board.picture(reader, "day", t("Daily challenge"), about)]


def streak_words(reader: Reader, days: int) -> str:
    """Return how many days in a row somebody has played."""
    return reader.words.tn("{n} day in a row", "{n} days in a row", days)


def _controls(reader: Reader, shown: DayShown) -> list[Part]:
    t, day = reader.words.t, shown.day
    first = []
    running = day.mine is not None and not day.mine.ended
    if is_coming(shown):
        refresh = day_press(day.day, DailyVerb.LOOK)
        first.append(Button(t("Refresh"), refresh, Style.PRIMARY, "🔄"))
    elif day.day == shown.today and (day.mine is None or running):
        label = t("Continue") if running else t("Play the deals")
        first.append(Button(label, day_press(day.day, DailyVerb.PLAY), Style.SUCCESS, "🃏"))
    if day.day == shown.today and not is_coming(shown):
        first.append(Button(t("Puzzle"), day_press(day.day, DailyVerb.PUZZLE), Style.PRIMARY, "🧩"))
    if day.day == shown.today:
        yesterday = daily.later(shown.today, -1)
        first.append(Button(t("Yesterday"), day_press(yesterday, DailyVerb.LOOK), emoji="⬅️"))
    else:
        first.append(Button(t("Today"), day_press(0, DailyVerb.LOOK), emoji="➡️"))
    first.append(Button(t("Verify"), day_press(day.day, DailyVerb.VERIFY), emoji="🔏"))
    here = Button(
        t("This server"),
        day_press(day.day, DailyVerb.HERE),
        emoji="🏠",
        disabled=not shown.everywhere,
    )
    world = Button(
        t("All servers"),
        day_press(day.day, DailyVerb.EVERYWHERE),
        emoji="🌍",
        disabled=shown.everywhere,
    )
    parts: list[Part] = [Row(tuple(first)), Row((here, world))]
    if shown.everywhere and not shown.world_board:
        text = t("You aren't on the global leaderboard. Join it in `/gin settings`.")
        parts.insert(0, Text(f"-# {text}"))
    return parts


def verify_day_screen(reader: Reader, day: Today) -> Screen:
    """Return the proof of a day: its commitment, and after the day its secret and the deals."""
    t = reader.words.t
    lines = [
        f"## 🔏 {t('Verify these deals')} · {date_words(day.day)}",
        t("Commitment: `{anchor}`", anchor=day.anchor),
    ]
    if day.secret is None:
        lines.append(
            t("Everyone plays these deals, so their secrets stay hidden until the day is over.")
        )
        if day.tomorrow:
            lines.append(t("Tomorrow's commitment: `{anchor}`", anchor=day.tomorrow))
        return Screen((Text("\n".join(lines)), _back(reader, day)), Accent.WAIT)
    root = bytes.fromhex(day.secret)
    lines.append(t("Secret: `{secret}`", secret=day.secret))
    if fairness.anchor(root).hex() != day.anchor:
        lines.append(t("❌ The secret does not match the commitment."))
        return Screen((Text("\n".join(lines)), _back(reader, day)), Accent.ALERT)
    lines.append(t("✅ The secret matches the commitment. Recomputed from it:"))
    decks = fairness.CommittedDecks(root, day.day, daily.contributions_on(day.day))
    for number in range(1, daily.ROUNDS + 1):
        cards = " ".join(short(card) for card in decks.deck(number, 0, 0)[:SHOWN_CARDS])
        lines.append(t("Deal {n}: {cards}…", n=number, cards=cards))
    lines.append("-# " + t("See `docs/play/fair-deals.md` for how to check it without this bot."))
    return Screen((Text("\n".join(lines)), _back(reader, day)), Accent.CALM)


def _back(reader: Reader, day: Today) -> Row:
    return Row((Button(reader.words.t("Back"), day_press(day.day, DailyVerb.LOOK), emoji="↩️"),))


PuzzleScreen: TypeAlias = Callable[[Reader, str, PuzzleForReader], Screen]
"""Shows a puzzle to a reader, who has a name that is safe to show."""


def daily_answers(press: DailyPress, _submitted: bool) -> AnswerKind:
    """Return the answer kind: a separate hand panel for the day's deals, in place for pages."""
    return AnswerKind.PRIVATE if press.verb is DailyVerb.PLAY else AnswerKind.IN_PLACE


async def daily_pressed(
    display: MatchDisplay, puzzle_screen: PuzzleScreen, ctx: Context, press: DailyPress
) -> None:
    """Play a day's deals, or show a part of the day; ``puzzle_screen`` is the trainer's."""
    day = press.id or ctx.service.daily.day
    match press.verb:
        case DailyVerb.PLAY:
            await play_day(display, ctx)
        case DailyVerb.PUZZLE:
            await ctx.reply.update(await _puzzle(ctx, day, puzzle_screen))
        case DailyVerb.VERIFY:
            await ctx.reply.update(await _verified(ctx, day))
        case DailyVerb.LOOK:
            await ctx.reply.update(await screen_of(ctx, day))
        case DailyVerb.HERE:
            ctx.require_server()
            await ctx.reply.update(await screen_of(ctx, day))
        case DailyVerb.EVERYWHERE:
            await ctx.reply.update(await screen_of(ctx, day, everywhere=True))


async def play_day(display: MatchDisplay, ctx: Context) -> None:
    """Start or resume the day's only attempt in a private panel."""
    ask = AskDay(ctx.key, ctx.guild, ctx.channel, ctx.person)
    outcome = await ctx.service.daily.play(ask)
    live = outcome.live
    if not isinstance(outcome, DayRefused) or (live is not None and not live.is_over):
        assert live is not None, "only a refusal can be without a match"
        await open_panel(display, ctx, live)
        return
    raise Refusal(REFUSALS[outcome.code])


async def screen_of(ctx: Context, day: int | None = None, *, everywhere: bool = False) -> Screen:
    """Return a day as seen by the reply's person."""
    found = await _found(ctx, day)
    if found is None:
        return _nothing(ctx, day, ctx.t("There was no daily challenge on that day."))
    user, everywhere = ctx.user, everywhere or not ctx.guild
    guild = None if everywhere else ctx.guild
    service = ctx.service.daily
    board = await ctx.members.page(
        guild,
        lambda left: service.board(found.day, guild, user, BOARD_LINES, left),
        lambda board: (one.user_id for one in board.lines),
    )
    prefs = await ctx.prefs()
    shown = DayShown(found, board, everywhere, service.day, prefs.world_board)
    return day_screen(ctx.reader, shown)


async def day_puzzle_of(puzzle_screen: PuzzleScreen, ctx: Context, press: ExercisePress) -> Screen:
    """Return the puzzle of a press."""
    return await _puzzle(ctx, press.id or ctx.service.daily.day, puzzle_screen)


async def _puzzle(ctx: Context, day: int, puzzle_screen: PuzzleScreen) -> Screen:
    """Return the day's puzzle, or its solution if the person has answered."""
    user = ctx.user
    found = await ctx.service.daily.look(user, day)
    try:
        asked = await ctx.service.puzzles.asked(day, user)
    except RecordError:
        asked = None
    if asked is None:
        is_made = found is not None and found.par is not None
        text = ctx.t("There is no puzzle for this day.")
        return notice_screen(text) if is_made else _nothing(ctx, day, text)
    return puzzle_screen(ctx.reader, ctx.called, asked)


def _nothing(ctx: Context, day: int | None, text: str) -> Screen:
    """Return that a day has nothing to show, or not yet if it is today. ``text``: the former."""
    if day in (None, ctx.service.daily.day):
        text = ctx.t(REFUSALS[DayCode.NOT_READY])
    return notice_screen(text)


async def _verified(ctx: Context, day: int) -> Screen:
    found = await _found(ctx, day)
    if found is None:
        return _nothing(ctx, day, ctx.t("There was no daily challenge on that day."))
    return verify_day_screen(ctx.reader, found)


async def _found(ctx: Context, day: int | None) -> Today | None:
    service, user = ctx.service.daily, ctx.user
    found = await service.look(user, day)
    if found is not None and found.day < service.day and found.secret is None:
        # The first reader of a past day reveals it if no task has done so yet.
        await service.close_ended()
        found = await service.look(user, day)
    return found
