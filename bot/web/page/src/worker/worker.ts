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
  if (request.mode === "navigate") event.respondWith(newest(request));
  // These are named by their content: what is kept is what the server has.
  else if (address.pathname.startsWith(ASSETS)) {
    event.respondWith(caches.match(request).then((found) => found ?? fetch(request)));
  }
});

/** A server that is silent for so long is asked by the page itself, which says so. */
const PATIENCE_MS = 3_000;

/** The page as the server has it; the kept one if nobody, or only a proxy before it, answers. */
async function newest(request: Request): Promise<Response> {
  const late = new Promise<null>((done) => setTimeout(() => done(null), PATIENCE_MS));
  const found = await Promise.race([fetch(request).catch(() => null), late]);
  return found && found.status < 500 ? found : kept(PAGE);
}

async function kept(name: string): Promise<Response> {
  return (await caches.match(name)) ?? Response.error();
}
