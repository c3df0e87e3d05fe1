"""The picture to share at the end of a match."""

from typing import Final

from PIL import Image

from bot.render.canvas import WIDTH, Canvas
from bot.render.faces import card_face, card_mask
from bot.render.fonts import Weight, text_width
from bot.render.models import Picture, ResultPicture, ResultPlayer
from bot.render.palette import BLACK, GOLD, PALE, WHITE
from bot.render.shapes import crown_mask
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
