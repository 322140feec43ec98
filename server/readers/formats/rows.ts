/** A table's row as text that is read without the table: "Tariff: Basic; Price: € 20". Empty cells say nothing. */
export function namedCells(names: readonly string[], cells: readonly string[]): string {
  return cells
    .flatMap((cell, at) => {
      const text = inOneLine(cell);
      if (/^[-–—]?$/.test(text)) return [];
      const name = inOneLine(names[at] ?? "").replace(/:$/, "");
      // A cell that spans several columns stands in each, and is said once.
      if (at > 0 && text === inOneLine(cells[at - 1] ?? "") && name === inOneLine(names[at - 1] ?? "")) return [];
      return [name === "" ? text : `${name}: ${text}`];
    })
    .join("; ");
}

/**
 * Whether a table's first row names its columns, where nothing says so: it has no number, and what is below it is no list of names
 * and what they stand for (which has two columns, and mostly words in both).
 */
export function isHeaderRow(first: readonly string[], rest: readonly (readonly string[])[]): boolean {
  const hasNumber = (cell = "") => /\d/.test(cell);
  if (rest.length === 0 || first.some(hasNumber) || first.slice(1).some((cell) => cell.trim() === "")) return false;
  if (!rest.every((cells) => cells.length === first.length)) return false;
  if (first.length === 2) return rest.length > 1 && rest.every(([, cell]) => hasNumber(cell));
  return first.length > 2 && (rest.length > 1 || rest.flat().some(hasNumber));
}

/** A cell's lines as one. */
export function inOneLine(cell: string): string {
  return cell.replace(/\s*\n\s*/g, ", ").trim();
}
