"""Why a press is not the move of the lesson, and what is: one sentence each."""

from bot.lessons.course import COURSE, DECKS, LEARNER, match_at
from bot.ui.reader import Reader
from bot.wording.cards import named
from bot.wording.errors import rule_refusal
from engine.game import match as play
from engine.game.actions import (
    AutoLayOff,
    Discard,
    Draw,
    Knock,
    Pass,
    SeatAction,
    Take,
)
from engine.game.cards import Card
from engine.game.errors import RuleError
from engine.game.view import SeatView, seat_view


def mistake_at(reader: Reader, place: int, action: SeatAction) -> str:
    """Return why another action than the right one is not played at a place."""
    match = match_at(place)
    try:
        play.act(match, LEARNER, action, DECKS)
    except RuleError as error:
        return rule_refusal(reader, error)
    return _better(reader, seat_view(match, LEARNER), COURSE[place].right, action)


def _better(reader: Reader, view: SeatView, right: SeatAction, action: SeatAction) -> str:
    t = reader.words.t
    top = None if view.table is None else view.table.top
    shown = "" if top is None else named(reader, top)
    match right, action:
        case Take(), _:
            return t("{card} is sure to make a meld; any other card is a gamble.", card=shown)
        case ((Draw() | Pass()), _):
            return t("{card} makes no meld with your cards; leave it.", card=shown)
        case Discard(card=best), Discard(card=chosen):
            return _discard(reader, view, best, chosen)
        case Knock(card=best), _ if dict(view.legal.knocks)[best] == 0:
            return t(
                "With {card} discarded, all your cards are in melds: press **Gin!**",
                card=named(reader, best),
            )
        case Knock(card=best), Knock():
            return t("{card} counts more, so knock with that discard.", card=named(reader, best))
        case Knock(), _:
            return t("Another turn only helps your opponent; press **Knock**.")
        case AutoLayOff(), _:
            return t("What you keep counts against you: go back and lay off every card that fits.")
        case _:
            return t("That isn't the move of this step; follow the text above your cards.")


def _discard(reader: Reader, view: SeatView, best: Card, chosen: Card) -> str:
    t = reader.words.t
    names = {"card": named(reader, chosen), "best": named(reader, best)}
    if not view.layout.deadwood_cards >> chosen & 1:
        return t("{card} is part of a meld and costs nothing; discard {best} instead.", **names)
    return t("{best} counts more than {card}, so discard {best}.", **names)
