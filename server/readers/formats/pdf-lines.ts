/** A piece of text where it stands on its page, in points; `y` grows upwards. */
export type PdfPiece = {
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
  font: string;
  endsLine: boolean;
};

export type PdfLine = {
  /** What stands apart on it, left to right: a table's row has several. */
  cells: string[];
  x: number;
  y: number;
  size: number;
  /** That most of its characters are in. */
  font: string;
  page: number;
  /** From 0 at the top of its page to 1 at the bottom. */
  depth: number;
};

/** Smaller text is not there for people. */
const SIZE_MIN = 2;
/** Of the letters' size: a gap that is wider than a space between words, and one that is a table's. */
const SPACE = 0.12;
const COLUMN_GAP = 2;

/** The lines of a page, in the order in which its pieces were written: column by column where a page has columns. */
export function linesOf(pieces: readonly PdfPiece[], page: number, height: number): PdfLine[] {
  const lines: PdfLine[] = [];
  let open: PdfPiece[] = [];
  const end = () => {
    const line = lineOf(open, page, height);
    if (line) lines.push(line);
    open = [];
  };
  for (const piece of pieces) {
    const last = open.findLast(({ text }) => text.trim() !== "");
    const isNew =
      last && piece.text.trim() !== "" && Math.abs(piece.y - last.y) > 0.6 * Math.max(piece.size, last.size);
    if (isNew) end();
    if (piece.size >= SIZE_MIN) open.push(piece);
    if (piece.endsLine) end();
  }
  end();
  return lines;
}

function lineOf(pieces: readonly PdfPiece[], page: number, height: number): PdfLine | null {
  const written = pieces.filter(({ text }) => text.trim() !== "");
  const [first] = written;
  if (!first) return null;
  const cells: string[] = [];
  let cell = "";
  let right = first.x;
  for (const piece of written) {
    const gap = piece.x - right;
    if (gap > COLUMN_GAP * piece.size && cell.trim() !== "") {
      cells.push(cell.trim());
      cell = "";
    } else if (gap > SPACE * piece.size) cell += " ";
    cell += piece.text;
    right = piece.x + piece.width;
  }
  cells.push(cell.trim());
  // Some programs set a table's columns with spaces.
  const apart = cells.flatMap((text) => text.split(/\s{3,}/)).filter(Boolean);
  const main = written.reduce((longest, piece) => (piece.text.length > longest.text.length ? piece : longest));
  return {
    cells: apart,
    x: first.x,
    y: main.y,
    size: main.size,
    font: main.font,
    page,
    depth: height > 0 ? 1 - main.y / height : 0,
  };
}

/** How near to a page's edge headers and footers stand. */
const MARGIN = 0.12;
/** On so many of the pages. */
const REPEATED = 0.6;

/** The lines without what is said on most pages at their edges: headers, footers, page numbers. */
export function withoutMargins(lines: readonly PdfLine[], pages: number): PdfLine[] {
  if (pages < 2) return [...lines];
  const seen = new Map<string, Set<number>>();
  const keyOf = ({ cells, depth }: PdfLine) =>
    depth > MARGIN && depth < 1 - MARGIN
      ? null
      : `${depth <= MARGIN ? "top" : "bottom"} ${cells.join(" ").replace(/\d+/g, "#").toLowerCase()}`;
  for (const line of lines) {
    const key = keyOf(line);
    if (key !== null) seen.set(key, (seen.get(key) ?? new Set()).add(line.page));
  }
  const least = Math.max(2, Math.ceil(pages * REPEATED));
  return lines.filter((line) => {
    const key = keyOf(line);
    return key === null || (seen.get(key)?.size ?? 0) < least;
  });
}
