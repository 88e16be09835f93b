// Keeps score at the real table without asking the server: the same deeds as matches/tracking.py, kept in this browser.
const TRACK = 10;
const TOKENS = 10;
const MOST_PAST = 200;
const STORE = "edge-table-tracker";

function sumOf(players, ...names) {
  return players.reduce((sum, player) => sum + names.reduce((part, name) => part + player[name], 0), 0);
}

const crystalsLeft = (state) => state.supply - sumOf(state.players, "crystals", "depleted");
const chargesLeft = (state) => state.supply - sumOf(state.players, "charges");

function pointsOf(state, seat) {
  if (state.mode === "duel") return TRACK + (seat === 0 ? state.marker : -state.marker);
  return state.players[seat].captured.reduce((sum, count) => sum + count, 0);
}

function mayCapture(state, seat, other) {
  return other >= 0 && other < state.players.length && other !== seat && !(state.mode === "team" && other % 2 === seat % 2);
}

function tokenRefusal(state, what, seat, amount, extra) {
  if (state.mode === "duel" || (what === "capture" && !mayCapture(state, seat, extra))) return "unknown";
  const owner = state.players[what === "capture" ? extra : seat];
  if (what === "capture" && state.players[seat].captured[extra] + amount < 0) return "none-captured";
  if (owner.tokens < amount) return "no-tokens";
  return owner.tokens - amount > TOKENS ? "all-tokens" : "";
}

function refusalOf(state, what, seat, amount, extra) {
  const player = state.players[seat];
  switch (what) {
    case "gain":
      if (crystalsLeft(state) < amount) return "pile-empty";
      return player.crystals + amount < 0 ? "pool-empty" : "";
    case "spend":
      if (player.crystals < amount) return "pool-empty";
      return player.depleted + amount < 0 ? "none-depleted" : "";
    case "charge":
      if (chargesLeft(state) < amount) return "charges-out";
      return player.charges + amount < 0 ? "no-charge" : "";
    case "endurance": {
      if (!player.squads[extra]) return "unknown";
      const after = player.squads[extra][1] + amount;
      if (after < 0) return "no-endurance";
      return after > 99 ? "too-much-endurance" : "";
    }
    case "points":
      if (state.mode !== "duel") return "unknown";
      return Math.abs(state.marker + (seat === 0 ? amount : -amount)) > TRACK ? "track-end" : "";
    case "turn":
      if (state.turn + amount < 1) return "first-turn";
      return state.turn + amount > 300 ? "unknown" : "";
    default:
      return tokenRefusal(state, what, seat, amount, extra);
  }
}

const MOVES = {
  gain: (state, player, amount) => (player.crystals += amount),
  spend: (state, player, amount) => {
    player.crystals -= amount;
    player.depleted += amount;
  },
  charge: (state, player, amount) => (player.charges += amount),
  endurance: (state, player, amount, extra) => (player.squads[extra][1] += amount),
  points: (state, player, amount) => (state.marker += player === state.players[0] ? amount : -amount),
  capture: (state, player, amount, extra) => {
    player.captured[extra] += amount;
    state.players[extra].tokens -= amount;
  },
  lose: (state, player, amount) => (player.tokens -= amount),
  turn: (state, player, amount) => (state.turn += amount),
};

function readDeed(deed) {
  const [what, ...numbers] = deed.split(":");
  const [seat, amount, extra] = [...numbers, "0", "0", "0"].slice(0, 3).map(Number);
  return { what, seat, amount, extra };
}

function move(state, { what, seat, amount, extra }) {
  const known = Object.hasOwn(MOVES, what) && state.players[seat] && amount && Math.abs(amount) <= 40;
  const refused = known ? refusalOf(state, what, seat, amount, extra) : "unknown";
  if (!refused) MOVES[what](state, state.players[seat], amount, extra);
  return refused;
}

// Carries a deed out; answers the name of a sentence if it cannot be done.
function trackerDeed(state, deed) {
  if (deed === "undo") {
    if (!state.past.length) return "nothing-to-undo";
    const last = readDeed(state.past.at(-1));
    const refused = move(state, { ...last, amount: -last.amount });
    if (!refused) state.past.pop();
    return refused;
  }
  const said = readDeed(deed);
  if (said.what === "refresh" && state.players[said.seat]) {
    said.what = "spend";
    said.amount = -state.players[said.seat].depleted;
    if (!said.amount) return "none-depleted";
  }
  const refused = move(state, said);
  if (!refused) {
    state.past.push(`${said.what}:${said.seat}:${said.amount}:${said.extra}`);
    state.past = state.past.slice(-MOST_PAST);
  }
  return refused;
}

const SHOWN = {
  turn: (state) => state.turn,
  pile: crystalsLeft,
  charges_left: chargesLeft,
  crystals: (state, seat) => state.players[seat].crystals,
  depleted: (state, seat) => state.players[seat].depleted,
  charges: (state, seat) => state.players[seat].charges,
  tokens: (state, seat) => state.players[seat].tokens,
  points: pointsOf,
  captured: (state, seat, other) => state.players[seat].captured[other],
  endurance: (state, seat, squad) => state.players[seat].squads[squad][1],
};

function runTracker(form) {
  const box = form.elements.state;
  const status = document.getElementById("tracker-status");
  const sentences = JSON.parse(document.getElementById("tracker-sentences").textContent);
  let state = JSON.parse(box.value);
  const key = `${STORE}:${state.key}`;

  const paint = () => {
    for (const place of form.querySelectorAll("[data-shows]")) {
      const [what, ...numbers] = place.dataset.shows.split(".");
      const shown = String(SHOWN[what](state, ...numbers.map(Number)));
      if (place instanceof HTMLProgressElement) place.value = Number(shown);
      else if (place.textContent !== shown) place.textContent = shown;
    }
    box.value = JSON.stringify(state);
  };
  const keep = () => {
    try {
      localStorage.setItem(key, box.value);
      localStorage.setItem(STORE, JSON.stringify({ key: state.key, address: location.pathname + location.search }));
    } catch {
      // A browser that keeps nothing still counts until the page is closed.
    }
  };

  const kept = state.key && localStorage.getItem(key);
  if (kept) state = JSON.parse(kept);
  form.addEventListener("submit", (event) => {
    const deed = event.submitter?.name === "do" && event.submitter.value;
    if (!deed && !navigator.onLine) {
      event.preventDefault();
      status.textContent = form.dataset.noNet;
    }
    if (!deed) return;
    event.preventDefault();
    const refused = trackerDeed(state, deed);
    status.textContent = refused ? sentences[refused].replace("%(supply)s", state.supply) : "";
    paint();
    keep();
  });
  paint();
  keep();
}

function offerToGoOn(link) {
  const last = JSON.parse(localStorage.getItem(STORE) || "null");
  if (!last || !localStorage.getItem(`${STORE}:${last.key}`) || !last.address.startsWith("/")) return;
  link.href = last.address;
  link.hidden = false;
}

// Once a page was here, it opens without the net, too.
async function outliveTheNet(worker) {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", () => { document.documentElement.dataset.kept = "yes"; });
  await navigator.serviceWorker.register(worker);
  const ready = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
  const pieces = loaded.filter((address) => new URL(address).origin === location.origin);
  ready.active.postMessage({ page: location.href, pieces: [...new Set(pieces)] });
}

const trackerForm = document.getElementById("tracker");
const goOn = document.getElementById("tracker-go-on");
if (trackerForm) runTracker(trackerForm);
if (goOn) offerToGoOn(goOn);
window.addEventListener("load", () => outliveTheNet((trackerForm ?? goOn).dataset.worker));
