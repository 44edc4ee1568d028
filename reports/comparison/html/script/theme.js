// The theme follows the system until the reader chooses one, which is stored if the browser allows it.

const themeChoice = byId("theme");

function applyTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  themeChoice.value = theme;
}

function startTheme() {
  let kept = "";
  try {
    kept = localStorage.getItem("tallystick-theme");
  } catch {}
  applyTheme(kept === "light" || kept === "dark" ? kept : "");
  themeChoice.addEventListener("change", () => {
    applyTheme(themeChoice.value);
    try {
      localStorage.setItem("tallystick-theme", themeChoice.value);
    } catch {}
  });
}
