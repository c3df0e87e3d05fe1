"""Names of the goods sold for coins."""

from typing import Final

from bot.ui.i18n import Translator, mark
from engine.service import Kind

GOOD_NAMES: Final = {
    "felt:walnut": mark("Walnut table"),
    "felt:starlight": mark("Night sky"),
    "back:sunburst": mark("Backs: sunburst"),
    "back:peacock": mark("Backs: peacock"),
    "title:early_bird": mark("Early bird"),
    "title:night_owl": mark("Night owl"),
    "title:collector": mark("Collector"),
    "title:card_counter": mark("Card counter"),
    "title:cool_head": mark("Cool head"),
    "title:table_host": mark("Table host"),
    "title:deadwood_sweeper": mark("Deadwood sweeper"),
    "title:gin_connoisseur": mark("Gin connoisseur"),
}


def title_words(words: Translator, name: str) -> str:
    """Return a title in the reader's language; empty for none."""
    key = f"{Kind.TITLE}:{name}"
    return words.t(GOOD_NAMES[key]) if key in GOOD_NAMES else ""
