// Word accuracy by frequency.

function showAccuracy() {
  const measure = byId("accuracy").value;
  const found = new Map(report.word_accuracy.map((one) => [JSON.stringify([one.frequency, one.system]), one]));
  const frequencies = [...new Set(report.word_accuracy.map((one) => one.frequency))];
  const rows = ranking().map((system) => element("tr", {},
    element("th", { scope: "row" }, nameElement(report.systems[system])),
    ...frequencies.map((frequency) => {
      const one = found.get(JSON.stringify([frequency, report.systems[system]]));
      if (!one || one[measure] === null || !one.in_references) {
        return element("td", { class: "number few" }, ABSENT,
          one && one.in_hypotheses ? element("small", {}, counted(one.in_hypotheses) + " produced") : null);
      }
      return element("td", { class: "number" }, (100 * one[measure]).toFixed(1),
        element("small", {}, counted(one.matched) + " matched"));
    })));
  byId("accuracy-table").replaceChildren(wideTable("Word accuracy by frequency",
    "Word accuracy by frequency in the references, in percent", ["System", ...frequencies], rows));
}
