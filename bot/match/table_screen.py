"""The public table message: public information only (design: one per table)."""

from bot.match.links import card_table_buttons, share_buttons
from bot.match.menus import agreement_parts
from bot.match.sheet_screen import match_parts, score_line, time_left
from bot.presses.match import RematchPress, TablePress, TableVerb
from bot.render.models import (
    LaidHand,
    LaidMeld,
    RoundEndPicture,
    TablePicture,
    TablePlayer,
)
from bot.ui.markup import disc_of, safe_words
from bot.ui.reader import MatchContext, Reader
from bot.ui.screen import (
    Accent,
    Button,
    Divider,
    Image,
    Part,
    Row,
    Screen,
    Style,
    Text,
    clipped,
    rows,
)
from bot.wording.cards import highest_first, in_run_order, melds_named, move_lines, named
from bot.wording.names import title_of_match
from bot.wording.rules import rules_in_short
from bot.wording.scores import explained, match_lines, round_lines, round_title, team_round_words
from engine.game.cards import CardSet
from engine.game.match import MatchPhase
from engine.game.round import Phase, ResultKind
from engine.game.rules import GameKind
from engine.game.seats import Seat, Side
from engine.game.view import TableView

RECENT_DISCARDS = 10


def table_screen(reader: Reader, board: MatchContext) -> Screen:
    """Return the message in the channel."""
    t, view = reader.words.t, board.view
    parts: list[Part] = [Text(_head(reader, board))]
    if len(view.tables) == 1:
        parts += _one_table(reader, board, view.tables[0])
    else:
        parts += [Text(_line_of_table(reader, board, table)) for table in view.tables]
        if view.played and all(table.facts is not None for table in view.tables):
            parts.append(Text(team_round_words(reader, board)))
    if view.phase is MatchPhase.OVER:
        parts += [Divider(), *match_parts(reader, board), Text(match_lines(reader, board))]
        return Screen((*parts, _buttons_after(reader, board)), Accent.GOLD)
    if view.phase is MatchPhase.BETWEEN:
        parts.append(Text(_waiting_for_ready(reader, board)))
    parts += agreement_parts(reader, board)
    if board.place.is_outside:
        hint = t(
            "Gin can update this message only for 15 minutes after a press on it. Press "
            "**Refresh** to see the newest state."
        )
        parts.append(Text(f"-# {hint}"))
    return Screen((*parts, *_buttons(reader, board)), Accent.WAIT)


def moved_screen(reader: Reader, board: MatchContext, channel: int) -> Screen:
    """Return the message that replaces an invitation whose table has its own thread."""
    text = reader.words.t("The table is in {channel}.", channel=f"<#{channel}>")
    return Screen((Text(_head(reader, board)), Text(f"🧵 {text}")), Accent.CALM)


def _head(reader: Reader, board: MatchContext) -> str:
    t = reader.words.t
    lines = [
        f"### 🃏 {title_of_match(reader.words, board.setup)}",
        "-# " + rules_in_short(reader, board.view.rules),
    ]
    if board.event is not None:
        lines.insert(1, f"-# 🏆 {_event_words(reader, *board.event)}")
    number = t("round {n}", n=board.view.number)
    if _is_score_drawn(reader, board):
        lines[-1] += f"  ·  {number}"
    else:
        lines.append(f"{score_line(reader, board)}  ·  {number}")
    return "\n".join(lines)


def _event_words(reader: Reader, name: str, number: int) -> str:
    """Return the event of a match, and its round where it has rounds."""
    if not number:
        return safe_words(name)
    return reader.words.t("{event}, round {n}", event=safe_words(name), n=number)


def _is_score_drawn(reader: Reader, board: MatchContext) -> bool:
    """Whether the picture of the table shows the whole score."""
    view = board.view
    alone = len(view.tables) == 1 and len(view.parties) == 2 and view.tables[0].facts is None
    single = view.sheet.format.is_one_score
    return alone and single and view.phase is MatchPhase.PLAYING and not reader.text_mode


def _one_table(reader: Reader, board: MatchContext, table: TableView) -> list[Part]:
    if table.facts is not None:
        return round_parts(reader, board, table)
    parts: list[Part] = []
    words = table_words(reader, board, table)
    if reader.text_mode:
        parts.append(Text(words))
    else:
        picture = table_picture(reader, board, table)
        scores = ", ".join(f"{one.name} {one.score}" for one in (picture.top, picture.bottom))
        parts.append(Image(picture, "table", clipped(f"{scores}. {words}", 1024)))
    if board.view.phase is MatchPhase.PLAYING:
        parts.append(Text(_turn(reader, board, table)))
    return parts


def round_parts(reader: Reader, board: MatchContext, table: TableView) -> list[Part]:
    """Return the end of a table's round: both hands in a picture, or every line in words."""
    lines = round_lines(reader, board, table)
    if reader.text_mode:
        return [Text(line) for line in lines]
    model = round_end_picture(reader, board, table)
    alt = clipped(" ".join(lines).replace("*", "").replace("#", ""), 1024)
    shown = [] if model.sum_line else lines[2:]
    return [Image(model, "round", alt), Text("\n".join([lines[0], *shown]))]


def _turn(reader: Reader, board: MatchContext, table: TableView) -> str:
    lines = ["-# " + line for line in move_lines(reader, board, table, last=3)]
    turn = _whose_turn(reader, board, table)
    if not reader.text_mode and board.view.rules.game_kind is GameKind.GIN:
        turn += f"  ·  {reader.words.t('Stock')} **{table.stock_size}**"
    lines.append(turn)
    idle = _sitting_out(reader, board)
    return "\n".join([*lines, idle] if idle else lines)


def turn_words(reader: Reader, board: MatchContext, table: TableView) -> str:
    """Return whose turn it is, and for what; empty when nobody's."""
    t, actor = reader.words.t, table.actor
    if actor is None:
        return ""
    name = f"**{board.name(actor)}**"
    match table.phase:
        case Phase.OFFER_NON_DEALER | Phase.OFFER_DEALER:
            return t("{name} may take the upcard", name=name)
        case Phase.LAYOFF:
            return t("{name} may lay off", name=name)
        case Phase.DISCARD | Phase.MELD:
            return t("{name} to discard", name=name)
        case Phase.LAST_DISCARD:
            return t("{name} may take the last discard to knock", name=name)
        case _:
            return t("{name} to draw", name=name)


def _whose_turn(reader: Reader, board: MatchContext, table: TableView) -> str:
    actor = table.actor
    if actor is None:
        return ""
    deadline = board.deadline(actor)
    left = "" if deadline is None else "  ·  " + time_left(reader, board, deadline)
    return f"▶️ {turn_words(reader, board, table)}{left}"


def _sitting_out(reader: Reader, board: MatchContext) -> str:
    idle = board.view.lineup.idle
    if not idle:
        return ""
    names = ", ".join(board.name(seat) for seat in idle)
    return "-# " + reader.words.t("Sitting out: {names}", names=names)


def _line_of_table(reader: Reader, board: MatchContext, table: TableView) -> str:
    t = reader.words.t
    names = " – ".join(f"**{board.name(seat)}**" for seat in table.players)
    head = t("Table {n}: {names}", n=table.number + 1, names=names)
    if table.facts is not None:
        text = f"{head}\n{round_title(reader, board, table)}"
        award, winner = table.award, table.facts.winner
        if award is None or winner is None:
            return text
        lines = explained(reader.words, award.lines[winner])
        return f"{text}\n-# +{award.winner_points} = {lines}"
    top = "—" if table.top is None else named(reader, table.top)
    stock = t("top discard {card}, stock {n}", card=top, n=table.stock_size)
    if board.view.phase is MatchPhase.OVER:
        return head
    return f"{head}  ·  {stock}\n{_whose_turn(reader, board, table)}"


def _waiting_for_ready(reader: Reader, board: MatchContext) -> str:
    t = reader.words.t
    names = ", ".join(board.name(seat) for seat in board.view.to_act)
    text = t("Next round when everyone is ready (waiting for {names}).", names=names)
    if board.opens_at is not None:
        text += " " + t("By {when}.", when=f"<t:{board.opens_at}:R>")
    return text


def _press(board: MatchContext, verb: TableVerb) -> TablePress:
    return TablePress(verb, board.match)


def _buttons(reader: Reader, board: MatchContext) -> tuple[Row, ...]:
    t = reader.words.t
    buttons = []
    if board.view.phase is MatchPhase.BETWEEN:
        buttons.append(Button(t("Ready"), _press(board, TableVerb.READY), Style.SUCCESS, "✅"))
    buttons += [
        Button(t("My hand"), _press(board, TableVerb.HAND), Style.PRIMARY, "🃏"),
        *_refresh_button(reader, board),
        *card_table_buttons(reader, board.match),
        Button(t("Score sheet"), _press(board, TableVerb.SHEET), emoji="📋"),
        Button(t("Watch"), _press(board, TableVerb.WATCH), emoji="👀"),
        Button(t("More"), _press(board, TableVerb.MORE), emoji="⚙️"),
    ]
    return rows(buttons)


def _refresh_button(reader: Reader, board: MatchContext) -> list[Button]:
    if not board.place.is_outside:
        return []
    return [Button(reader.words.t("Refresh"), _press(board, TableVerb.REFRESH), emoji="🔄")]


def _buttons_after(reader: Reader, board: MatchContext) -> Row:
    t = reader.words.t
    again = Button(t("Rematch"), RematchPress(board.match), Style.SUCCESS, "🔁")
    return Row(
        (
            again,
            Button(t("Score sheet"), _press(board, TableVerb.SHEET), emoji="📋"),
            Button(t("Verify the deals"), _press(board, TableVerb.VERIFY), emoji="🔏"),
            *share_buttons(reader, board.match),
        )
    )


# -- pictures ---------------------------------------------------------------------------


def table_words(reader: Reader, board: MatchContext, table: TableView) -> str:
    """Return the picture of a table, in words."""
    t = reader.words.t
    spoken = Reader(reader.words, text_mode=True)
    lines = [
        t(
            "{first} has {a} cards, {second} has {b}.",
            first=board.name(table.players[0]),
            a=table.hand_sizes[0],
            second=board.name(table.players[1]),
            b=table.hand_sizes[1],
        )
    ]
    top = t("none") if table.top is None else named(spoken, table.top)
    lines.append(t("Top discard: {card}. Stock: {n} cards.", card=top, n=table.stock_size))
    if board.view.rules.game_kind is GameKind.GIN:
        limit = t("gin only") if table.knock_limit == 0 else str(table.knock_limit)
        lines.append(t("Knock limit: {n}.", n=limit))
    if table.multiplier > 1:
        lines.append(t("This round counts double."))
    for side in Side:
        melds = [meld.cards for meld in table.table_melds if meld.owner is side]
        if melds:
            name = board.name(table.players[side])
            lines.append(
                t("{name} has {melds} on the table.", name=name, melds=melds_named(spoken, melds))
            )
    if table.knock is not None:
        name = board.name(table.players[table.knock.side])
        shown = melds_named(spoken, table.knock.melds)
        lines.append(t("{name} knocked with {melds}.", name=name, melds=shown))
    return " ".join(lines)


def upper_side(table: TableView) -> Side:
    """Return the side at the top: the first seat, because everyone shares one picture."""
    first, second = table.players
    return Side.NON_DEALER if first < second else Side.DEALER


def table_picture(reader: Reader, board: MatchContext, table: TableView) -> TablePicture:
    """Return the picture of the table; every player keeps the same place, whoever deals.

    The numbers of cards in the stock and the hands are written below the picture, so that the
    picture stays the same until a discard.
    """
    t = reader.words.t
    gin = board.view.rules.game_kind is GameKind.GIN
    top = upper_side(table)
    limit = t("Gin") if table.knock_limit == 0 else str(table.knock_limit)
    under = table.discards[:-1][-RECENT_DISCARDS:]
    return TablePicture(
        top=_player(reader, board, table, top),
        bottom=_player(reader, board, table, top.other),
        stock=table.stock_size,
        discard=table.top if gin else None,
        recent=under if gin else (),
        spread=() if gin else table.discards,
        knock_limit=limit if gin else "",
        knock_label=t("Knock"),
        knock_card=table.knock_card if table.upcard is None else None,
        multiplier=table.multiplier,
        stock_label=t("Stock"),
        discard_label=t("Discard"),
        recent_label=t("Discards") if gin and under else "",
        look=reader.look,
        counts=not gin,
    )


def _player(reader: Reader, board: MatchContext, table: TableView, side: Side) -> TablePlayer:
    seat = table.players[side]
    hand: tuple[tuple[int, ...], ...] | None = None
    if table.knock is not None and table.knock.side is side:
        hand = (*map(in_run_order, table.knock.melds), highest_first(table.knock.deadwood_cards))
        hand = tuple(group for group in hand if group)
    return TablePlayer(
        name=board.plain(seat),
        score=_score_of(board, seat),
        cards=table.hand_sizes[side],
        to_move=table.to_act is side,
        note=reader.words.t("dealer") if side is Side.DEALER else "",
        hand=hand,
        melds=tuple(in_run_order(m.cards) for m in table.table_melds if m.owner is side),
        disc=disc_of(board.plain(seat), board.players[seat].user),
    )


def _score_of(board: MatchContext, seat: Seat) -> str:
    sheet = board.view.sheet
    party = next(n for n, members in enumerate(board.view.parties) if seat in members)
    if sheet.columns:
        return " / ".join(str(column.points[party]) for column in sheet.columns)
    return str(sheet.games[-1].points[party])


def round_end_picture(reader: Reader, board: MatchContext, table: TableView) -> RoundEndPicture:
    """Return both hands laid out, layoffs in place."""
    facts = table.facts
    assert facts is not None
    first = Side.NON_DEALER if facts.knocker is None else facts.knocker
    return RoundEndPicture(
        top=_laid_hand(reader, board, table, first),
        bottom=_laid_hand(reader, board, table, first.other),
        sum_line=_sum_line(reader, table),
        look=reader.look,
    )


def _sum_line(reader: Reader, table: TableView) -> str:
    """Return the sum of the points, such as ``+29 = 25 gin bonus + 4 deadwood``."""
    facts, award = table.facts, table.award
    if facts is None or award is None or facts.winner is None or facts.mahjong_scores is not None:
        return ""
    text = explained(reader.words, award.lines[facts.winner])
    return f"+{award.winner_points} = {text}"


def _laid_hand(reader: Reader, board: MatchContext, table: TableView, side: Side) -> LaidHand:
    facts, award, t = table.facts, table.award, reader.words.t
    assert facts is not None
    assert award is not None
    hand = facts.hands[side]
    melds = [
        _laid_meld(meld, number, facts.layoffs if side is facts.knocker else ())
        for number, meld in enumerate(hand.melds)
    ]
    badges = {
        ResultKind.GIN: t("GIN"),
        ResultKind.BIG_GIN: t("BIG GIN"),
        ResultKind.MAHJONG_GIN: t("GIN"),
        ResultKind.UNDERCUT: t("UNDERCUT"),
        ResultKind.KNOCK: t("KNOCK"),
    }
    points, seat = award.points[side], table.players[side]
    return LaidHand(
        name=board.plain(seat),
        melds=tuple(melds),
        deadwood=highest_first(hand.deadwood_cards),
        deadwood_label=t("Deadwood {n}", n=hand.deadwood) if hand.deadwood_cards else "",
        badge=badges.get(facts.kind, "") if facts.winner is side else "",
        points=f"{points:+d}" if points else "",
        winner=facts.winner is side,
        disc=disc_of(board.plain(seat), board.players[seat].user),
    )


def _laid_meld(meld: CardSet, number: int, layoffs: tuple[tuple[int, int], ...]) -> LaidMeld:
    added = [card for card, target in layoffs if target == number]
    whole = meld | sum(1 << card for card in added)
    return LaidMeld(in_run_order(whole), frozenset(added))
