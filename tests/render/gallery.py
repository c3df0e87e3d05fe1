"""One model for every kind of picture and every mark on it, and what a picture looks like."""

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO

from PIL import Image

from bot.render import (
    render_board,
    render_bracket,
    render_cross,
    render_graph,
    render_hand,
    render_head,
    render_profile,
    render_replay,
    render_result,
    render_round_end,
    render_sheet,
    render_table,
)
from bot.render.event_models import (
    BracketPicture,
    BracketRound,
    BracketSlot,
    CellMark,
    CrossCell,
    CrossPicture,
    CrossRow,
)
from bot.render.models import (
    Back,
    BoardPicture,
    BoardRow,
    Disc,
    Felt,
    GraphPicture,
    HandPicture,
    HeadPicture,
    LaidHand,
    LaidMeld,
    Look,
    MeldKind,
    Picture,
    ProfilePicture,
    ReplayPicture,
    ResultPicture,
    ResultPlayer,
    RoundEndPicture,
    SheetColumn,
    SheetEntry,
    SheetLine,
    SheetPicture,
    TablePicture,
    TablePlayer,
    Theme,
)
from engine.game.cards import card, cards_from

CLASSIC = Look(Theme.CLASSIC, Felt.BLUE, Back.DIAMONDS)
CONTRAST = Look(Theme.HIGH_CONTRAST, Felt.CHARCOAL, Back.SUITS)
BURGUNDY = Look(felt=Felt.BURGUNDY, back=Back.WAVES)

HAND = HandPicture(
    melds=(cards_from("7C 7D 7H"), cards_from("TD JD QD KD")),
    deadwood=cards_from("KS QH 2S AC"),
    drawn=card("QH"),
    locked=frozenset({card("QH")}),
    kinds=((MeldKind.SET, "set"), (MeldKind.RUN, "run")),
    deadwood_label="Deadwood",
    deadwood_count="13",
)
HEAD = HeadPicture(
    "Aleksandra Wiśniewska",
    Disc("AW", 2),
    "41",
    "You",
    "4",
    "Round 3",
    discard=card("6S"),
    discard_label="Discard",
    figures=(("Knock", "10"),),
)
LOOSE = HandPicture(
    deadwood=cards_from("KC QD 2S 3H 9C TH JS 5D 6S AC 8C"),
    look=CLASSIC,
)
TABLE = TablePicture(
    TablePlayer("Aleksandra Wiśniewska", "62", 10, note="dealer", disc=Disc("AW", 2)),
    TablePlayer("Bo", "18", 11, to_move=True, disc=Disc("B", 0)),
    stock=31,
    discard=card("7D"),
    recent=cards_from("KC 2H QS 9C TD 4H"),
    recent_label="Discards",
    knock_limit="10",
)
UNCOUNTED = replace(TABLE, counts=False)
OKLAHOMA = TablePicture(
    TablePlayer("Ann", "120", 10, to_move=True),
    TablePlayer("Bo", "5", 10),
    stock=14,
    discard=card("QS"),
    knock_limit="Gin",
    knock_card=card("AS"),
    multiplier=2,
    look=CLASSIC,
)
MAHJONG = TablePicture(
    TablePlayer("Ann", "120", 7, melds=(cards_from("3C 4C 5C"), cards_from("9S 9H 9D 9C"))),
    TablePlayer("Bo", "5", 10, to_move=True, melds=(cards_from("JD QD KD"),)),
    stock=14,
    spread=cards_from("2H 3H QS AC TD 5H 6H 7S 8S KH 2C AD 5D 6D"),
    look=BURGUNDY,
)
OPEN = TablePicture(
    TablePlayer("Ann", hand=(cards_from("3C 4C 5C"), cards_from("KS QD 2H 9S"))),
    TablePlayer("Bo", to_move=True, hand=(cards_from("JD QD KD"), cards_from("6S 8H AS TD"))),
    stock=14,
    discard=card("5S"),
    knock_limit="10",
    look=CONTRAST,
)
ROUND_END = RoundEndPicture(
    LaidHand(
        "Ann",
        (
            LaidMeld(cards_from("7C 7D 7H 7S"), frozenset({card("7S")})),
            LaidMeld(cards_from("3H 4H 5H")),
        ),
        cards_from("2S AC"),
        "Deadwood 3",
        "KNOCK",
        "+26",
        winner=True,
        disc=Disc("A", 3),
    ),
    LaidHand("Bo", (LaidMeld(cards_from("JD QD KD")),), cards_from("KS QH 9C"), "Deadwood 29"),
    "+26 = 26 (29 − 3)",
)


def entries(*points: int) -> tuple[SheetEntry, ...]:
    """Sheet entries for rounds that brought these points."""
    return tuple(SheetEntry(p, sum(points[: n + 1])) for n, p in enumerate(points))


PLAIN_SHEET = SheetPicture(
    ("Ann", "Bo"),
    (SheetColumn("Game 1", (entries(24, 31, 12, 40), entries(7, 15)), 0),),
    (SheetLine("Boxes", ("100", "50")), SheetLine("Total", ("307", "72"), strong=True)),
    "Score sheet",
    "Played to 100",
)
HOLLYWOOD = SheetPicture(
    ("Ann", "Bo"),
    (
        SheetColumn("Game 1", (entries(24, 31, 52), entries(7, 15)), 0),
        SheetColumn("Game 2", (entries(31, 52), entries(15))),
        SheetColumn("Game 3", (entries(52), ())),
    ),
    title="Hollywood",
    look=Look(felt=Felt.CHARCOAL),
)
RESULT = ResultPicture(
    "Ann wins",
    (ResultPlayer("Ann", "307", winner=True), ResultPlayer("Bo", "72")),
    "Standard gin to 100",
    (("Gins", "2"), ("Undercuts", "1"), ("Longest round", "14 turns")),
    cards_from("7C 7D 7H 7S 3H 4H 5H 6H AS 2S"),
)
CUTTHROAT = ResultPicture(
    "Game over",
    (ResultPlayer("Ann", "107", winner=True), ResultPlayer("Bo", "72"), ResultPlayer("Cy", "−3")),
    look=CLASSIC,
)
BOARD = BoardPicture(
    "Leaderboard",
    (
        BoardRow("1", "Ann", "1843", 1.0, "64 games", own=True, disc=Disc("A", 1)),
        BoardRow("2", "Bo", "1710", 0.8, "12 games", disc=Disc("B", 4)),
        BoardRow("3", "Cee", "1650", 0.6, "20 games"),
    ),
    "This server · Standard, correspondence · November 2026",
    outside=BoardRow("37", "Dan", "1402", 0.1, "± 72 · 31 matches", own=True),
)
PROFILE = ProfilePicture(
    "Ann",
    "1843",
    "rating ± 45",
    (1500.0, 1520.0, 1490.0, 1600.0, 1710.0, 1680.0, 1843.0),
    (("Games", "64"), ("Won", "41"), ("Gins", "28")),
    BURGUNDY,
    spread=(350.0, 250.0, 180.0, 130.0, 100.0, 80.0, 70.0),
    since="2026-03-02",
    until="2026-11-20",
    title="Knocker",
    disc=Disc("A", 1),
    medals=("1", "3"),
)


def replay_frames() -> tuple[TablePicture, ...]:
    """Four tables of a round: a card drawn, one discarded, and the same by the other player."""
    ann, bo = cards_from("3C 4C 5C"), cards_from("JD QD KD")
    tables = []
    for drawn, discarded, stock in (
        ("", "5S", 14),
        ("9S", "5S", 13),
        ("", "9S", 13),
        ("", "2H", 12),
    ):
        groups = (ann, cards_from(drawn)) if drawn else (ann,)
        top = TablePlayer("Ann", "0", hand=groups, to_move=bool(drawn))
        bottom = TablePlayer("Bo", "0", hand=(bo,), to_move=not drawn)
        tables.append(TablePicture(top, bottom, stock, card(discarded), knock_limit="10"))
    return tuple(tables)


REPLAY = ReplayPicture(replay_frames())

NAMES = ("Aleksandra Wiśniewska", "Bo", "Carol", "Maximilian", "Erin", "田中さくら", "Grace", "Ida")


def bracket(size: int, played: int) -> BracketPicture:
    """A knockout of so many players, of which some rounds are played; the upper one always wins."""
    inside = [
        BracketSlot(f"{NAMES[n % len(NAMES)]}{n // len(NAMES) or ''}", str(n + 1))
        for n in range(size)
    ]
    rounds: list[BracketRound] = []
    while len(inside) > 1:
        done = len(rounds) < played
        pairs = tuple(
            (
                replace(first, score="2" if done else "", won=done),
                replace(second, score="1" if done else "", out=done),
            )
            for first, second in zip(inside[::2], inside[1::2], strict=True)
        )
        rounds.append(BracketRound(f"Round {len(rounds) + 1}", pairs))
        inside = [one if done else BracketSlot() for one in inside[::2]]
    return BracketPicture("Friday knockout", tuple(rounds), "Knockout · Standard gin · best of 3")


WHOLE_BRACKET = replace(
    bracket(8, 3),
    third_label="Third place",
    third=(BracketSlot("Carol", score="0", out=True), BracketSlot("Grace", score="2", won=True)),
)


def cross(players: int) -> CrossPicture:
    """A round robin in which the upper one of two wins, and neighbours draw."""

    def cell(row: int, column: int) -> CrossCell:
        if row == column:
            return CrossCell(mark=CellMark.SELF)
        if abs(row - column) == 1:
            return CrossCell("½", CellMark.DRAWN)
        return CrossCell("1", CellMark.WON) if row < column else CrossCell("0", CellMark.LOST)

    rows = tuple(
        CrossRow(
            str(row + 1),
            NAMES[row],
            str(3 * (players - row)),
            tuple(cell(row, column) for column in range(players)),
            disc=Disc(NAMES[row][:1], row % 6),
            own=row == 2,
        )
        for row in range(players)
    )
    heads = tuple(str(n + 1) for n in range(players))
    return CrossPicture("November league", rows, heads, "Division 1", "Points")


SWISS = CrossPicture(
    "Friday Swiss",
    tuple(
        CrossRow(
            str(n + 1),
            NAMES[n],
            f"{4 - n // 2}{'.5' if n % 2 else ''}",
            (
                CrossCell("12", CellMark.WON),
                CrossCell("3", CellMark.DRAWN),
                CrossCell("2", CellMark.LOST),
                CrossCell("4", CellMark.OPEN),
            ),
            note="×3" if n == 1 else "",
            disc=Disc(NAMES[n][:1], n % 6),
        )
        for n in range(8)
    ),
    ("1", "2", "3", "4"),
    "Round 4 of 5",
    "Score",
    BURGUNDY,
)


GRAPH = GraphPicture(
    (2.3, 1.6, 4.0, -3.5, -8.0, -12.5, 6.0, 14.0, 31.0, 27.0),
    4,
    "Aleksandra Wiśniewska",
    "Bo",
    (3, 5),
)

GALLERY: dict[str, Callable[[], Picture]] = {
    "head": lambda: render_head(HEAD),
    "hand": lambda: render_hand(HAND),
    "hand without melds": lambda: render_hand(LOOSE),
    "table": lambda: render_table(TABLE),
    "table, Oklahoma": lambda: render_table(OKLAHOMA),
    "table, mahjong": lambda: render_table(MAHJONG),
    "table, open hands": lambda: render_table(OPEN),
    "round end": lambda: render_round_end(ROUND_END),
    "sheet": lambda: render_sheet(PLAIN_SHEET),
    "sheet, Hollywood": lambda: render_sheet(HOLLYWOOD),
    "result": lambda: render_result(RESULT),
    "result of three": lambda: render_result(CUTTHROAT),
    "leaderboard": lambda: render_board(BOARD),
    "profile": lambda: render_profile(PROFILE),
    "graph": lambda: render_graph(GRAPH),
    "replay": lambda: render_replay(REPLAY),
    "bracket": lambda: render_bracket(WHOLE_BRACKET),
    "bracket of 32": lambda: render_bracket(bracket(32, 2)),
    "cross table": lambda: render_cross(cross(8)),
    "standings": lambda: render_cross(SWISS),
}


def opened(picture: Picture) -> Image.Image:
    """The picture's pixels with their transparency; of a moving one the first frame."""
    return Image.open(BytesIO(picture.data)).convert("RGBA")


def seen(picture: Picture) -> Image.Image:
    """The picture as it looks on Discord's dark background."""
    pixels = opened(picture)
    ground = Image.new("RGBA", pixels.size, "#313338")
    return Image.alpha_composite(ground, pixels).convert("RGB")
