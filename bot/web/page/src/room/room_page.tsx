import { useEffect, useRef } from "preact/hooks";
import { openPage } from "../control.ts";
import { CardsHead } from "../kinds/cards.tsx";
import { go } from "../kinds/way.tsx";
import { LiveTables } from "../lobby/live_tables.tsx";
import { PanelBody } from "../panel/panel.tsx";
import { ThisDevice } from "../people/device.tsx";
import { listOf, matchOn, thingOn, WATCH } from "../place.ts";
import type {
  AskPart,
  MatchPagesPart,
  MenuPart,
  PanelState,
  RulesetsPart,
  StudyPart,
} from "../protocol.ts";
import { playbackOf } from "../replay/playback.ts";
import { RulesPage } from "../rules/rules_page.tsx";
import { lobby, panel } from "../state.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../words.ts";
import { Ask, Study } from "./later_pages.ts";
import { sectionOf } from "./pages.ts";
import { Room, Top } from "./room.tsx";

/** A page of its own: its part of the navigation as tabs, and what it shows. */
export function RoomPage({ name }: { name: string }) {
  const section = sectionOf(name);
  const menu = lobby.value?.menu ?? [];
  const tabs = section?.pages.flatMap((one) => menu.filter((link) => link.name === one)) ?? [];
  const about = useMatchPages(name);
  const box = useRef<HTMLDivElement>(null);
  const list = listOf(name);
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.querySelector("h1")?.focus();
    // Another thing of the same list, such as an answer, is not scrolled away.
    box.current
      ?.querySelector(".tabs [aria-current]")
      ?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [list, tabs.length]);
  return (
    <Room kind={`room-page ${kindOf(name)}`}>
      <div ref={box}>
        <Top title={titleOf(name, about)}>{panel.value && <CardsHead open={panel.value} />}</Top>
        {about && <MatchTabs part={about} />}
        {tabs.length > 1 && matchOn(name) === null && (
          <nav class="tabs" aria-label={section ? t(section.title) : ""}>
            {tabs.map((link) => (
              <button
                type="button"
                key={link.name}
                aria-current={link.name === list ? "page" : undefined}
                onClick={() => openPage(link.name)}
              >
                {link.label}
              </button>
            ))}
          </nav>
        )}
        {name === WATCH ? <LiveTables all /> : <Shown />}
        {name === "settings" && <ThisDevice />}
      </div>
    </Room>
  );
}

/** Whether a part brings its own paper or felt, and needs no sheet below it. */
function isDrawn(part: PanelState["parts"][number]): boolean {
  return "ground" in part && part.ground !== "sheet";
}

function kindOf(name: string): string {
  const open = thingOn(name);
  return open ? `${open.thing}-page` : name;
}

function titleOf(name: string, about: MatchPagesPart | undefined): string {
  const played = panel.value && playbackOf(panel.value);
  const title = about?.title ?? played?.names.join(" – ");
  const number = about?.number ?? played?.number;
  if (matchOn(name) !== null && title && number) {
    return `${title}, ${t("table.round", { n: number })}`;
  }
  const section = sectionOf(name);
  return section ? t(section.title) : t("title");
}

/** The pages about the match that a page is about; while the next one comes, those of the last. */
function useMatchPages(name: string): MatchPagesPart | undefined {
  const last = useRef<MatchPagesPart | undefined>(undefined);
  const found = panel.value?.parts.find((one): one is MatchPagesPart => one.type === "match_pages");
  if (found) last.current = found;
  const known = last.current;
  return known?.match === matchOn(name) ? { ...known, page: name } : undefined;
}

/** One place for one match: back to its table, and from page to page; below the rounds. */
function MatchTabs({ part }: { part: MatchPagesPart }) {
  const kind = kindOf(part.page);
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    box.current
      ?.querySelector("[aria-current]")
      ?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [part.page]);
  return (
    <>
      <nav class="tabs of-match" aria-label={part.title} ref={box}>
        {part.ways.map((way) => (
          <button
            type="button"
            key={way.label}
            aria-current={way.page && kindOf(way.page) === kind ? "page" : undefined}
            onClick={() => go(way, "")}
          >
            {way.match && <Icon name="back" />}
            {way.label}
          </button>
        ))}
      </nav>
      {part.rounds.length > 0 && (
        <nav class="row rounds" aria-label={t("table.round", { n: part.number })}>
          {part.rounds.map((way) => (
            <button
              type="button"
              key={way.page}
              aria-current={way.page === part.page}
              onClick={() => go(way, "")}
            >
              {way.label}
            </button>
          ))}
        </nav>
      )}
    </>
  );
}

function Shown() {
  const open = panel.value;
  const asked = open?.parts.find((one): one is AskPart => one.type === "ask");
  if (open && asked) {
    const playOn = open.parts.find((one): one is MenuPart => one.type === "menu");
    return <Ask part={asked} open={open} playOn={playOn} />;
  }
  const study = open?.parts.find((one): one is StudyPart => one.type === "study");
  if (open && study) return <Study part={study} open={open} />;
  const rulesets = open?.parts.find((one): one is RulesetsPart => one.type === "rulesets");
  if (open && rulesets) return <RulesPage part={rulesets} open={open} />;
  return open ? (
    <div class={open.parts.some(isDrawn) ? "drawn-page" : "sheet-box"}>
      <PanelBody open={open} />
    </div>
  ) : (
    <p class="small">{t("loading")}</p>
  );
}
