// Segments to check before trusting the scores.

function showSuspicious() {
  const all = suspicions();
  const kinds = [...new Set(all.map((one) => one.suspicion))];
  const owners = [null, ...ranking().map((place) => report.systems[place])]
    .filter((system) => all.some((one) => one.system === system));
  const rows = owners.map((system) => element("tr", {},
    element("th", { scope: "row" }, system === null ? "the references" : nameElement(system)),
    ...kinds.map((kind) => {
      const place = all.findIndex((one) => one.system === system && one.suspicion === kind);
      if (place < 0) return element("td", { class: "number few" }, ABSENT);
      const entries = all[place].entries;
      const show = system === null ? {} : { show: [report.places.get(system)] };
      return element("td", { class: "number", title: visible(entries[0].detail) },
        segmentsLink({ only: "suspicion." + place, sort: "number", down: false, ...show },
          counted(new Set(entries.map((one) => one.segment)).size)));
    })));
  byId("suspicious").replaceChildren(wideTable("Suspicious segments", "Suspicious segments by system and kind",
    ["System", ...kinds], rows));
}
