"""The cards that everybody sees."""

from engine.game.cards import cards_of
from engine.game.round import RoundEventKind
from engine.game.view import TableView


def public_cards(table: TableView) -> set[int]:
    """The cards that everybody at the table has seen."""
    seen = set(table.discards)
    for event in table.events:
        if event.card is not None and event.fact is not RoundEventKind.DREW:
            seen.add(event.card)
        seen |= {card for meld in event.melds for card in cards_of(meld)}
    if table.upcard is not None:
        seen.add(table.upcard)
    if table.knock is not None:
        seen |= {card for meld in table.knock.melds for card in cards_of(meld)}
        seen |= set(cards_of(table.knock.deadwood_cards))
    return seen
