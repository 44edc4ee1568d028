// Runs when the page is opened and when a choice or the address changes.

function changed() {
  writeAddress();
  showAll();
}

const drawn = { metric: null, pair: null };

// Parts that depend on the metric or the pair alone are redrawn only when these change.
function showAll() {
  const pair = state.pair.join(".");
  const metricChanged = drawn.metric !== state.metric;
  drawn.metric = state.metric;
  if (metricChanged) {
    showMetric();
    if (byId("metric")) byId("metric").value = state.metric;
    if (byId("accuracy")) showAccuracy();
    if (byId("suspicious")) showSuspicious();
  }
  const pairChanged = drawn.pair !== pair;
  drawn.pair = pair;
  if (pairChanged && byId("ngram-tables")) showNgrams();
  if ((pairChanged || metricChanged) && byId("examples-list")) showExamples();
  if (report.segments) showSegments();
}

// Folding all texts for the search takes time, so it runs when the page is idle.
function foldAhead(from) {
  if (from >= report.segments.rows.length || typeof requestIdleCallback === "undefined") return;
  requestIdleCallback((idle) => {
    let segment = from;
    while (segment < report.segments.rows.length && idle.timeRemaining() > 1) {
      searched(segment, "all", "plain");
      segment += 1;
    }
    foldAhead(segment);
  });
}

function startCopying() {
  byId("copy-methods").addEventListener("click", async () => {
    const text = byId("methods-text");
    try {
      await navigator.clipboard.writeText(text.textContent);
      byId("copied").textContent = "Copied.";
    } catch {
      getSelection().selectAllChildren(text);
      byId("copied").textContent = "Selected; copy it with your keyboard.";
    }
  });
}

function notify(message) {
  byId("trouble").textContent = message;
  byId("trouble").hidden = false;
}

async function start() {
  document.documentElement.dataset.script = "present";
  startTheme();
  for (const table of document.querySelectorAll("table.sortable")) makeSortable(table);
  startCopying();
  if (typeof DecompressionStream === "undefined") {
    document.documentElement.dataset.script = "absent";
    notify("This browser cannot unpack the segments (it lacks DecompressionStream). The tables and plots are complete; a current browser shows the rest.");
    return;
  }
  try {
    await unpack();
  } catch (error) {
    document.documentElement.dataset.script = "absent";
    notify("The segments in this file could not be unpacked: " + error.message + ". The file may be truncated.");
    return;
  }
  readAddress(holdsState(location.hash) ? location.hash : "");
  if (byId("pair-detail")) startMatrix();
  if (byId("metric")) byId("metric").addEventListener("change", () => choose({ metric: Number(byId("metric").value) }));
  if (byId("breakdown")) {
    showBreakdown();
    byId("breakdown").addEventListener("change", showBreakdown);
  }
  if (byId("accuracy")) byId("accuracy").addEventListener("change", showAccuracy);
  if (byId("ngram-tables")) startPair("ngram-system", "ngram-other");
  if (byId("examples-list")) startPair("example-system", "example-other");
  if (report.segments) startBrowser();
  if (report.segments) startScatters();
  showAll();
  addEventListener("popstate", followHistory);
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    const wanted = link && link.getAttribute("href");
    if (!wanted || !holdsState(wanted) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    followLink(wanted);
  });
  if (report.segments && holdsState(location.hash)) goToSegments();
  performance.mark("tallystick-ready");
  document.documentElement.dataset.ready = "yes";
  if (report.segments) foldAhead(0);
}

start();
