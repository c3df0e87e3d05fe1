// What runs beside the page: it keeps the page's own files, never what the server says.

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
