"""What an event is for one player: the next match and the results so far, and the boards."""

from typing import Final

from bot.events.own_event import dealt_pairings, hand_buttons, own_lines, rounds_of
from bot.events.screen_parts import (
    is_in,
    may_enter,
    name_of,
    press,
    round_line,
    round_words,
    title_line,
)
from bot.presses.event import EventVerb
from bot.render.event_models import CrossCell, CrossPicture, CrossRow
from bot.ui.markup import plain_name
from bot.ui.press import Link
from bot.ui.reader import Reader
from bot.ui.screen import (
    Accent,
    Button,
    Download,
    Image,
    Part,
    Row,
    Screen,
    Style,
    Text,
    clipped,
    rows,
)
from bot.wording.events import points_text
from engine import duplicate
from engine.fairness import anchor, is_secret_of
from engine.service import UserId
from engine.service.events import (
    BoardOf,
    BoardsOf,
    BoardsProof,
    EntryState,
    Event,
    EventState,
)

RESULTS: Final = 10
OTHERS: Final = 12
"""The most results of other tables that are shown for a board."""


def match_screen(
    reader: Reader,
    event: Event,
    user: UserId,
    *,
    link: str = "",
    notice: str = "",
    now_ms: int = 0,
) -> Screen:
    """Return a person's next match. ``link``: the address of its table."""
    lines = [f"### 🃏 {title_line(event)}"]
    if notice:
        lines.insert(0, notice)
    if event.state is EventState.RUNNING and round_words(reader, event):
        lines.append(f"-# {round_words(reader, event, now_ms)}")
    own = own_lines(reader, event, user, now_ms)
    lines += own or [reader.words.t("You haven't entered this event.")] * (
        event.entry_of(user) is None
    )
    lines += _results(reader, event, user)
    buttons = _match_buttons(reader, event, user, link, now_ms)
    return Screen((Text("\n".join(lines)), *rows(buttons)), Accent.CALM)


def _results(reader: Reader, event: Event, user: UserId) -> list[str]:
    """Return one's last results, newest first."""
    t, done = reader.words.t, rounds_of(event, user)
    lines = [f"- {round_line(reader, event, one)}" for one in done[:RESULTS]]
    return [t("**Your results**"), *lines] if lines else []


def _match_buttons(
    reader: Reader, event: Event, user: UserId, link: str, now_ms: int
) -> list[Button]:
    t, entry = reader.words.t, event.entry_of(user)
    named = len(dealt_pairings(event, user)) > 1
    buttons = hand_buttons(reader, event, user, named=named)
    if link:
        buttons.append(Button(t("Go to table"), Link(link)))
    if event.state is EventState.RUNNING and is_in(event, user) and entry is not None:
        if event.plan.kind.is_continuous:
            paused = entry.state is EntryState.PAUSED
            label = t("Resume") if paused else t("Pause")
            verb = EventVerb.RESUME if paused else EventVerb.PAUSE
            buttons.append(Button(label, press(event, verb), emoji="▶️" if paused else "⏸️"))
        buttons.append(Button(t("Withdraw"), press(event, EventVerb.WITHDRAW)))
    elif event.state is EventState.RUNNING and may_enter(event, user, now_ms):
        buttons.append(Button(t("Enter"), press(event, EventVerb.ENTER), Style.SUCCESS, "✋"))
    buttons.append(Button(t("Back"), press(event, EventVerb.SHOW)))
    return buttons


def withdraw_screen(reader: Reader, event: Event) -> Screen:
    """Return the question before somebody leaves a running event."""
    t = reader.words.t
    title = title_line(event)
    if event.plan.kind.is_continuous:
        text = t(
            "Leave **{event}**? You'll finish your current match, and you can come back later.",
            event=title,
        )
    else:
        text = t(
            "Withdraw from **{event}**? You'll forfeit every unfinished match, and only an "
            "organiser can reinstate you.",
            event=title,
        )
    buttons = (
        Button(t("Withdraw"), press(event, EventVerb.WITHDRAW_YES), Style.DANGER),
        Button(t("Stay"), press(event, EventVerb.MATCH)),
    )
    return Screen((Text(text), Row(buttons)), Accent.ALERT)


# -- the boards --------------------------------------------------------------------------


def boards_screen(reader: Reader, event: Event, found: BoardsOf | None, round_: int) -> Screen:
    """Return a player's boards of a round; without any, why there are none."""
    t = reader.words.t
    head = [f"### 🃏 {title_line(event)}"]
    if event.plan.kind.has_rounds:
        head.append(f"-# {t('Round {round}', round=round_)}")
    parts: list[Part]
    if found is None:
        parts = [Text("\n".join([*head, _no_boards(reader, event, round_)]))]
    else:
        parts = [Text("\n".join([*head, *_boards_summary(reader, event, found)]))]
        parts += _boards_table(reader, event, found)
    return Screen((*parts, _boards_buttons(reader, event, round_)), Accent.CALM)


def _no_boards(reader: Reader, event: Event, round_: int) -> str:
    t = reader.words.t
    if round_ > event.revealed:
        return t("The boards are revealed when every table has played them.")
    return t("You played no boards in this round.")


def _boards_summary(reader: Reader, event: Event, found: BoardsOf) -> list[str]:
    t = reader.words.t
    lines = [
        t("vs **{name}**", name=name_of(event, found.opponent)),
        t(
            "The cards gave you {cards} points; your play was worth {play}.",
            cards=f"**{points_text(found.cards)}**",
            play=f"**{points_text(found.made)}**",
        ),
    ]
    if event.revealed > 1:
        cards, play = (f"**{points_text(points)}**" for points in found.so_far)
        lines.append(t("All rounds so far: cards {cards}, play {play}.", cards=cards, play=play))
    return lines


def _boards_table(reader: Reader, event: Event, found: BoardsOf) -> list[Part]:
    t = reader.words.t
    words = "\n".join(_board_line(reader, one) for one in found.boards)
    note = t("Cards: this seat's average at all tables. Play: your result minus that average.")
    if reader.text_mode:
        return [Text(clipped(words, 3000)), Text(f"-# {note}")]
    alt = clipped(words.replace("*", ""), 1024)
    return [Image(boards_picture(reader, event, found), "boards", alt), Text(f"-# {note}")]


def _board_line(reader: Reader, one: BoardOf) -> str:
    t = reader.words.t
    if one.result is None:
        return t("{n}. not played: {play}", n=one.number, play=f"**{points_text(one.made)}**")
    text = t(
        "{n}. {result}: cards {cards}, play {play}",
        n=one.number,
        result=points_text(one.result),
        cards=points_text(one.cards),
        play=f"**{points_text(one.made)}**",
    )
    if not one.others:
        return text
    return f"{text} · {t('other tables: {results}', results=_other_results(one))}"


def _other_results(one: BoardOf) -> str:
    """Return the results of this seat at other tables, the best first."""
    more = " …" if len(one.others) > OTHERS else ""
    return ", ".join(points_text(points) for points in one.others[:OTHERS]) + more


def boards_picture(reader: Reader, event: Event, found: BoardsOf) -> CrossPicture:
    """Return a player's boards of a round as a model."""
    t = reader.words.t
    return CrossPicture(
        title=plain_name(title_line(event)),
        rows=tuple(
            CrossRow(
                rank=f"{one.number}.",  # Bare numbers would be places with medals.
                name=_other_results(one) or "–",
                total=points_text(one.made),
                cells=(
                    CrossCell("–" if one.result is None else points_text(one.result)),
                    CrossCell(points_text(one.cards)),
                ),
            )
            for one in found.boards
        ),
        columns=(t("Result"), t("Cards")),
        subtitle=t("Board · same seat at other tables"),
        total_label=t("Your play"),
        wide=True,
        look=reader.look,
    )


def _boards_buttons(reader: Reader, event: Event, round_: int) -> Row:
    t = reader.words.t
    buttons = [Button(t("Back"), press(event, EventVerb.SHOW))]
    buttons += [
        Button(label, press(event, EventVerb.BOARDS, to), emoji=emoji)
        for label, emoji, to in (
            (t("Previous"), "◀️", round_ - 1),
            (t("Next"), "▶️", round_ + 1),
        )
        if 1 <= to <= event.revealed
    ]
    buttons.append(Button(t("Verify the boards"), press(event, EventVerb.PROOF), emoji="🔏"))
    return Row(tuple(buttons))


# -- checking ----------------------------------------------------------------------------


def proof_screen(reader: Reader, event: Event, proof: BoardsProof) -> Screen:
    """Return the commitment to the boards of an event, and what of it is revealed."""
    t = reader.words.t
    lines = [t("## 🔏 Verify the boards"), t("Commitment: `{anchor}`", anchor=proof.anchor)]
    back = Row((Button(t("Back"), press(event, EventVerb.SHOW)),))
    if not proof.rounds:
        lines.append(t("A round's secret is revealed when every table has played its boards."))
        return Screen((Text("\n".join(lines)), back), Accent.WAIT)
    newest, _, secret = proof.rounds[-1]
    lines.append(t("Secret of round {n}: `{secret}`", n=newest, secret=secret))
    if not is_secret_of(bytes.fromhex(secret), newest, bytes.fromhex(proof.anchor)):
        lines.append(t("❌ The secret does not match the commitment."))
        return Screen((Text("\n".join(lines)), back), Accent.ALERT)
    lines.append(t("✅ The secret matches the commitment."))
    lines.append("-# " + t("See `docs/play/fair-deals.md` for how to check it without this bot."))
    file = Download(f"boards-{event.id}.txt", "\n".join(_proof_file(event, proof)).encode())
    return Screen((Text("\n".join(lines)), file, back), Accent.CALM)


def _proof_file(event: Event, proof: BoardsProof) -> list[str]:
    """Return the numbers that the check without Gin asks for."""
    lines = [f"event {event.id}", f"commitment {proof.anchor}", f"pressed {proof.pressed}"]
    for round_, deal, secret in proof.rounds:
        root = duplicate.root_of(bytes.fromhex(secret), event.id, round_)
        pressed = " ".join(duplicate.contributions(event.id, round_, proof.pressed))
        rest = f"{deal} {event.plan.boards} {proof.pressed or '-'}"
        lines += [
            f"round {round_} secret {secret}",
            f"round {round_} deal {deal} commitment {anchor(root).hex()} contributions {pressed}",
            f"python verify_deal.py boards {proof.anchor} {secret} {event.id} {round_} {rest}",
        ]
    return [*lines, ""]
