// The page's own files, for when the table is off or far away. They are asked for again each time, so that a
// newer table brings its newer page; what is kept is shown only where no answer comes.
const KEPT = "signifer";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", event => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", event => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  // Games that were played are no files of the page, nor is what is told of who played them, nor what upkeep
  // gives to whoever was let in.
  if (/^\/(past|league|league\.csv|past\/.*|upkeep\/(log|games|record|backup))$/.test(pathname)) return;
  event.respondWith(answered(request));
});

async function answered(request) {
  // A browser may keep nothing: of a private window, on a full disk. What has come is shown all the same.
  const kept = await caches.open(KEPT).catch(() => null);
  try {
    const answer = await fetch(request);
    if (answer.ok) await kept?.put(asKept(request), answer.clone()).catch(() => {});
    return answer;
  } catch (error) {
    const found = await kept?.match(asKept(request));
    if (found) return found;
    throw error;
  }
}

// The page is one file whatever stands behind its address.
const asKept = request => {
  const { origin, pathname } = new URL(request.url);
  return origin + pathname;
};
