// Every button of the builder posts the form "bench". With this script the page stays where it is: clicks wait for one
// another, so that each is made on the version that the one before it left, and only the deck is drawn anew.
const form = document.getElementById("bench");
const waiting = [];
let busy = false;

document.addEventListener("submit", (event) => {
  if (!event.target.matches("#bench, .rename")) return;
  event.preventDefault();
  waiting.push({ do: event.submitter.value, name: document.getElementById("name").value });
  next();
});

async function next() {
  if (busy || !waiting.length) return;
  busy = true;
  const deed = waiting.shift();
  const focused = document.activeElement?.closest("#deck") ? document.activeElement : null;
  const values = { ...Object.fromEntries(new FormData(form)), ...deed };
  await window.htmx.ajax("POST", form.action, { source: form, target: "#deck", swap: "outerHTML", values });
  busy = false;
  if (focused && !document.contains(focused)) keepFocus(focused);
  next();
}

// The button that was pressed has been drawn anew; where it is gone, the deck itself takes the focus.
function keepFocus(focused) {
  const same = focused.id
    ? document.getElementById(focused.id)
    : [...document.querySelectorAll("#deck button")].find((button) => button.value === focused.value && !button.disabled);
  (same ?? document.getElementById("deck")).focus({ preventScroll: true });
}

// The counts beside the catalogue's rows come with the deck.
document.addEventListener("htmx:afterSwap", () => {
  const counts = document.getElementById("counts");
  if (!counts) return;
  for (const [entry, [text, state]] of Object.entries(JSON.parse(counts.textContent))) {
    for (const output of document.querySelectorAll(`#shelf [data-count="${CSS.escape(entry)}"]`)) {
      output.textContent = text;
      output.className = state;
    }
  }
  counts.remove();
});

for (const failure of ["htmx:sendError", "htmx:responseError"]) {
  document.addEventListener(failure, () => {
    waiting.length = 0;
    document.querySelector("#said [role=status]").textContent = form.dataset.failed;
    document.getElementById("said").classList.add("failed");
  });
}
