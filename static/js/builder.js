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
  const before = remember(deed);
  const values = { ...Object.fromEntries(new FormData(form)), ...deed };
  try {
    await window.htmx.ajax("POST", form.action, { source: form, target: "#deck", swap: "outerHTML", values });
  } catch {
    // The site did not answer; the listener below says so.
  }
  before.restore();
  busy = false;
  next();
}

// The deck is drawn anew while somebody may be typing its name or walking through its buttons. What was typed and not
// sent stays, and so does the focus; where the button is gone, the deck itself takes it.
function remember(deed) {
  let focused = null;
  let typed = null;
  const look = (event) => {
    if (event.detail.target?.id !== "deck") return;
    focused = document.activeElement?.closest("#deck") && document.activeElement;
    const name = document.getElementById("name");
    const sent = deed.do === "rename" && name.value === deed.name;
    typed = name.value !== name.defaultValue && !sent ? name.value : null;
  };
  document.addEventListener("htmx:beforeSwap", look);
  return {
    restore() {
      document.removeEventListener("htmx:beforeSwap", look);
      if (typed !== null) document.getElementById("name").value = typed;
      if (focused && !document.contains(focused)) same(focused).focus({ preventScroll: true });
    },
  };
}

function same(focused) {
  if (focused.id) return document.getElementById(focused.id);
  const buttons = [...document.querySelectorAll("#deck button")];
  return buttons.find((button) => button.value === focused.value && !button.disabled) ?? document.getElementById("deck");
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
