import {
  type AnswerMessage,
  type Incoming,
  type Outgoing,
  PROTOCOL,
  type Reaction,
} from "../protocol.ts";

/** What was sent under an id and is not answered yet. */
export type Named = Extract<Incoming, { id: string }>;
/** The same, before it has an id. */
export type Unnamed = Named extends infer One
  ? One extends Named
    ? Omit<One, "id">
    : never
  : never;

interface Follows {
  have: () => number | null;
  pace: (() => number) | undefined;
}

export interface Listener {
  received(message: Outgoing): void;
  lineChanged(up: boolean): void;
  waitingChanged(waiting: readonly Named[]): void;
}

const FIRST_WAIT_MS = 400;
/** Together with the two times for an attempt less than 20 s. */
const LONGEST_WAIT_MS = 5_000;
const OPEN_MS = 8_000;
const WELCOME_MS = 6_000;
/** After so long without a message the server is asked whether the line still stands. */
const QUIET_MS = 11_000;
/** The same while an answer is due. */
const DUE_MS = 4_000;
/** What has come so recently needs no question. */
const FRESH_MS = 2_000;
/** The least time for the answer to that question; a slow line has twice its round trip. */
const PROBE_MS = 3_000;
/** An answer that is due for so long on a line that stands is asked for on another one. */
const OVERDUE_MS = 20_000;
const UNSURE_MS = 1_000;
/** So often something is sent again of which only the newest sending was surely not done. */
const MOST_TRIES = 4;

/** What is not answered yet. `tries`: how often it was sent; `at`: since when on this line. */
interface Due {
  readonly message: Named;
  tries: number;
  at: number;
}

/**
 * The line to the server. It comes back by itself, follows again from the version the page has, and
 * sends what was not answered once more under the same id, which the server does only once.
 *
 * A line that passes nothing is not closed by anybody: after some quiet, and as soon as somebody
 * looks or presses, the page asks the server for a sign of life. All times are those of the wall,
 * since timers rest while a computer sleeps or a tab is frozen.
 */
export class Link {
  private socket: WebSocket | null = null;
  private up = false;
  private closed = false;
  private failures = 0;
  private timer: number | undefined;
  /** The end of the patience with what this line does now. */
  private watch: number | undefined;
  private isAsked = false;
  private receivedAt = 0;
  private triedAt = 0;
  private sentAt = 0;
  /** The round trip, as far as it is known. */
  private tripMs = 0;
  private day = 0;
  private readonly unanswered = new Map<string, Due>();
  private readonly promised = new Map<string, (answer: AnswerMessage) => void>();
  private readonly following = new Map<string, Follows>();
  private wantsLobby = false;
  private wantsChat = false;
  private name = "";

  constructor(
    private token: string,
    private readonly locale: string,
    private readonly listener: Listener,
  ) {
    const look = () => this.look();
    const press = () => this.look(true);
    window.addEventListener("online", look);
    window.addEventListener("pageshow", look);
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") look();
    });
    document.addEventListener("pointerdown", press, true);
    document.addEventListener("keydown", press, true);
  }

  /** Connect, also again with another token. */
  open(token = this.token): void {
    this.token = token;
    this.closed = false;
    this.connect();
  }

  close(): void {
    this.closed = true;
    window.clearTimeout(this.timer);
    this.drop();
  }

  /** Follow a match; `pace`: how long its computers may think at most. */
  follow(match: string, have: () => number | null, pace?: () => number): void {
    const follows = { have, pace };
    this.following.set(match, follows);
    if (this.up) this.sendFollow(match, follows, have());
  }

  private sendFollow(match: string, { pace }: Follows, have: number | null): void {
    this.send({ type: "follow", match, have, ...(pace && { pace: pace() }) });
  }

  unfollow(match: string): void {
    if (this.following.delete(match) && this.up) this.send({ type: "unfollow", match });
  }

  lobby(wanted: boolean): void {
    if (wanted === this.wantsLobby) return;
    this.wantsLobby = wanted;
    if (this.up) this.send({ type: "ask", what: wanted ? "lobby" : "no_lobby", text: "" });
  }

  /** Be told what is written in the chat, from now on. */
  chat(): void {
    this.wantsChat = true;
    if (this.up) this.send({ type: "ask", what: "chat", text: "" });
  }

  people(text: string): void {
    this.name = text;
    if (this.up) this.send({ type: "ask", what: "people", text });
  }

  react(match: string, reaction: Reaction): void {
    if (this.up) this.send({ type: "react", match, reaction });
  }

  closePanel(panel: string): void {
    if (this.up) this.send({ type: "close_panel", panel });
  }

  /** Do something once, under a new id; the answer comes when the server has stored it. */
  act(message: Unnamed): { id: string; answered: Promise<AnswerMessage> } {
    const id = `${this.day}-${randomText()}`;
    const due: Due = { message: { ...message, id } as Named, tries: 0, at: Date.now() };
    this.unanswered.set(id, due);
    this.changed();
    if (this.up) this.sendDue(due);
    const answered = new Promise<AnswerMessage>((done) => this.promised.set(id, done));
    return { id, answered };
  }

  private connect(): void {
    window.clearTimeout(this.timer);
    this.drop();
    const address = new URL("api/socket", document.baseURI);
    address.protocol = address.protocol.replace("http", "ws");
    address.hash = "";
    const socket = new WebSocket(address);
    this.socket = socket;
    this.triedAt = Date.now();
    socket.onopen = () => {
      if (socket !== this.socket) return;
      this.sentAt = Date.now();
      const { token, locale } = this;
      socket.send(JSON.stringify({ type: "hello", protocol: PROTOCOL, token, locale }));
      this.watchFor(WELCOME_MS, () => this.lost());
    };
    socket.onmessage = (event) => {
      if (socket === this.socket) this.receive(JSON.parse(String(event.data)) as Outgoing);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lost();
    };
    this.watchFor(OPEN_MS, () => this.lost());
  }

  private drop(): void {
    window.clearTimeout(this.watch);
    const old = this.socket;
    this.socket = null;
    this.up = false;
    this.isAsked = false;
    old?.close();
  }

  private lost(): void {
    this.drop();
    this.listener.lineChanged(false);
    if (this.closed) return;
    const most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.failures);
    this.failures += 1;
    this.timer = window.setTimeout(() => this.connect(), most * (0.6 + Math.random() * 0.4));
  }

  /** Somebody looks or presses: ask whether the line stands, and do not wait to connect again. */
  private look(isPress = false): void {
    if (this.closed) return;
    if (this.up) {
      if (since(this.receivedAt) > FRESH_MS) this.ask();
      return;
    }
    // Presses on a slow line would end each attempt before it succeeds.
    if (this.socket && (isPress || since(this.triedAt) < PROBE_MS)) return;
    if (since(this.triedAt) < UNSURE_MS) return;
    this.failures = 0;
    this.connect();
  }

  /** Ask for a sign of life; without one the line is dead, whatever the browser thinks. */
  private ask(): void {
    if (this.isAsked) return;
    this.isAsked = true;
    this.sentAt = Date.now();
    this.send({ type: "ping" });
    this.watchFor(Math.max(PROBE_MS, 2 * this.tripMs), () => this.lost());
  }

  private receive(message: Outgoing): void {
    this.receivedAt = Date.now();
    this.isAsked = false;
    // A welcome comes again when settings change.
    const isReply = message.type === "pong" || (message.type === "welcome" && !this.up);
    if (isReply) this.tripMs = since(this.sentAt);
    if (message.type === "welcome") this.welcomed(message.day);
    if (message.type === "token") this.token = message.token;
    if (message.type === "people" && message.text === this.name) this.name = "";
    if (message.type === "bye" && !message.retry) this.closed = true;
    if (message.type === "answer") this.answered(message);
    else if (message.type !== "pong") this.listener.received(message);
    if (!this.up) return;
    this.watchFor(this.unanswered.size > 0 ? DUE_MS : QUIET_MS, () => this.ask());
    if (message.type === "pong") this.demand();
  }

  private welcomed(day: number): void {
    this.day = day;
    if (this.up) return;
    this.up = true;
    this.failures = 0;
    this.listener.lineChanged(true);
    for (const [match, one] of this.following) this.sendFollow(match, one, one.have());
    if (this.wantsLobby) this.send({ type: "ask", what: "lobby", text: "" });
    if (this.wantsChat) this.send({ type: "ask", what: "chat", text: "" });
    if (this.name) this.send({ type: "ask", what: "people", text: this.name });
    for (const due of this.unanswered.values()) {
      due.at = Date.now();
      this.sendDue(due);
    }
  }

  private answered(answer: AnswerMessage): void {
    const due = this.unanswered.get(answer.id);
    if (!due) return;
    // What was sent before may have been done, although this sending was turned away.
    const isOpen = due.tries > 1 && ["busy", "too_fast"].includes(answer.outcome);
    if (answer.outcome === "unsure" || (isOpen && due.tries < MOST_TRIES)) {
      window.setTimeout(() => {
        if (this.up && this.unanswered.has(answer.id)) this.sendDue(due);
      }, UNSURE_MS);
      return;
    }
    this.unanswered.delete(answer.id);
    const promised = this.promised.get(answer.id);
    this.promised.delete(answer.id);
    this.changed();
    const known: AnswerMessage = isOpen ? { ...answer, outcome: "unsure" } : answer;
    this.listener.received(known);
    promised?.(known);
    if (isOpen) this.followAnew();
  }

  /** Get the tables once more, whatever version the page has. */
  private followAnew(): void {
    for (const [match, one] of this.following) this.sendFollow(match, one, null);
  }

  private sendDue(due: Due): void {
    due.tries += 1;
    this.send(due.message);
    if (!this.isAsked) this.watchFor(DUE_MS, () => this.ask());
  }

  /** The line stands, so an answer that is long due was lost: another line asks for it. */
  private demand(): void {
    const oldest = [...this.unanswered.values()][0];
    if (oldest && since(oldest.at) > OVERDUE_MS) this.lost();
  }

  private send(message: Incoming): void {
    this.socket?.send(JSON.stringify(message));
  }

  private watchFor(ms: number, over: () => void): void {
    window.clearTimeout(this.watch);
    this.watch = window.setTimeout(over, ms);
  }

  private changed(): void {
    // What somebody writes keeps nobody from playing.
    this.listener.waitingChanged(
      [...this.unanswered.values()]
        .map((due) => due.message)
        .filter((message) => message.type !== "write"),
    );
  }
}

/** The milliseconds since a time of the wall's clock, which may have been set back. */
function since(time: number): number {
  return Math.max(0, Date.now() - time);
}

function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
