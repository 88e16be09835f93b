// A click on the id of a rule copies the rule's address, ready to be pasted into a chat.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a.permalink");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || !navigator.clipboard) return;
  try {
    await navigator.clipboard.writeText(link.href);
  } catch {
    return; // The link still leads to its place.
  }
  link.dataset.copied = document.body.querySelector("[data-copied-word]")?.dataset.copiedWord ?? "✓";
  window.setTimeout(() => delete link.dataset.copied, 1600);
});
