"""A picture on felt in the shape of a card that Discord shows beside a link."""

from io import BytesIO
from typing import Final

from PIL import Image

from bot.render.models import Felt, Picture
from bot.render.palette import FELTS

SIZE: Final = (1032, 576)
"""The shape that Discord wants: 43 to 24."""
MARGIN: Final = 24


def card_of(picture: Picture) -> bytes:
    """Return a picture in the middle of felt, as PNG."""
    with Image.open(BytesIO(picture.data)) as opened:
        table = opened.convert("RGB")
    width, height = SIZE
    scale = min((width - 2 * MARGIN) / table.width, (height - 2 * MARGIN) / table.height)
    table = table.resize(
        (round(table.width * scale), round(table.height * scale)), Image.Resampling.LANCZOS
    )
    card = Image.new("RGB", SIZE, FELTS[Felt.GREEN].rim)
    card.paste(table, ((width - table.width) // 2, (height - table.height) // 2))
    out = BytesIO()
    card.save(out, "PNG", compress_level=6)
    return out.getvalue()
