"""The boards of a player: what the cards gave, what play was worth, and how to check them."""

from typing import Final

from bot.events.controls import press
from bot.events.words import name_of, title_line
from bot.presses.event import EventVerb
from bot.render.event_models import CrossCell, CrossPicture, CrossRow
from bot.ui.markup import plain_name
from bot.ui.reader import Reader
from bot.ui.screen import Accent, Button, Download, Image, Part, Row, Screen, Text, clipped
from bot.wording.events import points_text
from engine.duplicate import boards
from engine.fairness import anchor, is_secret_of
from engine.service.events.board_types import BoardOf, BoardsOf, BoardsProof
from engine.service.events.types import Event

OTHERS: Final = 12
"""The most results of other tables that are shown for a board."""


def boards_screen(reader: Reader, event: Event, found: BoardsOf | None, round_: int) -> Screen:
    """Return a player's boards of a round; without any, why there are none."""
    t = reader.words.t
    head = [f"### 🃏 {title_line(event)}"]
    if event.plan.kind.has_rounds:
        head.append(f"-# {t('Round {round}', round=round_)}")
    parts: list[Part]
    if found is None:
        parts = [Text("\n".join([*head, _nothing(reader, event, round_)]))]
    else:
        parts = [Text("\n".join([*head, *_summary(reader, event, found)]))]
        parts += _table(reader, event, found)
    return Screen((*parts, _buttons(reader, event, round_)), Accent.CALM)


def _nothing(reader: Reader, event: Event, round_: int) -> str:
    t = reader.words.t
    if round_ > event.revealed:
        return t("The boards are shown when every table has played them.")
    return t("You played no boards in this round.")


def _summary(reader: Reader, event: Event, found: BoardsOf) -> list[str]:
    t = reader.words.t
    lines = [
        t("Against **{name}**", name=name_of(event, found.opponent)),
        t(
            "The cards gave you {cards} points; your play was worth {play}.",
            cards=f"**{points_text(found.cards)}**",
            play=f"**{points_text(found.made)}**",
        ),
    ]
    if event.revealed > 1:
        cards, play = (f"**{points_text(points)}**" for points in found.so_far)
        lines.append(t("In all rounds so far: cards {cards}, play {play}.", cards=cards, play=play))
    return lines


def _table(reader: Reader, event: Event, found: BoardsOf) -> list[Part]:
    t = reader.words.t
    words = "\n".join(_line(reader, one) for one in found.boards)
    note = t("Cards: what this seat scored on average at all tables. Play: your result less that.")
    if reader.text_mode:
        return [Text(clipped(words, 3000)), Text(f"-# {note}")]
    alt = clipped(words.replace("*", ""), 1024)
    return [Image(_picture(reader, event, found), "boards", alt), Text(f"-# {note}")]


def _line(reader: Reader, one: BoardOf) -> str:
    t = reader.words.t
    if one.result is None:
        return t("{n}. not played: {play}", n=one.number, play=f"**{points_text(one.made)}**")
    said = t(
        "{n}. {result}: cards {cards}, play {play}",
        n=one.number,
        result=points_text(one.result),
        cards=points_text(one.cards),
        play=f"**{points_text(one.made)}**",
    )
    if not one.others:
        return said
    return f"{said} · {t('other tables: {results}', results=_others(one))}"


def _others(one: BoardOf) -> str:
    """Return the results of this seat at other tables, the best first."""
    more = " …" if len(one.others) > OTHERS else ""
    return ", ".join(points_text(points) for points in one.others[:OTHERS]) + more


def _picture(reader: Reader, event: Event, found: BoardsOf) -> CrossPicture:
    t = reader.words.t
    return CrossPicture(
        title=plain_name(title_line(event)),
        rows=tuple(
            CrossRow(
                rank=f"{one.number}.",  # Bare numbers would be places with medals.
                name=_others(one) or "–",
                total=points_text(one.made),
                cells=(
                    CrossCell("–" if one.result is None else points_text(one.result)),
                    CrossCell(points_text(one.cards)),
                ),
            )
            for one in found.boards
        ),
        columns=(t("Result"), t("Cards")),
        subtitle=t("Board · results of this seat at other tables"),
        total_label=t("Own play"),
        wide=True,
        look=reader.look,
    )


def _buttons(reader: Reader, event: Event, round_: int) -> Row:
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
        lines.append(t("The secret of a round is shown when every table has played its boards."))
        return Screen((Text("\n".join(lines)), back), Accent.WAIT)
    newest, _, secret = proof.rounds[-1]
    lines.append(t("Secret of round {n}: `{secret}`", n=newest, secret=secret))
    if not is_secret_of(bytes.fromhex(secret), newest, bytes.fromhex(proof.anchor)):
        lines.append(t("❌ The secret does not match the commitment."))
        return Screen((Text("\n".join(lines)), back), Accent.ALERT)
    lines.append(t("✅ The secret matches the commitment."))
    lines.append("-# " + t("See `docs/FAIRNESS.md` for how to check it without this bot."))
    file = Download(f"boards-{event.id}.txt", "\n".join(_file(event, proof)).encode())
    return Screen((Text("\n".join(lines)), file, back), Accent.CALM)


def _file(event: Event, proof: BoardsProof) -> list[str]:
    """Return the numbers that the check without Gin asks for."""
    lines = [f"event {event.id}", f"commitment {proof.anchor}", f"pressed {proof.pressed}"]
    for round_, deal, secret in proof.rounds:
        root = boards.root_of(bytes.fromhex(secret), event.id, round_)
        said = " ".join(boards.contributions(event.id, round_, proof.pressed))
        rest = f"{deal} {event.plan.boards} {proof.pressed or '-'}"
        lines += [
            f"round {round_} secret {secret}",
            f"round {round_} deal {deal} commitment {anchor(root).hex()} contributions {said}",
            f"python verify_deal.py boards {proof.anchor} {secret} {event.id} {round_} {rest}",
        ]
    return [*lines, ""]
