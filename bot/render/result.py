"""The picture to share at the end of a match."""

from collections.abc import Sequence
from typing import Final

from PIL import Image

from bot.render.canvas import WIDTH, Canvas
from bot.render.faces import card_face, card_height, card_mask
from bot.render.fonts import Weight, text_width
from bot.render.layout import CardPlace, Group, Measures, arranged
from bot.render.models import LaidHand, Picture, ResultPicture, ResultPlayer, RoundEndPicture
from bot.render.palette import BLACK, GOLD, INK, PALE, WHITE
from bot.render.shapes import crown_mask, plus_mask, rounded_mask
from engine.game.cards import Card

EDGE: Final = 24
TITLE: Final = 96
SUBTITLE: Final = 40
FAN: Final = 262
FAN_CARD: Final = 116
MOST_FANNED: Final = 13
DUEL: Final = 190
LINE: Final = 64
LINE_GAP: Final = 10
FACT: Final = 76
FACTS_A_ROW: Final = 3


def _draw_fan(canvas: Canvas, cards: tuple[Card, ...], y: int) -> None:
    """Draw a fan of cards, the middle one upright."""
    shown = cards[:MOST_FANNED]
    middle = (len(shown) - 1) / 2
    turn = min(9.0, 62 / max(1, len(shown)))
    step = min(58, 480 // max(1, len(shown)))
    mask, margin = card_mask(FAN_CARD)
    with canvas.part(y, FAN) as cloth:
        for place, number in enumerate(shown):
            whole = Image.new("RGB", mask.size)
            whole.paste(card_face(number, canvas.look.theme, FAN_CARD), (margin, margin))
            off = place - middle
            image = whole.rotate(-off * turn, Image.Resampling.BICUBIC, expand=True)
            shape = mask.rotate(-off * turn, Image.Resampling.BICUBIC, expand=True)
            x = round(WIDTH / 2 + off * step - image.width / 2)
            drop = round(abs(off) ** 1.9 * step * turn / 115)
            cloth.paste(image, (x, 100 + drop - image.height // 2), shape)


def _draw_duel(canvas: Canvas, players: tuple[ResultPlayer, ...], y: int) -> None:
    """Draw two parties side by side, with large scores."""
    width = (WIDTH - 2 * EDGE - 20) // 2
    for place, player in enumerate(players):
        x = EDGE + place * (width + 20)
        box = (x, y, width, DUEL - 10)
        canvas.panel(box, 20, BLACK, 0.50 if player.winner else 0.30)
        middle = x + width // 2
        colour = GOLD if player.winner else WHITE
        name = min(width - 80, text_width(player.name, 32)) if player.winner else 0
        if player.winner:
            canvas.frame(box, 20, GOLD, 4)
            canvas.mask(crown_mask(36), middle - name // 2 - 24, y + 26, GOLD)
        place_of_name = (middle + (22 if player.winner else 0), y + 46)
        canvas.text(place_of_name, player.name, 32, anchor="middle", width=width - 80)
        score = (middle, y + 120)
        style = Weight.BOLD
        room = width - 30
        size = 84
        while size > 36 and text_width(player.score, size, style) > room:
            size -= 6
        canvas.text(score, player.score, size, colour, weight=style, anchor="middle", width=room)


def _draw_list(canvas: Canvas, players: tuple[ResultPlayer, ...], y: int) -> None:
    for player in players:
        box = (EDGE, y, WIDTH - 2 * EDGE, LINE)
        canvas.panel(box, 16, BLACK, 0.50 if player.winner else 0.30)
        left, right, middle = EDGE + 18, WIDTH - EDGE - 18, y + LINE // 2
        colour = GOLD if player.winner else WHITE
        if player.winner:
            canvas.frame(box, 16, GOLD, 4)
            canvas.mask(crown_mask(36), left, middle - 19, GOLD)
            left += 48
        style = Weight.BOLD
        right -= 20 + canvas.text(
            (right, middle), player.score, 40, colour, weight=style, anchor="right", width=260
        )
        canvas.text((left, middle), player.name, 32, width=right - left)
        y += LINE + LINE_GAP


def draw_facts(canvas: Canvas, facts: tuple[tuple[str, str], ...], y: int) -> None:
    """Draw small figures with their labels, three a row; see `facts_height`."""
    width = (WIDTH - 2 * EDGE) // FACTS_A_ROW
    for place, (label, value) in enumerate(facts):
        middle = EDGE + place % FACTS_A_ROW * width + width // 2
        down = y + place // FACTS_A_ROW * FACT
        style = Weight.BOLD
        room = width - 16
        canvas.text((middle, down + 22), value, 34, weight=style, anchor="middle", width=room)
        canvas.text((middle, down + 54), label, 23, PALE, anchor="middle", width=room)


def facts_height(facts: tuple[tuple[str, str], ...]) -> int:
    """Return the height of the figures in pixels."""
    return -(-len(facts) // FACTS_A_ROW) * FACT


def render_result(model: ResultPicture) -> Picture:
    """Draw the final score of a match."""
    duel = len(model.players) == 2
    players = DUEL if duel else len(model.players) * (LINE + LINE_GAP)
    subtitle = SUBTITLE if model.subtitle else 0
    fan = FAN if model.cards else 0
    facts = facts_height(model.facts)
    canvas = Canvas(model.look, TITLE + subtitle + fan + players + facts + EDGE)
    y, middle, room = TITLE // 2 + 8, WIDTH // 2, WIDTH - 2 * EDGE
    canvas.text((middle, y), model.title, 48, weight=Weight.BOLD, anchor="middle", width=room)
    y = TITLE
    if subtitle:
        canvas.text((middle, y + 8), model.subtitle, 26, PALE, anchor="middle", width=room)
        y += SUBTITLE
    if fan:
        _draw_fan(canvas, model.cards, y)
        y += FAN
    (_draw_duel if duel else _draw_list)(canvas, model.players, y)
    draw_facts(canvas, model.facts, y + players + 6)
    return canvas.picture()


ROUND_EDGE: Final = 20
CARD: Final = 106
MEASURES: Final = Measures(
    CARD, tuple(range(72, 49, -2)), 20, ROUND_EDGE + 10, WIDTH - 2 * ROUND_EDGE - 20
)
PLATE: Final = 68
DISC: Final = 44
HEAD: Final = 42
"""Space above a row for the mark of a laid-off card."""
RAISE: Final = 10
LABEL: Final = 40
BETWEEN: Final = 16
SUM: Final = 50


def _rows(hand: LaidHand) -> tuple[tuple[CardPlace, ...], ...]:
    melds = [Group(meld.cards) for meld in hand.melds]
    return arranged([*melds, Group(hand.deadwood, loose=True)], MEASURES)


def _height(hand: LaidHand) -> int:
    label = LABEL if hand.deadwood_label else 0
    return PLATE + len(_rows(hand)) * (card_height(CARD) + HEAD) + 12 + label


def _draw_badge(canvas: Canvas, hand: LaidHand, right: int, middle: int) -> int:
    """Draw the word for the player's result, ending at ``right``; return its width."""
    width = min(260, text_width(hand.badge, 26, Weight.BOLD)) + 36
    ground, ink = (GOLD, INK) if hand.winner else (INK, WHITE)
    canvas.panel((right - width, middle - 21, width, 42), 21, ground)
    place = (right - width // 2, middle)
    canvas.text(place, hand.badge, 26, ink, weight=Weight.BOLD, anchor="middle", width=260)
    return width


def _draw_plate(canvas: Canvas, hand: LaidHand, y: int) -> None:
    box = (ROUND_EDGE, y, WIDTH - 2 * ROUND_EDGE, PLATE)
    canvas.panel(box, 16, BLACK, 0.50 if hand.winner else 0.30)
    left, right, middle = ROUND_EDGE + 18, WIDTH - ROUND_EDGE - 18, y + PLATE // 2
    if hand.winner:
        canvas.frame(box, 16, GOLD, 4)
        canvas.mask(crown_mask(36), left, middle - 19, GOLD)
        left += 48
    if hand.disc is not None:
        canvas.disc(hand.disc, left - 4, middle - DISC // 2, DISC)
        left += DISC + 8
    if hand.points:
        colour = GOLD if hand.winner else WHITE
        style = Weight.BOLD
        right -= canvas.text((right, middle), hand.points, 42, colour, weight=style, anchor="right")
        right -= 18
    if hand.badge:
        right -= _draw_badge(canvas, hand, right, middle) + 16
    canvas.text((left, middle), hand.name, 32, width=max(0, right - left))


def _draw_row(canvas: Canvas, hand: LaidHand, row: Sequence[CardPlace], y: int) -> None:
    loose = [place.x for place in row if place.loose]
    if loose:
        box = (loose[0] - 8, y - 8, loose[-1] + CARD + 16 - loose[0], card_height(CARD) + 16)
        canvas.panel(box, 14, BLACK, 0.26)
    added = {card for meld in hand.melds for card in meld.laid_off}
    for place in row:
        marked = place.card in added and not place.loose
        top = y - RAISE if marked else y
        canvas.card(place.card, CARD, place.x, top)
        if marked:
            canvas.card_frame(CARD, place.x, top, GOLD, 4)
            canvas.mask(rounded_mask(44, 32, 16), place.x + 4, top - 28, INK)
            canvas.mask(rounded_mask(40, 28, 14), place.x + 6, top - 26, GOLD)
            canvas.mask(plus_mask(24), place.x + 14, top - 24, INK)


def _draw_label(canvas: Canvas, hand: LaidHand, last: Sequence[CardPlace], y: int) -> None:
    loose = [place.x for place in last if place.loose]
    middle = (loose[0] + loose[-1] + CARD) // 2 if loose else WIDTH // 2
    half = text_width(hand.deadwood_label, 26, Weight.BOLD) // 2 + ROUND_EDGE
    middle = max(half, min(WIDTH - half, middle))
    canvas.text((middle, y), hand.deadwood_label, 26, PALE, weight=Weight.BOLD, anchor="middle")


def _draw_hand(canvas: Canvas, hand: LaidHand, y: int) -> int:
    """Draw one player's plate and cards; return the y position below them."""
    _draw_plate(canvas, hand, y)
    y += PLATE
    rows = _rows(hand)
    for row in rows:
        _draw_row(canvas, hand, row, y + HEAD)
        y += HEAD + card_height(CARD)
    y += 12
    if hand.deadwood_label:
        _draw_label(canvas, hand, rows[-1] if rows else (), y + LABEL // 2)
        y += LABEL
    return y


def render_round_end(model: RoundEndPicture) -> Picture:
    """Draw both hands as they lie on the table after a round."""
    height = ROUND_EDGE + _height(model.top) + BETWEEN + _height(model.bottom) + ROUND_EDGE - 4
    size = _sum_size(model.sum_line)
    canvas = Canvas(model.look, height + (SUM if size else 0))
    below = _draw_hand(canvas, model.top, ROUND_EDGE)
    _draw_hand(canvas, model.bottom, below + BETWEEN)
    if size:
        middle = (WIDTH // 2, height + SUM // 2 - 10)
        room = WIDTH - 2 * ROUND_EDGE
        canvas.text(
            middle, model.sum_line, size, GOLD, weight=Weight.BOLD, anchor="middle", width=room
        )
    return canvas.picture()


def _sum_size(line: str) -> int:
    """Return the largest text size that fits both edges; 0 for no line."""
    room = WIDTH - 2 * ROUND_EDGE
    sizes = (size for size in (32, 28, 24) if text_width(line, size, Weight.BOLD) <= room)
    return next(sizes, 22) if line else 0
