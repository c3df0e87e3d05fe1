import { computed } from "@preact/signals";
import type { Card } from "../cards/card.tsx";
import type { LessonPart } from "../protocol.ts";
import { hint, lesson, table } from "../state.ts";
import { Icon } from "../ui/icon.tsx";
import { actions } from "./touch.ts";

/** What the coach proposes for this turn: the sentence, the card and the place it goes to. */
export interface Hinted {
  text: string;
  card: Card | null;
  place: "stock" | "pile" | "knock" | null;
  /** The action, if only a button stands for it. */
  action: string | null;
}

/** The hint, as long as the table is the one that it was given for. */
export const hinted = computed<Hinted | null>(() => {
  const shown = table.value;
  const given = lesson.value ? exampleOf(lesson.value.part) : hint.value;
  const seat = shown?.seat;
  if (!given || !seat || shown.match !== given.match || !seat.my_turn) return null;
  if (seat.revision !== given.revision) return null;
  const { text, action } = given;
  for (const one of actions.value) {
    if (one.action === action) {
      const places = { draw: "stock", take: "pile", take_deep: "pile", discard: "pile" } as const;
      const place = one.kind in places ? places[one.kind as keyof typeof places] : null;
      const isKnock = one.kind === "knock" || one.kind === "big_gin";
      const card = one.kind === "discard" || one.kind === "lay_off" ? one.card : null;
      const isButton = card === null && place === null && !isKnock;
      return { text, card, place: isKnock ? "knock" : place, action: isButton ? action : null };
    }
    if (one.knock && one.knock.action === action) {
      return { text, card: one.card, place: "knock", action: null };
    }
  }
  return { text, card: null, place: null, action: null };
});

/** What is marked in a lesson: the answer of its example. */
function exampleOf({ hint: action, seat, view }: LessonPart) {
  return action === null
    ? null
    : { match: view.match, revision: seat.revision, text: seat.task, action };
}

/** The one sign of a hint: before its sentence, on the card, on the place. */
export function HintMark() {
  return (
    <span class="hint-mark" aria-hidden="true">
      <Icon name="bulb" />
    </span>
  );
}
