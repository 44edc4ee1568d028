// A table that scrolls can be scrolled with the keys.
new MutationObserver(() => {
  for (const table of document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])")) {
    table.tabIndex = 0;
  }
}).observe(document.body, { childList: true, subtree: true });
