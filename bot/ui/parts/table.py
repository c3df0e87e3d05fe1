"""The state of a match as its readers see it: what everybody sees, and one player's own part."""

from typing import Literal, TypeAlias

from bot.ui.parts.base import CardOut, EpochMs, IdOut, PartModel, PressButton, SeatNumber

# -- what everybody sees ----------------------------------------------------------------


class PlayerState(PartModel):
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


EventName: TypeAlias = Literal[
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


class HappenedState(PartModel):
    """A move, without hidden cards. ``n``: its place in the round at this table, from 1.

    ``card``: taken, discarded, laid off or given away by a knock. ``melds``: shown by a knock, or
    put down. ``number``: how many cards were taken, or the meld that a card was laid off on.
    ``text`` and ``spoken`` are the move in the reader's language, with signs and in words, without
    the name.
    """

    n: int
    seat: SeatNumber
    kind: EventName
    card: CardOut | None
    melds: tuple[tuple[CardOut, ...], ...]
    number: int
    text: str
    spoken: str


class KnockState(PartModel):
    """A knock on the table. ``melds`` include the layoffs so far, ``own_melds`` do not."""

    seat: SeatNumber
    melds: tuple[tuple[CardOut, ...], ...]
    own_melds: tuple[tuple[CardOut, ...], ...]
    deadwood_cards: tuple[CardOut, ...]
    deadwood: int
    discard: CardOut | None


class LaidOffState(PartModel):
    """A card laid off on a meld, by the meld's index."""

    card: CardOut
    meld: int


class TableMeldState(PartModel):
    """A meld on the table of Mahjong gin, with the owner of each card."""

    cards: tuple[CardOut, ...]
    owners: tuple[SeatNumber, ...]


class ShownHandState(PartModel):
    """The open hand of a finished round."""

    seat: SeatNumber
    melds: tuple[tuple[CardOut, ...], ...]
    deadwood_cards: tuple[CardOut, ...]
    deadwood: int


class ScoreState(PartModel):
    """A line of the winner's points, such as 25 for the gin bonus."""

    label: str
    points: int


class ResultState(PartModel):
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


class TakebackRequestState(PartModel):
    """A request to take back the last move."""

    seat: SeatNumber


class TableState(PartModel):
    """One table.

    ``seats``: non-dealer and dealer. ``first_event``: events before it are left out.
    """

    number: int
    seats: tuple[SeatNumber, SeatNumber]
    phase: str
    to_act: SeatNumber | None
    hand_sizes: tuple[int, int]
    stock: int
    discards: tuple[CardOut, ...]
    upcard: CardOut | None
    knock_card: CardOut | None
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


class SheetEntryState(PartModel):
    """A line of a column: the party that scored in a round, the points and the running total."""

    party: int
    round: int
    points: int
    total: int


class SheetColumnState(PartModel):
    """A column of the score sheet: a game, or one of Hollywood's three."""

    title: str
    entries: tuple[SheetEntryState, ...]
    points: tuple[int, ...]
    boxes: tuple[int, ...]
    winner: int | None
    settled: tuple[str, ...]


class SheetState(PartModel):
    """The score sheet. ``parties``: the names of the parties, ``totals`` their scores."""

    format: Literal["single", "best_of", "multi_match", "hollywood", "rounds"]
    parties: tuple[str, ...]
    columns: tuple[SheetColumnState, ...]
    totals: tuple[int, ...]
    games_won: tuple[int, ...]
    target: int
    finished: bool


class Deadline(PartModel):
    """The end of a turn."""

    seat: SeatNumber
    at: EpochMs


class ClockState(PartModel):
    """The clocks. ``late``: whose turn has expired. ``deals_at``: when the next round is dealt."""

    deadlines: tuple[Deadline, ...]
    paused: bool
    wants_pause: SeatNumber | None
    late: tuple[SeatNumber, ...]
    deals_at: EpochMs | None
    by_day: bool


class PartyFacts(PartModel):
    """What a party has done in a match. ``rating``: after it, ``change``: by it, of one person."""

    rounds: int
    gins: int
    best: int
    rating: int | None = None
    change: int | None = None


class OutcomeState(PartModel):
    """The end of a match. ``lines``: result, settlement and ratings in Discord's markdown.

    ``by``: who ended it, by resigning for example. ``facts``: of each party.
    """

    reason: str
    winner: int | None
    by: SeatNumber | None
    lines: tuple[str, ...]
    facts: tuple[PartyFacts, ...] = ()


class SubstitutionState(PartModel):
    """An open request that a computer takes a seat. ``detail``: who has not answered yet."""

    seat: SeatNumber
    text: str
    detail: str


class MatchState(PartModel):
    """A match as everybody sees it, in one language. ``summary``: the rules in one line.

    ``buttons``: what the table message offers (sheet, more, rematch …), pressed with ``panel``.
    ``box``: who plays against all others in turn; ``captains``: who plays for a whole side, or
    against the box.
    """

    match: IdOut
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


class LayoutState(PartModel):
    """One of several equally good ways to lay a knock down, and the action that does it."""

    action: str
    label: str
    melds: tuple[tuple[CardOut, ...], ...]
    deadwood_cards: tuple[CardOut, ...]
    deadwood: int


class KnockOffer(PartModel):
    """The knock that a discard allows. ``layouts``: at least two, if there is a choice."""

    action: str
    label: str
    deadwood: int
    layouts: tuple[LayoutState, ...]


class ActionState(PartModel):
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
    card: CardOut | None = None
    after: int | None = None
    knock: KnockOffer | None = None
    count: int | None = None
    meld: int | None = None
    cards: tuple[CardOut, ...] = ()
    seat: SeatNumber | None = None
    confirm: bool = False
    costs: tuple[str, ...] = ()


class AdviceState(PartModel):
    """A message of the adviser."""

    name: str
    text: str


class PlansState(PartModel):
    """The player's premoves.

    ``knock_choices``: what may be set, with its label; ``None`` is never.
    """

    pass_upcard: bool
    draw_stock: bool
    knock_at: int | None
    knock_choices: tuple[tuple[int | None, str], ...]
    line: str


class SeatState(PartModel):
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
    hand: tuple[CardOut, ...]
    order: Literal["melds", "suits", "ranks", "own"]
    melds: tuple[tuple[CardOut, ...], ...]
    meld_names: tuple[str, ...]
    deadwood_cards: tuple[CardOut, ...]
    deadwood: int
    drawn: CardOut | None
    taken: CardOut | None
    locked: tuple[CardOut, ...]
    must_use: CardOut | None
    exposed: tuple[tuple[CardOut, ...], ...]
    actions: tuple[ActionState, ...]
    requests: tuple[ActionState, ...]
    plans: PlansState
    advice: tuple[AdviceState, ...]
    may_advise: bool
    remarks: tuple[str, ...]
    panel: str
    buttons: tuple[PressButton, ...]
