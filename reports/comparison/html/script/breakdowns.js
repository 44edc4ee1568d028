// Scores by groups of segments.

const MANY = 12;

function startBreakdowns() {
  byId("breakdown").addEventListener("change", showBreakdown);
  byId("small-groups").addEventListener("change", showBreakdown);
}

function systemHeaders(first, order) {
  return element("tr", {}, element("th", { scope: "col" }, first),
    ...order.map((place) => element("th", { scope: "col", class: "number" }, nameElement(report.systems[place]))));
}

function wideTable(label, caption, head, rows) {
  return element("div", { class: "wide-table" },
    element("div", { class: "scroll tall", tabindex: "0", role: "region", "aria-label": label },
      element("table", { class: "sticky" },
        element("caption", { class: "unseen" }, caption),
        element("thead", {}, head),
        element("tbody", {}, ...rows))));
}

function showBreakdown() {
  const place = Number(byId("breakdown").value);
  const breakdown = report.breakdowns[place];
  const { metric, title } = report.metrics[state.metric];
  const digits = metricDigits();
  const order = ranking();
  const cells = new Map();
  for (const cell of breakdown.cells) {
    if (cell.metric === metric) cells.set(JSON.stringify([cell.group, cell.system]), cell);
  }
  const cellOf = (group, system) => cells.get(JSON.stringify([group.label, report.systems[system]]));
  const groups = breakdown.groups.map((group, n) => ({
    group,
    n,
    few: order.every((system) => (cellOf(group, system)?.score ?? null) === null),
  }));
  const few = groups.filter((one) => one.few).length;
  const many = few > MANY;
  byId("small-groups-label").hidden = !many;
  byId("small-groups-label").querySelector("span").textContent =
    "Show the " + plural(few, "group") + " with fewer than " + plural(breakdown.minimum, "segment");
  const listed = groups.filter((one) => !one.few || !many || byId("small-groups").checked);
  const rows = listed.map(({ group, n, few: suppressed }) => element("tr", {},
    element("th", { scope: "row" },
      breakdown.field === "reference" || !group.segments.length
        ? nameElement(group.label)
        : segmentsLink({ field: "b" + place, value: n }, nameElement(group.label)),
      element("small", {}, " " + plural(group.segments.length, "segment"))),
    ...(suppressed
      ? [element("td", { class: "few", colspan: order.length },
          "not shown: fewer than " + plural(breakdown.minimum, "segment"))]
      : order.map((system) => breakdownCell(cellOf(group, system), digits)))));
  const name = visible(title + " by " + breakdown.field);
  byId("breakdown-table").replaceChildren(wideTable(name, name, systemHeaders(visible(breakdown.field), order), rows));
}

function breakdownCell(cell, digits) {
  if (!cell || cell.score === null) return element("td", { class: "number few" }, ABSENT);
  return element("td", { class: "number" }, decimals(cell.score, digits),
    cell.interval
      ? element("small", {}, interval(cell.interval.low, cell.interval.high, digits))
      : null);
}
