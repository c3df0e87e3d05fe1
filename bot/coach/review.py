"""The coach in chat: grades, better choices with reasons, luck apart from skill, hints."""

import logging
from dataclasses import replace
from typing import Final

from bot.match.board import match_context, panel_of
from bot.match.coaching import Coaching
from bot.match.exercise_screen import choice_rows
from bot.match.hand.model import laid_out
from bot.match.match_pages import MatchPage, match_pages
from bot.match.panels import PanelKind
from bot.match.wiring import MatchDisplay
from bot.presses.match import CoachPress, CoachVerb, HintPress
from bot.presses.menu import MenuVerb, menu_button
from bot.ui.context import Context
from bot.ui.i18n import mark
from bot.ui.reader import Reader
from bot.ui.replying import Refusal
from bot.ui.routes import AnswerKind
from bot.ui.screen import Accent, Button, Image, Part, Row, Screen, Style, Text, clipped
from bot.wording.cards import hand_words
from bot.wording.reasons import GRADES, action_label, action_words, reason_words, with_reason
from bot.wording.scores import signed_tenths
from engine.coach import THRESHOLDS, Grade, Graded, Hint, Option, Reason
from engine.coach.luck import Luck, Study
from engine.game.actions import RoundAction
from engine.game.errors import GinError
from engine.game.match import MatchPhase
from engine.game.notation import action_text
from engine.game.rules import GameKind
from engine.game.view import SeatView
from engine.service import LiveMatch, MatchId, Service
from engine.service.standings import MatchLuck

CLOSE: Final = THRESHOLDS[0][0]
"""Points up to which another choice is as good as the best."""
LEAST_SHOWN: Final = 0.1
MOST_CHOICES: Final = 10
"""The choices that are offered for another attempt."""


def coach_screen(reader: Reader, match: int, study: Study, index: int, *, asked: bool) -> Screen:
    """Return a round's review at a costly decision; ``asked``: the answer is still hidden."""
    review = study.review
    parts: list[Part] = [Text(_summary(reader, study))]
    if review.costliest:
        one = review.costliest[index % len(review.costliest)]
        parts.append(hand_part(reader, one.view))
        if asked:
            parts += _question(reader, match, study, index, one)
        else:
            parts.append(Text(_verdict(reader, one, one.reason)))
        parts.append(_pages(reader, match, study, index, asked=asked))
    return Screen(tuple(parts), Accent.GOLD)


def tried_screen(reader: Reader, match: int, study: Study, index: int, choice: int) -> Screen:
    """Return the answer after another attempt at the decision."""
    one = study.review.costliest[index % len(study.review.costliest)]
    tried = sorted(
        zip(one.options, one.reasons, strict=True), key=lambda pair: _key(pair[0].action)
    )
    chosen, why_not = tried[choice % len(tried)]
    right = chosen.action == one.best.action
    parts: tuple[Part, ...] = (
        Text(_answer(reader, one, chosen)),
        hand_part(reader, one.view),
        Text(_verdict(reader, one, one.reason if right else why_not)),
        _pages(reader, match, study, index, asked=False),
    )
    return Screen(parts, Accent.TURN if right else Accent.ALERT)


def _answer(reader: Reader, one: Graded, chosen: Option) -> str:
    """Return how a choice compares with the best one."""
    t, action = reader.words.t, action_words(reader, chosen.action)
    cost = one.best.points - chosen.points
    if chosen.action == one.best.action:
        return t("✅ Yes: {action}.", action=action)
    if one.best.expected - chosen.expected < CLOSE:
        return t("☑️ {action} is almost as good.", action=action)
    if cost < LEAST_SHOWN:
        return t("❌ {action} makes you less likely to win at this score.", action=action)
    return t("❌ {action} scores about {n} points less.", action=action, n=f"{cost:.1f}")


def _summary(reader: Reader, study: Study) -> str:
    t, tn, review = reader.words.t, reader.words.tn, study.review
    lines = [t("## 🎓 Coach: round {n}", n=study.number)]
    if review.accuracy is None:
        lines.append(t("There was nothing to decide in this round."))
    else:
        counts = [
            tn("{n} inaccuracy", "{n} inaccuracies", review.count(Grade.INACCURACY)),
            tn("{n} mistake", "{n} mistakes", review.count(Grade.MISTAKE)),
            tn("{n} blunder", "{n} blunders", review.count(Grade.BLUNDER)),
        ]
        made = [text for text in counts if not text.startswith("0")]
        accuracy = t("Accuracy **{n}%**", n=f"{review.accuracy:.0f}")
        lines.append("  ·  ".join((accuracy, *made)))
        if not review.costliest:
            lines.append(t("Every decision was as good as any other. Well played!"))
    lines.append(luck_words(reader, study.luck))
    return "\n".join(lines)


def luck_words(reader: Reader, luck: Luck) -> str:
    """Return the sources of the points in one line."""
    return reader.words.t(
        "Your points {points}: deal {deal}, draws {draws}, your play {own}, your "
        "opponent's play {theirs}",
        points=f"**{_whole(luck.points)}**",
        deal=signed_tenths(luck.deal),
        draws=signed_tenths(luck.draws),
        own=signed_tenths(luck.decisions),
        theirs=signed_tenths(luck.theirs),
    )


def luck_screen(reader: Reader, luck: MatchLuck | None) -> Screen:
    """Return the luck in a match, in points to the reader; ``None``: it is unknown."""
    t, tn = reader.words.t, reader.words.tn
    if luck is None or luck.rounds == 0:
        text = t("No round of gin was finished, so luck and skill can't be told apart.")
        return Screen((Text(text),), Accent.GOLD)
    lines = [
        t("## 🍀 Luck and skill"),
        tn(
            "Your net result over {n} round: **{points}** points. Where it came from:",
            "Your net result over {n} rounds: **{points}** points. Where it came from:",
            luck.rounds,
            points=_whole(luck.points),
        ),
        t("🃏 the deal: **{n}**", n=signed_tenths(luck.deal)),
        t("🎴 the draws: **{n}**", n=signed_tenths(luck.draws)),
        t("🧠 play (both sides): **{n}**", n=signed_tenths(luck.play)),
        "-# " + t("Each card counts by how much it changed the result you could expect."),
    ]
    return Screen((Text("\n".join(lines)),), Accent.GOLD)


def _whole(points: float) -> str:
    """Format a number as ``+15`` or ``−15``."""
    return f"{round(points) + 0:+d}".replace("-", "−")


def hand_part(reader: Reader, view: SeatView) -> Part:
    """Return a hand as a picture, or in words; the deadwood of Mahjong gin has no count."""
    is_gin = view.public.rules.game_kind is GameKind.GIN
    alt = hand_words(reader, view.layout, counted=is_gin)
    if reader.text_mode:
        return Text(alt)
    drawn = view.drawn if view.drawn is not None else view.taken
    model = laid_out(reader, view.layout, drawn)
    return Image(model, "hand", clipped(alt, 1024))


def _verdict(reader: Reader, one: Graded, why: Reason) -> str:
    lines = [
        _played(reader, one),
        with_reason(
            reader,
            mark("Better: **{action}**. {reason}"),
            action=action_words(reader, one.best.action),
            reason=reason_words(reader, why),
        ),
    ]
    return "\n".join(lines)


def _played(reader: Reader, one: Graded) -> str:
    t, action = reader.words.t, action_words(reader, one.played.action)
    grade, cost = t(GRADES[one.grade]), one.best.points - one.played.points
    if cost < LEAST_SHOWN:
        return t("You: **{action}** ({grade} at this score).", action=action, grade=grade)
    return t(
        "You: **{action}** ({grade}, about {n} points).",
        action=action,
        grade=grade,
        n=f"−{cost:.1f}",
    )


def _question(reader: Reader, match: int, study: Study, index: int, one: Graded) -> list[Part]:
    options = sorted(one.options, key=lambda option: _key(option.action))[:MOST_CHOICES]
    labels = [action_label(reader, option.action) for option in options]

    def press(number: int) -> CoachPress:
        return CoachPress(CoachVerb.TRY, index, number, match, study.number)

    return [Text(reader.words.t("What would you do now?")), *choice_rows(labels, press)]


def _pages(reader: Reader, match: int, study: Study, index: int, *, asked: bool) -> Row:
    t, count = reader.words.t, len(study.review.costliest)

    def press(verb: CoachVerb, decision: int) -> CoachPress:
        return CoachPress(verb, decision, id=match, revision=study.number)

    buttons = []
    if count > 1:
        following = (index + 1) % count
        label = t("Next ({n} of {all})", n=following + 1, all=count)
        verb = CoachVerb.ASK if asked else CoachVerb.SEE
        buttons.append(Button(label, press(verb, following), emoji="⏭️"))
    if asked:
        buttons.append(Button(t("Show the answer"), press(CoachVerb.SHOW, index)))
    else:
        again = press(CoachVerb.ASK, index)
        buttons.append(Button(t("Try again"), again, Style.SUCCESS, "🎯"))
    buttons.append(menu_button(reader, MenuVerb.TUTOR))
    return Row(tuple(buttons))


def _key(action: RoundAction) -> str:
    """Return a sort key that does not reveal the better choice."""
    return repr(action)


def hint_words(reader: Reader, found: Hint) -> str:
    """Return one suggestion with its reason."""
    action = action_words(reader, found.action)
    text = f"**{action[:1].upper()}{action[1:]}**. {reason_words(reader, found.reason)}"
    return f"💡 {text.strip()}"


LIMIT: Final = 20
"""The most matches processed in one run."""

log = logging.getLogger(__name__)


async def enter_all_luck(service: Service, coaching: Coaching) -> None:
    """Fill in the luck of ended matches."""
    for match in await service.luck.pending(LIMIT):
        await enter_luck(service, coaching, match)


async def enter_luck(service: Service, coaching: Coaching, match: MatchId) -> None:
    """Compute and store the luck of one ended match, none if it is unreadable; idempotent."""
    try:
        found = await coaching.luck(match)
    except GinError as error:
        log.warning("match %d cannot be looked into (%s)", match, error.code)
        found = {}
    await service.luck.enter(match, found)


def coach_answers(press: CoachPress, _submitted: bool) -> AnswerKind:
    """Return the answer kind: a new private message to open the coach, in place for its pages."""
    opening = press.verb in (CoachVerb.OPEN, CoachVerb.LUCK)
    return AnswerKind.PRIVATE if opening else AnswerKind.IN_PLACE


async def coach_pressed(coaching: Coaching, ctx: Context, press: CoachPress) -> None:
    """Review the presser's round, or show their luck in a match."""
    live = await ctx.load_match(MatchId(press.id))
    seat = None if live is None else live.seat_of(ctx.user)
    if live is None or seat is None:
        raise Refusal("The coach only reviews your own rounds.")
    if press.verb is CoachVerb.LUCK:
        await _show_luck(coaching, ctx, live, press.revision or 1)
        return
    study = await coaching.study(live.id, press.revision, seat)
    if study is None:
        raise Refusal(
            "This round isn't over yet, or you sat it out. Ask the coach about a finished round "
            "you played."
        )
    review = study.review
    await ctx.service.achievements.praised(
        ctx.user, live.id, len(review.graded), is_flawless=review.is_flawless
    )
    decision, choice = press.decision or 0, press.choice or 0
    if press.verb is CoachVerb.TRY and study.review.costliest:
        screen = tried_screen(ctx.reader, live.id, study, decision, choice)
    else:
        asked = press.verb is CoachVerb.ASK
        screen = coach_screen(ctx.reader, live.id, study, decision, asked=asked)
    board = match_context(ctx.service, live, ctx.reader)
    pages = match_pages(ctx.reader, board, seat, MatchPage.COACH, press.revision)
    screen = replace(screen, parts=(*pages, *screen.parts))
    if press.verb is CoachVerb.OPEN:
        await ctx.reply.private(screen)
    else:
        await ctx.reply.update(screen)


async def _show_luck(coaching: Coaching, ctx: Context, live: LiveMatch, number: int) -> None:
    """Show the presser's luck in an ended match, computed now if it is not stored yet.

    ``number``: the round that the other pages of the match show.
    """
    user = ctx.user
    found = await ctx.service.luck.of_match(live.id, user)
    if found is None and live.public().phase is MatchPhase.OVER:
        await enter_luck(ctx.service, coaching, live.id)
        found = await ctx.service.luck.of_match(live.id, user)
    board = match_context(ctx.service, live, ctx.reader)
    screen = luck_screen(ctx.reader, found)
    pages = match_pages(ctx.reader, board, live.seat_of(user), MatchPage.LUCK, number)
    await ctx.reply.private(replace(screen, parts=(*pages, *screen.parts)))


async def hint_pressed(
    coaching: Coaching, display: MatchDisplay, ctx: Context, press: HintPress
) -> None:
    """Show one suggestion with its reason, in practice only."""
    live = await ctx.load_match(MatchId(press.id))
    if live is None:
        raise Refusal("This match no longer exists.")
    user = ctx.user
    seat = live.seat_of(user)
    alone = all(p.user_id in (None, user) for p in live.players)
    if seat is None or live.setup.has_shared_deals or not alone:
        raise Refusal("Hints are only available in practice.")
    view = live.view(seat)
    if not view.is_my_turn:
        raise Refusal("It isn't your turn.")
    found = await coaching.hint(view)
    tip = hint_words(ctx.reader, found)
    proposal = action_text(found.action), live.revision(seat)
    if await ctx.reply.open_on_page(live.id, tip, proposal):
        return
    screen = panel_of(ctx.reader, match_context(ctx.service, live, ctx.reader), live, seat, tip=tip)
    panel = display.updates.follow(live, PanelKind.HAND, ctx.reply.editor, ctx)
    await ctx.reply.update(screen)
    display.updates.answered(live, PanelKind.HAND, panel, ctx)
    await display.updates.catch_up(live)
