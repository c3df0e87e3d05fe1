import type { ComponentChildren } from "preact";
import { Chat } from "../chat/chat.tsx";
import { openPage, send } from "../control.ts";
import { PressButtonView } from "../panel/press_button.tsx";
import { discordClient } from "../people/client.ts";
import { ComeDialog } from "../people/come.tsx";
import type { ActionState, LayoutState, MatchState, SeatState, TableState } from "../protocol.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { later } from "../ui/later.tsx";
import { Line } from "../ui/text.tsx";
import { t } from "../words.ts";
import { ActionButton } from "./action_button.tsx";
import { eventOf } from "./event.tsx";
import { Meld } from "./shown.tsx";
import { Moves, Sheet } from "./side.tsx";
import { TableSettingsDialog } from "./table_settings.tsx";
import { commit, type Plain, play, question, seat } from "./touch.ts";

const ShareDialog = later(() => import("./share.tsx").then((one) => one.ShareDialog));

const close = () => {
  question.value = null;
};

/** What is asked or shown over the table. */
export function Questions({ view, table }: { view: MatchState; table: TableState | null }) {
  const asked = question.value;
  switch (asked?.kind) {
    case "confirm":
      return <Confirm action={asked.action} />;
    case "layout":
      return <Layouts layouts={asked.layouts} />;
    case "choose":
      return <Choose all={asked.actions} />;
    case "decide":
      return <Choose all={asked.actions} title={asked.title} />;
    case "settings":
      return <TableSettingsDialog close={close} />;
    case "come":
      return <ComeDialog close={close} />;
    case "share":
      return <ShareDialog view={view} close={close} />;
    case "help":
      return <Help />;
    case "sheet":
      return (
        <Dialog title={t("table.sheet")} close={close}>
          <Sheet sheet={view.sheet} />
        </Dialog>
      );
    case "moves":
      return (
        <Dialog title={t("table.moves")} close={close}>
          {table && <Moves view={view} table={table} />}
        </Dialog>
      );
    case "chat":
      return (
        <Dialog title={t("chat")} close={close}>
          <Chat />
        </Dialog>
      );
    case "menu":
      return <Menu view={view} />;
    default:
      return null;
  }
}

function Confirm({ action }: { action: ActionState }) {
  return (
    <Dialog title={t("confirm")} close={close}>
      {action.costs.map((cost) => (
        <p key={cost}>
          <Line text={cost} />
        </p>
      ))}
      <div class="row end">
        <button type="button" onClick={close}>
          {t("cancel")}
        </button>
        <button type="button" class="danger" onClick={() => void commit(action)}>
          {action.label}
        </button>
      </div>
    </Dialog>
  );
}

/** Several ways to lay a knock down. */
function Layouts({ layouts }: { layouts: readonly LayoutState[] }) {
  return (
    <Dialog title={t("table.choose_layout")} close={close} kind="wide">
      <div class="layouts">
        {layouts.map((layout) => (
          <button type="button" key={layout.action} onClick={() => void commit(layout)}>
            <span>{layout.label}</span>
            <span class="melds">
              {layout.melds.map((meld) => (
                <Meld cards={meld} key={meld[0]} />
              ))}
              {layout.deadwood_cards.length > 0 && <Meld cards={layout.deadwood_cards} />}
            </span>
          </button>
        ))}
      </div>
    </Dialog>
  );
}

function Choose({ all, title }: { all: readonly ActionState[]; title?: string }) {
  const usual = all[0]?.kind === "meld" ? t("table.choose_meld") : t("table.pile");
  return (
    <Dialog title={title ?? usual} close={close} kind="wide">
      <div class="layouts">
        {all.map((action) => (
          <button type="button" key={action.action} onClick={() => play(action)}>
            <span>{action.label}</span>
            {action.cards.length > 0 && (
              <span class="melds">
                <Meld cards={action.cards} />
              </span>
            )}
          </button>
        ))}
      </div>
    </Dialog>
  );
}

const KEYS: readonly [string, Parameters<typeof t>[0]][] = [
  ["← →", "keys.move"],
  ["Enter", "keys.select"],
  ["Shift ← →", "keys.sort"],
  ["D", "keys.discard"],
  ["K", "keys.knock"],
  ["S", "keys.stock"],
  ["P", "keys.pile"],
  ["X", "keys.pass"],
  ["L", "keys.lay_off"],
  ["F", "keys.finish"],
  ["H", "keys.hint"],
  ["R", "keys.ready"],
  ["↵", "keys.main"],
  ["Esc", "keys.skip"],
  ["?", "keys.help"],
];

function Help() {
  return (
    <Dialog title={t("keys")} close={close}>
      <dl class="keys">
        {KEYS.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

const ENDS = new Set<ActionState["kind"]>(["ask_substitute", "abort", "resign"]);
/** What has a place of its own on the table. */
const ON_THE_TABLE = new Set<ActionState["kind"]>([
  "ask_back",
  "allow_back",
  "refuse_back",
  "allow_substitute",
  "refuse_substitute",
  "give_time",
  "call_off",
  "claim",
]);

/** Everything that is seldom needed, in groups; what ends the match stands apart. */
function Menu({ view }: { view: MatchState }) {
  const own = seat.value;
  const event = eventOf(view);
  const requests = own?.requests.filter((one) => !ON_THE_TABLE.has(one.kind)) ?? [];
  // A match of an event is resigned, or called off by its host.
  const ends = requests.filter((one) => ENDS.has(one.kind) && !(event && one.kind === "abort"));
  const others = requests.filter((one) => !ENDS.has(one.kind));
  return (
    <Dialog title={view.title} close={close} kind="menu-box">
      <p class="small">
        <Line text={view.summary} />
      </p>
      <Group name={t("menu.seat")}>
        {others.map((action) => (
          <ActionButton action={action} key={action.action} />
        ))}
        {event && (
          <button type="button" class="quiet" onClick={() => openPage(event.page)}>
            <Icon name="events" />
            {t("end.standings")}
          </button>
        )}
        <Opens icon="sheet" label={t("table.sheet")} kind="sheet" />
        <Opens icon="records" label={t("table.moves")} kind="moves" />
        <Opens icon="tuner" label={t("table.settings")} kind="settings" />
        <Opens icon="keys" label={t("keys")} kind="help" />
        {discordClient.value && <Opens icon="users" label={t("come")} kind="come" />}
        {view.buttons
          .filter((one) => one.role !== "sheet")
          .map((button) => (
            // A press may open a panel, which would lie beneath this window.
            // biome-ignore lint/a11y/useKeyWithClickEvents: the button inside is what is pressed
            // biome-ignore lint/a11y/noStaticElementInteractions: the button inside is what is pressed
            <span key={button.press} onClick={close}>
              <PressButtonView panel={view.panel} button={button} />
            </span>
          ))}
      </Group>
      {own && <Order own={own} />}
      {own && own.role === "player" && view.game === "gin" && view.phase === "playing" && (
        <Plans own={own} match={view.match} />
      )}
      {ends.length > 0 && (
        <Group name={t("menu.leave")} kind="apart">
          {ends.map((action) => (
            <button
              type="button"
              class="danger"
              key={action.action}
              data-action={action.action}
              onClick={() => play(action)}
            >
              {action.label}
            </button>
          ))}
        </Group>
      )}
    </Dialog>
  );
}

function Group(props: { name: string; kind?: string; children: ComponentChildren }) {
  return (
    <section class={`menu-group ${props.kind ?? ""}`}>
      <h3>{props.name}</h3>
      <div class="row">{props.children}</div>
    </section>
  );
}

function Opens(props: { icon: IconName; label: string; kind: Plain["kind"] }) {
  return (
    <button
      type="button"
      class="quiet"
      onClick={() => {
        question.value = { kind: props.kind };
      }}
    >
      <Icon name={props.icon} />
      {props.label}
    </button>
  );
}

const ORDERS = ["melds", "suits", "ranks"] as const;

function Order({ own }: { own: SeatState }) {
  return (
    <fieldset class="row">
      <legend>{t("page.order")}</legend>
      {ORDERS.map((order) => (
        <button
          type="button"
          key={order}
          class="quiet"
          aria-pressed={own.order === order}
          onClick={() => void send({ type: "sort", order })}
        >
          {t(`page.order_${order}`)}
        </button>
      ))}
    </fieldset>
  );
}

/** Premoves: what the server does as soon as it is this player's turn. */
function Plans({ own, match }: { own: SeatState; match: string }) {
  const { plans } = own;
  const change = (next: Partial<typeof plans>) => {
    const { pass_upcard, draw_stock, knock_at } = { ...plans, ...next };
    void send({ type: "plan", match, pass_upcard, draw_stock, knock_at });
  };
  return (
    <fieldset>
      <legend>{t("table.premoves")}</legend>
      <label class="check">
        <input
          type="checkbox"
          checked={plans.pass_upcard}
          onChange={(event) => change({ pass_upcard: event.currentTarget.checked })}
        />
        {t("page.plan_pass")}
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={plans.draw_stock}
          onChange={(event) => change({ draw_stock: event.currentTarget.checked })}
        />
        {t("page.plan_draw")}
      </label>
      {plans.knock_choices.length > 0 && (
        <label class="field">
          {t("page.plan_knock")}
          <select
            value={String(plans.knock_at)}
            onChange={(event) => {
              const { value } = event.currentTarget;
              change({ knock_at: value === "null" ? null : Number(value) });
            }}
          >
            {plans.knock_choices.map(([deadwood, label]) => (
              <option key={String(deadwood)} value={String(deadwood)}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
    </fieldset>
  );
}
