import { elementsOf, isElement, type HtmlElement } from "./html-nodes.ts";
import { inOneLine, isHeaderRow, namedCells } from "./rows.ts";

const COLUMNS_MAX = 60;
const SPAN_MAX = 50;

type Cell = { text: string; isHead: boolean };

/**
 * The rows of a table, each with the names of its columns: "Tariff: Basic; Price: € 20". A cell that spans rows stands in each.
 * @param textOf what people see of a cell.
 * @returns null for what is no table of data, but a layout made with one.
 */
export function tableRows(
  table: HtmlElement,
  isLeftOut: (part: HtmlElement) => boolean,
  textOf: (cell: HtmlElement) => string,
): string[] | null {
  if (["presentation", "none"].includes(table.attribs.role ?? "")) return null;
  if (table.children.some((child) => elementsOf("table", child).length > 0)) return null;
  const rows = elementsOf("tr", table).filter((row) => !isLeftOut(row));
  const grid = spread(rows, isLeftOut, textOf);
  if (Math.max(0, ...grid.map((row) => row.length)) < 2) return null;
  const [first = [], ...rest] = grid;
  const above = rows[0]?.parent;
  const names = first.map(({ text }) => text);
  const isHead =
    (above && isElement(above) && above.name === "thead") ||
    first.every((cell) => cell.isHead || cell.text === "") ||
    isHeaderRow(
      names,
      rest.map((row) => row.map(({ text }) => text)),
    );
  if (!isHead) return grid.map(unnamedRow);
  return rest.map((row) => {
    const cells = row.map(({ text }) => text);
    // One cell across all columns is a line between rows, and is under none of their names.
    return cells.every((cell) => cell === cells[0]) ? (cells[0] ?? "") : namedCells(names, cells);
  });
}

/** A row of a table whose columns have no names: its first cell says what it is about, where it does. */
function unnamedRow(row: Cell[]): string {
  const [head, ...rest] = row.filter((cell, at) => cell.text !== "" && cell !== row[at - 1]);
  if (!head || rest.length === 0) return head?.text ?? "";
  const about = inOneLine(head.text).replace(/:$/, "");
  return `${about}${head.isHead || rest.length === 1 ? ": " : "; "}${rest.map(({ text }) => inOneLine(text)).join("; ")}`;
}

/** Cells where they stand, those that span several columns or rows in each. */
function spread(
  rows: HtmlElement[],
  isLeftOut: (part: HtmlElement) => boolean,
  textOf: (cell: HtmlElement) => string,
): Cell[][] {
  const grid: (Cell | undefined)[][] = rows.map(() => []);
  rows.forEach((row, down) => {
    let across = 0;
    for (const cell of row.children) {
      if (!isElement(cell) || !["td", "th"].includes(cell.name) || isLeftOut(cell)) continue;
      while (grid[down]?.[across]) across += 1;
      if (across >= COLUMNS_MAX) break;
      const value = { text: textOf(cell), isHead: cell.name === "th" };
      const right = Math.min(across + spanOf(cell, "colspan"), COLUMNS_MAX);
      for (const line of grid.slice(down, down + spanOf(cell, "rowspan")))
        for (let at = across; at < right; at++) line[at] ??= value;
      across = right;
    }
  });
  return grid.map((row) => Array.from(row, (cell) => cell ?? { text: "", isHead: false }));
}

function spanOf(cell: HtmlElement, name: "colspan" | "rowspan"): number {
  return Math.min(SPAN_MAX, Math.max(1, Number.parseInt(cell.attribs[name] ?? "", 10) || 1));
}
