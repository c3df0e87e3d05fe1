import { useEffect, useRef } from "preact/hooks";
import { openPage } from "../control.ts";
import { LiveTables } from "../lobby/live_tables.tsx";
import { PanelBody } from "../panel/panel.tsx";
import { lobby, panel } from "../state.ts";
import { t } from "../words.ts";
import { sectionOf, WATCH } from "./pages.ts";
import { Room, Top } from "./room.tsx";

/** A page of its own: its part of the navigation as tabs, and what it shows. */
export function RoomPage({ name }: { name: string }) {
  const section = sectionOf(name);
  const menu = lobby.value?.menu ?? [];
  const tabs = section?.pages.flatMap((one) => menu.filter((link) => link.name === one)) ?? [];
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.querySelector("h1")?.focus();
  }, [name]);
  return (
    <Room kind={`room-page ${name}`}>
      <div ref={box}>
        <Top title={section ? t(section.title) : t("title")} />
        {tabs.length > 1 && (
          <nav class="tabs" aria-label={section ? t(section.title) : ""}>
            {tabs.map((link) => (
              <button
                type="button"
                key={link.name}
                aria-current={link.name === name ? "page" : undefined}
                onClick={() => openPage(link.name)}
              >
                {link.label}
              </button>
            ))}
          </nav>
        )}
        {name === WATCH ? <LiveTables all /> : <Shown />}
      </div>
    </Room>
  );
}

function Shown() {
  const open = panel.value;
  return open ? (
    <div class="sheet-box">
      <PanelBody open={open} />
    </div>
  ) : (
    <p class="small">{t("loading")}</p>
  );
}
