import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { closePanel, findPeople, press } from "../control.ts";
import { DealCheck } from "../fair/check.tsx";
import { Bars } from "../kinds/bars.tsx";
import { Cards } from "../kinds/cards.tsx";
import { Choices } from "../kinds/choices.tsx";
import { Facts } from "../kinds/facts.tsx";
import { Pairs } from "../kinds/pairs.tsx";
import { Rows } from "../kinds/rows.tsx";
import { Section } from "../kinds/section.tsx";
import { discordClient } from "../people/client.ts";
import type {
  DownloadPart,
  FormPanel,
  ImagePart,
  MenuPart,
  PanelState,
  PeoplePart,
  StudyPart,
} from "../protocol.ts";
import { playbackOf } from "../replay/playback.ts";
import { Replay, Study } from "../room/later_pages.ts";
import { dispatch, form, outside, panel, people, waiting } from "../state.ts";
import { bytesOf } from "../ui/bytes.ts";
import { Dialog } from "../ui/dialog.tsx";
import { useDraft } from "../ui/draft.ts";
import { Empty } from "../ui/empty.tsx";
import { Icon } from "../ui/icon.tsx";
import { later } from "../ui/later.tsx";
import { useLayer } from "../ui/layers.ts";
import { Markdown } from "../ui/text.tsx";
import { t } from "../words.ts";
import { PressButtonView } from "./press_button.tsx";

type Part = PanelState["parts"][number];

/** A screen of the chat: beside the table where there is room, over it elsewhere. */
export function Panel() {
  const open = panel.value;
  const box = useRef<HTMLElement>(null);
  const name = open?.panel;
  useLayer(name !== undefined, closePanel);
  useEffect(() => {
    if (!name) return;
    const before = document.activeElement as HTMLElement | null;
    box.current?.focus();
    return () => {
      if (before?.isConnected && !box.current?.isConnected) before.focus();
    };
  }, [name]);
  // A panel that has changed keeps what it shows in sight; the focus stays on the panel.
  useEffect(() => {
    if (open && document.activeElement === document.body) box.current?.focus();
  }, [open]);
  if (!open) return null;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button beside it closes, too */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it */}
      <div class="panel-shade" onClick={closePanel} />
      <aside
        class="panel"
        ref={box}
        tabIndex={-1}
        aria-label={t("page.panel")}
        onKeyDown={(event) => {
          if (event.key === "Escape") closePanel();
        }}
      >
        <Edge colour={open.accent} />
        <button type="button" class="icon close" aria-label={t("close")} onClick={closePanel}>
          <Icon name="x" />
        </button>
        <PanelBody open={open} />
      </aside>
    </>
  );
}

/** Everything on a screen of the chat. */
export function PanelBody({ open }: { open: PanelState }) {
  const playback = playbackOf(open);
  if (playback) {
    return (
      <div class="panel-body" aria-busy={waiting.value.length > 0}>
        <Replay part={playback} open={open} />
      </div>
    );
  }
  const study = open.parts.find((one): one is StudyPart => one.type === "study");
  if (study) return <Study part={study} open={open} />;
  const title = open.parts.find((part) => part.type === "text" && /^#{1,3} /m.test(part.markdown));
  const all = numbered(open.parts).map(([key, part]) => ({
    part,
    shown: <OnePart key={key} part={part} open={open} titled={part === title} />,
  }));
  const [side, main] = [all.filter(isBeside), all.filter((one) => !isBeside(one))];
  return (
    <div class="panel-body" aria-busy={waiting.value.length > 0}>
      {side.length > 0 ? (
        <div class="beside">
          <div>{main.map((one) => one.shown)}</div>
          <div>{side.map((one) => one.shown)}</div>
        </div>
      ) : (
        main.map((one) => one.shown)
      )}
    </div>
  );
}

/** Whether a part stands at the side, where there is room. */
function isBeside({ part }: { part: Part }): boolean {
  return part.type === "image" ? part.share !== "" : "place" in part && part.place === "side";
}

/** Whether a menu chooses among leaderboards: the first one of its panel, with one chosen. */
function isBoardMenu(part: MenuPart, { parts }: PanelState): boolean {
  const isFirst = parts.some((one) => one.type === "rows") && part === parts.find(isMenu);
  return isFirst && part.choices.some((one) => one.chosen);
}

function isMenu(part: Part): part is MenuPart {
  return part.type === "menu";
}

/** The parts with keys that stay when parts of other types come and go: so the focus stays, too. */
function numbered(parts: readonly Part[]): [string, Part][] {
  const counts = new Map<string, number>();
  return parts.map((part) => {
    const count = counts.get(part.type) ?? 0;
    counts.set(part.type, count + 1);
    return [`${part.type}${count}`, part];
  });
}

/** The coloured edge of a message. */
function Edge({ colour }: { colour: string }) {
  return <span class="edge" style={{ background: colour }} aria-hidden="true" />;
}

function OnePart({ part, open, titled }: { part: Part; open: PanelState; titled: boolean }) {
  switch (part.type) {
    case "text":
      return (
        <div class="markdown">
          <Markdown text={part.markdown} names={open.names} titled={titled} />
        </div>
      );
    case "image":
      return part.share ? <ToShare part={part} /> : <Picture part={part} />;
    // A screen with one of them is a replay.
    case "graph":
    case "playback":
      return null;
    // They have a page of their own.
    case "lesson":
    case "ask":
    case "study":
    case "rulesets":
    case "match_pages":
      return null;
    case "deal":
      return <DealCheck part={part} />;
    case "section":
      return <Section part={part} panel={open.panel} />;
    case "rows":
      return <Rows part={part} panel={open.panel} />;
    case "pairs":
      return <Pairs part={part} panel={open.panel} />;
    case "cards":
      return <Cards part={part} panel={open.panel} />;
    case "choices":
      return <Choices part={part} panel={open.panel} />;
    case "facts":
      return <Facts part={part} />;
    case "bars":
      return <Bars part={part} panel={open.panel} />;
    case "empty":
      return <Empty part={part} />;
    case "row":
      return (
        <div class="row">
          {part.buttons.map((button) => (
            <PressButtonView key={button.press + button.label} panel={open.panel} button={button} />
          ))}
        </div>
      );
    case "menu":
      return isBoardMenu(part, open) ? (
        <Chips part={part} panel={open.panel} />
      ) : (
        <Menu part={part} open={open} />
      );
    case "people":
      return <Choice part={part} open={open} />;
    case "download":
      return <Download part={part} />;
    case "divider":
      return <hr />;
  }
}

/** The address of bytes that came with a message, for as long as they are shown. */
function useBlob(data: string, mime: string): string {
  const url = useMemo(
    () => URL.createObjectURL(new Blob([bytesOf(data)], { type: mime })),
    [data, mime],
  );
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return url;
}

const ShareImage = later(() => import("./share_image.tsx").then((one) => one.ShareImage));

/** A picture that its reader may send; inside Discord a screenshot does it. */
function ToShare({ part }: { part: ImagePart }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section class="kind box to-share">
      <h2>{t("event.share")}</h2>
      <Picture part={part} />
      {!discordClient.value && (
        <button type="button" onClick={() => setOpen(true)}>
          <Icon name="share" />
          {t("event.share_picture")}
        </button>
      )}
      {isOpen && <ShareImage part={part} close={() => setOpen(false)} />}
    </section>
  );
}

function Picture({ part }: { part: ImagePart }) {
  const url = useBlob(part.data, part.mime);
  return <img src={url} width={part.width} height={part.height} alt={part.alt} />;
}

function Download({ part }: { part: DownloadPart }) {
  const bytes = useBlob(part.data, "application/octet-stream");
  const url = part.address ? new URL(part.address, outside.value || location.href).href : bytes;
  return (
    <a class="button" href={url} download={part.name}>
      {t("save_file", { name: part.name })}
    </a>
  );
}

/** A menu whose choices lie open. */
function Chips({ part, panel }: { part: MenuPart; panel: string }) {
  return (
    <div class="chips">
      {part.choices.map((choice) => (
        <button
          type="button"
          key={choice.value}
          aria-pressed={choice.chosen}
          onClick={() => void press(panel, part.press, [choice.value])}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}

function Menu({ part, open }: { part: MenuPart; open: PanelState }) {
  const chosen = part.choices.find((choice) => choice.chosen);
  return (
    <select
      aria-label={part.placeholder || t("menu")}
      value={chosen?.value ?? ""}
      onChange={(event) => {
        const { value } = event.currentTarget;
        if (value) void press(open.panel, part.press, [value]);
      }}
    >
      {!chosen && <option value="">{part.placeholder || "…"}</option>}
      {part.choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.description ? `${choice.label} — ${choice.description}` : choice.label}
        </option>
      ))}
    </select>
  );
}

/** Choose a person: those at hand, or others by the beginning of their names. */
function Choice({ part, open }: { part: PeoplePart; open: PanelState }) {
  return (
    <PersonField
      label={part.placeholder}
      known={part.people}
      choose={(value) => void press(open.panel, part.press, [value])}
    />
  );
}

interface PersonFieldProps {
  label: string;
  known: PeoplePart["people"];
  choose: (value: string) => void;
}

export function PersonField({ label, known, choose }: PersonFieldProps) {
  const [text, setText] = useState("");
  const found = text && people.value?.text === text ? people.value.people : known;
  return (
    <div class="people">
      <label class="field">
        {label || t("lobby.opponent")}
        <input
          type="search"
          maxLength={32}
          value={text}
          onInput={(event) => {
            const { value } = event.currentTarget;
            setText(value);
            if (value) findPeople(value);
          }}
        />
      </label>
      <div class="row">
        {found.map((one) => (
          <button type="button" class="quiet" key={one.value} onClick={() => choose(one.value)}>
            {one.name}
          </button>
        ))}
      </div>
    </div>
  );
}

/** A form with one field. */
export function Form() {
  const open = form.value;
  return open ? <FormDialog key={open.panel + open.press} open={open} /> : null;
}

function FormDialog({ open }: { open: FormPanel }) {
  const first = open.written ?? "";
  // By its words: a press names versions. What was written for another text is none of this form.
  const [{ text }, write, drop] = useDraft(`form.${open.title}.${open.label}.${first}`, {
    text: first,
  });
  const setText = (next: string) => write({ text: next });
  const close = () => dispatch({ type: "closed", what: "form" });
  const field = {
    id: "form-text",
    value: text,
    maxLength: open.length,
    placeholder: open.placeholder,
    required: open.written === null,
  };
  return (
    <Dialog title={open.title} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          close();
          void press(open.panel, open.press, [], { text }).then((answer) => {
            if (answer?.outcome === "applied" || answer?.outcome === "repeated") drop();
          });
        }}
      >
        <label class="field" for="form-text">
          {open.label}
          {open.is_long ? (
            <textarea {...field} rows={6} onInput={(event) => setText(event.currentTarget.value)} />
          ) : (
            <input {...field} onInput={(event) => setText(event.currentTarget.value)} />
          )}
        </label>
        <div class="row end">
          <button
            type="button"
            onClick={() => {
              drop();
              close();
            }}
          >
            {t("cancel")}
          </button>
          <button type="submit" class="main">
            {t("done")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
