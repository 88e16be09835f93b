// The print button works only with this script, so only this script shows it.
for (const place of document.querySelectorAll("[data-print]")) {
  place.hidden = false;
  place.querySelector("button").addEventListener("click", () => window.print());
}
