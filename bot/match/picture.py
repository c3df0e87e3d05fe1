"""The picture of a won match: winner, margin and the winning hand."""

from bot.render.models import ResultPicture, ResultPlayer
from bot.ui.reader import MatchContext, Reader
from bot.ui.screen import Image, Part, clipped
from bot.wording.cards import highest_first, in_run_order
from bot.wording.presets import title_of
from engine.game.cards import Card
from engine.game.result import ResultKind

GINS = (ResultKind.GIN, ResultKind.BIG_GIN, ResultKind.MAHJONG_GIN)


def match_parts(reader: Reader, board: MatchContext) -> list[Part]:
    """Return the picture, if there is a winner and the reader uses pictures."""
    model = None if reader.text_mode else match_picture(reader, board)
    if model is None:
        return []
    scores = ", ".join(f"{player.name} {player.score}" for player in model.players)
    return [Image(model, "match", clipped(f"{model.title}. {scores}.", 1024))]


def match_picture(reader: Reader, board: MatchContext) -> ResultPicture | None:
    """Return the picture; ``None`` for a match without a winner."""
    view, tn = board.view, reader.words.tn
    if view.outcome is None or view.outcome.winner is None:
        return None
    winner = view.outcome.winner
    title = tn(
        "{name} wins the match",
        "{name} win the match",
        len(view.parties[winner]),
        name=board.party_plain(winner),
    )
    players = tuple(
        ResultPlayer(board.party_plain(party), f"{total}".replace("-", "−"), party == winner)
        for party, total in enumerate(view.sheet.totals)
    )
    return ResultPicture(
        title=title,
        players=players,
        subtitle=title_of(reader.words, board.preset),
        facts=_facts(reader, board),
        cards=_winning_hand(board, winner),
        look=reader.look,
    )


def _facts(reader: Reader, board: MatchContext) -> tuple[tuple[str, str], ...]:
    t, kinds = reader.words.t, [table.kind for one in board.view.played for table in one.tables]
    if not kinds:
        return ()
    gins = sum(kind in GINS for kind in kinds)
    undercuts = sum(kind is ResultKind.UNDERCUT for kind in kinds)
    return (
        (t("Rounds"), str(len(board.view.played))),
        (t("Gins"), str(gins)),
        (t("Undercuts"), str(undercuts)),
    )


def _winning_hand(board: MatchContext, winner: int) -> tuple[Card, ...]:
    """Return the winner's last hand, if it won its round."""
    for table in board.view.tables:
        facts = table.facts
        if facts is None or facts.winner is None:
            continue
        if table.players[facts.winner] in board.view.parties[winner]:
            hand = facts.hands[facts.winner]
            melds = [card for meld in hand.melds for card in in_run_order(meld)]
            return (*melds, *highest_first(hand.deadwood_cards))
    return ()
