"""Refusals, each in one sentence with the next step."""

from collections.abc import Mapping
from typing import Final

from bot.ui.i18n import mark
from bot.ui.reader import Reader
from bot.wording.options import NEED_WORDS
from engine.game.errors import GinError, OptionError, RecordError, RuleCode
from engine.game.option_types import Need
from engine.service import LobbyCode, LobbyRefused

_RULES: Final[Mapping[str, str]] = {
    RuleCode.NOT_YOUR_TURN: mark("It isn't your turn."),
    RuleCode.NOT_AT_TABLE: mark("You aren't at this table."),
    RuleCode.WRONG_PHASE: mark("You can't do that at this point in the round."),
    RuleCode.ROUND_OVER: mark("This round is over. Press Ready to play the next one."),
    RuleCode.MATCH_OVER: mark("This match is over."),
    RuleCode.ROUND_RUNNING: mark("The round is still being played."),
    RuleCode.UPCARD_REFUSED: mark(
        "You can't take the upcard now: both players passed. Draw from the stock."
    ),
    RuleCode.DISCARD_PILE_EMPTY: mark("The discard pile is empty."),
    RuleCode.NOT_IN_HAND: mark("That card isn't in your hand."),
    RuleCode.JUST_TAKEN: mark("You just took that card. Discard another one this turn."),
    RuleCode.EXPOSED: mark("That card belongs to a meld you have shown. Discard another one."),
    RuleCode.OVER_KNOCK_LIMIT: mark(
        "You can't knock yet: {deadwood} deadwood would be left, and the limit is {limit}."
    ),
    RuleCode.BAD_LAYOUT: mark(
        "Those melds aren't in your hand. Choose one of the options offered."
    ),
    RuleCode.NOT_ALL_MELDED: mark(
        "Big gin needs every card in a meld; {deadwood} deadwood is left."
    ),
    RuleCode.BIG_GIN_OFF: mark("These rules have no big gin. Knock with gin instead."),
    RuleCode.NOT_A_MELD: mark("Those cards don't make a meld."),
    RuleCode.NO_SUCH_MELD: mark("There is no such meld on the table."),
    RuleCode.DOES_NOT_FIT: mark("That card doesn't fit this meld."),
    RuleCode.LAYOFFS_BY_HAND: mark("Under these rules you lay off card by card."),
    RuleCode.DEEP_PICKUP_OFF: mark("Under these rules you can only take the top discard."),
    RuleCode.TOO_FEW_DISCARDS: mark("The discard pile has only {count} cards."),
    RuleCode.DEEPEST_NOT_USED: mark("You must put the deepest card you take into a meld at once."),
    RuleCode.LEAVES_NO_DISCARD: mark("That would leave you without a card to discard."),
    RuleCode.ALREADY_READY: mark("You're already ready. Waiting for the others."),
    RuleCode.NOTHING_TO_TAKE_BACK: mark(
        "That move can't be undone. You can only undo your last move, before your opponent "
        "acts, and never a draw from the stock."
    ),
    RuleCode.BACK_REFUSED: mark("You've already asked to undo this move."),
    RuleCode.NO_BACK_ASKED: mark("That undo request has expired."),
    RuleCode.NO_CLOCK: mark("This match has no clock."),
    RuleCode.ALREADY_PAUSED: mark("The match is paused."),
    RuleCode.PAUSE_ASKED: mark("A pause was already requested. The other side has to agree."),
    RuleCode.NOT_PAUSED: mark("The match isn't paused."),
    RuleCode.NO_VACATION: mark("Vacation only applies to matches with hours or days per turn."),
    RuleCode.VACATION_USED: mark("You only have {left} vacation days left in this match."),
    RuleCode.NOBODY_LATE: mark(
        "Nobody is out of time: either the clock hasn't run out, or the turn has been played."
    ),
    RuleCode.SUBSTITUTE_FOR_TWO: mark(
        "A computer can take a seat only at a table of three or more. You can resign instead."
    ),
    RuleCode.SUBSTITUTE_ASKED: mark(
        "A computer has already been requested for a seat. The others have to agree first."
    ),
    RuleCode.SUBSTITUTE_REFUSED: mark(
        "Somebody declined. You can ask again in the next round, or resign."
    ),
    RuleCode.NO_SUBSTITUTE_ASKED: mark("That request has already been settled."),
    RuleCode.NOT_ABSENT: mark(
        "This player is at the table. Only the seat of a player whose time has run out can be "
        "given to a computer."
    ),
    RuleCode.NOBODY_STAYS: mark(
        "Only computers would be left at the table. You can resign instead."
    ),
    RuleCode.TOO_LATE_TO_ABORT: mark(
        "A card has been discarded, so the match counts. You can resign instead."
    ),
    RuleCode.NOT_ADVISER: mark(
        "Only the player sitting out can give advice, and only during a round."
    ),
    RuleCode.EMPTY_ADVICE: mark("The note is empty. Write something first."),
}
_LOBBIES: Final[Mapping[LobbyCode, str]] = {
    LobbyCode.ALREADY_OPEN: mark("You two already have an open challenge."),
    LobbyCode.TOO_MANY_OPEN: mark("You have three open invitations. Cancel one of them first."),
    LobbyCode.TOO_MANY_THIS_HOUR: mark("You've sent ten invitations in an hour. Try again later."),
    LobbyCode.SELF: mark("You can't play against yourself. Find an opponent with `/gin practice`."),
    LobbyCode.BAD_SEATS: mark("These rules don't work with that number of players."),
    LobbyCode.NO_SUCH_LOBBY: mark("This invitation no longer exists."),
    LobbyCode.CLOSED: mark("This invitation is closed."),
    LobbyCode.NOT_INVITED: mark(
        "This challenge isn't for you. Start your own with `/gin challenge`."
    ),
    LobbyCode.ALREADY_IN: mark("You already have a seat."),
    LobbyCode.NOT_IN: mark("You don't have a seat at this table."),
    LobbyCode.NOT_HOST: mark("Only the host can do that."),
    LobbyCode.FULL: mark("All seats are taken."),
    LobbyCode.TOO_FEW: mark("There aren't enough players yet."),
    LobbyCode.NO_SIDES: mark("These rules have no sides."),
    LobbyCode.SIDE_FULL: mark("That side is full."),
    LobbyCode.SIDES_UNEVEN: mark("The sides are uneven. Change sides until they are even."),
    LobbyCode.RESTING: mark(
        "You let several matches time out, so rated and open games are closed to you for a "
        "while. You can still play unrated challenges and `/gin practice`."
    ),
    LobbyCode.RATING_OUTSIDE: mark("Your rating is outside this table's limits."),
    LobbyCode.BANNED: mark("The admins of this server have banned you from playing here."),
    LobbyCode.TOO_MANY_TABLES: mark(
        "You're already at 50 tables. See them under My tables in `/gin help`."
    ),
    LobbyCode.JUST_MET: mark(
        "You sat down at a table a moment ago. Show your hand with `/gin hand`."
    ),
    LobbyCode.UNAVAILABLE: mark("You can't play with these people. Invite someone else."),
    LobbyCode.NO_SUCH_MATCH: mark("This match doesn't exist."),
    LobbyCode.ACROSS: mark(
        "A rematch is only possible within one server. Find an opponent with `/gin find`."
    ),
    LobbyCode.NOT_YOUR_MATCH: mark("Only the players of this match can ask for a rematch."),
    LobbyCode.NOT_OVER: mark("The match isn't over yet."),
}


_OPTIONS: Final[Mapping[str, str]] = {
    "unknown_option": mark(
        "There is no option {option}. See `/gin rules` under **Options** for the list."
    ),
    "unknown_value": mark("{option} can't be {value}. It can be: {known}."),
    "wrong_type": mark("{option} can't be {value}."),
    "out_of_range": mark("{option} must be between {low} and {high}, not {value}."),
    "ace_deadwood": mark("An unmelded ace counts either 1 or 15."),
    "mahjong_hollywood": mark("Mahjong gin can't be played with Hollywood scoring."),
    "mahjong_knock_card": mark("Mahjong gin has no knocking, so it can't have a knock card."),
    "mahjong_two": mark("Mahjong gin is for two players."),
    "mahjong_upcard": mark("Mahjong gin always begins with the upcard offer."),
    "mahjong_deep_pickup": mark(
        "Mahjong gin already lets you take several cards; leave deep_pickup off."
    ),
    "mahjong_run_wrap": mark("The ace is low in Mahjong gin; leave run_wrap at none."),
    "best_of_even": mark("best_of must be odd so that someone wins."),
    "upcard_missing": mark(
        "The upcard can only set the knock limit in rounds that begin with one."
    ),
    "shared_knock_card": mark("A shared knock card needs teams and a second deck."),
    "sweep_bonus": mark("A sweep bonus needs teams."),
    "deal_rule_box": mark("deal_rule=box needs table_format=box."),
}


def option_refusal(reader: Reader, error: OptionError) -> str:
    """Return the reason why rules cannot be played."""
    if error.code == "no_effect":
        need = reader.words.t(NEED_WORDS[Need(str(error.data["need"]))])
        return reader.words.t(
            "{option} has no effect under these rules. It needs {need}.",
            option=error.data["option"],
            need=need,
        )
    text = _OPTIONS.get(error.code)
    if text is None:
        return reader.words.t("These rules can't be played.")
    return reader.words.t(text, **error.data)


_RECORDS: Final[Mapping[str, str]] = {
    "record_format": mark(
        "This file isn't a Gin record. Use a file downloaded from `/gin history`, as text or JSON."
    ),
    "record_seal": mark(
        "This record was changed after the match: its seal doesn't match. Use the original file."
    ),
    "record_too_large": mark("This file is too large: a record can be at most {limit} kB."),
    "record_too_long": mark(
        "This record is too long to replay: a file can have at most {limit} moves, and "
        "each undone move counts as its whole round."
    ),
    "record_no_process": mark(
        "Gin can't handle files on this computer now. Tell whoever runs it: the log says why."
    ),
    "record_busy": mark("Gin is busy reading other files. Try again in a minute."),
    "record_start": mark("This record can't be replayed: its players or cards don't add up."),
    "record_move": mark("This record can't be replayed: move {move} breaks its rules."),
}


def record_refusal(reader: Reader, error: RecordError) -> str:
    """Return the reason why a record is not shown."""
    text = _RECORDS.get(error.code)
    if text is None:
        return reader.words.t("This record can't be read. Download it again.")
    return reader.words.t(text, **error.data)


def rule_refusal(reader: Reader, error: GinError) -> str:
    """Return the reason why the rules forbid an action."""
    text = _RULES.get(error.code)
    if text is None:
        return reader.words.t("That isn't possible right now.")
    return reader.words.t(text, **error.data)


def lobby_refusal(reader: Reader, refused: LobbyRefused) -> str:
    """Return the reason why an invitation is refused, and when it is possible again."""
    text = reader.words.t(_LOBBIES[refused.code])
    if refused.until_ms is None:
        return text
    until = f"<t:{refused.until_ms // 1000}:R>"
    return text + " " + reader.words.t("You can do that again {when}.", when=until)
