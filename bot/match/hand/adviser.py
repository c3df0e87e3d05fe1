"""The panel of a player without cards this round: adviser, bench or queue (rulebook 2.10, 3)."""

from bot.match.hand.model import HandPanel, refresh_button
from bot.match.hand.picture import laid_out
from bot.match.match_line import match_in_short
from bot.presses.hand import HandVerb
from bot.ui.names import safe_words
from bot.ui.screen import Accent, Button, Image, Part, Row, Screen, Style, Text, clipped
from bot.wording.cards import listed, melds_named
from bot.wording.moves import move_lines
from bot.wording.scores import match_lines, round_lines
from engine.game.actions import Ready
from engine.game.cards import cards_of
from engine.game.match import MatchPhase


def adviser_screen(panel: HandPanel) -> Screen:
    """Return the panel of a player sitting out: advice, and the captain's cards if allowed."""
    own, t, view = panel.own, panel.t, panel.own.public
    parts: list[Part] = []
    if panel.notice:
        parts.append(Text(f"-# {panel.notice}"))
    parts.append(Text("-# " + match_in_short(panel.reader, panel.board, own.seat)))
    if view.phase is not MatchPhase.PLAYING:
        return _after_round(panel, parts)
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
        said = [
            f"💬 **{panel.board.name(one.seat)}**: {safe_words(one.text)}"
            for one in own.advice[-3:]
        ]
        parts.append(Text("\n".join(said)))
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


def _after_round(panel: HandPanel, parts: list[Part]) -> Screen:
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
