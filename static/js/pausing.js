// In a match with even pauses a window stays open for a while and is then passed, whether its player could act or not.
// Without this script the player passes by hand.
let known = null;
let ticking = 0;

function look() {
  clearInterval(ticking);
  const line = document.querySelector("[data-pause]");
  if (!line) return;
  const version = document.getElementById("table").dataset.version;
  if (known?.version !== version) known = { version, until: Date.now() + 1000 * Number(line.dataset.pause), held: false };
  if (known.held) return;
  line.hidden = false;
  const words = line.querySelector("[data-words]");
  const tick = () => {
    const left = Math.ceil((known.until - Date.now()) / 1000);
    words.textContent = words.dataset.words.replace("SECONDS", Math.max(left, 0));
    if (left > 0) return;
    clearInterval(ticking);
    const button = document.querySelector("#options button[name=option][value=pass]");
    if (button) button.form.requestSubmit(button);
  };
  ticking = setInterval(tick, 250);
  tick();
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-hold]")) return;
  clearInterval(ticking);
  known.held = true;
  event.target.closest("[data-pause]").hidden = true;
  document.getElementById("question")?.focus();
});
document.addEventListener("htmx:afterSettle", look);
look();
