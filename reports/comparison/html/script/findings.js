// Segments to check before trusting the scores.

function showSuspicious() {
  const all = suspicions();
  const kinds = [...new Set(all.map((entry) => entry.suspicion))];
  const owners = [null, ...ranking().map((place) => report.systems[place])]
    .filter((system) => all.some((entry) => entry.system === system));
  const rows = owners.map((system) => element("tr", {},
    element("th", { scope: "row" }, system === null ? "the references" : nameElement(system)),
    ...kinds.map((kind) => {
      const place = all.findIndex((suspicion) => suspicion.system === system && suspicion.suspicion === kind);
      if (place < 0) return element("td", { class: "number few" }, ABSENT);
      const entries = all[place].entries;
      const show = system === null ? {} : { show: [report.places.get(system)] };
      return element("td", { class: "number", title: visible(entries[0].detail) },
        segmentsLink({ only: "suspicion." + place, sort: "number", down: false, ...show },
          counted(new Set(entries.map((entry) => entry.segment)).size)));
    })));
  byId("suspicious").replaceChildren(wideTable("Suspicious segments", "Suspicious segments by system and kind",
    ["System", ...kinds], rows));
}
