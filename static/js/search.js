// Going back puts the results back, but not what was typed for them; the address knows it.
document.addEventListener("htmx:historyRestore", () => {
  const query = document.getElementById("q");
  if (query) query.value = new URLSearchParams(window.location.search).get("q") ?? "";
});
