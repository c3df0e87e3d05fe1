// Written by `scripts/dev web_types`; change bot/web/protocol/ instead.

export const PROTOCOL = 5;

/** A choice that the coach values; ``worth`` says its ``points`` and chances. ``card``: the one that it discards or takes; ``knocks``: it ends the round. */
export interface AskedChoice {
  readonly label: string;
  readonly card: string | null;
  readonly knocks: boolean;
  readonly points: number;
  readonly worth: string;
}

/** How likely a card is in the opponent's hand, from 0 to 1. */
export interface CardChance {
  readonly card: string;
  readonly chance: number;
}

/** The coach's answer, the best choice first; ``best`` and ``reason`` in Discord's markdown. */
export interface AskedAnswer {
  readonly best: string;
  readonly reason: string;
  readonly choices: ReadonlyArray<AskedChoice>;
  readonly chances: ReadonlyArray<CardChance>;
  readonly chances_title: string;
}

/** A position to put up, with what was asked last and its answer. It is sent as ``press{press, fields}`` with ``hand``, ``pile``, ``taken``, ``score`` and ``preset``, or with ``text`` in place of the first four, which slashes separate there; each has at most ``length`` letters. ``address``: of the page of the position that was answered. */
export interface AskPart {
  readonly type: "ask";
  readonly press: string;
  readonly length: number;
  readonly example: string;
  readonly presets: ReadonlyArray<Named>;
  readonly address: string;
  readonly hand: ReadonlyArray<string>;
  readonly pile: ReadonlyArray<string>;
  readonly taken: ReadonlyArray<string>;
  readonly score: string;
  readonly preset: string;
  readonly answer: AskedAnswer | null;
}

/** An example, in Discord's markdown, with its cards; the last of several is the better one. */
export interface BarExample {
  readonly words: string;
  readonly hand: ReadonlyArray<string>;
  readonly button: PressButton;
}

/** A bar. ``lines``: what it means; ``label``: its value in words, ``share`` of the longest bar, with the ends of its interval. */
export interface Bar {
  readonly title: string;
  readonly lines: ReadonlyArray<string>;
  readonly label: string;
  readonly share: number;
  readonly low: number;
  readonly high: number;
  readonly examples: ReadonlyArray<BarExample>;
  readonly button: PressButton | null;
}

/** Bars, the longest first. */
export interface BarsPart {
  readonly title: string;
  readonly subtitle: string;
  readonly place: "main" | "side" | "later";
  readonly ground: "none" | "sheet" | "box" | "paper" | "felt";
  readonly page: string;
  readonly type: "bars";
  readonly bars: ReadonlyArray<Bar>;
}

/** A button. ``press``: its custom id, or an address if ``link``. ``role``: what it does, where the page gives it a place of its own. */
export interface PressButton {
  readonly label: string;
  readonly press: string;
  readonly style: "primary" | "secondary" | "success" | "danger";
  readonly emoji: string | null;
  readonly disabled: boolean;
  readonly link: boolean;
  readonly role: "sheet" | "rematch" | "find" | "replay" | "verify" | "share" | "hint" | "coach" | "luck" | null;
}

/** A choice and its name in the reader's language. */
export interface Named {
  readonly name: string;
  readonly title: string;
}

/** A card of a list. ``small``: what it is; ``status``: how it stands, ``own``: what that means for the reader, both in Discord's markdown. ``drawn``: the ``look`` that it is about, which a page shows. ``hand``: its cards. ``stars``: of three. ``starts``: shown where there is no status, counted in the last hour. ``people``: how many take part. ``mine``: the reader takes part, or comes here next. */
export interface ListedCard {
  readonly title: string;
  readonly way: Way;
  readonly small: string;
  readonly status: string;
  readonly own: string;
  readonly drawn: "" | "felt" | "back";
  readonly look: string;
  readonly hand: ReadonlyArray<string>;
  readonly stars: number | null;
  readonly starts: number | null;
  readonly people: number | null;
  readonly mine: boolean;
}

/** Cards that belong together; ``is_path``: in this order. */
export interface CardGroup {
  readonly title: string;
  readonly cards: ReadonlyArray<ListedCard>;
  readonly subtitle: string;
  readonly ground: "none" | "sheet" | "box" | "paper" | "felt";
  readonly is_path: boolean;
}

/** Cards in groups. ``facts``, ``new``: at the head of the page; ``buttons``: below. */
export interface CardsPart {
  readonly title: string;
  readonly subtitle: string;
  readonly place: "main" | "side" | "later";
  readonly ground: "none" | "sheet" | "box" | "paper" | "felt";
  readonly page: string;
  readonly type: "cards";
  readonly groups: ReadonlyArray<CardGroup>;
  readonly facts: ReadonlyArray<Fact>;
  readonly new: PressButton | null;
  readonly buttons: ReadonlyArray<PressButton>;
}

/** A value that a setting can have. ``note``: a sentence about it; ``about``: its measure. ``words``: what chat has in place of the setting's title and the label. */
export interface Value {
  readonly value: string;
  readonly label: string;
  readonly chosen: boolean;
  readonly note: string;
  readonly about: string;
}

/** A text that a setting is written as, of at most ``length`` letters; chat has a form for it. ``wrong``: why the last one was refused. ``is_start``: it says when something begins, in words or as ``YYYY-MM-DD HH:MM``; a page chooses from a calendar and sends its zone behind. ``at``: that moment, if it is chosen. ``button``: of chat. */
export interface TextEntry {
  readonly press: string;
  readonly length: number;
  readonly text: string;
  readonly example: string;
  readonly wrong: string;
  readonly is_start: boolean;
  readonly at: number | null;
}

/** A setting; the press carries the new value, a switch's none. ``on``: of a switch. ``drawn``: its values are looks, which a page shows. ``entry``: it is written; its values are texts that are often used. */
export interface NamedSetting {
  readonly title: string;
  readonly press: string;
  readonly note: string;
  readonly on: boolean | null;
  readonly values: ReadonlyArray<Value>;
  readonly drawn: "" | "theme" | "felt" | "back";
  readonly entry: TextEntry | null;
}

/** Settings that belong together, each saved when it is pressed. ``icon``: of the title. */
export interface ChoicesPart {
  readonly title: string;
  readonly subtitle: string;
  readonly place: "main" | "side" | "later";
  readonly ground: "none" | "sheet" | "box" | "paper" | "felt";
  readonly page: string;
  readonly type: "choices";
  readonly icon: "play" | "eye" | "bell" | "lock" | "globe" | "events" | "clock" | "sheet" | "pen" | "tuner";
  readonly choices: ReadonlyArray<NamedSetting>;
}

/** The numbers of a round's deal; the page deals it again by itself (docs/play/fair-deals.md). ``title``: which round; ``digits``: what anybody may check it with, in Discord's markdown. ``labels``: of the decks, table by table. ``commitment`` and ``secret``: in hexadecimal. */
export interface DealPart {
  readonly type: "deal";
  readonly title: string;
  readonly digits: ReadonlyArray<string>;
  readonly match: string;
  readonly round: number;
  readonly commitment: string;
  readonly secret: string;
  readonly labels: ReadonlyArray<string>;
  readonly contributions: ReadonlyArray<string>;
}

/** Where there is nothing yet; it stands for the panel's texts. ``play``: the one thing to do is to play. */
export interface EmptyPart {
  readonly title: string;
  readonly subtitle: string;
  readonly place: "main" | "side" | "later";
  readonly ground: "none" | "sheet" | "box" | "paper" | "felt";
  readonly page: string;
  readonly type: "empty";
  readonly picture: "hand" | "table" | "paper" | "people" | "week";
  readonly text: string;
  readonly play: boolean;
}

/** A fact. ``icon``: the sign before it, in place of the label, which is then only heard. */
export interface Fact {
  readonly value: string;
  readonly label: string;
  readonly icon: "" | "events" | "sheet" | "star" | "users";
}

/** Values over time, oldest first, with the uncertainty of each (``spread``). ``since``, ``until``: the days at both ends. ``alt``: in words. */
export interface Curve {
  readonly values: ReadonlyArray<number>;
  readonly spread: ReadonlyArray<number>;
  readonly since: string;
  readonly until: string;
  readonly alt: string;
}

/** Facts about somebody. ``main``: the one beside the title; ``medals``: places among the first three; ``note``: stands at the right, below it. */
export interface FactsPart {
  readonly title: string;
  readonly subtitle: string;
  readonly place: "main" | "side" | "later";
  readonly ground: "none" | "sheet" | "box" | "paper" | "felt";
  readonly page: string;
  readonly type: "facts";
  readonly facts: ReadonlyArray<Fact>;
  readonly disc: Disc | null;
  readonly medals: ReadonlyArray<string>;
  readonly main: Fact | null;
  readonly curve: Curve | null;
}

/** Where something leads: a press, a ``page`` by its name, or the table of a ``match``. ``label``: in words, also for who hears it. */
export interface Way {
  readonly label: string;
  readonly press: string | null;
  readonly page: string;
  readonly match: string | null;
}

/** What an answer is worth in points, also in words; the best one, and the reader's own. ``cost``: what it loses, in words, for its ``card`` or its ``place``; ``dear``: much. */
export interface WorthState {
  readonly label: string;
  readonly worth: string;
  readonly points: number;
  readonly best: boolean;
  readonly own: boolean;
  readonly cost: string;
  readonly dear: boolean;
  readonly card: string | null;
  readonly place: "stock" | "pile" | "knock" | null;
}

/** The clock of a race, and how it stands. ``ends``: when the time is over, after ``length`` milliseconds; ``most_wrong`` wrong answers end it, too. ``press``: shows what came of it. */
export interface RaceClock {
  readonly ends: number;
  readonly length: number;
  readonly solved: number;
  readonly wrong: number;
  readonly most_wrong: number;
  readonly press: string;
}

/** A step of a lesson or a puzzle of the trainer, at a table: an answer is ``press`` with the action's text as its value. ``view``, ``seat``: the table; the actions are the answers. ``steps``: whether each was right, ``None`` until it is answered; ``at``: the one shown. ``hint``: the action that is marked. ``verdict``: what became of the answer, with the ``worths`` of all, best first. ``why``: the reasons that the strip does not give. ``next``: further; ``back``: to the map, of a lesson only. ``tools``: what else can be done. ``race``: the clock that runs, if it is a puzzle of a race. */
export interface LessonPart {
  readonly type: "lesson";
  readonly title: string;
  readonly subtitle: string;
  readonly idea: string;
  readonly view: MatchState;
  readonly seat: SeatState;
  readonly press: string;
  readonly steps: ReadonlyArray<boolean | null>;
  readonly at: number;
  readonly hint: string | null;
  readonly verdict: string;
  readonly why: ReadonlyArray<string>;
  readonly worth_title: string;
  readonly worths: ReadonlyArray<WorthState>;
  readonly next: PressButton | null;
  readonly back: PressButton | null;
  readonly tools: ReadonlyArray<PressButton>;
  readonly race: RaceClock | null;
}

/** What leads from a page about a match that is over to the others, and back to the table. ``page``: the name of this page, which the address shows. ``title``: who has played; ``number``: the round that is shown. ``rounds``: the same page of each round. */
export interface MatchPagesPart {
  readonly type: "match_pages";
  readonly match: string;
  readonly page: string;
  readonly title: string;
  readonly number: number;
  readonly ways: ReadonlyArray<Way>;
  readonly rounds: ReadonlyArray<Way>;
}

/** One hand at a step: the cards, melds first; ``None`` if these eyes do not see them. */
export interface PlayedSide {
  readonly cards: ReadonlyArray<string> | null;
  readonly melds: ReadonlyArray<ReadonlyArray<string>>;
  readonly deadwood: number | null;
  readonly count: number;
}

/** A step of a round. Pairs, and indexes into them, are the upper and the lower player. ``move``: what was done, in Discord's markdown; ``mover``: by whom. ``moved``: the card that was drawn, taken or discarded. ``verdict``: the coach's grade, with the ``cost`` in points; ``better``: what would have been better and why, and the card of it. ``result``: the lines of the result, at the end. ``others``: the actions that could have been done next instead, about which ``ask_press`` asks the coach. */
export interface PlayedStep {
  readonly move: string;
  readonly mover: number | null;
  readonly sides: readonly [PlayedSide, PlayedSide];
  readonly acts: number | null;
  readonly stock: number;
  readonly discards: ReadonlyArray<string>;
  readonly moved: string | null;
  readonly verdict: string;
  readonly cost: number | null;
  readonly better: string;
  readonly better_card: string | null;
  readonly result: ReadonlyArray<string>;
  readonly others: ReadonlyArray<string>;
  readonly ask_press: string | null;
}

/** A whole round to play; a step is the press with its number. ``match``: of this program; ``None`` for a record from a file. ``at``: the step to begin at. ``names``, ``initials``, ``tones``, ``scores``: of the upper and the lower player, the scores before the round. */
export interface PlaybackPart {
  readonly type: "playback";
  readonly match: string | null;
  readonly number: number;
  readonly at: number;
  readonly press: string;
  readonly names: readonly [string, string];
  readonly initials: readonly [string, string];
  readonly tones: readonly [number, number];
  readonly scores: readonly [number, number];
  readonly steps: ReadonlyArray<PlayedStep>;
}

/** A line; one without a name is a free place. ``mark``: the result that stands before it. ``value``: what it is ranked by, or its score. ``moment``: when it was, after the note. ``cells``: one for each column. ``buttons``: at its end, in a line that is not pressed as a whole. */
export interface ListedRow {
  readonly name: string;
  readonly rank: string;
  readonly mark: "plain" | "won" | "drawn" | "lost" | "open" | "self";
  readonly disc: Disc | null;
  readonly note: string;
  readonly moment: number | null;
  readonly value: string;
  readonly cells: ReadonlyArray<CrossCell>;
  readonly own: boolean;
  readonly presence: "away" | "here" | "playing";
  readonly way: Way | null;
  readonly buttons: ReadonlyArray<PressButton>;
}

/** Lines below each other; with ``columns``, the heads of the cells, a table. ``outside``: the reader's line, if it is on another page. ``nobody``: said below free places. ``is_podium``: the first three, each on a step as high as the rank. */
export interface RowsPart {
  readonly title: string;
  readonly subtitle: string;
  readonly place: "main" | "side" | "later";
  readonly ground: "none" | "sheet" | "box" | "paper" | "felt";
  readonly page: string;
  readonly type: "rows";
  readonly rows: ReadonlyArray<ListedRow>;
  readonly columns: ReadonlyArray<string>;
  readonly total_label: string;
  readonly outside: ListedRow | null;
  readonly nobody: string;
  readonly is_podium: boolean;
}

/** Two lines that belong together, with their common score. */
export interface RowPair {
  readonly first: ListedRow;
  readonly second: ListedRow;
  readonly score: string;
  readonly way: Way | null;
}

/** Pairs below each other. */
export interface PairColumn {
  readonly title: string;
  readonly pairs: ReadonlyArray<RowPair>;
}

/** Pairs: a bracket, whose columns have half as many each, or tables at which others play. ``apart``: a pair that leads to no other, such as the one for third place. */
export interface PairsPart {
  readonly title: string;
  readonly subtitle: string;
  readonly place: "main" | "side" | "later";
  readonly ground: "none" | "sheet" | "box" | "paper" | "felt";
  readonly page: string;
  readonly type: "pairs";
  readonly columns: ReadonlyArray<PairColumn>;
  readonly apart: PairColumn | null;
  readonly is_bracket: boolean;
}

/** A ruleset. ``sentence``: what is special about it. ``length``: of a match, in words. ``players``: how many may sit. ``is_common``: it is offered at once, the others behind *More rules*. */
export interface PresetChoice {
  readonly name: string;
  readonly title: string;
  readonly sentence: string;
  readonly length: string;
  readonly players: ReadonlyArray<number>;
  readonly is_common: boolean;
}

/** Rulesets whose rules can be read; in chat a command names the ruleset. ``presses``: show them, one by one. ``chosen``: the name of the one that is shown. */
export interface RulesetsPart {
  readonly type: "rulesets";
  readonly choices: ReadonlyArray<PresetChoice>;
  readonly presses: ReadonlyArray<string>;
  readonly chosen: string;
}

/** The reader and an opponent, with the score; of a match that is played, the page knows it. */
export interface Versus {
  readonly title: string;
  readonly own: ListedRow | null;
  readonly rival: ListedRow | null;
  readonly score: string;
}

/** A section. ``notice``: what has just happened; ``lines``: in Discord's markdown. ``starts``: the time until then is shown. ``progress``: from 0 to 1. ``hand``: cards beside the words. ``main``: a value beside the lines; ``row``: a line of its own below them. ``is_own``: it is about the reader. ``back``: to the list that the page belongs to. */
export interface SectionPart {
  readonly title: string;
  readonly subtitle: string;
  readonly place: "main" | "side" | "later";
  readonly ground: "none" | "sheet" | "box" | "paper" | "felt";
  readonly page: string;
  readonly type: "section";
  readonly notice: string;
  readonly lines: ReadonlyArray<string>;
  readonly facts: ReadonlyArray<Fact>;
  readonly versus: Versus | null;
  readonly starts: number | null;
  readonly progress: number | null;
  readonly hand: ReadonlyArray<string>;
  readonly main: Fact | null;
  readonly row: ListedRow | null;
  readonly is_own: boolean;
  readonly way: Way | null;
  readonly buttons: ReadonlyArray<PressButton>;
  readonly back: PressButton | null;
}

/** A node of a study in words, with its note on one line. ``press``: shows it. */
export interface StudyStep {
  readonly label: string;
  readonly note: string;
  readonly press: string;
}

/** A study at a ``node``, 0 for the start. ``by``: whose it is, if not the reader's. ``melds``, ``loose``: the hand in its best layout; ``fresh``: the card drawn. ``turn``: what comes next. ``line``: the nodes from the start to this one; ``following``: those after it. ``note_press`` with a text changes the note, ``add_press`` with one of ``moves`` as its text adds that move; ``None`` where the reader may not. */
export interface StudyPart {
  readonly type: "study";
  readonly study: string;
  readonly node: number;
  readonly title: string;
  readonly by: string;
  readonly melds: ReadonlyArray<ReadonlyArray<string>>;
  readonly loose: ReadonlyArray<string>;
  readonly fresh: string | null;
  readonly deadwood: number;
  readonly pile: ReadonlyArray<string>;
  readonly taken: ReadonlyArray<string>;
  readonly turn: "draw" | "discard" | "theirs" | "over";
  readonly line: ReadonlyArray<StudyStep>;
  readonly following: ReadonlyArray<StudyStep>;
  readonly note: string;
  readonly note_press: string | null;
  readonly note_length: number;
  readonly moves: ReadonlyArray<string>;
  readonly add_press: string | null;
}

/** A player. ``party``: the index of the score they share. ``rating``: on this server, if the match is rated. ``tone``: the index of the colour of their disc. ``away_until``: the end of a vacation. */
export interface PlayerState {
  readonly seat: number;
  readonly name: string;
  readonly party: number;
  readonly computer: string | null;
  readonly initials: string;
  readonly tone: number;
  readonly rating: number | null;
  readonly away_until: number | null;
}

/** A move, without hidden cards. ``n``: its place in the round at this table, from 1. ``card``: taken, discarded, laid off or given away by a knock. ``melds``: shown by a knock, or put down. ``number``: how many cards were taken, or the meld that a card was laid off on. ``text`` and ``spoken`` are the move in the reader's language, with signs and in words, without the name. */
export interface HappenedState {
  readonly n: number;
  readonly seat: number;
  readonly kind: "passed" | "took" | "drew" | "took_deep" | "discarded" | "knocked" | "big_gin" | "laid_off" | "finished" | "melded";
  readonly card: string | null;
  readonly melds: ReadonlyArray<ReadonlyArray<string>>;
  readonly number: number;
  readonly text: string;
  readonly spoken: string;
}

/** A knock on the table. ``melds`` include the layoffs so far, ``own_melds`` do not. */
export interface KnockState {
  readonly seat: number;
  readonly melds: ReadonlyArray<ReadonlyArray<string>>;
  readonly own_melds: ReadonlyArray<ReadonlyArray<string>>;
  readonly deadwood_cards: ReadonlyArray<string>;
  readonly deadwood: number;
  readonly discard: string | null;
}

/** A card laid off on a meld, by the meld's index. */
export interface LaidOffState {
  readonly card: string;
  readonly meld: number;
}

/** A meld on the table of Mahjong gin, with the owner of each card. */
export interface TableMeldState {
  readonly cards: ReadonlyArray<string>;
  readonly owners: ReadonlyArray<number>;
}

/** The open hand of a finished round. */
export interface ShownHandState {
  readonly seat: number;
  readonly melds: ReadonlyArray<ReadonlyArray<string>>;
  readonly deadwood_cards: ReadonlyArray<string>;
  readonly deadwood: number;
}

/** A line of the winner's points, such as 25 for the gin bonus. */
export interface ScoreState {
  readonly label: string;
  readonly points: number;
}

/** The end of a round. ``title``: the result in one sentence; ``lines``: how the points came about. ``points`` and ``hands`` stand in the order of the table's ``seats``; ``score`` adds up to the winner's points. */
export interface ResultState {
  readonly kind: string;
  readonly title: string;
  readonly lines: ReadonlyArray<string>;
  readonly winner: number | null;
  readonly knocker: number | null;
  readonly hands: ReadonlyArray<ShownHandState>;
  readonly points: readonly [number, number];
  readonly score: ReadonlyArray<ScoreState>;
  readonly layoffs: ReadonlyArray<LaidOffState>;
}

/** A request to take back the last move. */
export interface TakebackRequestState {
  readonly seat: number;
}

/** One table. ``seats``: non-dealer and dealer. ``first_event``: events before it are left out. */
export interface TableState {
  readonly number: number;
  readonly seats: readonly [number, number];
  readonly phase: string;
  readonly to_act: number | null;
  readonly hand_sizes: readonly [number, number];
  readonly stock: number;
  readonly discards: ReadonlyArray<string>;
  readonly upcard: string | null;
  readonly knock_card: string | null;
  readonly knock_limit: number;
  readonly multiplier: number;
  readonly turn: string;
  readonly events: ReadonlyArray<HappenedState>;
  readonly first_event: number;
  readonly knock: KnockState | null;
  readonly layoffs: ReadonlyArray<LaidOffState>;
  readonly melds: ReadonlyArray<TableMeldState>;
  readonly result: ResultState | null;
  readonly takeback: TakebackRequestState | null;
}

/** A line of a column: the party that scored in a round, the points and the running total. */
export interface SheetEntryState {
  readonly party: number;
  readonly round: number;
  readonly points: number;
  readonly total: number;
}

/** A column of the score sheet: a game, or one of Hollywood's three. */
export interface SheetColumnState {
  readonly title: string;
  readonly entries: ReadonlyArray<SheetEntryState>;
  readonly points: ReadonlyArray<number>;
  readonly boxes: ReadonlyArray<number>;
  readonly winner: number | null;
  readonly settled: ReadonlyArray<string>;
}

/** The score sheet. ``parties``: the names of the parties, ``totals`` their scores. */
export interface SheetState {
  readonly format: "single" | "best_of" | "multi_match" | "hollywood" | "rounds";
  readonly parties: ReadonlyArray<string>;
  readonly columns: ReadonlyArray<SheetColumnState>;
  readonly totals: ReadonlyArray<number>;
  readonly games_won: ReadonlyArray<number>;
  readonly target: number;
  readonly finished: boolean;
}

/** The end of a turn. */
export interface Deadline {
  readonly seat: number;
  readonly at: number;
}

/** The clocks. ``late``: whose turn has expired. ``deals_at``: when the next round is dealt. */
export interface ClockState {
  readonly deadlines: ReadonlyArray<Deadline>;
  readonly paused: boolean;
  readonly wants_pause: number | null;
  readonly late: ReadonlyArray<number>;
  readonly deals_at: number | null;
  readonly by_day: boolean;
}

/** What a party has done in a match. ``rating``: after it, ``change``: by it, of one person. */
export interface PartyFacts {
  readonly rounds: number;
  readonly gins: number;
  readonly best: number;
  readonly rating: number | null;
  readonly change: number | null;
}

/** The end of a match. ``lines``: result, settlement and ratings in Discord's markdown. ``by``: who ended it, by resigning for example. ``facts``: of each party. */
export interface OutcomeState {
  readonly reason: string;
  readonly winner: number | null;
  readonly by: number | null;
  readonly lines: ReadonlyArray<string>;
  readonly facts: ReadonlyArray<PartyFacts>;
}

/** An open request that a computer takes a seat. ``detail``: who has not answered yet. */
export interface SubstitutionState {
  readonly seat: number;
  readonly text: string;
  readonly detail: string;
}

/** A match as everybody sees it, in one language. ``summary``: the rules in one line. ``buttons``: what the table message offers (sheet, more, rematch …), pressed with ``panel``. ``box``: who plays against all others in turn; ``captains``: who plays for a whole side, or against the box. */
export interface MatchState {
  readonly match: string;
  readonly title: string;
  readonly summary: string;
  readonly game: "gin" | "mahjong";
  readonly phase: "playing" | "between" | "over";
  readonly private: boolean;
  readonly rated: boolean;
  readonly round: number;
  readonly players: ReadonlyArray<PlayerState>;
  readonly parties: ReadonlyArray<ReadonlyArray<number>>;
  readonly idle: ReadonlyArray<number>;
  readonly to_act: ReadonlyArray<number>;
  readonly ready: ReadonlyArray<number>;
  readonly tables: ReadonlyArray<TableState>;
  readonly sheet: SheetState;
  readonly clock: ClockState;
  readonly outcome: OutcomeState | null;
  readonly panel: string;
  readonly buttons: ReadonlyArray<PressButton>;
  readonly substitution: SubstitutionState | null;
  readonly box: number | null;
  readonly captains: ReadonlyArray<number>;
}

/** One of several equally good ways to lay a knock down, and the action that does it. */
export interface LayoutState {
  readonly action: string;
  readonly label: string;
  readonly melds: ReadonlyArray<ReadonlyArray<string>>;
  readonly deadwood_cards: ReadonlyArray<string>;
  readonly deadwood: number;
}

/** The knock that a discard allows. ``layouts``: at least two, if there is a choice. */
export interface KnockOffer {
  readonly action: string;
  readonly label: string;
  readonly deadwood: number;
  readonly layouts: ReadonlyArray<LayoutState>;
}

/** A legal action. ``action``: its text for ``act``; ``label``: what it does, for a button. ``card``: the card it is about. ``after``: the deadwood that a discard leaves; ``knock``: the knock with the same card. ``count``: how many discards are taken. ``meld``: the index of the meld on the table, ``cards``: the meld that is put down. ``seat``: the late player of a claim. ``confirm``: ask before it is sent, and tell what it ``costs``, a sentence each. */
export interface ActionState {
  readonly kind: "pass" | "take" | "draw" | "take_deep" | "discard" | "knock" | "big_gin" | "lay_off" | "auto" | "done" | "take_knock" | "meld" | "ready" | "resign" | "abort" | "ask_back" | "allow_back" | "refuse_back" | "pause" | "resume" | "ask_substitute" | "allow_substitute" | "refuse_substitute" | "give_time" | "claim" | "call_off";
  readonly action: string;
  readonly label: string;
  readonly card: string | null;
  readonly after: number | null;
  readonly knock: KnockOffer | null;
  readonly count: number | null;
  readonly meld: number | null;
  readonly cards: ReadonlyArray<string>;
  readonly seat: number | null;
  readonly confirm: boolean;
  readonly costs: ReadonlyArray<string>;
}

/** A message of the adviser. */
export interface AdviceState {
  readonly name: string;
  readonly text: string;
}

/** The player's premoves. ``knock_choices``: what may be set, with its label; ``None`` is never. */
export interface PlansState {
  readonly pass_upcard: boolean;
  readonly draw_stock: boolean;
  readonly knock_at: number | null;
  readonly knock_choices: ReadonlyArray<readonly [number | null, string]>;
  readonly line: string;
}

/** One player's own part of a match. ``role``: an adviser sees the captain's cards if the rules say so; an idle player sits out. ``captain``: whom an adviser advises. ``hand``: in the player's order. ``melds``, ``deadwood``: the best layout of the hand; ``meld_names``: each meld in words. ``task``: what to do now. ``remarks``: what else is to be known, such as a locked card. ``actions``: everything that the player may do, in the order of importance; ``requests`` are answers to the other side (take-back, pause, claim). ``buttons``: hint, coach, more …, pressed with ``panel``. */
export interface SeatState {
  readonly seat: number;
  readonly revision: number;
  readonly role: "player" | "adviser" | "idle";
  readonly captain: number | null;
  readonly table: number | null;
  readonly my_turn: boolean;
  readonly task: string;
  readonly hand: ReadonlyArray<string>;
  readonly order: "melds" | "suits" | "ranks" | "own";
  readonly melds: ReadonlyArray<ReadonlyArray<string>>;
  readonly meld_names: ReadonlyArray<string>;
  readonly deadwood_cards: ReadonlyArray<string>;
  readonly deadwood: number;
  readonly drawn: string | null;
  readonly taken: string | null;
  readonly locked: ReadonlyArray<string>;
  readonly must_use: string | null;
  readonly exposed: ReadonlyArray<ReadonlyArray<string>>;
  readonly actions: ReadonlyArray<ActionState>;
  readonly requests: ReadonlyArray<ActionState>;
  readonly plans: PlansState;
  readonly advice: ReadonlyArray<AdviceState>;
  readonly may_advise: boolean;
  readonly remarks: ReadonlyArray<string>;
  readonly panel: string;
  readonly buttons: ReadonlyArray<PressButton>;
}

/** Text in Discord's markdown; docs/design/web.md names what may occur. */
export interface TextPart {
  readonly type: "text";
  readonly markdown: string;
}

/** A picture. ``data``: base64. ``share``: the title under which it is offered to share. */
export interface ImagePart {
  readonly type: "image";
  readonly mime: string;
  readonly data: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  readonly share: string;
}

/** Expected points over the steps of a replay; a step is the press with its number. ``values``: positive is good for ``top``, negative for ``bottom``. ``at``: the step that is shown. ``poor``: the steps of bad moves. */
export interface GraphPart {
  readonly type: "graph";
  readonly press: string;
  readonly values: ReadonlyArray<number>;
  readonly at: number;
  readonly top: string;
  readonly bottom: string;
  readonly poor: ReadonlyArray<number>;
  readonly alt: string;
}

/** Buttons side by side. */
export interface RowPart {
  readonly type: "row";
  readonly buttons: ReadonlyArray<PressButton>;
}

/** A line of a menu. */
export interface ChoicePart {
  readonly label: string;
  readonly value: string;
  readonly description: string;
  readonly chosen: boolean;
}

/** A drop-down list; a choice is the press with its value. */
export interface MenuPart {
  readonly type: "menu";
  readonly press: string;
  readonly placeholder: string;
  readonly choices: ReadonlyArray<ChoicePart>;
}

/** A person that may be chosen. ``value``: sent as the value of the press. */
export interface PersonPart {
  readonly value: string;
  readonly name: string;
}

/** A list of people of whom one is chosen; further ones are found with ``ask{what: people}``. */
export interface PeoplePart {
  readonly type: "people";
  readonly press: string;
  readonly placeholder: string;
  readonly people: ReadonlyArray<PersonPart>;
}

/** A file to save. ``data``: base64; inside Discord its ``address`` instead, for a browser. */
export interface DownloadPart {
  readonly type: "download";
  readonly name: string;
  readonly data: string;
  readonly address: string;
}

/** A thin line. */
export interface DividerPart {
  readonly type: "divider";
}

/** A screen for this reader. A panel that is already open is replaced. ``panel``: its name for presses. ``accent``: the colour of its edge, ``#rrggbb``. ``names``: the people that its texts mention, as id and name. ``match``: the match it is about. ``asked``: the id of the press that asks for it, whose reader may have gone elsewhere meanwhile; empty if nobody does, so that a page that does not show this panel any more ignores it. */
export interface PanelState {
  readonly type: "panel";
  readonly panel: string;
  readonly accent: string;
  readonly names: Readonly<Record<string, string>>;
  readonly parts: ReadonlyArray<PanelPart>;
  readonly match: string | null;
  readonly asked: string;
}

/** The panel is out of date and closes. */
export interface PanelClosed {
  readonly type: "panel_closed";
  readonly panel: string;
}

/** A form with one text field; it is sent as ``press{press, panel, fields: {text}}``. ``written``: the current text, in a field that may be left empty. ``asked``: the id of the press that asks for it. */
export interface FormPanel {
  readonly type: "form";
  readonly asked: string;
  readonly panel: string;
  readonly press: string;
  readonly title: string;
  readonly label: string;
  readonly length: number;
  readonly placeholder: string;
  readonly written: string | null;
  readonly is_long: boolean;
}

/** A message of the channel. ``gin``: written by the bot. ``text``: like that of panels. ``match``: whose table it shows, ``practice``: against computers only. */
export interface ChatLine {
  readonly id: string;
  readonly author: string;
  readonly name: string;
  readonly gin: boolean;
  readonly at: number;
  readonly text: string;
  readonly match: string | null;
  readonly practice: boolean;
}

/** The newest messages of the channel, the oldest of them first; the whole of what is shown. ``names``: of the people who are mentioned. */
export interface Chat {
  readonly type: "chat";
  readonly lines: ReadonlyArray<ChatLine>;
  readonly names: Readonly<Record<string, string>>;
}

/** A player of a table in the lobby. ``score``: the points so far; in Hollywood of each game. */
export interface LobbyPlayer {
  readonly name: string;
  readonly initials: string;
  readonly tone: number;
  readonly score: string;
  readonly computer: boolean;
}

/** The event that a match belongs to, and its ``page``. ``round``: 0 where there are none; ``rounds``: how many, 0 where that isn't known. ``scores``: what each seat had when the match began, where rounds are played one after the other. */
export interface EventOfMatch {
  readonly name: string;
  readonly page: string;
  readonly round: number;
  readonly rounds: number;
  readonly scores: ReadonlyArray<string>;
}

/** A match to sit down at or to watch. ``mine``: it waits for this person. ``line``: the match in one line. ``players``: by seat. ``seat`` and ``hand``: the reader's own, of their own tables. ``upcard``: the top of the discard pile, ``stock``: the cards left, at the only table of the match. ``event``: of an own table. */
export interface LobbyTable {
  readonly match: string;
  readonly title: string;
  readonly line: string;
  readonly mine: boolean;
  readonly players: ReadonlyArray<LobbyPlayer>;
  readonly deadline: number | null;
  readonly private: boolean;
  readonly seat: number | null;
  readonly hand: ReadonlyArray<string>;
  readonly upcard: string | null;
  readonly stock: number | null;
  readonly event: EventOfMatch | null;
}

/** A line of the board of today's deals. ``points``: signed text. ``mine``: the reader's own. */
export interface DailyLine {
  readonly rank: number;
  readonly name: string;
  readonly points: string;
  readonly mine: boolean;
}

/** Today's deals: how many, the reader's own result, and the first lines of the server's board. ``points``: ``None`` until the reader has finished. ``begun``: the reader has started them. */
export interface DailyState {
  readonly deals: number;
  readonly points: string | null;
  readonly begun: boolean;
  readonly lines: ReadonlyArray<DailyLine>;
}

/** The next event of the server, or one that is running. ``state``: in words. */
export interface EventTeaser {
  readonly title: string;
  readonly starts: number;
  readonly running: boolean;
  readonly entrants: number;
  readonly entered: boolean;
}

/** A challenge or an open table. ``markdown``: as in panels, with the ``names`` of those it mentions. ``buttons``: what this person may do with it; they go with ``panel``. */
export interface LobbyInvitation {
  readonly lobby: string;
  readonly panel: string;
  readonly markdown: string;
  readonly names: Readonly<Record<string, string>>;
  readonly buttons: ReadonlyArray<PressButton>;
  readonly to_me: boolean;
}

/** A page of its own behind the lobby. ``name``: stable, part of the page's address. */
export interface PageLink {
  readonly label: string;
  readonly press: string;
  readonly style: "primary" | "secondary" | "success" | "danger";
  readonly emoji: string | null;
  readonly disabled: boolean;
  readonly link: boolean;
  readonly role: "sheet" | "rematch" | "find" | "replay" | "verify" | "share" | "hint" | "coach" | "luck" | null;
  readonly name: string;
}

/** Everything on the lobby's page, for this person and server; sent when it changes. ``tables``: the person's own, those that wait first. ``invitations``: challenges first. ``watch``: tables of this server that others play. ``levels``, ``presets``, ``clocks``: for ``start``. ``people``: whom one may challenge. ``menu``: the other pages, pressed with ``panel``. ``can_start``: whether matches can begin here: a channel is known. ``daily``: today's deals once they are prepared. ``event``: the next one of this server. ``last``: the match that ended last, while none is played. */
export interface LobbyState {
  readonly type: "lobby";
  readonly place: string;
  readonly tables: ReadonlyArray<LobbyTable>;
  readonly invitations: ReadonlyArray<LobbyInvitation>;
  readonly watch: ReadonlyArray<LobbyTable>;
  readonly levels: ReadonlyArray<Named>;
  readonly presets: ReadonlyArray<PresetChoice>;
  readonly clocks: ReadonlyArray<Named>;
  readonly people: ReadonlyArray<PersonPart>;
  readonly panel: string;
  readonly menu: ReadonlyArray<PageLink>;
  readonly can_start: boolean;
  readonly daily: DailyState | null;
  readonly event: EventTeaser | null;
  readonly last: LobbyTable | null;
}

/** The running matches of this person, the oldest first. Sent after ``welcome``, and again when one of them begins or ends, to pages without the lobby, too: whoever plays at one table is told that they are awaited at another. */
export interface OwnTables {
  readonly type: "own_tables";
  readonly tables: ReadonlyArray<LobbyTable>;
}

/** The people whose names begin with the text that was asked for. */
export interface PeopleState {
  readonly type: "people";
  readonly text: string;
  readonly people: ReadonlyArray<PersonPart>;
}

/** The first message. ``token``: from ``POST /api/session`` or the last ``token`` message. ``locale``: the language of Discord's client, for who has chosen none in the settings. */
export interface Hello {
  readonly type: "hello";
  readonly protocol: number;
  readonly token: string;
  readonly locale?: string;
}

/** Follow a match from now on, on one's own seat or as a spectator; at most eight at once. ``have``: the version that the page shows; it is sent again only if there is a newer one. ``pace``: the longest time, in milliseconds, that computers think in one's own practice. */
export interface Follow {
  readonly type: "follow";
  readonly match: string;
  readonly have?: number | null;
  readonly pace?: number | null;
}

/** Follow a match no longer. */
export interface Unfollow {
  readonly type: "unfollow";
  readonly match: string;
}

/** Play an action of ``seat.actions`` or ``seat.requests``. ``revision``: that of the seat. */
export interface Act {
  readonly type: "act";
  readonly id: string;
  readonly match: string;
  readonly revision: number;
  readonly action: string;
}

/** Press a control of a panel. ``values``: chosen in a menu. ``fields``: of a submitted form. */
export interface PressMessage {
  readonly type: "press";
  readonly id: string;
  readonly panel: string;
  readonly press: string;
  readonly values?: ReadonlyArray<string>;
  readonly fields?: Readonly<Record<string, string>> | null;
}

/** Keep the cards in this order; the hand is shown in one's own order from now on. */
export interface Arrange {
  readonly type: "arrange";
  readonly id: string;
  readonly match: string;
  readonly cards: ReadonlyArray<string>;
}

/** Choose how hands are sorted from now on. */
export interface Sort {
  readonly type: "sort";
  readonly id: string;
  readonly order: "melds" | "suits" | "ranks" | "own";
}

/** Set the premoves. */
export interface PlanMessage {
  readonly type: "plan";
  readonly id: string;
  readonly match: string;
  readonly pass_upcard: boolean;
  readonly draw_stock: boolean;
  readonly knock_at: number | null;
}

/** Send advice to the captain. */
export interface AdviseMessage {
  readonly type: "advise";
  readonly id: string;
  readonly match: string;
  readonly text: string;
}

/** Start a match: practice, a challenge to a person, or a table open to everybody. The choices stand in ``lobby``. ``players``: how many may sit at an open table, 0 for as many as its rules allow. ``together``, in the playground only: the match of this member and another one is shown to both, and begins if there is none. ``next``: another opponent, with the rules of the finished ``match``: the next level of the computer, or an open table. */
export interface Start {
  readonly type: "start";
  readonly id: string;
  readonly what: "practice" | "challenge" | "open" | "together" | "next";
  readonly preset?: string;
  readonly level?: string;
  readonly who?: string;
  readonly clock?: string;
  readonly rated?: boolean | null;
  readonly players?: number;
  readonly match?: string | null;
}

/** Show a reaction to everybody who follows the match. */
export interface React {
  readonly type: "react";
  readonly match: string;
  readonly reaction: "well_played" | "thanks" | "hello" | "oops" | "wow" | "thinking";
}

/** Write a message in the chat beside the table. */
export interface Write {
  readonly type: "write";
  readonly id: string;
  readonly text: string;
}

/** Ask for the lobby or the chat (and be told its changes), no more of it, or people by name. */
export interface AskMessage {
  readonly type: "ask";
  readonly what: "lobby" | "no_lobby" | "chat" | "no_chat" | "people";
  readonly text?: string;
}

/** The person has closed a panel: it is not updated any more. */
export interface ClosePanel {
  readonly type: "close_panel";
  readonly panel: string;
}

/** Ask for a sign of life; the answer is ``pong``. */
export interface Ping {
  readonly type: "ping";
}

/** The answer to ``hello``, sent again when settings change. ``day`` begins every ``id``; ``now``: the server's clock. ``look``: the person's cards, cloth and backs. ``one_tap``: a tap on a card discards it at once. */
export interface Welcome {
  readonly type: "welcome";
  readonly user: string;
  readonly name: string;
  readonly locale: string;
  readonly day: number;
  readonly now: number;
  readonly theme: string;
  readonly felt: string;
  readonly back: string;
  readonly text_mode: boolean;
  readonly one_tap: boolean;
}

/** A new session token, in time before the old one expires. */
export interface Token {
  readonly type: "token";
  readonly token: string;
  readonly expires: number;
}

/** A match at one version. ``seat``: the reader's own part; ``None`` for a spectator. ``seat`` may change without the version, after a premove or a new order of cards. */
export interface MatchMessage {
  readonly type: "table";
  readonly match: string;
  readonly version: number;
  readonly now: number;
  readonly view: MatchState;
  readonly seat: SeatState | null;
}

/** The answer to ``follow{have}``: the page shows the newest version already. */
export interface Same {
  readonly type: "same";
  readonly match: string;
  readonly version: number;
}

/** The match cannot be followed: it does not exist, or is not for this reader. */
export interface Gone {
  readonly type: "gone";
  readonly match: string;
  readonly sentence: string;
}

/** The answer to everything with an ``id``, after COMMIT; the views it changed come before it. applied: done. repeated: it was done before. stale: the table has changed, nothing was done; the new state comes with it. refused: not possible, ``sentence`` says why. busy, too_fast: nothing was done, try again. unsure: whether it was done is not known; send it again with the same id. ``match``: the match to show now, such as the one that begins. ``proposal``: the action that the sentence, a hint, proposes at this ``revision`` of the seat. */
export interface AnswerMessage {
  readonly type: "answer";
  readonly id: string;
  readonly outcome: "applied" | "repeated" | "stale" | "refused" | "busy" | "too_fast" | "unsure";
  readonly sentence: string;
  readonly match: string | null;
  readonly proposal: string | null;
  readonly revision: number;
}

/** Whether a rematch is asked for. ``asked``: by which seats; ``count``: the matches that each of two people has won against the other. ``buttons``: the reader's answers, pressed with ``panel``. ``match``: the rematch that has just begun. */
export interface RematchState {
  readonly asked: ReadonlyArray<number>;
  readonly count: readonly [number, number] | null;
  readonly panel: string;
  readonly buttons: ReadonlyArray<PressButton>;
  readonly match: string | null;
}

/** What belongs to a match and is no part of it; sent when it is followed and on changes. */
export interface BesideMatch {
  readonly type: "beside";
  readonly match: string;
  readonly event: EventOfMatch | null;
  readonly rematch: RematchState | null;
}

/** A player's reaction. */
export interface Reacted {
  readonly type: "reacted";
  readonly match: string;
  readonly seat: number;
  readonly reaction: "well_played" | "thanks" | "hello" | "oops" | "wow" | "thinking";
}

/** The last message. ``retry``: connect again (the server restarts); else sign in again. */
export interface Bye {
  readonly type: "bye";
  readonly reason: "restart" | "session" | "protocol" | "too_slow" | "too_fast" | "broken" | "elsewhere";
  readonly sentence: string;
  readonly retry: boolean;
}

/** The answer to ``ping``. */
export interface Pong {
  readonly type: "pong";
}

/** A member of the playground's club. */
export interface Member {
  readonly id: string;
  readonly name: string;
}

/** ``GET /api/about``. ``members``: in the playground. ``chat``: the address of its simulated chat. ``in_browsers``: whether people of Discord can sign in outside it. ``url``: the public address of the page, if it has one. */
export interface About {
  readonly mode: "playground" | "discord";
  readonly version: string;
  readonly protocol: number;
  readonly languages: ReadonlyArray<Named>;
  readonly client_id: string | null;
  readonly in_browsers: boolean;
  readonly url: string;
  readonly members: ReadonlyArray<Member>;
  readonly chat: string | null;
}

/** ``GET /api/words/{locale}``: the page's own sentences by their keys. */
export interface Words {
  readonly locale: string;
  readonly words: Readonly<Record<string, string>>;
}

/** Sit down as a member of the playground. ``key``: from the fragment of the page's address. */
export interface PlaygroundSession {
  readonly kind: "playground";
  readonly key: string;
  readonly member: string;
}

/** Sign in inside Discord. ``code``: from ``authorize``; ``instance``: the Activity's id. */
export interface ActivitySession {
  readonly kind: "activity";
  readonly code: string;
  readonly instance: string;
}

/** Sign in outside Discord. ``code``, ``state`` and ``issuer`` (``iss``) stand in the address that Discord returned to. */
export interface BrowserSession {
  readonly kind: "browser";
  readonly code: string;
  readonly state: string;
  readonly verifier: string;
  readonly issuer: string;
}

/** ``POST /api/session``. ``access_token``: for the Embedded App SDK only. ``roles``: whether linked roles are connected now, if that was asked for. */
export interface SignedIn {
  readonly token: string;
  readonly expires: number;
  readonly user: string;
  readonly name: string;
  readonly locale: string;
  readonly access_token: string | null;
  readonly roles: boolean | null;
}

/** The body of ``POST /api/login``. ``roles``: to connect linked roles as well. */
export interface LoginAsk {
  readonly roles: boolean;
}

/** ``POST /api/login``: where to sign in outside Discord. The page keeps ``state`` and ``verifier``. */
export interface Login {
  readonly address: string;
  readonly state: string;
  readonly verifier: string;
}

/** ``GET /api/shared/{name}``: the replay of a shared match, at its beginning. The controls of ``panel`` are sent as ``?press=…&value=…``, and are answered with the next one. ``thinking``: the coach evaluates this round. The same request with ``&wait=1`` is answered with the graph when he has, or without it if that takes long. */
export interface SharedReplay {
  readonly panel: PanelState;
  readonly thinking: boolean;
}

/** Share a table. ``token``: of the session; ``access_token``: of the person, for Discord. ``POST /api/share/image`` needs no other: it answers with the picture itself, as PNG. */
export interface ShareAsk {
  readonly token: string;
  readonly access_token: string;
  readonly match: string;
}

/** ``POST /api/share/card``: the ``link`` of a card at Discord, for ``shareLink``. */
export interface ShareCard {
  readonly link: string;
}

/** ``POST /api/share/picture``: the ``address`` of a picture, for ``openShareMomentDialog``. */
export interface SharePicture {
  readonly address: string;
}

/** The body of every HTTP error, in the language that the browser asks for. */
export interface Problem {
  readonly error: string;
}

/** A player's disc in place of a portrait. ``tone``: the index of its colour. */
export interface Disc {
  readonly initials: string;
  readonly tone: number;
}

/** A cell of a cross table: a short text on the colour of its result. */
export interface CrossCell {
  readonly text: string;
  readonly mark: "plain" | "won" | "drawn" | "lost" | "open" | "self";
}

export type PanelPart = AskPart | BarsPart | CardsPart | ChoicesPart | DealPart | EmptyPart | FactsPart | LessonPart | MatchPagesPart | PlaybackPart | RowsPart | PairsPart | RulesetsPart | SectionPart | StudyPart | TextPart | ImagePart | GraphPart | RowPart | MenuPart | PeoplePart | DownloadPart | DividerPart;

export type Reaction = "well_played" | "thanks" | "hello" | "oops" | "wow" | "thinking";

export type Incoming = Hello | Follow | Unfollow | Act | PressMessage | Arrange | Sort | PlanMessage | AdviseMessage | Start | React | Write | AskMessage | ClosePanel | Ping;

export type Outgoing = Welcome | Token | MatchMessage | Same | Gone | AnswerMessage | PanelState | PanelClosed | FormPanel | LobbyState | OwnTables | PeopleState | Chat | BesideMatch | Reacted | Bye | Pong;

/** The pages that each part of the navigation has in the menu. */
export const PAGES = {
  learn: ["learn", "trainer", "race", "tutor", "ask", "studies", "daily", "rules"],
  events: ["events"],
  records: ["profile", "history", "leaderboard", "rewards"],
  me: ["settings", "friends", "about"],
} as const;

export type WordKey =
  | "title"
  | "loading"
  | "line.lost"
  | "line.back"
  | "line.ended"
  | "line.again"
  | "session.what"
  | "session.who"
  | "session.sign_in"
  | "session.no_key"
  | "session.refused"
  | "session.inside"
  | "session.elsewhere"
  | "session.open_table"
  | "session.unknown"
  | "session.silent"
  | "session.odd"
  | "nav.play"
  | "nav.learn"
  | "nav.events"
  | "nav.records"
  | "nav.me"
  | "ask.hand"
  | "ask.pile"
  | "ask.taken"
  | "ask.deck"
  | "ask.remove"
  | "ask.write"
  | "ask.score"
  | "ask.rules"
  | "ask.clear"
  | "ask.ask"
  | "ask.points"
  | "replay.study"
  | "study.line"
  | "study.following"
  | "study.none"
  | "study.add"
  | "study.take"
  | "study.draw"
  | "study.they_draw"
  | "study.they_take"
  | "study.discard"
  | "study.tap"
  | "study.touch"
  | "study.knock"
  | "study.note"
  | "study.save"
  | "learn.why"
  | "learn.steps"
  | "learn.right"
  | "learn.wrong"
  | "learn.yours"
  | "race.solved"
  | "race.wrong"
  | "learn.stars"
  | "lobby"
  | "lobby.hello"
  | "lobby.play"
  | "lobby.change"
  | "lobby.against"
  | "lobby.turn"
  | "lobby.waits"
  | "lobby.own"
  | "lobby.last"
  | "lobby.learn_first"
  | "lobby.own_none"
  | "lobby.own_what"
  | "lobby.live"
  | "lobby.live_what"
  | "lobby.all"
  | "lobby.invitations"
  | "lobby.watch"
  | "lobby.nobody"
  | "daily.title"
  | "daily.same"
  | "daily.nobody"
  | "daily.play"
  | "daily.go_on"
  | "daily.look"
  | "event.running"
  | "event.none"
  | "event.what"
  | "event.start"
  | "event.entries"
  | "event.entrants"
  | "event.enter"
  | "event.open"
  | "event.share"
  | "event.share_picture"
  | "calendar.earlier"
  | "calendar.later"
  | "calendar.before"
  | "calendar.after"
  | "calendar.zone"
  | "calendar.words"
  | "calendar.set"
  | "records.best"
  | "lobby.practice"
  | "lobby.challenge"
  | "lobby.open"
  | "lobby.rules"
  | "rules.more"
  | "rules.fewer"
  | "lobby.players"
  | "lobby.any"
  | "lobby.for"
  | "lobby.clock"
  | "lobby.level"
  | "lobby.opponent"
  | "lobby.rated"
  | "lobby.start"
  | "lobby.chat"
  | "lobby.second"
  | "lobby.begun"
  | "lobby.leads"
  | "lobby.go"
  | "device"
  | "device.install"
  | "roles"
  | "roles.what"
  | "roles.connect"
  | "roles.done"
  | "roles.failed"
  | "come"
  | "come.here"
  | "come.invite"
  | "come.share"
  | "come.share_lobby"
  | "come.picture"
  | "come.presence"
  | "come.consent"
  | "come.message"
  | "come.shared"
  | "come.against"
  | "come.over"
  | "come.refused"
  | "come.link"
  | "replay.move"
  | "replay.back"
  | "replay.next"
  | "replay.play"
  | "replay.pause"
  | "replay.speed"
  | "replay.ahead"
  | "replay.what_if"
  | "replay.touch"
  | "replay.play_on"
  | "replay.play_on_against"
  | "fair.working"
  | "fair.digits"
  | "fair.chain"
  | "fair.broken"
  | "fair.same"
  | "fair.other"
  | "fair.deck"
  | "fair.insecure"
  | "chat"
  | "chat.news"
  | "chat.unread"
  | "chat.write"
  | "chat.none"
  | "table.stock"
  | "table.stock_cards"
  | "table.pile"
  | "table.pile_top"
  | "table.pile_empty"
  | "table.hand"
  | "table.deadwood"
  | "table.knock"
  | "table.discard"
  | "table.drawn"
  | "table.taken"
  | "table.locked"
  | "table.cards"
  | "table.dealer"
  | "table.round"
  | "table.watching"
  | "table.moves"
  | "table.sheet"
  | "table.boxes"
  | "table.melds"
  | "table.choose_layout"
  | "table.choose_meld"
  | "table.premoves"
  | "table.advice"
  | "table.send"
  | "table.paused"
  | "table.late"
  | "table.away"
  | "table.other_tables"
  | "table.leave"
  | "confirm"
  | "yes"
  | "cancel"
  | "close"
  | "back"
  | "done"
  | "menu"
  | "retry"
  | "save_file"
  | "keys"
  | "keys.move"
  | "keys.sort"
  | "keys.discard"
  | "keys.knock"
  | "keys.stock"
  | "keys.pile"
  | "keys.pass"
  | "keys.hint"
  | "keys.lay_off"
  | "keys.finish"
  | "keys.ready"
  | "keys.main"
  | "keys.skip"
  | "keys.help"
  | "react"
  | "react.mute"
  | "react.well_played"
  | "react.thanks"
  | "react.hello"
  | "react.oops"
  | "react.wow"
  | "react.thinking"
  | "rank.A"
  | "rank.2"
  | "rank.3"
  | "rank.4"
  | "rank.5"
  | "rank.6"
  | "rank.7"
  | "rank.8"
  | "rank.9"
  | "rank.T"
  | "rank.J"
  | "rank.Q"
  | "rank.K"
  | "suit.C"
  | "suit.D"
  | "suit.H"
  | "suit.S"
  | "card"
  | "table.or_less"
  | "table.limit_is"
  | "table.lay_here"
  | "table.choose_card"
  | "table.wait"
  | "table.sort"
  | "table.hint"
  | "table.undo"
  | "table.gin"
  | "table.knock_with"
  | "table.box"
  | "table.captain"
  | "table.sits_out"
  | "table.sound"
  | "table.settings"
  | "settings.cards"
  | "settings.cards_small"
  | "settings.cards_medium"
  | "settings.cards_large"
  | "settings.spacing"
  | "settings.spacing_narrow"
  | "settings.spacing_wide"
  | "settings.rows"
  | "settings.rows_two"
  | "settings.rows_one"
  | "settings.pace"
  | "settings.pace_own"
  | "settings.pace_second"
  | "settings.pace_none"
  | "settings.speed"
  | "settings.speed_slow"
  | "settings.speed_normal"
  | "settings.speed_fast"
  | "settings.speed_none"
  | "settings.vibration"
  | "settings.where"
  | "offer.back"
  | "offer.back_waits"
  | "offer.pause"
  | "offer.pause_waits"
  | "offer.paused"
  | "offer.late"
  | "offer.decide"
  | "offer.rematch"
  | "offer.rematch_waits"
  | "end.next"
  | "end.beat"
  | "end.lost"
  | "end.won"
  | "end.resigned"
  | "end.resigned_own"
  | "end.late"
  | "end.late_own"
  | "end.yours"
  | "end.theirs"
  | "end.no_score"
  | "end.so_far"
  | "end.more"
  | "end.say"
  | "end.share"
  | "end.show"
  | "end.send"
  | "end.copy"
  | "end.copied"
  | "end.save"
  | "end.public"
  | "end.drawing"
  | "end.draw"
  | "end.rounds"
  | "end.gins"
  | "end.best"
  | "end.rating"
  | "end.fair"
  | "end.check"
  | "end.course"
  | "end.led"
  | "end.look"
  | "end.laid_off"
  | "end.deadwood_of"
  | "end.for"
  | "table.event_score"
  | "end.next_round"
  | "end.next_round_when"
  | "offer.call"
  | "offer.waits"
  | "offer.clock"
  | "offer.later"
  | "table.event"
  | "table.event_of"
  | "table.hand_number"
  | "end.standings"
  | "end.of_match"
  | "end.points"
  | "menu.seat"
  | "menu.leave"
  | "keys.select"
  | "page.leaves"
  | "page.run"
  | "page.set"
  | "page.clock"
  | "page.ready"
  | "page.gin_only"
  | "page.lay_off_here"
  | "page.panel"
  | "page.order"
  | "page.order_melds"
  | "page.order_suits"
  | "page.order_ranks"
  | "page.plan_pass"
  | "page.plan_draw"
  | "page.plan_knock"
  | "page.deals"
  | "page.changed"
  | "page.unsure"
  | "page.not_here"
  | "session.damaged";
