// A deck in Script mode: cards are moved by their buttons, dragged by their grip, or sorted by typed numbers. Without
// this script the same buttons ask the site for the list in its new order.
const form = document.getElementById("script");
const list = form.querySelector(".script-cards");
const said = document.getElementById("script-said");
let dragged = null;

for (const grip of list.querySelectorAll(".grip")) grip.hidden = false;

const cards = () => [...list.children];
const place = (card) => cards().indexOf(card) + 1;

function number() {
  const all = cards();
  all.forEach((card, index) => {
    const field = card.querySelector("[name=place]");
    field.value = index + 1;
    field.defaultValue = index + 1;
    for (const button of card.querySelectorAll("[data-way]")) {
      const way = button.dataset.way;
      button.value = `${index + 1}:${way}`;
      button.disabled = way === "down" ? index === all.length - 1 : index === 0;
    }
  });
}

function tell(card) {
  const name = card.querySelector("b").textContent;
  said.textContent = form.dataset.moved.replace("NAME", name).replace("NUMBER", place(card));
}

const GOING = {
  up: (card) => card.previousElementSibling?.before(card),
  down: (card) => card.nextElementSibling?.after(card),
  top: (card) => list.prepend(card),
};

// Cards beside which another number was typed go there; all others close the gaps.
function sort() {
  const wishes = cards().map((card, index) => ({ card, index, to: Number(card.querySelector("[name=place]").value) }));
  const going = wishes.filter(({ index, to }) => to > 0 && to !== index + 1);
  for (const { card } of going) card.remove();
  going.sort((one, other) => one.to - other.to || one.index - other.index);
  for (const { card, to } of going) list.insertBefore(card, list.children[to - 1] ?? null);
  number();
}

form.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (button?.name === "keep") return;
  event.preventDefault();
  if (!button?.dataset.way) {
    sort();
    return;
  }
  const card = button.closest("li");
  GOING[button.dataset.way](card);
  number();
  tell(card);
  (button.disabled ? card.querySelector("[data-way]:enabled") : button).focus();
});

list.addEventListener("pointerdown", (event) => {
  if (!event.target.closest(".grip")) return;
  event.preventDefault();
  dragged = event.target.closest("li");
  dragged.classList.add("dragged");
  list.setPointerCapture(event.pointerId);
});

list.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  const over = cards().find((card) => {
    const box = card.getBoundingClientRect();
    return card !== dragged && event.clientY >= box.top && event.clientY <= box.bottom;
  });
  if (!over) return;
  if (place(over) < place(dragged)) over.before(dragged);
  else over.after(dragged);
});

for (const end of ["pointerup", "pointercancel"]) {
  list.addEventListener(end, () => {
    if (!dragged) return;
    dragged.classList.remove("dragged");
    number();
    tell(dragged);
    dragged = null;
  });
}
