import { useEffect, useRef } from "preact/hooks";
import { openPage } from "../control.ts";
import { NewEvent } from "../events/event_cards.tsx";
import { Ask } from "../learn/ask.tsx";
import { AllStars, Course } from "../learn/course.tsx";
import { Studies, Study } from "../learn/study.tsx";
import { Tutor } from "../learn/tutor.tsx";
import { LiveTables } from "../lobby/live_tables.tsx";
import { PanelBody } from "../panel/panel.tsx";
import { ThisDevice } from "../people/device.tsx";
import { listOf, thingOn, WATCH } from "../place.ts";
import type {
  AskPart,
  CoursePart,
  MenuPart,
  PanelState,
  RulesetsPart,
  StudiesPart,
  StudyPart,
  TutorPart,
} from "../protocol.ts";
import { playbackOf } from "../replay/replay.tsx";
import { RulesPage } from "../rules/rules_page.tsx";
import { lobby, panel } from "../state.ts";
import { t } from "../words.ts";
import { sectionOf } from "./pages.ts";
import { Room, Top } from "./room.tsx";

/** A page of its own: its part of the navigation as tabs, and what it shows. */
export function RoomPage({ name }: { name: string }) {
  const section = sectionOf(name);
  const menu = lobby.value?.menu ?? [];
  const tabs = section?.pages.flatMap((one) => menu.filter((link) => link.name === one)) ?? [];
  const box = useRef<HTMLDivElement>(null);
  const course = courseOf(panel.value);
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.querySelector("h1")?.focus();
    box.current
      ?.querySelector(".tabs [aria-current]")
      ?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [name]);
  return (
    <Room kind={`room-page ${kindOf(name)}`}>
      <div ref={box}>
        <Top title={titleOf(name)}>
          {course && <AllStars part={course} />}
          {panel.value && <NewEvent open={panel.value} />}
        </Top>
        {tabs.length > 1 && thingOn(name)?.thing !== "replay" && (
          <nav class="tabs" aria-label={section ? t(section.title) : ""}>
            {tabs.map((link) => (
              <button
                type="button"
                key={link.name}
                aria-current={link.name === listOf(name) ? "page" : undefined}
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

/** The parts that bring their own paper or felt, and need no sheet below them. */
const DRAWN: ReadonlySet<string> = new Set([
  "event",
  "event_cards",
  "empty",
  "past",
  "profile",
  "ranking",
]);

function kindOf(name: string): string {
  const open = thingOn(name);
  return open ? `${open.thing}-page` : name;
}

function titleOf(name: string): string {
  const played = panel.value && playbackOf(panel.value);
  if (thingOn(name)?.thing === "replay" && played) {
    return `${played.names.join(" – ")}, ${t("table.round", { n: played.number })}`;
  }
  const section = sectionOf(name);
  return section ? t(section.title) : t("title");
}

function courseOf(open: PanelState | null): CoursePart | undefined {
  return open?.parts.find((one): one is CoursePart => one.type === "course");
}

function Shown() {
  const open = panel.value;
  const course = courseOf(open);
  const asked = open?.parts.find((one): one is AskPart => one.type === "ask");
  if (open && asked) {
    const playOn = open.parts.find((one): one is MenuPart => one.type === "menu");
    return <Ask part={asked} open={open} playOn={playOn} />;
  }
  const tutored = open?.parts.find((one): one is TutorPart => one.type === "tutor");
  if (open && tutored) return <Tutor part={tutored} panel={open.panel} />;
  const study = open?.parts.find((one): one is StudyPart => one.type === "study");
  if (open && study) return <Study part={study} open={open} />;
  const studies = open?.parts.find((one): one is StudiesPart => one.type === "studies");
  if (open && studies) return <Studies part={studies} open={open} />;
  const rulesets = open?.parts.find((one): one is RulesetsPart => one.type === "rulesets");
  if (open && rulesets) return <RulesPage part={rulesets} open={open} />;
  if (open && course) return <Course part={course} panel={open.panel} />;
  return open ? (
    <div class={open.parts.some((one) => DRAWN.has(one.type)) ? "drawn-page" : "sheet-box"}>
      <PanelBody open={open} />
    </div>
  ) : (
    <p class="small">{t("loading")}</p>
  );
}
