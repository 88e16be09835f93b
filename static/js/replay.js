// Replays work by plain links. This script adds keys and playing, and draws only the table anew.
const GO = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
const PACE = 1400;
let timer = 0;
let playing = false;
let busy = false;

const way = (name) => document.querySelector(`[data-go="${name}"]`);

function dress() {
  const button = document.getElementById("play");
  if (!button) return;
  button.hidden = false;
  button.setAttribute("aria-pressed", String(playing));
  button.textContent = playing ? button.dataset.stop : button.dataset.play;
  for (const keys of document.querySelectorAll("[data-keys]")) keys.hidden = false;
}

function stop() {
  clearTimeout(timer);
  playing = false;
  dress();
}

async function follow(link) {
  if (!link || busy) return;
  busy = true;
  try {
    await htmx.ajax("GET", link.href, { target: "#table", swap: "outerHTML" });
    history.replaceState(null, "", link.href);
  } finally {
    busy = false;
  }
}

// The next moment follows once the present one is drawn, so that a slow line only slows the play down.
async function play() {
  await follow(way("next") ?? way("first"));
  if (playing && way("next")) timer = setTimeout(play, PACE);
  else if (playing) stop();
}

function toggle() {
  if (playing) return stop();
  playing = true;
  dress();
  play();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#play")) return toggle();
  const link = event.target.closest("[data-go]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  stop();
  follow(link);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
  if (event.key === " " && !event.target.closest("button, a, summary")) {
    event.preventDefault();
    return toggle();
  }
  const turn = event.shiftKey && event.key.startsWith("Arrow") ? "-turn" : "";
  const link = GO[event.key] && way(GO[event.key] + turn);
  if (!link) return;
  event.preventDefault();
  stop();
  follow(link);
});

let focused = "";
document.addEventListener("htmx:beforeSwap", () => {
  const active = document.activeElement;
  focused = active?.dataset?.go ?? (active?.id === "play" ? "play" : "");
});

document.addEventListener("htmx:afterSettle", () => {
  dress();
  const same = focused === "play" ? document.getElementById("play") : way(focused);
  if (focused) (same ?? document.getElementById("question"))?.focus({ preventScroll: true });
});

for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) document.addEventListener(failure, stop);

dress();
