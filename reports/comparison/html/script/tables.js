// Buttons in the header sort a table; rows without a value remain at the end.

function makeSortable(table) {
  const header = [...table.tHead.rows];
  const last = header[header.length - 1];
  for (const row of header) {
    for (const cell of row.cells) {
      if (!cell.dataset.sort || cell.querySelector(".sorter")) continue;
      const button = element("button", { type: "button", class: "sorter" });
      button.append(...cell.childNodes);
      cell.append(button);
      const spanned = header.length > 1 ? 1 : 0;  // the first column has one cell for both rows
      const column = row === last ? cell.cellIndex + spanned : 0;
      button.addEventListener("click", () => sortTable(table, cell, column));
    }
  }
}

function sortTable(table, header, column) {
  const numeric = header.dataset.sort === "number";
  const before = header.getAttribute("aria-sort");
  const descending = before ? before === "ascending" : false;
  for (const other of table.tHead.querySelectorAll("[aria-sort]")) other.removeAttribute("aria-sort");
  header.setAttribute("aria-sort", descending ? "descending" : "ascending");
  const valued = [...table.tBodies[0].rows].map((row) => {
    const text = row.cells[column].dataset.value ?? "";
    return { row, value: numeric ? (text === "" ? NaN : Number(text)) : text };
  });
  const turn = descending ? -1 : 1;
  valued.sort((first, second) => {
    if (numeric) {
      const absent = Number.isNaN(first.value) - Number.isNaN(second.value);
      return absent || turn * (first.value - second.value) || 0;
    }
    return turn * first.value.localeCompare(second.value);
  });
  table.tBodies[0].append(...valued.map((entry) => entry.row));
}

// A table with a row per system, whose first column remains visible.
function wideTable(label, caption, columns, rows) {
  const head = columns.map((name, place) =>
    element("th", { scope: "col", class: place ? "number" : null }, visible(name)));
  return element("div", { class: "wide-table" },
    element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label },
      element("table", { class: "sticky" },
        element("caption", { class: "unseen" }, caption),
        element("thead", {}, element("tr", {}, ...head)),
        element("tbody", {}, ...rows))));
}
