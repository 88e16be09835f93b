// The table works with plain forms. This script makes it quick: a click on the board presses the button of the same
// option, keys choose, the board can be zoomed and moved, and focus and zoom outlive the redrawing of the table.
const root = document.documentElement;
root.classList.add("js-table");

const table = () => document.getElementById("table");
const buttons = () => [...document.querySelectorAll("#options button[name=option]")];
const named = (list, option) => list.filter((node) => (node.dataset.pick ?? node.value) === option);
const picks = () => [...document.querySelectorAll("#board .pick")];

function press(button) {
  if (button && !table().classList.contains("htmx-request")) button.form.requestSubmit(button);
}

// The buttons of a choice stand outside of its form; htmx is told which of them was pressed.
let pressed = null;
document.addEventListener("submit", (event) => { pressed = event.submitter; }, true);
document.addEventListener("htmx:configRequest", (event) => {
  if (event.detail.elt === pressed?.form && pressed.name) event.detail.parameters[pressed.name] = pressed.value;
});

// Board and buttons point at each other.

document.addEventListener("click", (event) => {
  const zoom = event.target.closest("[data-zoom]");
  if (zoom) return zoomBy({ in: 1.5, out: 1 / 1.5, all: 0 }[zoom.dataset.zoom]);
  const pick = event.target.closest?.("#board .pick");
  if (pick && !view.moved) press(named(buttons(), pick.dataset.pick)[0]);
});

for (const [kind, on] of [["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]]) {
  document.addEventListener(kind, (event) => {
    const button = event.target.closest?.("button[name=option]");
    const pick = event.target.closest?.("#board .pick");
    if (button) for (const node of named(picks(), button.value)) node.classList.toggle("hot", on);
    if (pick) for (const node of named(buttons(), pick.dataset.pick)) node.classList.toggle("hot", on);
  });
}

// Keys

let typed = "";
let timer = 0;

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, [contenteditable]")) return;
  if (/^[0-9]$/.test(event.key)) return digit(event.key);
  if (event.key === "ArrowDown" || event.key === "ArrowUp") return walk(event);
  if (event.key === "u" || event.key === "U") return press(document.querySelector("[data-undo]"));
  if (event.key === "+" || event.key === "-") zoomBy(event.key === "+" ? 1.5 : 1 / 1.5);
});

function digit(key) {
  clearTimeout(timer);
  typed += key;
  const count = buttons().length;
  const take = () => {
    const wanted = typed;
    typed = "";
    press(buttons().find((button) => button.dataset.number === wanted));
  };
  if (Number(typed) * 10 > count || !Number(typed)) take();
  else timer = setTimeout(take, 600);
}

function walk(event) {
  const inside = document.activeElement.closest("#decision") || document.activeElement === document.body;
  const list = buttons();
  if (!inside || !list.length) return;
  event.preventDefault();
  const step = event.key === "ArrowDown" ? 1 : -1;
  const now = list.indexOf(document.activeElement);
  const next = list[now < 0 ? (step > 0 ? 0 : list.length - 1) : (now + step + list.length) % list.length];
  const folded = next.closest("details");
  if (folded) folded.open = true;
  next.focus();
}

// Zoom and pan: the drawing's viewBox is the camera.

const view = { box: null, full: "", moved: false, near: false };
const pointers = new Map();
const box = () => document.getElementById("board-box");
const full = () => document.getElementById("board").dataset.box.split(" ").map(Number);

// On a small screen hexes are chosen from near by; with the choice made, the camera goes back.
function approach() {
  const board = document.getElementById("board");
  if (board && view.full !== board.dataset.box) Object.assign(view, { full: board.dataset.box, box: null });
  const spots = [...(board?.querySelectorAll(".pick.spot circle") ?? [])];
  const small = board && board.clientWidth < full()[2] * 2;
  if (!spots.length || !small) {
    if (view.near) Object.assign(view, { box: null, near: false });
    return look();
  }
  const xs = spots.map((spot) => spot.cx.baseVal.value);
  const ys = spots.map((spot) => spot.cy.baseVal.value);
  const whole = full();
  const ratio = whole[3] / whole[2];
  const size = Math.max(Math.max(...xs) - Math.min(...xs) + 50, (Math.max(...ys) - Math.min(...ys) + 50) / ratio);
  if (size < whole[2] * 0.8 && (view.near || !view.box)) {
    view.near = true;
    const [x, y] = [(Math.max(...xs) + Math.min(...xs)) / 2, (Math.max(...ys) + Math.min(...ys)) / 2];
    return move([x - size / 2, y - (size * ratio) / 2, size, size * ratio]);
  }
  look();
}

function look() {
  const board = document.getElementById("board");
  if (!board) return;
  const whole = full();
  const [x, y, width, height] = view.box ?? whole;
  board.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  box().classList.toggle("zoomed", Boolean(view.box));
  document.querySelector(".zoom").hidden = false;
}

function zoomBy(factor, at) {
  const whole = full();
  const [x, y, width, height] = view.box ?? whole;
  const point = at ?? [x + width / 2, y + height / 2];
  const wide = Math.min(whole[2], Math.max(whole[2] / 6, factor ? width / factor : whole[2]));
  const scale = wide / width;
  move([point[0] - (point[0] - x) * scale, point[1] - (point[1] - y) * scale, wide, height * scale]);
}

function move([x, y, width, height]) {
  const whole = full();
  const keep = (value, start, size, span) => Math.min(Math.max(value, start), start + span - size);
  view.box = width > whole[2] * 0.99 ? null : [keep(x, whole[0], width, whole[2]), keep(y, whole[1], height, whole[3]), width, height];
  look();
}

// A place on the screen in the drawing's own measure.
function place(point) {
  const matrix = document.getElementById("board").getScreenCTM().inverse();
  return [matrix.a * point.x + matrix.e, matrix.d * point.y + matrix.f];
}

document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest?.("#board")) return;
  view.moved = false;
  pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
});

document.addEventListener("pointermove", (event) => {
  const before = pointers.get(event.pointerId);
  if (!before) return;
  const now = { x: event.clientX, y: event.clientY };
  const others = [...pointers.entries()].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
  if (Math.hypot(now.x - before.x, now.y - before.y) < 3 && !view.moved) return;
  if (others.length === 1) {
    const far = (point) => Math.hypot(point.x - others[0].x, point.y - others[0].y);
    view.moved = true;
    zoomBy(far(now) / Math.max(far(before), 1), place({ x: (now.x + others[0].x) / 2, y: (now.y + others[0].y) / 2 }));
  } else if (view.box) {
    const [from, to] = [place(before), place(now)];
    view.moved = true;
    box().classList.add("dragging");
    move([view.box[0] + from[0] - to[0], view.box[1] + from[1] - to[1], view.box[2], view.box[3]]);
  }
  pointers.set(event.pointerId, now);
});

for (const kind of ["pointerup", "pointercancel"]) {
  document.addEventListener(kind, (event) => {
    pointers.delete(event.pointerId);
    box()?.classList.remove("dragging");
  });
}

document.addEventListener("wheel", (event) => {
  if (!event.target.closest?.("#board") || !(event.ctrlKey || view.box)) return;
  event.preventDefault();
  zoomBy(event.deltaY < 0 ? 1.2 : 1 / 1.2, place({ x: event.clientX, y: event.clientY }));
}, { passive: false });

// What outlives a redrawing: zoom, focus, open details; and what is new is read out.

let focused = null;
let open = [];
let scrolled = 0;

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target?.id !== "table") return;
  const active = document.activeElement?.closest("#table") && document.activeElement;
  focused = active && { value: active.value ?? "", decision: Boolean(active.closest("#decision, .hand-room")) };
  open = [...document.querySelectorAll("#table details[open] > summary")].map((summary) => summary.textContent.trim());
  scrolled = window.scrollY;
});

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id !== "table") return;
  approach();
  for (const summary of document.querySelectorAll("#table details > summary")) {
    if (open.includes(summary.textContent.trim())) summary.parentElement.open = true;
  }
  if (focused?.decision) {
    const same = focused.value && buttons().find((button) => button.value === focused.value);
    (same || document.getElementById("question"))?.focus({ preventScroll: true });
  }
  focused = null;
  showStep();
  if (window.scrollY !== scrolled && scrolled) window.scrollTo({ top: scrolled, behavior: "instant" });
  const lines = [...document.querySelectorAll("#log li")].slice(-2).map((line) => line.textContent);
  document.getElementById("told").textContent = [...lines, document.getElementById("question")?.textContent].join(" ");
});

for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.addEventListener(failure, () => {
    const notice = document.createElement("p");
    notice.className = "notice bad refusal";
    notice.setAttribute("role", "alert");
    notice.textContent = table().dataset.failed;
    document.querySelector("#decision .refusal")?.remove();
    document.getElementById("decision").prepend(notice);
  });
}

// A phone shows the steps of the turn in one line.
function showStep() {
  const now = document.querySelector(".stages [aria-current]");
  if (now) now.parentElement.scrollLeft = now.offsetLeft - now.parentElement.offsetLeft - 60;
}

approach();
showStep();
