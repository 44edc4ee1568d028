// The breakdown that is shown.

function showBreakdown() {
  for (const part of document.querySelectorAll(".of-breakdown")) {
    part.hidden = part.dataset.breakdown !== byId("breakdown").value;
  }
}
