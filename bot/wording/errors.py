"""Why something was refused, in one sentence that says what to do."""

from collections.abc import Mapping
from typing import Final

from bot.ui.i18n import mark
from bot.ui.reader import Reader
from bot.wording.rules_options import NEEDS
from engine.game.errors import Broken, GinError, OptionError, RecordError
from engine.game.options import Need
from engine.service import LobbyCode, LobbyRefused

_RULES: Final[Mapping[str, str]] = {
    Broken.NOT_YOUR_TURN: mark("It is not your turn."),
    Broken.NOT_AT_TABLE: mark("You are not at this table."),
    Broken.WRONG_PHASE: mark("That is not possible at this point of the round."),
    Broken.ROUND_OVER: mark("This round is over. Press Ready for the next deal."),
    Broken.MATCH_OVER: mark("This match is over."),
    Broken.ROUND_RUNNING: mark("The round is still being played."),
    Broken.UPCARD_REFUSED: mark("The refused upcard cannot be taken: draw from the stock."),
    Broken.DISCARD_PILE_EMPTY: mark("There is nothing on the discard pile."),
    Broken.NOT_IN_HAND: mark("That card is not in your hand."),
    Broken.JUST_TAKEN: mark("You just took that card; discard another one this turn."),
    Broken.EXPOSED: mark("That card belongs to a meld you have shown; discard another one."),
    Broken.OVER_KNOCK_LIMIT: mark(
        "You cannot knock yet: {deadwood} deadwood would be left, the limit is {limit}."
    ),
    Broken.BAD_LAYOUT: mark("Those melds are not in your hand. Choose a layout that is offered."),
    Broken.NOT_ALL_MELDED: mark("Big gin needs every card in a meld; {deadwood} is left over."),
    Broken.BIG_GIN_OFF: mark("There is no big gin in these rules. Knock with gin instead."),
    Broken.NOT_A_MELD: mark("Those cards are not a meld."),
    Broken.NO_SUCH_MELD: mark("There is no such meld on the table."),
    Broken.DOES_NOT_FIT: mark("That card does not fit this meld."),
    Broken.LAYOFFS_BY_HAND: mark("In these rules you lay off card by card."),
    Broken.DEEP_PICKUP_OFF: mark("Only the top discard may be taken in these rules."),
    Broken.TOO_FEW_DISCARDS: mark("There are only {count} cards on the pile."),
    Broken.DEEPEST_NOT_USED: mark("The deepest card you take must go to the table at once."),
    Broken.LEAVES_NO_DISCARD: mark("That would leave you without a card to discard."),
    Broken.ALREADY_READY: mark("You are ready already. Waiting for the others."),
    Broken.NOTHING_TO_TAKE_BACK: mark(
        "That move cannot be taken back: only the last one, before the opponent acts, and never "
        "a card from the stock."
    ),
    Broken.BACK_REFUSED: mark("You have asked about this move already."),
    Broken.NO_BACK_ASKED: mark("Nobody asks to take a move back any more."),
    Broken.NO_CLOCK: mark("This match has no clock."),
    Broken.ALREADY_PAUSED: mark("The match is paused."),
    Broken.PAUSE_ASKED: mark("A pause has been asked for; the other side has to agree."),
    Broken.NOT_PAUSED: mark("The match is not paused."),
    Broken.NO_VACATION: mark("Vacation days are for matches by the hour or the day."),
    Broken.VACATION_USED: mark("You have {left} vacation days left in this match."),
    Broken.NOBODY_LATE: mark("Nobody is late: the time is not up, or the turn was played."),
    Broken.TOO_LATE_TO_ABORT: mark("A card has been discarded: the match counts. You may resign."),
    Broken.NOT_ADVISER: mark("Only the player sitting out may advise, while a round is played."),
    Broken.EMPTY_ADVICE: mark("Write something first."),
}
_LOBBIES: Final[Mapping[LobbyCode, str]] = {
    LobbyCode.ALREADY_OPEN: mark("There is an open challenge between you two already."),
    LobbyCode.TOO_MANY_OPEN: mark("You have three open invitations. Cancel one first."),
    LobbyCode.TOO_MANY_THIS_HOUR: mark("That is ten invitations in an hour. Try again later."),
    LobbyCode.SELF: mark("You cannot play against yourself. `/gin practice` has an opponent."),
    LobbyCode.BAD_SEATS: mark("That many players cannot play these rules."),
    LobbyCode.NO_SUCH_LOBBY: mark("This invitation does not exist any more."),
    LobbyCode.CLOSED: mark("This invitation is closed."),
    LobbyCode.NOT_INVITED: mark("This challenge is for somebody else. `/gin challenge` makes one."),
    LobbyCode.ALREADY_IN: mark("You have a seat already."),
    LobbyCode.NOT_IN: mark("You have no seat here."),
    LobbyCode.NOT_HOST: mark("Only the one who opened it can do that."),
    LobbyCode.FULL: mark("All seats are taken."),
    LobbyCode.TOO_FEW: mark("There are not enough players yet."),
    LobbyCode.NO_SIDES: mark("There are no sides in these rules."),
    LobbyCode.SIDE_FULL: mark("That side is full."),
    LobbyCode.SIDES_UNEVEN: mark("The sides are uneven. Change sides until they are not."),
    LobbyCode.RESTING: mark(
        "You left several matches to the clock, so you rest from rated and open games. "
        "Unrated challenges and `/gin practice` are still there."
    ),
    LobbyCode.RATING_OUTSIDE: mark("Your rating is outside the window of this table."),
    LobbyCode.BANNED: mark(
        "The administrators of this server do not let you play here at present."
    ),
    LobbyCode.TOO_MANY_TABLES: mark("You have 50 tables already. `/gin turns` lists them."),
    LobbyCode.UNAVAILABLE: mark("That is not possible with these people. Ask somebody else."),
    LobbyCode.NO_SUCH_MATCH: mark("This match does not exist."),
    LobbyCode.NOT_YOUR_MATCH: mark("Only the players of this match can ask for a rematch."),
    LobbyCode.NOT_OVER: mark("The match is still being played."),
}


_OPTIONS: Final[Mapping[str, str]] = {
    "unknown_option": mark(
        "There is no option {option}. `/gin rules` lists them under **Options**."
    ),
    "unknown_value": mark("{option} cannot be {value}. It can be: {known}."),
    "wrong_type": mark("{option} cannot be {value}."),
    "out_of_range": mark("{option} goes from {low} to {high}, not {value}."),
    "ace_deadwood": mark("An unmelded ace counts 1 or 15."),
    "mahjong_hollywood": mark("Mahjong gin is not played with Hollywood scoring."),
    "mahjong_knock_card": mark("There is no knocking in Mahjong gin, so no knock card either."),
    "mahjong_two": mark("Mahjong gin is for two players."),
    "mahjong_upcard": mark("Mahjong gin begins with the upcard offer."),
    "mahjong_deep_pickup": mark(
        "In Mahjong gin several cards are taken anyway; leave deep_pickup off."
    ),
    "mahjong_run_wrap": mark("In Mahjong gin the ace is low; leave run_wrap at none."),
    "best_of_even": mark("best_of must be odd, so that somebody wins."),
    "upcard_missing": mark("The upcard can only set the knock limit when a round begins with one."),
    "shared_knock_card": mark("A shared knock card needs teams and a second deck."),
    "sweep_bonus": mark("A sweep bonus needs teams."),
    "deal_rule_box": mark("deal_rule=box needs table_format=box."),
}


def option_refusal(reader: Reader, error: OptionError) -> str:
    """Why rules cannot be played."""
    if error.code == "no_effect":
        need = reader.words.t(NEEDS[Need(str(error.data["need"]))])
        return reader.words.t(
            "{option} would change nothing in these rules. It needs {need}.",
            option=error.data["option"],
            need=need,
        )
    text = _OPTIONS.get(error.code)
    if text is None:
        return reader.words.t("These rules cannot be played.")
    return reader.words.t(text, **error.data)


_RECORDS: Final[Mapping[str, str]] = {
    "record_format": mark(
        "This is not a record of Gin. Bring a file that `/gin history` gave, as text or JSON."
    ),
    "record_seal": mark(
        "This record was changed after the match: its seal does not fit. Bring the original file."
    ),
    "record_too_large": mark("This file is too large: a record has at most {limit} kB."),
    "record_too_long": mark(
        "This record is too long to be gone through: at most {limit} moves are played for a file, "
        "and each move that was taken back counts for its whole round."
    ),
    "record_busy": mark("Gin is reading other files right now. Try again in a minute."),
    "record_start": mark("This record cannot be played: its players or its cards do not add up."),
    "record_move": mark("This record cannot be played: move {move} is against its rules."),
}


def record_refusal(reader: Reader, error: RecordError) -> str:
    """Why a record is not shown."""
    text = _RECORDS.get(error.code)
    if text is None:
        return reader.words.t("This record cannot be read. Download it once more.")
    return reader.words.t(text, **error.data)


def rule_refusal(reader: Reader, error: GinError) -> str:
    """Why the rules forbid it."""
    text = _RULES.get(error.code)
    if text is None:
        return reader.words.t("That is not possible now.")
    return reader.words.t(text, **error.data)


def lobby_refusal(reader: Reader, refused: LobbyRefused) -> str:
    """Why an invitation refused, and when it will be possible again."""
    text = reader.words.t(_LOBBIES[refused.code])
    if refused.until_ms is None:
        return text
    until = f"<t:{refused.until_ms // 1000}:R>"
    return text + " " + reader.words.t("You can again {when}.", when=until)
