// Keeps the tracker working at a table without the net: its pages and what they need lie in this browser. It is served
// from below the tracker's own address and so has no say in any other page of the site.
const STORE = "edge-table-tracker-1";
const START = new URL("./", self.location).pathname;
// So many begun matches can be opened again without the net.
const MOST_PAGES = 5;

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const request = event.request;
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) return;
  event.respondWith(request.mode === "navigate" ? pageFor(request) : pieceFor(request));
});

// What a page says it needs, so that its first visit is enough.
self.addEventListener("message", (event) => event.waitUntil(keep(event.data)));

async function pageFor(request) {
  const store = await caches.open(STORE);
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) await store.put(request, answer.clone());
    return answer;
  } catch (failure) {
    const kept = (await store.match(request)) ?? (await store.match(START));
    if (kept) return kept;
    throw failure;
  }
}

async function pieceFor(request) {
  const store = await caches.open(STORE);
  try {
    return await fetch(request);
  } catch (failure) {
    const kept = await store.match(request);
    if (kept) return kept;
    throw failure;
  }
}

async function keep({ page, pieces }) {
  const store = await caches.open(STORE);
  const wanted = new Set([page, START, ...pieces].map((address) => new URL(address, self.location).href));
  for (const address of wanted) {
    try {
      const answer = await fetch(address);
      if (answer.ok) await store.put(address, answer);
    } catch {
      // What cannot be had now stays as it was kept before.
    }
  }
  const kept = await store.keys();
  const pages = kept.filter((request) => new URL(request.url).pathname.startsWith(START) && !wanted.has(request.url));
  const old = pages.slice(0, Math.max(0, pages.length - MOST_PAGES));
  const unused = kept.filter((request) => !pages.includes(request) && !wanted.has(request.url));
  await Promise.all([...old, ...unused].map((request) => store.delete(request)));
  const clients = await self.clients.matchAll();
  for (const client of clients) client.postMessage("kept");
}
