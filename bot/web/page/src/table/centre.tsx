import { Back, type Card, Face } from "../cards/card.tsx";
import type { MatchState, TableState } from "../protocol.ts";
import { look } from "../state.ts";
import { Line } from "../ui/text.tsx";
import { cardName, t } from "../words.ts";
import {
  actions,
  discard,
  dragging,
  drawStock,
  find,
  knock,
  knockFor,
  over,
  refuse,
  seat,
  selected,
  takePile,
} from "./touch.ts";

const BENEATH = 2;

/** Stock, discard pile and the place to knock. */
export function Centre({ view, table }: { view: MatchState; table: TableState }) {
  return (
    <div class="centre">
      <Stock table={table} />
      <Pile table={table} />
      <div class="centre-side">
        {view.game === "gin" && <KnockBox table={table} />}
        <LastMoves view={view} table={table} />
      </div>
    </div>
  );
}

function Stock({ table }: { table: TableState }) {
  const may = find("draw") !== undefined;
  return (
    <div class="spot">
      <button
        type="button"
        class={`pile stock${may ? " open" : ""}`}
        data-zone="stock"
        aria-label={t("table.stock_cards", { n: table.stock })}
        aria-disabled={!may}
        onClick={() => drawStock()}
      >
        <Back />
      </button>
      <span class="caption" aria-hidden="true">
        {t("table.stock")} <b>{table.stock}</b>
      </span>
    </div>
  );
}

function Pile({ table }: { table: TableState }) {
  const top = table.discards.at(-1);
  const may = find("take") !== undefined || find("take_deep") !== undefined;
  const chosen = selected.value;
  const takes = dragging.value !== null && find("discard", dragging.value) !== undefined;
  const shown = table.discards.slice(-BENEATH);
  const name = top ? t("table.pile_top", { card: cardName(top) }) : t("table.pile_empty");
  const press = () => {
    if (may) takePile();
    else if (chosen) discard(chosen);
    else refuse("t");
  };
  const isOpen = may || (chosen !== null && find("discard", chosen) !== undefined);
  return (
    <div class="spot">
      <button
        type="button"
        class={`pile discards${isOpen ? " open" : ""}${takes ? " takes" : ""}${over.value === "pile" ? " over" : ""}`}
        data-zone="pile"
        data-drop="pile"
        aria-label={name}
        aria-disabled={!isOpen}
        onClick={press}
      >
        {shown.map((card, n) => (
          <span class={n < shown.length - 1 ? "card under" : "card"} data-card={card} key={card}>
            <Face card={card} theme={look.value.theme} />
          </span>
        ))}
      </button>
      <span class="caption" aria-hidden="true">
        {t("table.pile")}
      </span>
    </div>
  );
}

/** Lights up when a knock is legal, and says with how much. */
function KnockBox({ table }: { table: TableState }) {
  const card = dragging.value ?? selected.value;
  const bigGin = find("big_gin");
  const found = knockFor(card) ?? knockFor(null);
  const fits = found !== null && found.card === card;
  const lit = found !== null || bigGin !== undefined;
  const limit = table.knock_limit;
  if (!lit) {
    return (
      <div class="knock" data-zone="knock">
        <span>{t("table.limit")}</span>
        <b>{limit === 0 ? t("page.gin_only") : limit}</b>
        {table.multiplier > 1 && <em>×{table.multiplier}</em>}
      </div>
    );
  }
  const label = found ? found.offer.label : (bigGin?.label ?? "");
  return (
    <button
      type="button"
      class={`knock lit${fits ? " fits" : ""}${over.value === "knock" ? " over" : ""}`}
      data-zone="knock"
      data-drop="knock"
      onClick={() => knock(card)}
    >
      <span>{label}</span>
    </button>
  );
}

const LAST = 3;

/** The last moves in words. */
function LastMoves({ view, table }: { view: MatchState; table: TableState }) {
  const last = table.events.slice(-LAST);
  if (last.length === 0) return null;
  return (
    <ol class="last-moves" aria-hidden="true">
      {last.map((event) => (
        <li key={event.n}>
          <b>{view.players[event.seat]?.name}</b> <Line text={event.text} />
        </li>
      ))}
    </ol>
  );
}

/** Deadwood and limit, always in sight. */
export function Figures({ table }: { table: TableState }) {
  const own = seat.value;
  if (!own || own.hand.length === 0 || table.result) return null;
  const card = dragging.value ?? selected.value;
  const chosen = card === null ? undefined : find("discard", card);
  const best = actions.value.reduce<number | null>(
    (least, one) =>
      one.kind === "discard" && one.after !== null && (least === null || one.after < least)
        ? one.after
        : least,
    null,
  );
  const value = chosen?.after ?? best ?? own.deadwood;
  return (
    <span class="figures">
      <span class="figure">
        {t("table.deadwood")} <b>{value}</b>
      </span>
      {table.knock_limit > 0 && (
        <span class="figure">
          {t("table.limit")} <b>{table.knock_limit}</b>
        </span>
      )}
    </span>
  );
}

/** A card that lies open on the table. */
export function OpenCard({ card, added }: { card: Card; added?: boolean }) {
  return (
    <span
      class={added ? "card added" : "card"}
      data-card={card}
      role="img"
      aria-label={cardName(card)}
    >
      <Face card={card} theme={look.value.theme} />
      {added && (
        <span class="plus" aria-hidden="true">
          +
        </span>
      )}
    </span>
  );
}
