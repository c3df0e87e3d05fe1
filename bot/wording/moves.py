"""The moves so far in words, without hidden cards."""

from collections.abc import Callable

from bot.ui.reader import MatchContext, Reader
from bot.wording.cards import listed, meld_named, named
from engine.game.cards import cards_of
from engine.game.events import Event, EventKind
from engine.game.seats import Side
from engine.game.view import TableView


def move_lines(reader: Reader, board: MatchContext, table: TableView, last: int) -> list[str]:
    """Return the last moves of a table, oldest first, one line a turn."""
    turns: list[tuple[Side, list[str]]] = []  # newest first
    for event in reversed(table.events):
        is_end = event.fact in (EventKind.DISCARDED, EventKind.PASSED)
        if is_end or not turns or turns[-1][0] != event.side:
            if len(turns) == last:
                break
            turns.append((event.side, []))
        turns[-1][1].append(event_words(reader, event))
    return [
        f"**{board.name(table.players[side])}** {', '.join(reversed(said))}"
        for side, said in reversed(turns)
    ]


def event_words(reader: Reader, event: Event) -> str:
    """Return one event without its player, such as ``drew from the stock``."""
    return _SAYINGS[event.fact](reader, event)


def _passed(reader: Reader, event: Event) -> str:
    return reader.words.t("passed")


def _took(reader: Reader, event: Event) -> str:
    card = "" if event.card is None else named(reader, event.card)
    if event.number > 1:
        return reader.words.t("took {n} cards, down to {card}", n=event.number, card=card)
    return reader.words.t("took {card}", card=card)


def _drew(reader: Reader, event: Event) -> str:
    if event.card is None:
        return reader.words.t("drew from the stock")
    return reader.words.t("drew {card} from the stock", card=named(reader, event.card))


def _took_deep(reader: Reader, event: Event) -> str:
    card = "" if event.card is None else named(reader, event.card)
    meld = listed(reader, cards_of(event.melds[0]))
    return reader.words.t("took {card} from the discard pile for {meld}", card=card, meld=meld)


def _discarded(reader: Reader, event: Event) -> str:
    return reader.words.t(
        "discarded {card}", card="" if event.card is None else named(reader, event.card)
    )


def _knocked(reader: Reader, event: Event) -> str:
    return reader.words.t("knocked")


def _big_gin(reader: Reader, event: Event) -> str:
    return reader.words.t("declared big gin")


def _laid_off(reader: Reader, event: Event) -> str:
    return reader.words.t(
        "laid off {card}", card="" if event.card is None else named(reader, event.card)
    )


def _finished(reader: Reader, event: Event) -> str:
    return reader.words.t("finished laying off")


def _melded(reader: Reader, event: Event) -> str:
    return reader.words.t("put down {meld}", meld=meld_named(reader, event.melds[0]))


_SAYINGS: dict[EventKind, Callable[[Reader, Event], str]] = {
    EventKind.PASSED: _passed,
    EventKind.TOOK: _took,
    EventKind.DREW: _drew,
    EventKind.TOOK_DEEP: _took_deep,
    EventKind.DISCARDED: _discarded,
    EventKind.KNOCKED: _knocked,
    EventKind.DECLARED_BIG_GIN: _big_gin,
    EventKind.LAID_OFF: _laid_off,
    EventKind.FINISHED_LAYING_OFF: _finished,
    EventKind.MELDED: _melded,
}
