// Word accuracy by frequency.

function showAccuracy() {
  const measure = byId("accuracy").value;
  const accuracies = new Map(report.word_accuracy.map((accuracy) => [JSON.stringify([accuracy.frequency, accuracy.system]), accuracy]));
  const frequencies = [...new Set(report.word_accuracy.map((accuracy) => accuracy.frequency))];
  const rows = ranking().map((system) => element("tr", {},
    element("th", { scope: "row" }, nameElement(report.systems[system])),
    ...frequencies.map((frequency) => {
      const accuracy = accuracies.get(JSON.stringify([frequency, report.systems[system]]));
      if (!accuracy || accuracy[measure] === null || !accuracy.in_references) {
        return element("td", { class: "number few" }, ABSENT,
          accuracy && accuracy.in_hypotheses ? element("small", {}, counted(accuracy.in_hypotheses) + " produced") : null);
      }
      return element("td", { class: "number" }, (100 * accuracy[measure]).toFixed(1),
        element("small", {}, counted(accuracy.matched) + " matched"));
    })));
  byId("accuracy-table").replaceChildren(wideTable("Word accuracy by frequency",
    "Word accuracy by frequency in the references, in percent", ["System", ...frequencies], rows));
}
