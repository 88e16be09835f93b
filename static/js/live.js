// What happens to a match elsewhere appears by itself. The page asks for a pulse, the stamps of its parts, and draws
// again whatever part has another stamp. A stream of events says when to ask; without one it asks every few seconds.
const live = document.getElementById("live");
const table = () => document.getElementById("table");
const ASK_EVERY = 3000;
const ASK_EVERY_BESIDE_STREAM = 20000;
const LISTEN_AGAIN_AFTER = 5000;

let busy = 0;
let asking = false;
let askAgain = false;
let mine = null;
let late = null;
const title = document.title;

// While the player's own click is on its way, its answer is the news.
document.addEventListener("htmx:beforeRequest", () => { busy += 1; });
document.addEventListener("htmx:afterRequest", () => {
  busy = Math.max(0, busy - 1);
  if (!busy && !asking) lookAgain();
});

async function look() {
  if (asking || busy) { askAgain = true; return; }
  asking = true;
  try {
    const answer = await fetch(live.dataset.pulse, { headers: { Accept: "application/json" } });
    if (answer.ok) await take(await answer.json());
  } catch {
    // The next time it may be there again.
  } finally {
    asking = false;
    lookAgain();
  }
}

// What was said meanwhile may be younger than the answer.
function lookAgain() {
  if (askAgain) { askAgain = false; window.setTimeout(look, 300); }
}

async function take(news) {
  if (busy) { askAgain = true; return; }
  if (live.dataset.status === "open" && news.status !== "open") { window.location.reload(); return; }
  await redrawGame(news);
  for (const part of document.querySelectorAll("[data-part]")) {
    const stamp = news.parts[part.dataset.part];
    if (stamp !== undefined && stamp !== part.dataset.stamp) await redraw(part.dataset.again, part);
  }
  for (const dot of document.querySelectorAll("[data-presence]")) {
    dot.dataset.here = news.here.includes(Number(dot.dataset.presence)) ? "yes" : "no";
  }
  turn(news.mine);
}

// Watchers of a delayed match compare with what they heard before, as their table does not tell its version.
async function redrawGame(news) {
  const stamp = news.parts.game;
  if (!table()) return;
  const known = stamp.startsWith("late") ? late : table().dataset.version;
  if (stamp.startsWith("late")) late = stamp;
  if (known !== null && known !== stamp) await redraw(live.dataset.page, table());
}

function redraw(address, target) {
  return window.htmx.ajax("GET", address, { target, swap: "outerHTML" });
}

// Whose turn it is: in the title of the tab, and as a notification for those who asked for it.

function turn(now) {
  document.title = now ? `${live.dataset.title} · ${title}` : title;
  if (now && mine === false && document.hidden) notify();
  mine = now;
}

const bell = () => document.getElementById("notify");
const wanted = () => "Notification" in window && Notification.permission === "granted" && localStorage.getItem("notify") === "on";

function showBell() {
  if (!bell() || !("Notification" in window) || Notification.permission === "denied") return;
  bell().hidden = false;
  bell().setAttribute("aria-pressed", String(wanted()));
  bell().querySelector("span").textContent = wanted() ? bell().dataset.on : bell().dataset.off;
}

function notify() {
  if (!wanted() || !bell()) return;
  try {
    const note = new Notification("Edge Table", { body: bell().dataset.said, tag: live.dataset.page });
    note.onclick = () => { window.focus(); note.close(); };
  } catch {
    // Some browsers only allow this to an installed page.
  }
}

document.addEventListener("click", async (event) => {
  if (!event.target.closest("#notify")) return;
  if (wanted()) localStorage.removeItem("notify");
  else if ((await Notification.requestPermission()) === "granted") localStorage.setItem("notify", "on");
  showBell();
});

// After each redrawing

function atTheEnd(lines) {
  if (lines) lines.scrollTop = lines.scrollHeight;
}

document.addEventListener("htmx:afterSettle", (event) => {
  showBell();
  atTheEnd(document.getElementById("chat-lines"));
  const onward = document.querySelector("[data-onward]");
  if (onward && event.target.id === "after") window.location.assign(onward.dataset.onward);
  turn(table() ? table().hasAttribute("data-mine") : Boolean(mine));
});

document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.target;
  if (event.detail.successful && form.matches?.("[data-emptied]")) form.reset();
});

window.setInterval(() => {
  for (const clock of document.querySelectorAll("[data-countdown]")) {
    const left = Math.max(0, Number(clock.dataset.countdown) - 1);
    clock.dataset.countdown = clock.textContent = String(left);
    if (!left) look();
  }
}, 1000);

// When to ask

let timer = 0;
function every(pause) {
  window.clearInterval(timer);
  timer = window.setInterval(look, pause);
}

function listen() {
  if (!live.dataset.stream || !window.EventSource) return every(ASK_EVERY);
  const stream = new EventSource(live.dataset.stream);
  for (const kind of ["game", "chat", "people"]) stream.addEventListener(kind, look);
  stream.onopen = () => every(ASK_EVERY_BESIDE_STREAM);
  stream.onerror = () => {
    every(ASK_EVERY);
    // Browsers try again by themselves only where nothing but the connection failed.
    if (stream.readyState === EventSource.CLOSED) window.setTimeout(listen, LISTEN_AGAIN_AFTER);
  };
}

if (live) {
  showBell();
  atTheEnd(document.getElementById("chat-lines"));
  if (table()) turn(table().hasAttribute("data-mine"));
  document.addEventListener("visibilitychange", () => document.hidden || look());
  listen();
}
