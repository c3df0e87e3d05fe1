"""The picture of a player's hand: melds in frames, deadwood in separate rows."""

from collections.abc import Sequence
from typing import Final

from bot.render.canvas import TILE, WIDTH, Canvas, draw_tile
from bot.render.faces import card_height
from bot.render.fonts import Weight, fitted, text_width
from bot.render.layout import CardPlace, Group, Measures, arranged
from bot.render.models import HandPicture, HeadPicture, MeldKind, Picture
from bot.render.palette import BLACK, GOLD, INK, PALE, RUN, SET, WHITE, Colour
from bot.render.shapes import arrow_mask, lock_mask, rounded_mask

CARD: Final = 158
SIZES: Final = (CARD, 132, 106)
"""Card widths: the largest that keeps a hand in the fewest rows is chosen."""
MOST_ROWS: Final = (2, 3)
"""The most rows of a hand at the first and second of the sizes."""
EDGE: Final = 20
ABOVE: Final = 40
"""Space above a row for the marks."""
HEAD: Final = 90
FRAMES: Final[dict[MeldKind, Colour]] = {MeldKind.RUN: RUN, MeldKind.SET: SET}

_Rows = tuple[tuple[CardPlace, ...], ...]


def _measures(card: int) -> Measures:
    steps = range(round(card * 0.82), round(card * 0.42), -1)
    return Measures(card, tuple(steps), 26, EDGE, WIDTH - 2 * EDGE)


def _rows(model: HandPicture, card: int) -> _Rows:
    """Return the rows, melds first; deadwood has its own, or it would look like a meld."""
    measures = _measures(card)
    melds = arranged([*map(Group, model.melds)], measures)
    return (*melds, *arranged([Group(model.deadwood, loose=True)], measures))


def _sized(model: HandPicture) -> tuple[int, _Rows]:
    """Return the width of a card, and the rows."""
    for card, most in zip(SIZES, MOST_ROWS, strict=False):
        rows = _rows(model, card)
        if len(rows) <= most:
            return card, rows
    return SIZES[-1], _rows(model, SIZES[-1])


def _draw_tray(canvas: Canvas, places: Sequence[CardPlace], card: int, y: int) -> None:
    """Draw a darker tray under the deadwood of a row."""
    loose = [place.x for place in places if place.loose]
    if loose:
        box = (loose[0] - 10, y - 10, loose[-1] + card + 20 - loose[0], card_height(card) + 20)
        canvas.panel(box, 18, BLACK, 0.26)


def _draw_frames(
    canvas: Canvas, model: HandPicture, places: Sequence[CardPlace], card: int, y: int
) -> None:
    """Draw a frame around each meld of a row, with its name at the upper right corner."""
    for number, (kind, name) in enumerate(model.kinds):
        mine = [place.x for place in places if place.group == number and not place.loose]
        if not mine:
            continue
        colour, right = FRAMES[kind], mine[-1] + card + 8
        box = (mine[0] - 8, y - 8, right - mine[0] + 8, card_height(card) + 16)
        canvas.frame(box, 18, colour, 5)
        width = text_width(name, 22, Weight.BOLD) + 22
        canvas.mask(rounded_mask(width, 32, 14), right - width - 6, y - 34, colour)
        middle = (right - 6 - width // 2, y - 19)
        canvas.text(middle, name, 22, INK, weight=Weight.BOLD, anchor="middle")


def _draw_marks(canvas: Canvas, model: HandPicture, place: CardPlace, card: int, y: int) -> None:
    if place.card == model.drawn:
        canvas.mask(rounded_mask(52, 34, 17), place.x + 5, y - 30, INK)
        canvas.mask(rounded_mask(48, 30, 15), place.x + 7, y - 28, GOLD)
        canvas.mask(arrow_mask(24), place.x + 19, y - 25, INK)
    if place.card in model.locked:
        x, down = place.x + 8, y + card_height(card) - 50
        canvas.mask(rounded_mask(42, 42, 21), x, down, INK)
        canvas.mask(lock_mask(24), x + 9, down + 8, WHITE)


def _draw_row(
    canvas: Canvas, model: HandPicture, places: Sequence[CardPlace], card: int, y: int
) -> None:
    _draw_tray(canvas, places, card, y)
    _draw_frames(canvas, model, places, card, y)
    for place in places:
        canvas.card(place.card, card, place.x, y, dimmed=place.card in model.locked)
        _draw_marks(canvas, model, place, card, y)


def render_hand(model: HandPicture) -> Picture:
    """Draw a player's hand with any number of cards, in as many rows as necessary."""
    card, rows = _sized(model)
    pitch = card_height(card) + ABOVE
    head = HEAD if model.deadwood_count else 0
    canvas = Canvas(model.look, head + max(1, len(rows)) * pitch + EDGE)
    if head:
        right, style = WIDTH - EDGE - 4, Weight.BOLD
        canvas.text((right, 24), model.deadwood_label, 26, PALE, anchor="right")
        canvas.text((right, 66), model.deadwood_count, 50, weight=style, anchor="right")
    for number, places in enumerate(rows):
        _draw_row(canvas, model, places, card, head + number * pitch + ABOVE)
    return canvas.picture()


HEAD_EDGE: Final = 20
BAR: Final = 60
"""Height of the opponent's line."""
FIGURES: Final = 58
DISC: Final = 42


def _draw_score(canvas: Canvas, label: str, score: str, right: int, middle: int) -> int:
    """Draw a label and a score that end at ``right``; return their left edge."""
    right -= canvas.text((right, middle), score, 34, weight=Weight.BOLD, anchor="right", width=220)
    if label:
        right -= 10
        right -= canvas.text((right, middle), label, 26, PALE, anchor="right", width=150)
    return right


def _draw_bar(canvas: Canvas, model: HeadPicture, y: int) -> None:
    """Draw the opponent at the left, the player's score at the right."""
    canvas.panel((HEAD_EDGE, y, WIDTH - 2 * HEAD_EDGE, BAR), 16, BLACK, 0.30)
    middle, left = y + BAR // 2, HEAD_EDGE + 12
    if model.disc is not None:
        canvas.disc(model.disc, left, middle - DISC // 2, DISC)
        left += DISC + 12
    right = WIDTH - HEAD_EDGE - 18
    if model.own_score:
        right = _draw_score(canvas, model.own_label, model.own_score, right, middle) - 30
    score = text_width(model.score, 34, Weight.BOLD) + 14
    name = fitted(model.name, max(0, right - left - score), 30)
    left += canvas.text((left, middle), name, 30) + 14
    canvas.text((left, middle), model.score, 34, weight=Weight.BOLD)


def _draw_figures(canvas: Canvas, model: HeadPicture, y: int) -> None:
    """Draw the top discard and the table's figures at the left, the round at the right."""
    middle, x, right = y + FIGURES // 2, HEAD_EDGE + 4, WIDTH - HEAD_EDGE - 4
    if model.place:
        right -= canvas.text((right, middle), model.place, 28, PALE, anchor="right", width=200) + 20
    if model.discard is not None:
        x += 12 + canvas.text((x, middle), model.discard_label, 28, PALE, width=220)
        draw_tile(canvas, model.discard, x, middle - TILE[1] // 2)
        x += TILE[0] + 34
    for label, value in model.figures:
        x += 12 + canvas.text((x, middle), label, 28, PALE, width=max(0, right - x))
        room, style = max(0, right - x), Weight.BOLD
        x += 34 + canvas.text((x, middle), value, 40, weight=style, width=room)


def render_head(model: HeadPicture) -> Picture:
    """Draw the head above a player's cards."""
    bar = BAR + 4 if model.name else 0
    canvas = Canvas(model.look, 10 + bar + FIGURES + 4)
    if bar:
        _draw_bar(canvas, model, 10)
    _draw_figures(canvas, model, 10 + bar)
    return canvas.picture()
