"""The state of a match as its readers see it: what everybody sees, and one player's own part."""

from typing import Literal

from bot.ui.parts.base import PressButton
from bot.web.protocol.base import CardText, EpochMs, MatchText, Message, SeatNumber

# -- what everybody sees ----------------------------------------------------------------


class PlayerState(Message):
    """A player. ``party``: the index of the score they share. ``rating``: on this server, if the
    match is rated. ``tone``: the index of the colour of their disc. ``away_until``: the end of a
    vacation.
    """

    seat: SeatNumber
    name: str
    party: int
    computer: str | None = None
    initials: str = ""
    tone: int = 0
    rating: int | None = None
    away_until: EpochMs | None = None


class HappenedState(Message):
    """A move, without hidden cards. ``n``: its place in the round at this table, from 1.

    ``card``: taken, discarded, laid off or given away by a knock. ``melds``: shown by a knock, or
    put down. ``number``: how many cards were taken, or the meld that a card was laid off on.
    ``text`` and ``spoken`` are the move in the reader's language, with signs and in words, without
    the name.
    """

    n: int
    seat: SeatNumber
    kind: Literal[
        "passed",
        "took",
        "drew",
        "took_deep",
        "discarded",
        "knocked",
        "big_gin",
        "laid_off",
        "finished",
        "melded",
    ]
    card: CardText | None
    melds: tuple[tuple[CardText, ...], ...]
    number: int
    text: str
    spoken: str


class KnockState(Message):
    """A knock on the table. ``melds`` include the layoffs so far, ``own_melds`` do not."""

    seat: SeatNumber
    melds: tuple[tuple[CardText, ...], ...]
    own_melds: tuple[tuple[CardText, ...], ...]
    deadwood_cards: tuple[CardText, ...]
    deadwood: int
    discard: CardText | None


class LaidOffState(Message):
    """A card laid off on a meld, by the meld's index."""

    card: CardText
    meld: int


class TableMeldState(Message):
    """A meld on the table of Mahjong gin, with the owner of each card."""

    cards: tuple[CardText, ...]
    owners: tuple[SeatNumber, ...]


class ShownHandState(Message):
    """The open hand of a finished round."""

    seat: SeatNumber
    melds: tuple[tuple[CardText, ...], ...]
    deadwood_cards: tuple[CardText, ...]
    deadwood: int


class ScoreState(Message):
    """A line of the winner's points, such as 25 for the gin bonus."""

    label: str
    points: int


class ResultState(Message):
    """The end of a round.

    ``title``: the result in one sentence; ``lines``: how the points came about.

    ``points`` and ``hands`` stand in the order of the table's ``seats``; ``score`` adds up to the
    winner's points.
    """

    kind: str
    title: str
    lines: tuple[str, ...]
    winner: SeatNumber | None
    knocker: SeatNumber | None
    hands: tuple[ShownHandState, ...]
    points: tuple[int, int]
    score: tuple[ScoreState, ...]
    layoffs: tuple[LaidOffState, ...]


class TakebackRequestState(Message):
    """A request to take back the last move."""

    seat: SeatNumber


class TableState(Message):
    """One table.

    ``seats``: non-dealer and dealer. ``first_event``: events before it are left out.
    """

    number: int
    seats: tuple[SeatNumber, SeatNumber]
    phase: str
    to_act: SeatNumber | None
    hand_sizes: tuple[int, int]
    stock: int
    discards: tuple[CardText, ...]
    upcard: CardText | None
    knock_card: CardText | None
    knock_limit: int
    multiplier: int
    turn: str
    events: tuple[HappenedState, ...]
    first_event: int
    knock: KnockState | None = None
    layoffs: tuple[LaidOffState, ...] = ()
    melds: tuple[TableMeldState, ...] = ()
    result: ResultState | None = None
    takeback: TakebackRequestState | None = None


class SheetEntryState(Message):
    """A line of a column: the party that scored in a round, the points and the running total."""

    party: int
    round: int
    points: int
    total: int


class SheetColumnState(Message):
    """A column of the score sheet: a game, or one of Hollywood's three."""

    title: str
    entries: tuple[SheetEntryState, ...]
    points: tuple[int, ...]
    boxes: tuple[int, ...]
    winner: int | None
    settled: tuple[str, ...]


class SheetState(Message):
    """The score sheet. ``parties``: the names of the parties, ``totals`` their scores."""

    format: Literal["single", "best_of", "multi_match", "hollywood", "rounds"]
    parties: tuple[str, ...]
    columns: tuple[SheetColumnState, ...]
    totals: tuple[int, ...]
    games_won: tuple[int, ...]
    target: int
    finished: bool


class Deadline(Message):
    """The end of a turn."""

    seat: SeatNumber
    at: EpochMs


class ClockState(Message):
    """The clocks. ``late``: whose turn has expired. ``deals_at``: when the next round is dealt."""

    deadlines: tuple[Deadline, ...]
    paused: bool
    wants_pause: SeatNumber | None
    late: tuple[SeatNumber, ...]
    deals_at: EpochMs | None
    by_day: bool


class PartyFacts(Message):
    """What a party has done in a match. ``rating``: after it, ``change``: by it, of one person."""

    rounds: int
    gins: int
    best: int
    rating: int | None = None
    change: int | None = None


class OutcomeState(Message):
    """The end of a match. ``lines``: result, settlement and ratings in Discord's markdown.

    ``facts``: of each party.
    """

    reason: str
    winner: int | None
    lines: tuple[str, ...]
    facts: tuple[PartyFacts, ...] = ()


class SubstitutionState(Message):
    """An open request that a computer takes a seat. ``detail``: who has not answered yet."""

    seat: SeatNumber
    text: str
    detail: str


class MatchState(Message):
    """A match as everybody sees it, in one language. ``summary``: the rules in one line.

    ``buttons``: what the table message offers (sheet, more, rematch …), pressed with ``panel``.
    ``box``: who plays against all others in turn; ``captains``: who plays for a whole side, or
    against the box.
    """

    match: MatchText
    title: str
    summary: str
    game: Literal["gin", "mahjong"]
    phase: Literal["playing", "between", "over"]
    private: bool
    rated: bool
    round: int
    players: tuple[PlayerState, ...]
    parties: tuple[tuple[SeatNumber, ...], ...]
    idle: tuple[SeatNumber, ...]
    to_act: tuple[SeatNumber, ...]
    ready: tuple[SeatNumber, ...]
    tables: tuple[TableState, ...]
    sheet: SheetState
    clock: ClockState
    outcome: OutcomeState | None
    panel: str
    buttons: tuple[PressButton, ...]
    substitution: SubstitutionState | None = None
    box: SeatNumber | None = None
    captains: tuple[SeatNumber, ...] = ()


# -- one player's own part --------------------------------------------------------------


class LayoutState(Message):
    """One of several equally good ways to lay a knock down, and the action that does it."""

    action: str
    label: str
    melds: tuple[tuple[CardText, ...], ...]
    deadwood_cards: tuple[CardText, ...]
    deadwood: int


class KnockOffer(Message):
    """The knock that a discard allows. ``layouts``: at least two, if there is a choice."""

    action: str
    label: str
    deadwood: int
    layouts: tuple[LayoutState, ...]


class ActionState(Message):
    """A legal action. ``action``: its text for ``act``; ``label``: what it does, for a button.

    ``card``: the card it is about. ``after``: the deadwood that a discard leaves; ``knock``: the
    knock with the same card. ``count``: how many discards are taken. ``meld``: the index of the
    meld on the table, ``cards``: the meld that is put down. ``seat``: the late player of a claim.
    ``confirm``: ask before it is sent, and tell what it ``costs``, a sentence each.
    """

    kind: Literal[
        "pass",
        "take",
        "draw",
        "take_deep",
        "discard",
        "knock",
        "big_gin",
        "lay_off",
        "auto",
        "done",
        "take_knock",
        "meld",
        "ready",
        "resign",
        "abort",
        "ask_back",
        "allow_back",
        "refuse_back",
        "pause",
        "resume",
        "ask_substitute",
        "allow_substitute",
        "refuse_substitute",
        "give_time",
        "claim",
        "call_off",
    ]
    action: str
    label: str
    card: CardText | None = None
    after: int | None = None
    knock: KnockOffer | None = None
    count: int | None = None
    meld: int | None = None
    cards: tuple[CardText, ...] = ()
    seat: SeatNumber | None = None
    confirm: bool = False
    costs: tuple[str, ...] = ()


class AdviceState(Message):
    """A message of the adviser."""

    name: str
    text: str


class PlansState(Message):
    """The player's premoves.

    ``knock_choices``: what may be set, with its label; ``None`` is never.
    """

    pass_upcard: bool
    draw_stock: bool
    knock_at: int | None
    knock_choices: tuple[tuple[int | None, str], ...]
    line: str


class SeatState(Message):
    """One player's own part of a match.

    ``role``: an adviser sees the captain's cards if the rules say so; an idle player sits out.
    ``captain``: whom an adviser advises.
    ``hand``: in the player's order. ``melds``, ``deadwood``: the best layout of the hand;
    ``meld_names``: each meld in words.
    ``task``: what to do now. ``remarks``: what else is to be known, such as a locked card.
    ``actions``: everything that the player may do, in the order of importance; ``requests`` are
    answers to the other side (take-back, pause, claim). ``buttons``: hint, coach, more …, pressed
    with ``panel``.
    """

    seat: SeatNumber
    revision: int
    role: Literal["player", "adviser", "idle"]
    captain: SeatNumber | None
    table: int | None
    my_turn: bool
    task: str
    hand: tuple[CardText, ...]
    order: Literal["melds", "suits", "ranks", "own"]
    melds: tuple[tuple[CardText, ...], ...]
    meld_names: tuple[str, ...]
    deadwood_cards: tuple[CardText, ...]
    deadwood: int
    drawn: CardText | None
    taken: CardText | None
    locked: tuple[CardText, ...]
    must_use: CardText | None
    exposed: tuple[tuple[CardText, ...], ...]
    actions: tuple[ActionState, ...]
    requests: tuple[ActionState, ...]
    plans: PlansState
    advice: tuple[AdviceState, ...]
    may_advise: bool
    remarks: tuple[str, ...]
    panel: str
    buttons: tuple[PressButton, ...]
