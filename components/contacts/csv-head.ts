/** The beginning of a CSV: its header row, and some rows below it. */
export type CsvHead = { header: string[]; rows: string[][] };

/** Of the file the browser reads no more than this. */
export const HEAD_BYTES = 64 * 1024;

/**
 * Reads the beginning of a CSV as the service does: comma or semicolon, whichever the header row has more of; cells in quotes may
 * hold either, line breaks, and quotes that are doubled.
 * @param isWhole false: the text ends in the middle of a row, which is left out.
 * @returns null when there is no header row.
 */
export function readCsvHead(text: string, { rows: most, isWhole }: { rows: number; isWhole: boolean }): CsvHead | null {
  const body = text.replace(/^\uFEFF/, "");
  const [header, ...rows] = recordsOf(body, delimiterOf(body), most + 1, isWhole);
  return header ? { header: header.map((cell) => cell.trim()), rows } : null;
}

function delimiterOf(text: string): "," | ";" {
  const header = (/^[^\r\n]*/.exec(text)?.[0] ?? "").replace(/"[^"]*"/g, "");
  return header.split(";").length > header.split(",").length ? ";" : ",";
}

function recordsOf(text: string, delimiter: string, most: number, isWhole: boolean): string[][] {
  const records: string[][] = [];
  let cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let at = 0; at < text.length && records.length < most; at++) {
    const char = text.charAt(at);
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at++;
      } else isQuoted = false;
    } else if (char === '"' && cell === "") isQuoted = true;
    else if (char === delimiter) {
      cells.push(cell);
      cell = "";
    } else if (char === "\n" || char === "\r") {
      if (char === "\r" && text.charAt(at + 1) === "\n") at++;
      // Empty rows are no rows.
      if ([...cells, cell].some((each) => each.trim() !== "")) records.push([...cells, cell]);
      [cells, cell] = [[], ""];
    } else cell += char;
  }
  if (records.length < most && isWhole && !isQuoted && [...cells, cell].some((each) => each.trim() !== ""))
    records.push([...cells, cell]);
  return records;
}
