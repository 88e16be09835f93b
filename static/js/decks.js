// Copy buttons work only with this script, so only this script shows them.
function showCopyButtons() {
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const word = button.querySelector("span");
  const before = word.textContent;
  await navigator.clipboard.writeText(button.dataset.copy);
  word.textContent = button.dataset.copied;
  window.setTimeout(() => (word.textContent = before), 1600);
});

showCopyButtons();
