"""The public picture of a table: backs or open hands, piles, limit, whose turn it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.render.canvas import WIDTH, Canvas
from bot.render.faces import card_height
from bot.render.fonts import Weight, fitted, text_width
from bot.render.layout import Group, Measures, Place, arranged
from bot.render.models import Picture, TablePicture, TablePlayer
from bot.render.palette import BLACK, GOLD, INK, PALE, WHITE
from bot.render.shapes import arrow_mask, rounded_mask
from engine.game.cards import Card

EDGE: Final = 20
PLATE: Final = 60
BACK: Final = 66
BACK_STEP: Final = 14
OPEN: Final = 84
"""Width of an open card of a hand or of a meld on the table."""
PILE: Final = 132
RECENT: Final = 92
RECENT_STEP: Final = 50
MOST_RECENT: Final = 4
SPREAD: Final = 96
SPREAD_STEPS: Final = tuple(range(66, 43, -2))
SPREAD_LEFT: Final = EDGE + 20 + PILE + 36
SPREAD_ROOM: Final = WIDTH - EDGE - SPREAD_LEFT
ROW_GAP: Final = 14
LIMIT_PLATE: Final = 110
FRAME: Final = 5
"""Around the card of the last move."""
SPACE: Final = 26
"""Between the players and the middle of the table."""

OPEN_MEASURES: Final = Measures(OPEN, tuple(range(60, 35, -2)), 14, EDGE, WIDTH - 2 * EDGE)
STEADY: Final = Measures(OPEN, (40, 34), 12, EDGE, WIDTH - 2 * EDGE, centred=False)
"""How open hands lie in a moving picture: left to right, so that few cards change places."""

_Groups = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """Heights in pixels of the table's three parts, and how open cards are laid."""

    top: int
    middle: int
    bottom: int
    measures: Measures = OPEN_MEASURES

    @property
    def height(self) -> int:
        """Height of the whole picture."""
        return 2 * EDGE + self.top + SPACE + self.middle + SPACE + self.bottom


def stage(models: Sequence[TablePicture], measures: Measures = OPEN_MEASURES) -> Stage:
    """The room all of these tables need."""
    return Stage(
        max(_strip_height(model.top, measures) for model in models),
        max(_middle_height(model) for model in models),
        max(_strip_height(model.bottom, measures) for model in models),
        measures,
    )


def _open_rows(groups: _Groups, measures: Measures) -> tuple[tuple[Place, ...], ...]:
    return arranged([Group(cards) for cards in groups], measures)


def _rows_height(groups: _Groups, measures: Measures) -> int:
    return len(_open_rows(groups, measures)) * (card_height(OPEN) + ROW_GAP)


def _draw_groups(
    canvas: Canvas, groups: _Groups, measures: Measures, y: int, moved: Card | None
) -> int:
    """Open cards in groups; returns the height below them."""
    for row in _open_rows(groups, measures):
        for place in row:
            canvas.card(place.card, OPEN, place.x, y)
            if place.card == moved:
                canvas.card_frame(OPEN, place.x, y, GOLD, FRAME)
        y += card_height(OPEN) + ROW_GAP
    return y


def _draw_backs(canvas: Canvas, player: TablePlayer, x: int, y: int) -> None:
    """The hand face down, right-aligned at ``x``, at most 13 backs, the count on the last."""
    shown = min(player.cards, 13)
    for place in range(shown):
        canvas.back(BACK, x - BACK - (shown - 1 - place) * BACK_STEP, y)
    if player.cards:
        left, down = x - BACK // 2 - 22, y + (card_height(BACK) - 34) // 2
        canvas.mask(rounded_mask(44, 34, 12), left, down, INK)
        middle = (left + 22, down + 17)
        canvas.text(middle, str(player.cards), 26, weight=Weight.BOLD, anchor="middle")


def _draw_plate(canvas: Canvas, player: TablePlayer, box: tuple[int, int, int]) -> None:
    """Name, score and turn mark on a panel at (x, y, width)."""
    x, y, width = box
    mine = player.to_move
    canvas.panel((x, y, width, PLATE), 16, BLACK, 0.50 if mine else 0.30)
    left = x + 18
    if mine:
        canvas.frame((x, y, width, PLATE), 16, GOLD, 4)
        canvas.mask(arrow_mask(28, 90), x + 16, y + 16, GOLD)
        left += 36
    right = x + width - 18
    middle = y + PLATE // 2
    if player.score:
        shown = fitted(player.score, width // 2, 34, Weight.BOLD)
        style = GOLD if mine else WHITE
        right -= canvas.text((right, middle), shown, 34, style, weight=Weight.BOLD, anchor="right")
        right -= 14
    if player.note:
        room = min(width // 3, right - left)
        right -= canvas.text((right, middle), player.note, 22, PALE, anchor="right", width=room)
        right -= 14
    canvas.text((left, middle), player.name, 30, width=max(0, right - left))


def _strip_height(player: TablePlayer, measures: Measures) -> int:
    head = PLATE if player.hand is not None else card_height(BACK)
    melds = _rows_height(player.melds, measures)
    return head + _rows_height(player.hand or (), measures) + melds


def _draw_head(canvas: Canvas, player: TablePlayer, y: int) -> int:
    """A player's plate with backs beside it; returns its height."""
    if player.hand is not None:
        _draw_plate(canvas, player, (EDGE, y, WIDTH - 2 * EDGE))
        return PLATE
    backs = BACK + (min(player.cards, 13) - 1) * BACK_STEP if player.cards else -EDGE
    middle = y + (card_height(BACK) - PLATE) // 2
    _draw_plate(canvas, player, (EDGE, middle, WIDTH - 3 * EDGE - backs))
    _draw_backs(canvas, player, WIDTH - EDGE, y)
    return card_height(BACK)


def _draw_top(canvas: Canvas, model: TablePicture, measures: Measures) -> None:
    """The upper player: plate, then open cards towards the middle of the table."""
    player = model.top
    y = EDGE + _draw_head(canvas, player, EDGE) + ROW_GAP
    y = _draw_groups(canvas, player.hand or (), measures, y, model.moved)
    _draw_groups(canvas, player.melds, measures, y, model.moved)


def _draw_bottom(canvas: Canvas, model: TablePicture, measures: Measures) -> None:
    """The lower player: open cards towards the middle of the table, then the plate."""
    player = model.bottom
    y = canvas.height - EDGE - _strip_height(player, measures)
    y = _draw_groups(canvas, player.melds, measures, y, model.moved)
    y = _draw_groups(canvas, player.hand or (), measures, y, model.moved)
    _draw_head(canvas, player, y)


def _draw_empty(canvas: Canvas, width: int, x: int, y: int) -> None:
    box = (x, y, width, card_height(width))
    canvas.panel(box, 12, BLACK, 0.18)
    canvas.panel((x + 10, y + 10, width - 20, card_height(width) - 20), 10, BLACK, 0.10)


def _draw_caption(canvas: Canvas, middle: int, y: int, words: str, width: int) -> None:
    canvas.text((middle, y), words, 24, PALE, anchor="middle", width=width)


def _draw_stock(canvas: Canvas, model: TablePicture, x: int, y: int) -> None:
    """The stock, as thick as it is, its count on it."""
    if not model.stock:
        _draw_empty(canvas, PILE, x, y)
    layers = min(4, (model.stock + 7) // 8)
    for layer in range(layers):
        canvas.back(PILE, x, y - 4 * layer)
    top = y - 4 * max(0, layers - 1)
    middle = x + PILE // 2
    down = top + card_height(PILE) // 2
    canvas.mask(rounded_mask(84, 60, 20), middle - 42, down - 30, INK)
    canvas.text((middle, down), str(model.stock), 42, weight=Weight.BOLD, anchor="middle")
    _draw_caption(canvas, middle, y + card_height(PILE) + 22, model.stock_label, PILE + 40)


def _draw_discard(canvas: Canvas, model: TablePicture, x: int, y: int) -> None:
    """The discard pile: the top card large, the ones before it peeping out at its left."""
    if model.discard is None:
        _draw_empty(canvas, PILE, x, y)
    else:
        recent = model.recent[-MOST_RECENT:]
        low = y + card_height(PILE) - card_height(RECENT)
        for place, number in enumerate(recent):
            left = x - (len(recent) - place) * RECENT_STEP
            canvas.card(number, RECENT, left, low, dimmed=True)
        canvas.card(model.discard, PILE, x, y)
        if model.discard == model.moved:
            canvas.card_frame(PILE, x, y, GOLD, FRAME)
    middle = x + PILE // 2
    _draw_caption(canvas, middle, y + card_height(PILE) + 22, model.discard_label, PILE + 60)


def _draw_multiplier(canvas: Canvas, multiplier: int, middle: int, y: int) -> None:
    canvas.mask(rounded_mask(72, 44, 22), middle - 36, y, INK)
    canvas.mask(rounded_mask(66, 38, 19), middle - 33, y + 3, GOLD)
    words, place = f"×{multiplier}", (middle, y + 22)
    canvas.text(place, words, 30, INK, weight=Weight.BOLD, anchor="middle")


def _draw_limit(canvas: Canvas, model: TablePicture, x: int, y: int, width: int) -> None:
    """How low one must be to knock, the card that says so, and the multiplier."""
    middle, below = x + width // 2, y + 146
    if model.knock_card is None:
        canvas.panel((x, y - 8, width, LIMIT_PLATE), 16, BLACK, 0.30)
    if model.knock_card is not None:
        small = 72
        left = middle - small // 2 - (14 if model.multiplier > 1 else 0)
        canvas.card(model.knock_card, small, left, y)
        y += card_height(small) + 16
        below = y
    if model.knock_limit:
        _draw_caption(canvas, middle, y + 14, model.knock_label, width)
        size = 56
        while size > 28 and text_width(model.knock_limit, size, Weight.BOLD) > width:
            size -= 4
        limit = (middle, y + 58)
        canvas.text(
            limit, model.knock_limit, size, weight=Weight.BOLD, anchor="middle", width=width
        )
        y += 96
    if model.multiplier > 1:
        card = model.knock_card is not None
        _draw_multiplier(canvas, model.multiplier, middle + (30 if card else 0), below - 44)


def _middle_height(model: TablePicture) -> int:
    piles = card_height(PILE) + 44
    return max(piles, len(_spread_rows(model.spread)) * (card_height(SPREAD) + ROW_GAP))


def _draw_middle(canvas: Canvas, model: TablePicture, y: int) -> None:
    if model.spread:
        _draw_stock(canvas, model, EDGE + 20, y)
        _draw_spread(canvas, model, y)
        return
    limit = model.knock_limit or model.knock_card is not None or model.multiplier > 1
    if limit:
        _draw_limit(canvas, model, EDGE, y + (4 if model.knock_card is not None else 24), 130)
    _draw_stock(canvas, model, EDGE + (150 if limit else 110), y)
    _draw_discard(canvas, model, WIDTH - EDGE - PILE - (30 if limit else 110), y)


def _spread_rows(spread: Sequence[Card]) -> list[Sequence[Card]]:
    most = (SPREAD_ROOM - SPREAD) // SPREAD_STEPS[-1] + 1
    return [spread[start : start + most] for start in range(0, len(spread), most)]


def _draw_spread(canvas: Canvas, model: TablePicture, y: int) -> None:
    """The open discard pile in order, oldest first; every index can be read."""
    rows = _spread_rows(model.spread)
    longest = max(len(row) for row in rows) - 1
    step = next(s for s in SPREAD_STEPS if longest * s <= SPREAD_ROOM - SPREAD)
    for row in rows:
        for place, number in enumerate(row):
            canvas.card(number, SPREAD, SPREAD_LEFT + place * step, y)
        y += card_height(SPREAD) + ROW_GAP


def draw_table(model: TablePicture, room: Stage) -> Canvas:
    """The table drawn on a stage that is large enough for it, not yet encoded."""
    canvas = Canvas(model.look, room.height)
    _draw_top(canvas, model, room.measures)
    _draw_middle(canvas, model, EDGE + room.top + SPACE)
    _draw_bottom(canvas, model, room.measures)
    return canvas


def render_table(model: TablePicture) -> Picture:
    """Draw the public picture of a table."""
    return draw_table(model, stage((model,))).picture()
