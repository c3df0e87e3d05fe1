"""Screens of the coach: grades, better choices with reasons, luck apart from skill, hints."""

from typing import Final

from bot.match.hand.model import laid_out
from bot.presses.match import CoachPress, CoachVerb
from bot.presses.pages import MenuPress, MenuVerb
from bot.ui.reader import Reader
from bot.ui.screen import Accent, Button, Image, Part, Row, Screen, Style, Text, clipped, rows
from bot.wording.cards import highest_first, listed, melds_named
from bot.wording.reasons import GRADES, action_words, reason_words
from bot.wording.scores import signed_tenths
from engine.coach import THRESHOLDS, Grade, Graded, Hint, Option, Reason
from engine.coach.luck import Luck, Study
from engine.game.actions import RoundAction
from engine.game.rules import GameKind
from engine.game.view import SeatView
from engine.service import MatchLuck

CLOSE: Final = THRESHOLDS[0][0]
"""Points up to which another choice is as good as the best."""
LEAST_SHOWN: Final = 0.1


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
    """Return a hand as a picture, or in words for readers who prefer them."""
    alt = _hand_words(reader, view)
    if reader.text_mode:
        return Text(alt)
    drawn = view.drawn if view.drawn is not None else view.taken
    model = laid_out(reader, view.layout, drawn)
    return Image(model, "hand", clipped(alt, 1024))


def _hand_words(reader: Reader, view: SeatView) -> str:
    """Return the hand in words; the deadwood of Mahjong gin has no count."""
    t, layout = reader.words.t, view.layout
    melds = melds_named(reader, layout.melds)
    loose = listed(reader, highest_first(layout.deadwood_cards)) or "—"
    if view.public.rules.game_kind is GameKind.GIN:
        n = layout.deadwood
        return t("Your hand: {melds}. Deadwood {n}: {cards}.", melds=melds, n=n, cards=loose)
    return f"{t('Your hand: {melds}.', melds=melds)} {t('Deadwood: {cards}.', cards=loose)}"


def _verdict(reader: Reader, one: Graded, why: Reason) -> str:
    t = reader.words.t
    lines = [
        _played(reader, one),
        t(
            "Better: **{action}**. {reason}",
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
    options = sorted(one.options, key=lambda option: _key(option.action))
    buttons = [
        Button(
            clipped(action_words(Reader(reader.words), option.action), 80),
            str(CoachPress(CoachVerb.TRY, index, number, match, study.number)),
            Style.PRIMARY,
        )
        for number, option in enumerate(options[:10])
    ]
    return [Text(reader.words.t("What would you do now?")), *rows(buttons, 3)]


def _pages(reader: Reader, match: int, study: Study, index: int, *, asked: bool) -> Row:
    t, count = reader.words.t, len(study.review.costliest)

    def press(verb: CoachVerb, decision: int) -> str:
        return str(CoachPress(verb, decision, id=match, revision=study.number))

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
    buttons.append(Button(t("Tutor"), str(MenuPress(MenuVerb.TUTOR)), emoji="🎓"))
    return Row(tuple(buttons))


def _key(action: RoundAction) -> str:
    """Return a sort key that does not reveal the better choice."""
    return repr(action)


def hint_words(reader: Reader, found: Hint) -> str:
    """Return one suggestion with its reason."""
    action = action_words(reader, found.action)
    text = f"**{action[:1].upper()}{action[1:]}**. {reason_words(reader, found.reason)}"
    return f"💡 {text.strip()}"
