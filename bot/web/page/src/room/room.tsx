import type { ComponentChildren } from "preact";
import { openPage, showLobby } from "../control.ts";
import { club, lobby, look, page, welcome } from "../state.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../words.ts";
import { SECTIONS, type Section, sectionOf } from "./pages.ts";

interface RoomProps {
  kind: string;
  children: ComponentChildren;
}

/** What lies around the tables: the navigation, and a page. */
export function Room({ kind, children }: RoomProps) {
  const { theme, felt, back } = look.value;
  return (
    <div class="house" data-theme={theme} data-felt={felt} data-back={back}>
      <Navigation />
      <main class={`page ${kind}`}>{children}</main>
    </div>
  );
}

function Navigation() {
  const here = sectionOf(page.value);
  const turns = lobby.value?.tables.filter((one) => one.mine).length ?? 0;
  return (
    <nav class="nav" aria-label={t("menu")}>
      <p class="brand">
        <Mark />
        <b>Gin</b>
        <small>{lobby.value?.place ?? ""}</small>
      </p>
      {SECTIONS.map((one) => (
        <button
          type="button"
          key={one.title}
          aria-current={one === here ? "page" : undefined}
          onClick={() => go(one)}
        >
          <Icon name={one.icon} />
          <span>{t(one.title)}</span>
          {one.pages.length === 0 && turns > 0 && (
            <em class="count">
              <span class="unseen">{t("lobby.turn")}: </span>
              {turns}
            </em>
          )}
        </button>
      ))}
    </nav>
  );
}

function go({ pages }: Section): void {
  const [first] = pages;
  if (first) openPage(first);
  else showLobby();
}

/** The sign of the house. */
export function Mark() {
  return (
    <span class="logo" aria-hidden="true">
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <path d="M50 4C43 24 10 40 10 63a19 19 0 0 0 33 13c-1 8-4 14-10 20h34c-6-6-9-12-10-20a19 19 0 0 0 33-13C90 40 57 24 50 4Z" />
      </svg>
    </span>
  );
}

interface TopProps {
  title: string;
  children?: ComponentChildren;
}

/** The head of a page. */
export function Top({ title, children }: TopProps) {
  const place = lobby.value?.place ?? "";
  return (
    <header class="top">
      <Mark />
      <h1 tabIndex={-1}>
        {title}
        {place && <span class="place">{place}</span>}
      </h1>
      {children}
      {club.value && <span class="tag me">{welcome.value?.name}</span>}
    </header>
  );
}
