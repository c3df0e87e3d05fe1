"""The public picture of a table: backs or open hands, piles, knock limit, the player to move."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.render.canvas import TILE, WIDTH, Canvas, draw_tile
from bot.render.faces import card_height
from bot.render.fonts import Weight, fitted, text_width
from bot.render.layout import CardPlace, Group, Measures, arranged
from bot.render.models import Picture, TablePicture, TablePlayer
from bot.render.palette import BLACK, GOLD, INK, PALE, WHITE
from bot.render.shapes import arrow_mask
from engine.game.cards import Card

EDGE: Final = 20
PLATE: Final = 68
DISC: Final = 46
HELD: Final = 34
"""Width of the small back beside the number of cards a player holds."""
OPEN: Final = 84
"""Width of an open card of a hand or of a meld on the table."""
PILE: Final = 128
PILE_GAP: Final = 24
TILE_GAP: Final = 8
TILES_A_ROW: Final = 5
MOST_RECENT: Final = 2 * TILES_A_ROW
SIDE_LEFT: Final = EDGE + 14 + 2 * PILE + PILE_GAP + 34
"""Left edge of the limit and the earlier discards, right of the piles."""
SPREAD: Final = 96
SPREAD_STEPS: Final = tuple(range(66, 43, -2))
SPREAD_LEFT: Final = EDGE + 20 + PILE + 36
SPREAD_ROOM: Final = WIDTH - EDGE - SPREAD_LEFT
ROW_GAP: Final = 14
LIMIT_PLATE: Final = 66
KNOCK_CARD: Final = 44
MULTIPLIER: Final = 56
FRAME: Final = 5
"""Width of the frame around the card of the last move."""
SPACE: Final = 22
"""Space between the players and the middle of the table."""

OPEN_MEASURES: Final = Measures(OPEN, tuple(range(60, 35, -2)), 14, EDGE, WIDTH - 2 * EDGE)
STEADY: Final = Measures(OPEN, (40, 34), 12, EDGE, WIDTH - 2 * EDGE, centred=False)
"""The layout of open hands in an animation: left to right, so that few cards change places."""

_Groups = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """Heights in pixels of the table's three parts, and the layout of open cards."""

    top: int
    middle: int
    bottom: int
    measures: Measures = OPEN_MEASURES

    @property
    def height(self) -> int:
        """The height of the whole picture."""
        return 2 * EDGE + self.top + SPACE + self.middle + SPACE + self.bottom


def stage(models: Sequence[TablePicture], measures: Measures = OPEN_MEASURES) -> Stage:
    """Return the space that all of these tables need."""
    return Stage(
        max(_strip_height(model.top, measures) for model in models),
        max(_middle_height(model) for model in models),
        max(_strip_height(model.bottom, measures) for model in models),
        measures,
    )


def _open_rows(groups: _Groups, measures: Measures) -> tuple[tuple[CardPlace, ...], ...]:
    return arranged([Group(cards) for cards in groups], measures)


def _rows_height(groups: _Groups, measures: Measures) -> int:
    return len(_open_rows(groups, measures)) * (card_height(OPEN) + ROW_GAP)


def _draw_groups(
    canvas: Canvas, groups: _Groups, measures: Measures, y: int, moved: Card | None
) -> int:
    """Draw open cards in groups; return the y position below them."""
    for row in _open_rows(groups, measures):
        for place in row:
            canvas.card(place.card, OPEN, place.x, y)
            if place.card == moved:
                canvas.card_frame(OPEN, place.x, y, GOLD, FRAME)
        y += card_height(OPEN) + ROW_GAP
    return y


def _draw_held(canvas: Canvas, player: TablePlayer, right: int, middle: int) -> int:
    """Draw the number of cards a player holds, ending at ``right``; return its left edge."""
    words, style = str(player.cards), Weight.BOLD
    right -= canvas.text((right, middle), words, 30, weight=style, anchor="right") + HELD + 8
    canvas.back(HELD, right, middle - card_height(HELD) // 2)
    return right


def _draw_plate(canvas: Canvas, player: TablePlayer, y: int, *, counts: bool) -> None:
    """Draw disc, name, cards and score on a panel, framed if it is this player's turn."""
    x, width, middle = EDGE, WIDTH - 2 * EDGE, y + PLATE // 2
    mine = player.to_move
    canvas.panel((x, y, width, PLATE), 16, BLACK, 0.50 if mine else 0.30)
    left, right = x + 14, x + width - 18
    if mine:
        canvas.frame((x, y, width, PLATE), 16, GOLD, 4)
        canvas.mask(arrow_mask(28, 90), left, middle - 14, GOLD)
        left += 34
    if player.disc is not None:
        canvas.disc(player.disc, left, middle - DISC // 2, DISC)
        left += DISC + 12
    if player.score:
        shown = fitted(player.score, width // 3, 40, Weight.BOLD)
        style = GOLD if mine else WHITE
        right -= canvas.text((right, middle), shown, 40, style, weight=Weight.BOLD, anchor="right")
        right -= 26
    if counts and player.hand is None and player.cards:
        right = _draw_held(canvas, player, right, middle) - 22
    if player.note:
        room = min(width // 4, right - left)
        right -= canvas.text((right, middle), player.note, 24, PALE, anchor="right", width=room)
        right -= 14
    canvas.text((left, middle), player.name, 32, width=max(0, right - left))


def _strip_height(player: TablePlayer, measures: Measures) -> int:
    melds = _rows_height(player.melds, measures)
    return PLATE + _rows_height(player.hand or (), measures) + melds


def _draw_top(canvas: Canvas, model: TablePicture, measures: Measures) -> None:
    """Draw the upper player: plate, then open cards towards the middle of the table."""
    player = model.top
    _draw_plate(canvas, player, EDGE, counts=model.counts)
    y = EDGE + PLATE + ROW_GAP
    y = _draw_groups(canvas, player.hand or (), measures, y, model.moved)
    _draw_groups(canvas, player.melds, measures, y, model.moved)


def _draw_bottom(canvas: Canvas, model: TablePicture, measures: Measures) -> None:
    """Draw the lower player: open cards towards the middle of the table, then the plate."""
    player = model.bottom
    y = canvas.height - EDGE - _strip_height(player, measures)
    y = _draw_groups(canvas, player.melds, measures, y, model.moved)
    y = _draw_groups(canvas, player.hand or (), measures, y, model.moved)
    _draw_plate(canvas, player, y, counts=model.counts)


def _draw_empty(canvas: Canvas, width: int, x: int, y: int) -> None:
    box = (x, y, width, card_height(width))
    canvas.panel(box, 12, BLACK, 0.18)
    canvas.panel((x + 10, y + 10, width - 20, card_height(width) - 20), 10, BLACK, 0.10)


def _draw_caption(canvas: Canvas, middle: int, y: int, words: str, width: int) -> None:
    canvas.text((middle, y), words, 24, PALE, anchor="middle", width=width)


def _draw_stock(canvas: Canvas, model: TablePicture, x: int, y: int) -> None:
    """Draw the stock in its thickness, with its count if counts are written."""
    if not model.stock:
        _draw_empty(canvas, PILE, x, y)
    layers = min(4, (model.stock + 7) // 8)
    for layer in range(layers):
        canvas.back(PILE, x, y - 4 * layer)
    top = y - 4 * max(0, layers - 1)
    middle = x + PILE // 2
    down = top + card_height(PILE) // 2
    if model.counts:
        canvas.panel((middle - 42, down - 30, 84, 60), 20, INK)
        canvas.text((middle, down), str(model.stock), 42, weight=Weight.BOLD, anchor="middle")
    _draw_caption(canvas, middle, y + card_height(PILE) + 22, model.stock_label, PILE + 40)


def _draw_discard(canvas: Canvas, model: TablePicture, x: int, y: int) -> None:
    """Draw the top of the discard pile."""
    if model.discard is None:
        _draw_empty(canvas, PILE, x, y)
    else:
        canvas.card(model.discard, PILE, x, y)
        if model.discard == model.moved:
            canvas.card_frame(PILE, x, y, GOLD, FRAME)
    middle = x + PILE // 2
    _draw_caption(canvas, middle, y + card_height(PILE) + 22, model.discard_label, PILE + 30)


def _draw_recent(canvas: Canvas, model: TablePicture, y: int) -> None:
    """Draw the discards before the top one, the newest first."""
    shown = model.recent[: -MOST_RECENT - 1 : -1]
    if not shown:
        return
    if model.recent_label:
        canvas.text((SIDE_LEFT, y + 14), model.recent_label, 24, PALE, width=WIDTH - SIDE_LEFT)
        y += 34
    for number, card in enumerate(shown):
        row, column = divmod(number, TILES_A_ROW)
        across, down = TILE[0] + TILE_GAP, TILE[1] + TILE_GAP
        draw_tile(canvas, card, SIDE_LEFT + column * across, y + row * down)


def _draw_limit(canvas: Canvas, model: TablePicture, y: int) -> None:
    """Draw the knock limit, the card that determines it, and the multiplier."""
    width, middle = WIDTH - EDGE - SIDE_LEFT, y + LIMIT_PLATE // 2
    canvas.panel((SIDE_LEFT, y, width, LIMIT_PLATE), 16, BLACK, 0.30)
    right = SIDE_LEFT + width - 18
    if model.multiplier > 1:
        right -= MULTIPLIER
        _draw_multiplier(canvas, model.multiplier, right, middle)
        right -= 12
    if model.knock_card is not None:
        right -= KNOCK_CARD
        canvas.card(model.knock_card, KNOCK_CARD, right, middle - card_height(KNOCK_CARD) // 2)
        right -= 12
    left, room = SIDE_LEFT + 18, max(0, right - SIDE_LEFT - 18)
    size = 44
    while size > 28 and text_width(model.knock_limit, size, Weight.BOLD) > room // 2:
        size -= 4
    limit = fitted(model.knock_limit, room, size, Weight.BOLD)
    style = Weight.BOLD
    right -= canvas.text((right, middle), limit, size, weight=style, anchor="right") + 14
    if model.knock_limit:
        room = max(0, right - left)
        label = next((n for n in (28, 24) if text_width(model.knock_label, n) <= room), 20)
        canvas.text((left, middle), model.knock_label, label, PALE, width=room)


def _draw_multiplier(canvas: Canvas, multiplier: int, x: int, middle: int) -> None:
    canvas.panel((x, middle - 20, MULTIPLIER, 40), 20, GOLD)
    place = (x + MULTIPLIER // 2, middle)
    canvas.text(place, f"×{multiplier}", 28, INK, weight=Weight.BOLD, anchor="middle")


def _middle_height(model: TablePicture) -> int:
    piles = card_height(PILE) + 52
    return max(piles, len(_spread_rows(model.spread)) * (card_height(SPREAD) + ROW_GAP))


def _draw_middle(canvas: Canvas, model: TablePicture, y: int) -> None:
    if model.spread:
        _draw_stock(canvas, model, EDGE + 20, y)
        _draw_spread(canvas, model, y)
        return
    left = EDGE + 14
    _draw_stock(canvas, model, left, y + 8)
    _draw_discard(canvas, model, left + PILE + PILE_GAP, y + 8)
    if model.knock_limit or model.knock_card is not None or model.multiplier > 1:
        _draw_limit(canvas, model, y + 6)
        y += LIMIT_PLATE + 20
    _draw_recent(canvas, model, y)


def _spread_rows(spread: Sequence[Card]) -> list[Sequence[Card]]:
    most = (SPREAD_ROOM - SPREAD) // SPREAD_STEPS[-1] + 1
    return [spread[start : start + most] for start in range(0, len(spread), most)]


def _draw_spread(canvas: Canvas, model: TablePicture, y: int) -> None:
    """Draw the open discard pile in order, oldest first; every index can be read."""
    rows = _spread_rows(model.spread)
    longest = max(len(row) for row in rows) - 1
    step = next(s for s in SPREAD_STEPS if longest * s <= SPREAD_ROOM - SPREAD)
    for row in rows:
        for place, number in enumerate(row):
            canvas.card(number, SPREAD, SPREAD_LEFT + place * step, y)
        y += card_height(SPREAD) + ROW_GAP


def draw_table(model: TablePicture, room: Stage) -> Canvas:
    """Return the table drawn on a sufficiently large stage, not yet encoded."""
    canvas = Canvas(model.look, room.height)
    _draw_top(canvas, model, room.measures)
    _draw_middle(canvas, model, EDGE + room.top + SPACE)
    _draw_bottom(canvas, model, room.measures)
    return canvas


def render_table(model: TablePicture) -> Picture:
    """Draw the public picture of a table."""
    return draw_table(model, stage((model,))).picture()
