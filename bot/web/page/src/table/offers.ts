import type { ActionState, MatchState, PressButton, SeatState, TableState } from "../protocol.ts";
import { begun, beside } from "../state.ts";
import { relative } from "../ui/time.ts";
import { t } from "../words.ts";
import { seat } from "./touch.ts";

/** What one side asks of the other, or a request of one's own that still waits. */
export interface Offer {
  kind: "back" | "pause" | "paused" | "late" | "leave" | "rematch" | "begun";
  text: string;
  detail: string;
  /** Whether the reader is asked; otherwise they wait. */
  asks: boolean;
  /** The answers, the agreeing one last. */
  actions: readonly ActionState[];
  presses: readonly { panel: string; button: PressButton }[];
}

const AGREES = new Set<ActionState["kind"]>(["allow_back", "allow_substitute", "pause", "resume"]);
const LATE = new Set<ActionState["kind"]>(["give_time", "call_off", "claim"]);
const NONE = { detail: "", presses: [] } as const;

/** What stands in the strip while it is open: a request, else the call to another table. */
export function offerOf(view: MatchState, table: TableState | null): Offer | null {
  const own = seat.value;
  const request = own ? requestOf(view, table, own) : null;
  return request ?? callOf() ?? (own ? rematchOf(view, own.seat) : null);
}

/** A match of one's own that has begun elsewhere: in an event its round and who waits. */
function callOf(): Offer | null {
  const found = begun.value;
  if (!found) return null;
  const { event, players, deadline, line } = found;
  const rival = players.find((_, place) => place !== found.seat)?.name ?? "";
  const when = deadline === null ? "" : relative(deadline);
  return {
    ...NONE,
    kind: "begun",
    text: event ? callText(event.round, rival) : t("lobby.begun"),
    detail: event ? when && t("offer.clock", { when }) : line,
    asks: true,
    actions: [],
  };
}

/** Without the event's name: a phone has room for who waits, and the table says the rest. */
const callText = (n: number, name: string) =>
  n > 0 ? t("offer.call", { n, name }) : t("offer.waits", { name });

function requestOf(view: MatchState, table: TableState | null, own: SeatState): Offer | null {
  const asked = (...kinds: ActionState["kind"][]) =>
    own.requests.filter((one) => kinds.includes(one.kind));
  const name = (place: number) => view.players[place]?.name ?? "";
  const back = table?.takeback;
  const answers = asked("refuse_back", "allow_back");
  if (back && answers.length > 0) {
    const asks = back.seat !== own.seat;
    const text = asks
      ? t("offer.back", { name: name(back.seat) })
      : t("offer.back_waits", { name: rivals(view, own.seat) });
    return { ...NONE, kind: "back", text, asks, actions: agreeingLast(answers) };
  }
  const { wants_pause, paused, late } = view.clock;
  if (wants_pause !== null && !paused) {
    const asks = wants_pause !== own.seat;
    const text = asks
      ? t("offer.pause", { name: name(wants_pause) })
      : t("offer.pause_waits", { name: rivals(view, own.seat) });
    const found = asked("resume", "pause");
    const last = asks ? found.filter((one) => one.kind === "pause") : [];
    const first = found.filter((one) => !last.includes(one));
    return { ...NONE, kind: "pause", text, asks, actions: [...first, ...last] };
  }
  if (paused && view.phase !== "over") {
    const text = t("offer.paused");
    return { ...NONE, kind: "paused", text, asks: true, actions: asked("resume") };
  }
  if (view.substitution) {
    const { text, detail } = view.substitution;
    const actions = agreeingLast(asked("refuse_substitute", "allow_substitute"));
    return { ...NONE, kind: "leave", text, detail, asks: actions.length > 1, actions };
  }
  const claims = own.requests.filter((one) => LATE.has(one.kind));
  if (claims.length > 0 && late.length > 0) {
    const text = t("offer.late", { name: late.map(name).join(", ") });
    return { ...NONE, kind: "late", text, asks: true, actions: claims };
  }
  return null;
}

function agreeingLast(actions: readonly ActionState[]): ActionState[] {
  return [
    ...actions.filter((one) => !AGREES.has(one.kind)),
    ...actions.filter((one) => AGREES.has(one.kind)),
  ];
}

function rivals(view: MatchState, own: number): string {
  const party = view.players[own]?.party;
  return view.players
    .filter((one) => one.party !== party)
    .map((one) => one.name)
    .join(", ");
}

/** Who would like another match, and how the matches between the two stand. */
function rematchOf(view: MatchState, own: number): Offer | null {
  const found = beside.value;
  if (view.phase !== "over" || found?.match !== view.match || found.rematch === null) return null;
  const { asked, panel, buttons } = found.rematch;
  if (asked.length === 0) return null;
  const asks = !asked.includes(own);
  const names = (places: readonly number[]) =>
    places.map((place) => view.players[place]?.name ?? "").join(", ");
  const others = view.players
    .filter((one) => one.computer === null && !asked.includes(one.seat))
    .map((one) => one.seat);
  return {
    kind: "rematch",
    text: asks
      ? t("offer.rematch", { name: names(asked) })
      : t("offer.rematch_waits", { name: names(others) }),
    detail: countOf(view, own),
    asks,
    actions: [],
    presses: [...buttons]
      .sort((one, other) => Number(one.style === "success") - Number(other.style === "success"))
      .map((button) => ({ panel, button })),
  };
}

/** How the matches between the two stand, the reader's first; nothing where none is counted. */
export function countOf(view: MatchState, own: number | null): string {
  const found = beside.value;
  if (found?.match !== view.match || !found.rematch?.count) return "";
  const [first, second] = found.rematch.count;
  const party = own === null ? 0 : (view.players[own]?.party ?? 0);
  return party === 0 ? `${first}:${second}` : `${second}:${first}`;
}
