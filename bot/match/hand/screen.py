"""The private hand panel: the player's cards and every available action (rulebook 1.5)."""

import zlib
from dataclasses import replace

from bot.match.hand.board_screen import after_board, after_day, table_parts
from bot.match.hand.controls import controls, turn_aids
from bot.match.hand.model import (
    ChoosingLayout,
    HandPanel,
    Options,
    Resting,
    Selected,
    changing_figures,
    hand_figures,
    hand_picture,
    hand_words,
    head_picture,
    laid_out,
    refresh_button,
)
from bot.match.hand.more import (
    back_request,
    clock_requests,
    options_controls,
    plans_line,
    table_press,
)
from bot.match.match_pages import has_luck
from bot.match.sheet_screen import is_duel, match_in_short, match_parts, time_left
from bot.match.table_screen import round_parts
from bot.presses.match import CoachPress, CoachVerb, HandVerb, RematchPress, TableVerb
from bot.presses.menu import MenuPress, MenuVerb
from bot.ui.markup import safe_words
from bot.ui.screen import Accent, Button, Divider, Image, Part, Row, Screen, Style, Text, clipped
from bot.wording.cards import listed, melds_named, move_lines, named
from bot.wording.scores import match_lines, round_lines, team_round_words
from engine.game.actions import Ready
from engine.game.cards import cards_of
from engine.game.match import MatchPhase
from engine.game.round import Phase, ResultKind, RoundFacts
from engine.game.rules import GameKind
from engine.game.seats import Seat, Side
from engine.players import CHARACTERS, TalkMoment, level_named, line


def table_talk(panel: HandPanel) -> str:
    """Return the computer's remark after a round, nearly always empty."""
    facts, side = panel.table.facts, panel.own.side
    if facts is None or side is None or not panel.reader.table_talk:
        return ""
    seat = panel.table.players[side.other]
    player = panel.board.players[seat]
    if player.level is None:
        return ""
    moment = _moment(panel, facts, side.other, seat)
    question = f"{panel.board.match}:{panel.own.public.number}:{seat}"
    character = CHARACTERS[level_named(player.level)]
    text = None if moment is None else line(character, moment, zlib.crc32(question.encode()))
    return "" if text is None else f"💬 **{player.name}**: {panel.t(text)}"


def _moment(panel: HandPanel, facts: RoundFacts, side: Side, seat: Seat) -> TalkMoment | None:
    view = panel.own.public
    if view.phase is MatchPhase.OVER and view.outcome is not None:
        won = view.outcome.winner is not None and seat in view.parties[view.outcome.winner]
        return TalkMoment.WON_MATCH if won else TalkMoment.LOST_MATCH
    if facts.winner is None:
        return None
    if facts.kind is ResultKind.UNDERCUT:
        return TalkMoment.UNDERCUT if facts.winner is side else TalkMoment.WAS_UNDERCUT
    if facts.winner is not side:
        return TalkMoment.LOST_ROUND
    return TalkMoment.KNOCKED if facts.kind is ResultKind.KNOCK else TalkMoment.GIN


def adviser_screen(panel: HandPanel) -> Screen:
    """Return the panel of a player sitting out: advice, and the captain's cards if allowed."""
    own, t, view = panel.own, panel.t, panel.own.public
    parts: list[Part] = []
    if panel.notice:
        parts.append(Text(f"-# {panel.notice}"))
    parts.append(Text("-# " + match_in_short(panel.reader, panel.board, own.seat)))
    if view.phase is not MatchPhase.PLAYING:
        return _adviser_after_round(panel, parts)
    if own.captain is None:
        parts.append(Text(t("### You are sitting out this round")))
        parts += [
            Text("\n".join(move_lines(panel.reader, panel.board, table, last=4)) or "…")
            for table in view.tables
        ]
        parts.append(Row((refresh_button(panel),)))
        return Screen(tuple(parts), Accent.CALM)
    captain = panel.board.name(own.captain)
    parts.append(Text(t("### You are advising {name}", name=captain)))
    if own.table is not None:
        recent = move_lines(panel.reader, panel.board, own.table, last=2)
        if recent:
            parts.append(Text("-# " + "  ›  ".join(recent)))
        parts.append(_captains_hand(panel))
        parts.append(Text(t("stock **{n}**", n=own.table.stock_size)))
    if own.advice:
        lines = [
            f"💬 **{panel.board.name(one.seat)}**: {safe_words(one.text)}"
            for one in own.advice[-3:]
        ]
        parts.append(Text("\n".join(lines)))
    advise = panel.look(HandVerb.ADVISE)
    parts.append(
        Row((Button(t("Suggest a play"), advise, Style.PRIMARY, "💬"), refresh_button(panel)))
    )
    return Screen(tuple(parts), Accent.WAIT)


def _captains_hand(panel: HandPanel) -> Part:
    own, t = panel.own, panel.t
    alt = t(
        "The captain's hand: {melds}. Deadwood {n}: {cards}.",
        melds=melds_named(panel.reader, own.layout.melds),
        n=own.layout.deadwood,
        cards=listed(panel.reader, cards_of(own.layout.deadwood_cards)) or "—",
    )
    if panel.reader.text_mode:
        return Text(alt)
    drawn = own.drawn if own.drawn is not None else own.taken
    model = laid_out(panel.reader, own.layout, drawn)
    return Image(model, "hand", clipped(alt, 1024))


def _adviser_after_round(panel: HandPanel, parts: list[Part]) -> Screen:
    view = panel.own.public
    for table in view.tables:
        if table.facts is not None:
            parts += [Text(line) for line in round_lines(panel.reader, panel.board, table)]
    if view.phase is MatchPhase.OVER:
        parts.append(Text(match_lines(panel.reader, panel.board)))
        return Screen(tuple(parts), Accent.GOLD)
    if panel.own.seat in view.ready:
        parts.append(Row((refresh_button(panel),)))
    else:
        label = panel.t("Ready for the next round")
        parts.append(Row((Button(label, panel.play(Ready()), Style.SUCCESS, "✅"),)))
    return Screen(tuple(parts), Accent.WAIT)


def hand_screen(panel: HandPanel) -> Screen:
    """Return the panel for the seat's current phase."""
    if panel.reader.one_tap and isinstance(panel.mode, Selected):
        # Its card has a button that discards at once; Discord refuses a second one with that id.
        panel = replace(panel, mode=Resting())
    view = panel.own.public
    if panel.own.table is None or panel.own.captain is not None:
        return adviser_screen(panel)
    parts: list[Part] = []
    if panel.notice:
        parts.append(Text(f"-# {panel.notice}"))
    if view.phase is not MatchPhase.PLAYING or panel.table.facts is not None:
        return _after_round(panel, parts)
    if panel.tip:
        parts.append(Text(panel.tip))
    parts.append(Text(_heading(panel)))
    if panel.board.setup.has_shared_deals:
        parts += table_parts(panel.reader, panel.board)
    parts += hand_pictures(panel)
    if text := remarks(panel):
        parts.append(Text(text))
    parts += _advice(panel)
    if isinstance(panel.mode, Options):
        parts += options_controls(panel)
    else:
        parts += clock_requests(panel)
        parts += back_request(panel)
        parts += controls(panel)
    accent = Accent.TURN if panel.own.is_my_turn else Accent.WAIT
    return Screen(tuple(parts), accent)


def _heading(panel: HandPanel) -> str:
    t = panel.t
    recent = move_lines(panel.reader, panel.board, panel.table, last=2)
    lines = [f"### {task_words(panel)}"]
    deadline = panel.board.deadline(panel.own.seat)
    if panel.own.is_my_turn and deadline is not None:
        lines[0] += "  ·  " + time_left(panel.reader, panel.board, deadline)
    if not panel.board.setup.has_shared_deals and (
        panel.reader.text_mode or not is_duel(panel.board)
    ):
        lines.append("-# " + match_in_short(panel.reader, panel.board, panel.own.seat))
    if recent:
        lines.append("-# " + "  ›  ".join(recent))
    elif panel.table.phase is Phase.OFFER_NON_DEALER:
        dealer = panel.board.name(panel.table.players[1])
        lines.append("-# " + t("{dealer} dealt.", dealer=dealer))
    return "\n".join(lines)


def task_words(panel: HandPanel) -> str:
    """Return what the player has to do now, or whom they wait for."""
    t, table = panel.t, panel.table
    if not panel.own.is_my_turn:
        actor = table.actor
        waiting = "" if actor is None else panel.board.name(actor)
        if table.phase is Phase.LAYOFF:
            return t("{name} is laying off", name=waiting)
        return t("Waiting for {name}", name=waiting)
    top = "" if table.top is None else named(panel.reader, table.top)
    match table.phase:
        case Phase.OFFER_NON_DEALER | Phase.OFFER_DEALER:
            return t("Your turn: take the upcard {card}, or pass", card=top)
        case Phase.FORCED_STOCK:
            return t("Your turn: draw from the stock")
        case Phase.DRAW:
            return t("Your turn: draw")
        case Phase.MELD:
            return t("Your turn: meld, lay off, then discard")
        case Phase.LAYOFF:
            knocker = (
                panel.board.name(table.players[1 - panel.own.side])
                if panel.own.side is not None
                else ""
            )
            return t("{name} knocked: lay off", name=knocker)
        case Phase.LAST_DISCARD:
            return t("Last discard: take {card} to knock, or pass", card=top)
        case Phase.DISCARD if isinstance(panel.mode, ChoosingLayout):
            return t("Choose your melds")
        case Phase.DISCARD if panel.own.legal.knocks:
            return t("Your turn: discard or knock")
        case _:
            return t("Your turn: discard")


def remarks(panel: HandPanel) -> str:
    """Return remarks and figures that the pictures omit; in text mode all figures."""
    figures = hand_figures(panel) if panel.reader.text_mode else changing_figures(panel)
    sentences = [*(f"{label} **{value}**" for label, value in figures), *special_remarks(panel)]
    lines = ["  ·  ".join(sentences)] if sentences else []
    if planned := plans_line(panel):
        lines.append(f"-# {planned}")
    return "\n".join(lines)


def special_remarks(panel: HandPanel) -> list[str]:
    """Return what is out of the ordinary this turn."""
    own, text = panel.own, []
    if panel.table.multiplier > 1 and own.public.rules.game_kind is GameKind.GIN:
        text.append(panel.t("♠ counts **double**"))
    if own.taken is not None and not own.public.rules.may_return_taken_discard:
        card = named(panel.reader, own.taken)
        text.append(panel.t("🔒 {card} was just taken and can't be discarded this turn", card=card))
    return text


def _advice(panel: HandPanel) -> list[Part]:
    if not panel.own.advice:
        return []
    lines = [f"💬 **{panel.board.name(one.seat)}**: {one.text}" for one in panel.own.advice[-3:]]
    return [Text("\n".join(lines))]


def hand_pictures(panel: HandPanel) -> list[Part]:
    """Return the head and the cards as pictures, or the cards in words."""
    words = hand_words(panel)
    if panel.reader.text_mode:
        return [Text(clipped(words, 1024))]
    cards = Image(hand_picture(panel), "hand", clipped(words, 1024))
    if panel.board.setup.has_shared_deals:
        return [cards]  # The table above it shows the rest.
    head = head_picture(panel)
    figures = ", ".join(f"{label} {value}" for label, value in hand_figures(panel, spoken=True))
    text = figures + "."
    if head.name:
        scores = f"{head.name} {head.score}, {head.own_label} {head.own_score}"
        text = f"{head.place}. {scores}. {text}"
    return [Image(head, "head", clipped(text, 1024)), cards]


def _after_round(panel: HandPanel, parts: list[Part]) -> Screen:
    t, view = panel.t, panel.own.public
    table = panel.table
    if panel.board.setup.is_duplicate:
        return after_board(panel, parts)
    if panel.board.setup.has_shared_deals:
        return after_day(panel, parts)
    parts.append(Text("-# " + match_in_short(panel.reader, panel.board, panel.own.seat)))
    if table.facts is not None:
        parts += round_parts(panel.reader, panel.board, table)
    if len(view.tables) > 1 and view.phase is MatchPhase.BETWEEN:
        parts.append(Text(team_round_words(panel.reader, panel.board)))
    if text := table_talk(panel):
        parts.append(Text(text))
    if view.phase is MatchPhase.OVER:
        parts += [Divider(), *match_parts(panel.reader, panel.board)]
        parts.append(Text(match_lines(panel.reader, panel.board)))
        parts.append(Row((_again(panel), *_coach(panel), *_luck(panel), *_about(panel))))
        return Screen(tuple(parts), Accent.GOLD)
    parts += clock_requests(panel)
    if view.phase is MatchPhase.PLAYING:
        parts.append(
            Text(
                t(
                    "Your table has finished. The round ends when the other tables have finished "
                    "too."
                )
            )
        )
        parts.append(Row((refresh_button(panel),)))
        return Screen(tuple(parts), Accent.WAIT)
    if panel.own.seat in view.ready:
        waiting = ", ".join(panel.board.name(seat) for seat in view.to_act)
        parts.append(Text(t("You're ready. Waiting for {names}.", names=waiting)))
        parts.append(Row((refresh_button(panel), *_coach(panel), *_about(panel))))
        return Screen(tuple(parts), Accent.WAIT)
    parts.append(
        Row((Button(t("Ready for the next round"), panel.play(Ready()), Style.SUCCESS, "✅"),))
    )
    if further := [*_coach(panel), *_about(panel)]:
        parts.append(Row(tuple(further)))
    return Screen(tuple(parts), Accent.TURN)


def _again(panel: HandPanel) -> Button:
    """Return the button for another match; no invitation crosses from one server to another."""
    if panel.is_apart:
        find = MenuPress(MenuVerb.FIND)
        return Button(panel.t("Find an opponent"), find, Style.SUCCESS, "🔎")
    rematch = RematchPress(panel.board.match, panel.revision)
    return Button(panel.t("Rematch"), rematch, Style.SUCCESS, "🔁")


def aids(panel: HandPanel) -> list[Button]:
    """Return the hint, the last result, the coach and the luck, as far as the hand offers them."""
    view, is_over = panel.own.public, panel.own.public.phase is MatchPhase.OVER
    if panel.own.table is None or panel.own.captain is not None:
        return []
    if view.phase is MatchPhase.PLAYING:
        return turn_aids(panel) if panel.table.facts is None else []
    if panel.board.setup.has_shared_deals:
        return []
    return [*_coach(panel), *(_luck(panel) if is_over else ())]


def _about(panel: HandPanel) -> list[Button]:
    """Return what a table message offers at the end, where there is none."""
    if not panel.is_apart:
        return []
    return [
        Button(panel.t("Score sheet"), table_press(panel, TableVerb.SHEET), emoji="📋"),
        Button(panel.t("Verify the deals"), table_press(panel, TableVerb.VERIFY), emoji="🔏"),
    ]


def _luck(panel: HandPanel) -> list[Button]:
    """Return the button for the luck in an ended match of gin that was dealt by chance."""
    if not has_luck(panel.board):
        return []
    number = panel.own.public.number
    press = CoachPress(CoachVerb.LUCK, id=panel.board.match, revision=number)
    return [Button(panel.t("Luck"), press, emoji="🍀")]


def _coach(panel: HandPanel) -> list[Button]:
    """Return the button for the coach's review of a finished round."""
    view = panel.own.public
    if panel.table.facts is None:
        return []
    press = CoachPress(CoachVerb.OPEN, id=panel.board.match, revision=view.number)
    return [Button(panel.t("Coach"), press, emoji="🎓")]
