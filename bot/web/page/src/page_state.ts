import type { Named } from "./link/socket.ts";
import { LOBBY, type Place } from "./place.ts";
import type {
  AnswerMessage,
  BesideMatch,
  Chat,
  FormPanel,
  LobbyState,
  LobbyTable,
  MatchMessage,
  Outgoing,
  PanelState,
  PeopleState,
  Reacted,
  Welcome,
  WordKey,
} from "./protocol.ts";

/** A question for what a page shows; each is a value of its own. */
export interface Asking {
  readonly page: string;
}

/** What the server has said, where the reader is, and what they wait for. */
export interface State {
  /** Over once the server has ended it; then nobody connects again by itself. */
  readonly line: "connecting" | "up" | "lost" | "ended";
  readonly lineSentence: string;
  /** Proves who sits here, in requests beside the line. */
  readonly token: string;
  readonly welcome: Welcome | null;
  /** What is added to this device's clock to have the server's. */
  readonly clockOffset: number;
  readonly place: Place;
  /** Why what the address names cannot be shown. */
  readonly gone: string;
  readonly tables: ReadonlyMap<string, MatchMessage>;
  /** What belongs to the match on the screen and is no part of it. */
  readonly beside: BesideMatch | null;
  /** The coach's last proposal, for one revision of a seat. */
  readonly hint: { match: string; revision: number; text: string; action: string } | null;
  readonly lobby: LobbyState | null;
  /** Whether the lobby is on the screen, so that its reader sees what changes. */
  readonly seesLobby: boolean;
  /** The people that a name was asked for. */
  readonly people: PeopleState | null;
  readonly panel: PanelState | null;
  readonly form: FormPanel | null;
  /** What was done and is not answered yet. */
  readonly waiting: readonly Named[];
  /** The ids of questions since which the reader has closed nothing: what they open is shown. */
  readonly wanted: ReadonlySet<string>;
  /** The question for the page on the screen that is under way. */
  readonly asking: Asking | null;
  /** The member of the playground to play with as soon as the line is up. */
  readonly wish: string | null;
  /** The own matches that this page knows of, from the first list on. */
  readonly own: ReadonlySet<string> | null;
  /** What has begun for whoever waits in the lobby, until no question is open that may have. */
  readonly begunHere: LobbyTable | null;
  /** The same for whoever sits at another table. */
  readonly begunElsewhere: LobbyTable | null;
  /** An own match that has begun, which its player is told of and goes to by a press. */
  readonly begun: LobbyTable | null;
}

export const FIRST: State = {
  line: "connecting",
  lineSentence: "",
  token: "",
  welcome: null,
  clockOffset: 0,
  place: LOBBY,
  gone: "",
  tables: new Map(),
  beside: null,
  hint: null,
  lobby: null,
  seesLobby: false,
  people: null,
  panel: null,
  form: null,
  waiting: [],
  wanted: new Set(),
  asking: null,
  wish: null,
  own: null,
  begunHere: null,
  begunElsewhere: null,
  begun: null,
};

/** What happens to a page. */
export type Happening =
  | { type: "received"; message: Exclude<Outgoing, Chat | Reacted>; at: number }
  | { type: "line"; is: "up" | "down" | "again" }
  | { type: "reached"; yes: boolean }
  | { type: "entered"; token: string; wish: string | null }
  | { type: "went"; place: Place }
  | { type: "astray"; sentence: string }
  | { type: "went_to_begun" }
  | { type: "closed"; what: "panel" | "form" | "begun" }
  | { type: "waiting"; waiting: readonly Named[] }
  | { type: "settled"; isBusy: boolean }
  | { type: "asked"; id: string }
  | { type: "page_answered"; asking: Asking; outcome: AnswerMessage["outcome"] | null }
  | { type: "page_due"; asking: Asking }
  | { type: "shared"; panel: PanelState };

/** What is to be done because of it, in this order. */
export type Effect =
  | { do: "follow" | "unfollow"; match: string }
  | { do: "lobby"; wanted: boolean }
  | { do: "close_panel"; panel: string }
  | { do: "write_address"; place: Place; replaces: boolean }
  | { do: "ask_for_page"; asking: Asking; panel: string; press: string }
  | { do: "ask_again"; asking: Asking }
  | { do: "settle"; soon: boolean }
  | { do: "play_with"; member: string }
  | { do: "notify"; text: string }
  | { do: "notify_word"; word: WordKey }
  | { do: "show_moves"; before: MatchMessage | null; after: MatchMessage };
