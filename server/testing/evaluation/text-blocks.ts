/** A block of the text for a generated PDF or Word file. `heading`: level 1 is the document's title. */
export type TextBlock =
  | { kind: "heading"; level: 1 | 2; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "row"; cells: string[] };

/**
 * Parses the lines of a text: "# title", "## heading", "| cell
 * cell |". Everything else is a paragraph.
 */
export function textBlocks(text: string): TextBlock[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !/^\|[\s|-]+\|$/.test(line))
    .map((line) => {
      if (line.startsWith("## ")) return { kind: "heading", level: 2, text: line.slice(3) };
      if (line.startsWith("# ")) return { kind: "heading", level: 1, text: line.slice(2) };
      if (line.startsWith("|"))
        return {
          kind: "row",
          cells: line
            .slice(1, -1)
            .split("|")
            .map((cell) => cell.trim()),
        };
      return { kind: "paragraph", text: line };
    });
}
