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

export interface Listener {
  heard(message: Outgoing): void;
  lineChanged(up: boolean): void;
  waitingChanged(waiting: readonly Named[]): void;
}

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 15_000;
const SILENCE_MS = 10_000;
const UNSURE_MS = 1_000;

/**
 * The line to the server. It comes back by itself, follows again from the version the page has, and
 * sends what was not answered once more under the same id, which the server does only once.
 */
export class Link {
  private socket: WebSocket | null = null;
  private up = false;
  private closed = false;
  private failures = 0;
  private timer: number | undefined;
  private silence: number | undefined;
  private day = 0;
  private readonly unanswered = new Map<string, Named>();
  private readonly promised = new Map<string, (answer: AnswerMessage) => void>();
  private readonly following = new Map<string, () => number | null>();
  private wantsLobby = false;
  private wantsChat = false;

  constructor(
    private token: string,
    private readonly listener: Listener,
  ) {
    window.addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.hurry();
    });
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

  follow(match: string, have: () => number | null): void {
    this.following.set(match, have);
    if (this.up) this.send({ type: "follow", match, have: have() });
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
    if (this.up) this.send({ type: "ask", what: "people", text });
  }

  react(match: string, reaction: Reaction): void {
    if (this.up) this.send({ type: "react", match, reaction });
  }

  closePanel(panel: string): void {
    if (this.up) this.send({ type: "close_panel", panel });
  }

  /** Do something once; the answer comes when the server has stored it. */
  act(message: Unnamed): Promise<AnswerMessage> {
    const id = `${this.day}-${randomText()}`;
    const named = { ...message, id } as Named;
    this.unanswered.set(id, named);
    this.changed();
    if (this.up) this.send(named);
    return new Promise((answered) => this.promised.set(id, answered));
  }

  private connect(): void {
    window.clearTimeout(this.timer);
    this.drop();
    const address = new URL("api/socket", document.baseURI);
    address.protocol = address.protocol.replace("http", "ws");
    address.hash = "";
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: "hello", protocol: PROTOCOL, token: this.token }));
    };
    socket.onmessage = (event) => {
      if (socket === this.socket) this.hear(JSON.parse(String(event.data)) as Outgoing);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lost();
    };
    this.watchSilence();
  }

  private drop(): void {
    window.clearTimeout(this.silence);
    const old = this.socket;
    this.socket = null;
    this.up = false;
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

  /** Do not wait for the next attempt: the device is online or looked at again. */
  private hurry(): void {
    if (this.closed || this.up || this.socket?.readyState === WebSocket.CONNECTING) return;
    this.failures = 0;
    this.connect();
  }

  private hear(message: Outgoing): void {
    window.clearTimeout(this.silence);
    if (message.type === "welcome") this.welcomed(message.day);
    if (message.type === "token") this.token = message.token;
    if (message.type === "bye" && !message.retry) this.closed = true;
    if (message.type === "answer") {
      this.answered(message);
      if (message.outcome === "unsure") return;
    } else {
      this.listener.heard(message);
    }
    if (this.unanswered.size > 0) this.watchSilence();
  }

  private welcomed(day: number): void {
    this.day = day;
    if (this.up) return;
    this.up = true;
    this.failures = 0;
    this.listener.lineChanged(true);
    for (const [match, have] of this.following) this.send({ type: "follow", match, have: have() });
    if (this.wantsLobby) this.send({ type: "ask", what: "lobby", text: "" });
    if (this.wantsChat) this.send({ type: "ask", what: "chat", text: "" });
    for (const message of this.unanswered.values()) this.send(message);
  }

  private answered(answer: AnswerMessage): void {
    const message = this.unanswered.get(answer.id);
    if (!message) return;
    if (answer.outcome === "unsure") {
      window.setTimeout(() => {
        if (this.up && this.unanswered.has(answer.id)) this.send(message);
      }, UNSURE_MS);
      return;
    }
    this.unanswered.delete(answer.id);
    const promised = this.promised.get(answer.id);
    this.promised.delete(answer.id);
    this.changed();
    this.listener.heard(answer);
    promised?.(answer);
  }

  private send(message: Incoming): void {
    this.socket?.send(JSON.stringify(message));
    if ("id" in message || message.type === "hello") this.watchSilence();
  }

  /** A line that says nothing although an answer is due is dead, whatever the browser thinks. */
  private watchSilence(): void {
    window.clearTimeout(this.silence);
    this.silence = window.setTimeout(() => this.lost(), SILENCE_MS);
  }

  private changed(): void {
    // What somebody writes keeps nobody from playing.
    this.listener.waitingChanged(
      [...this.unanswered.values()].filter((one) => one.type !== "write"),
    );
  }
}

function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
