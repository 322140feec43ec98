import { stringify } from "csv-stringify/browser/esm/sync";

/** A cell that a spreadsheet would run as a formula. The server's files have the same rule (server/clients/csv-cells.ts). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** A table as CSV: UTF-8 with its mark, so that spreadsheets read it right; texts that begin like a formula get a ' before them. */
export function csvOf(header: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  const harmless = (cell: string | number | null) =>
    typeof cell === "string" && FORMULA.test(cell) ? `'${cell}` : cell;
  return stringify([header.map(harmless), ...rows.map((row) => row.map(harmless))], { bom: true });
}

/** Hands the browser a file to keep. */
export function downloadCsv(name: string, csv: string): void {
  const url = URL.createObjectURL(new Blob([csv], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
