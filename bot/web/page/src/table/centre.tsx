import { Back, type Card, Face } from "../cards/card.tsx";
import type { MatchState, TableState } from "../protocol.ts";
import { look } from "../state.ts";
import { Icon } from "../ui/icon.tsx";
import { cardName, cardShort, t } from "../words.ts";
import { CostTag, named } from "./costs.tsx";
import { HintMark, hinted } from "./hint.tsx";
import {
  discard,
  dragging,
  drawStock,
  find,
  knock,
  knockFor,
  over,
  refuse,
  selected,
  takePile,
} from "./touch.ts";

const BENEATH = 2;

/** Stock, discard pile and the place to knock, side by side. */
export function Centre({ view, table }: { view: MatchState; table: TableState }) {
  return (
    <div class="centre">
      <Stock table={table} />
      <Pile table={table} />
      {view.game === "gin" && <KnockPlace table={table} />}
    </div>
  );
}

function Stock({ table }: { table: TableState }) {
  const may = find("draw") !== undefined;
  return (
    <div class="spot">
      <button
        type="button"
        class={`pile stock${may ? " may" : ""}`}
        data-zone="stock"
        aria-label={named(t("table.stock_cards", { n: table.stock }), "stock")}
        aria-disabled={!may}
        onClick={() => drawStock()}
      >
        <Back />
        {hinted.value?.place === "stock" && <HintMark />}
        <CostTag of="stock" />
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
        class={`pile discards${isOpen ? " may" : ""}${takes ? " takes" : ""}${over.value === "pile" ? " over" : ""}`}
        data-zone="pile"
        data-drop="pile"
        aria-label={named(name, "pile")}
        aria-disabled={!isOpen}
        onClick={press}
      >
        {shown.map((card, n) => (
          <span class={n < shown.length - 1 ? "card under" : "card"} data-card={card} key={card}>
            <Face card={card} theme={look.value.theme} />
          </span>
        ))}
        {hinted.value?.place === "pile" && <HintMark />}
        <CostTag of="pile" />
      </button>
      <span class="caption" aria-hidden="true">
        {t("table.pile")}
      </span>
    </div>
  );
}

/** A place like a pile: dashed with the limit; gold with the count when a knock is legal. */
function KnockPlace({ table }: { table: TableState }) {
  const card = dragging.value ?? selected.value;
  const bigGin = find("big_gin");
  const found = knockFor(card) ?? knockFor(null);
  const isLit = found !== null || bigGin !== undefined;
  const limit = table.knock_limit;
  const count = isLit ? (found?.offer.deadwood ?? 0) : limit;
  const times = table.multiplier > 1 ? ` ×${table.multiplier}` : "";
  const kept = isLit ? t("table.limit_is", { n: limit }) : t("table.or_less");
  const bound = (limit === 0 ? t("page.gin_only") : kept) + times;
  // The name begins with what is written there, for those who speak what they press.
  const name = `${t("table.knock")} ${count} ${bound}: ${(found?.offer ?? bigGin)?.label}`;
  const inside = (
    <>
      <Icon name="knock" />
      <span>{t("table.knock")}</span> <b key={count}>{count}</b>{" "}
      <small key={String(isLit)}>{bound}</small>
    </>
  );
  if (!isLit) {
    return (
      <div class="spot">
        <div class="pile knock" data-zone="knock">
          {inside}
          <CostTag of="knock" />
        </div>
        <span class="caption" aria-hidden="true">
          &nbsp;
        </span>
      </div>
    );
  }
  const fits = found !== null && found.card === card;
  return (
    <div class="spot">
      <button
        type="button"
        class={`pile knock lit${fits ? " fits" : ""}${over.value === "knock" ? " over" : ""}`}
        data-zone="knock"
        data-drop="knock"
        aria-label={name}
        onClick={() => knock(card)}
      >
        {inside}
        {hinted.value?.place === "knock" && <HintMark />}
      </button>
      <span class="caption" aria-hidden="true" key={found?.card}>
        {found ? t("table.lay_here", { card: cardShort(found.card) }) : "\u00a0"}
      </span>
    </div>
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
    </span>
  );
}
