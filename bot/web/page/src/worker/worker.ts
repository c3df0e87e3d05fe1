// What runs beside the page: it keeps the page's own files, never what the server says, and shows
// that it is somebody's turn.

/** The files of this version, and its name, written by the build. */
declare const SHELL: readonly string[];
declare const VERSION: string;

const worker = self as unknown as ServiceWorkerGlobalScope;
const KEPT = "gin-";
const PAGE = "./";
const ASSETS = new URL("assets/", worker.location.href).pathname;

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(KEPT + VERSION)
      .then((cache) => cache.addAll([PAGE, ...SHELL]))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers().then(() => worker.clients.claim()));
});

async function forgetOthers(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(KEPT) && name !== KEPT + VERSION);
  await Promise.all(old.map((name) => caches.delete(name)));
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== worker.location.origin) return;
  // The page itself is asked for first, so that nobody sees an old one while there is a line.
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => kept(PAGE)));
  // These are named by their content: what is kept is what the server has.
  else if (address.pathname.startsWith(ASSETS)) {
    event.respondWith(caches.match(request).then((found) => found ?? fetch(request)));
  }
});

async function kept(name: string): Promise<Response> {
  return (await caches.match(name)) ?? Response.error();
}

interface Turn {
  title: string;
  body: string;
  match: string;
}

/** The turn that is being shown: its picture takes time, and the next one waits for it. */
let shown: Promise<void> = Promise.resolve();

worker.addEventListener("push", (event) => {
  const turn = event.data?.json() as Turn | undefined;
  if (!turn) return;
  shown = shown.catch(() => {}).then(() => show(turn));
  event.waitUntil(shown);
});

/** Show a turn; a later message about the same match takes its place. */
async function show({ title, body, match }: Turn): Promise<void> {
  const icon = SHELL.find((name) => name.includes("icon-192")) ?? "";
  await worker.registration.showNotification(title, { body, icon, tag: match, data: match });
}

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(String(event.notification.data)));
});

/** Show the table in a window that is open already, or in a new one. */
async function goTo(match: string): Promise<void> {
  const [window] = await worker.clients.matchAll({ type: "window" });
  if (!window) {
    await worker.clients.openWindow(`${PAGE}#match=${match}`);
    return;
  }
  window.postMessage({ match });
  await window.focus();
}
