import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Card, Face } from "../cards/card.tsx";
import { look, welcome } from "../state.ts";
import { Icon } from "../ui/icon.tsx";
import { cardName, t } from "../words.ts";
import { CostTag, costs, named } from "./costs.tsx";
import { type Drop, type Ending, grab, letGo } from "./drag.ts";
import { type Fan, fan, moved, type Place, RATIO, slotAt } from "./fan.ts";
import { HintMark, hinted } from "./hint.tsx";
import { groupsOf, isRun, meldsOf } from "./melds.ts";
import { perform } from "./motion.ts";
import { tableSettings } from "./table_settings.tsx";
import {
  actions,
  arrange,
  commit,
  discard,
  dragging,
  dropped,
  knockFor,
  layOff,
  order,
  over,
  question,
  refuse,
  seat,
  selected,
  tap,
} from "./touch.ts";

/** The widest that a card of the hand may be: large on phones, where they lie in two rows. */
function widest(room: number): number {
  const usual = room < 560 ? room / 4.8 : Math.min(190, Math.max(92, room / 8.2));
  return usual * SIZES[tableSettings.value.cards];
}

const SIZES = { small: 0.8, medium: 1, large: 1.22 };

/** The player's cards as a fan: to sort, to discard, to knock, by finger, mouse and keys. */
export function Hand() {
  const box = useRef<HTMLUListElement>(null);
  const [room, setRoom] = useState({ width: 0, height: 0 });
  const [hover, setHover] = useState<number | null>(null);
  /** As the cards lie now; a press began when they lay otherwise. */
  const latest = useRef<Fan | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setRoom({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  const focused = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    // A card that moves to another place in the order keeps the focus.
    const element = box.current;
    const active = document.activeElement;
    if (focused.current && (active === document.body || active === null)) {
      element?.querySelector<HTMLElement>(`[data-card="${focused.current}"] button`)?.focus();
    }
    perform();
  });
  const own = seat.value;
  if (!own) return null;
  const held = order.value;
  const drag = dragging.value;
  const shown =
    drag !== null && hover !== null && over.value === "hand" ? moved(held, drag, hover) : held;
  const layOut = (cards: readonly Card[]) =>
    fan(groupsOf(cards, own.melds), {
      ...room,
      most: widest(room.width),
      isWide: tableSettings.value.spacing === "wide",
      isOneRow: tableSettings.value.rows === "one",
    });
  const laid = layOut(shown);
  const meld = meldsOf(own.melds);
  // The card in the hand follows the finger from where it was lifted; only the others make room.
  const lifted = drag === null ? undefined : layOut(held).places[held.indexOf(drag)];

  const done = (card: Card, element: HTMLElement, ending: Ending) => {
    setHover(null);
    const stays = ending.kind === "drop" && drops(ending.drop, slotOf(ending.drop));
    if (stays) keep(card, element);
    else letGo(element);
  };
  latest.current = laid;
  const slotOf = (drop: Drop): number | null => {
    if (drop.zone !== "hand" || !box.current || !latest.current) return null;
    const { places, card } = latest.current;
    const held = order.peek();
    const from = layOut(held).places[held.indexOf(drop.card)];
    if (!from) return null;
    // Where the middle of the card is, wherever the finger holds it.
    return slotAt(
      places,
      card,
      from.x + card / 2 + drop.by.x,
      from.y + (card * RATIO) / 2 + drop.by.y,
    );
  };

  return (
    <ul
      class="hand"
      ref={box}
      data-zone="hand"
      data-drop="hand"
      onDragStart={(event) => event.preventDefault()}
      aria-label={t("table.hand")}
      onFocusIn={(event) => {
        focused.current = (event.target as HTMLElement).closest<HTMLElement>(
          "[data-card]",
        )?.dataset.card;
      }}
      onFocusOut={(event) => {
        if (event.relatedTarget) focused.current = undefined;
      }}
      data-rows={String(Math.max(0, ...laid.places.map((place) => place.row)) + 1)}
    >
      {room.width > 0 &&
        held.map((card) => {
          const index = shown.indexOf(card);
          const place = card === drag ? lifted : laid.places[index];
          if (!place) return null;
          const number = meld.get(card);
          return (
            <HandCard
              key={card}
              card={card}
              index={index}
              place={place}
              width={laid.card}
              meld={number === undefined ? null : (own.melds[number] ?? null)}
              name={number === undefined ? "" : (own.meld_names[number] ?? "")}
              first={number === undefined || meld.get(shown[index - 1] ?? "") !== number}
              onHover={(drop) => setHover(slotOf(drop))}
              onDone={done}
            />
          );
        })}
    </ul>
  );
}

/** Keep a card where it was dropped until the server has answered, then let it go. */
function keep(card: Card, element: HTMLElement): void {
  const stop = dropped.subscribe((now) => {
    if (now !== card) {
      queueMicrotask(() => stop());
      letGo(element);
    }
  });
}

/** Do what a drop means; whether the card stays where it was dropped until that is answered. */
function drops(drop: Drop, slot: number | null): boolean {
  const { card, zone } = drop;
  if (zone === "hand" && slot !== null) {
    const held = order.peek();
    const now = moved(held, card, slot);
    if (now.some((one, n) => one !== held[n])) void arrange(now);
    return false;
  }
  if (zone === "pile") return discard(card);
  if (zone === "knock") {
    const found = knockFor(card);
    if (!found) {
      refuse("k");
      return false;
    }
    if (found.offer.layouts.length > 1) {
      question.value = { kind: "layout", layouts: found.offer.layouts };
      return false;
    }
    void commit(found.offer, card);
    return true;
  }
  if (zone?.startsWith("meld-")) return layOff(card, Number(zone.slice(5)));
  return false;
}

/** A card in the hand lies above all others. */
const HELD_ABOVE = 200;

interface CardProps {
  card: Card;
  index: number;
  place: Place;
  width: number;
  meld: readonly Card[] | null;
  name: string;
  first: boolean;
  onHover: (drop: Drop) => void;
  onDone: (card: Card, element: HTMLElement, ending: Ending) => void;
}

/** The card whose press has been dealt with, so that the click that follows means nothing more. */
let pressed: Card | null = null;

function HandCard(props: CardProps) {
  const { card, place, width, meld, name, first } = props;
  const own = seat.value;
  const isSelected = selected.value === card;
  const locked = own?.locked.includes(card) ?? false;
  const mark = own?.drawn === card ? "drawn" : own?.taken === card ? "taken" : null;
  const action = actions.value.find((one) => one.kind === "discard" && one.card === card);
  const spoken = [cardName(card)];
  if (name) spoken.push(name);
  if (mark) spoken.push(t(`table.${mark}`));
  if (locked) spoken.push(t("table.locked"));
  if (action && action.after !== null) spoken.push(t("page.leaves", { n: action.after }));
  const classes = [
    "card",
    isSelected ? "selected" : "",
    locked ? "locked" : "",
    action ? "free" : "",
    dragging.value === card ? "dragging" : "",
    dropped.value === card ? "dropped" : "",
    mark ? "fresh" : "",
    meld ? (isRun(meld) ? "in-run" : "in-set") : "",
    hinted.value?.card === card ? "hinted" : "",
  ];
  const lift = isSelected ? -16 : mark ? -10 : 0;
  const isHeld = dragging.value === card || dropped.value === card;
  return (
    <li
      class={classes.join(" ")}
      data-card={card}
      style={{
        width: `${width}px`,
        zIndex: String(isHeld ? HELD_ABOVE : props.index + 1),
        transform: `translate(${place.x}px, ${place.y + lift}px) rotate(${place.angle}deg)`,
      }}
    >
      <button
        type="button"
        aria-label={named(spoken.join(", "), card)}
        aria-pressed={isSelected}
        data-index={props.index}
        onPointerDown={(event) => {
          const element = event.currentTarget.parentElement as HTMLElement;
          pressed = null;
          grab(event, element, card, props.onHover, (ending) => {
            pressed = card;
            props.onDone(card, element, ending);
            if (ending.kind === "tap") tap(card, welcome.value?.one_tap ?? false);
          });
        }}
        onClick={(event) => {
          // A card that moved away under the finger was tapped all the same, but gets no click.
          const isOfPress = event.detail > 0 && pressed === card;
          pressed = null;
          if (!isOfPress) tap(card, welcome.value?.one_tap ?? false);
        }}
      >
        <Face card={card} theme={look.value.theme} />
      </button>
      {hinted.value?.card === card ? (
        <HintMark />
      ) : (
        mark && (
          <span class="mark" aria-hidden="true">
            <Icon name="down" />
          </span>
        )
      )}
      <CostTag of={card} />
      {first && meld && !costs.value.has(card) && (
        <span class="meld-name" aria-hidden="true">
          {t(isRun(meld) ? "page.run" : "page.set")}
        </span>
      )}
    </li>
  );
}
