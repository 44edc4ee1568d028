// The theme follows the system until the reader chooses one, which is stored if the browser allows it.

function startTheme() {
  const choice = byId("theme");
  try {
    const kept = localStorage.getItem("tallystick-theme");
    if (kept === "light" || kept === "dark") choice.value = kept;
    choice.addEventListener("change", () => localStorage.setItem("tallystick-theme", choice.value));
  } catch {}
}
