/**
 * Keeps the page for times without a connection: all of it before it is in use, and then the data.
 * `FILES` (each file with its hash, and `""` for the page itself) and `VERSION` are put in by
 * `build.mjs`. A file that is not the one that was published is never kept.
 *
 * A new publication waits until no page of the old one is open: a page asks for its parts when they
 * are needed, and those of another publication have other names.
 */
const VERSION = "%VERSION%";
const FILES = "%FILES%";
const HERE = new URL("./", self.location);
/** Other sites at the same host have their own. */
const OURS = `wythoff ${HERE.pathname} `;
const NAME = `${OURS}${VERSION}`;

/** What a first visit does not wait for. */
const isApart = (path) => path.startsWith("data/");

const requestFor = (path) =>
  new Request(new URL(path, HERE), { integrity: FILES[path], cache: "no-cache" });

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(NAME);
    const needed = Object.keys(FILES).filter((path) => !isApart(path));
    await Promise.all(
      needed.map(async (path) => {
        const request = requestFor(path);
        const response = await fetch(request);
        if (!response.ok) throw new Error(`${path}: ${response.status}`);
        await cache.put(request.url, response);
      }),
    );
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const forget = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== NAME);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(forget());
});

/** The page says when it has all that it needs itself; what was kept before is not fetched again. */
self.addEventListener("message", (event) => {
  const keep = async () => {
    // One after the other: the page may want something meanwhile.
    for (const path of Object.keys(FILES).filter(isApart)) await found(path);
  };
  // Without a connection, or without room, the next visit goes on.
  event.waitUntil(keep().catch(() => undefined));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !url.href.startsWith(HERE.href)) return;
  const path = url.pathname.slice(HERE.pathname.length).replace(/^index\.html$/, "");
  // There was no server when the module took its place: nobody waits for one again.
  if (path.startsWith("api/")) {
    event.respondWith(new Response(null, { status: 404 }));
    return;
  }
  if (!(path in FILES)) return;
  event.respondWith(found(path));
});

async function found(path) {
  const cache = await caches.open(NAME);
  const request = requestFor(path);
  const kept = await cache.match(request.url);
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request.url, response.clone());
  return response;
}
