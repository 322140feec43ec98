/** One promise of the contract: a table row, a numbered rule, or a sentence. */
export type Row = {
  /** The headings above it, outermost first. For a table after a sentence with a colon, also the start of that sentence. */
  place: string;
  /** Its name: a table row's first cell (plus the second if the first is not unique), otherwise its whole text. */
  name: string;
  kind: "row" | "rule" | "sentence";
};

/** The contract marks what it leaves open. Documentation and tests for it follow the decisions. */
const LEFT_OPEN = /\bnot (?:shown|listed)\.$/;

/** All statements of contract.md in order, except those that leave something open. */
export function rowsOf(markdown: string): { rows: Row[]; leftOpen: number } {
  const rows: Row[] = [];
  const headings: string[] = [];
  let leftOpen = 0;
  let caption: string | null = null;
  const add = (kind: Row["kind"], name: string) => {
    const place = [...headings.slice(1), ...(kind === "row" && caption ? [caption] : [])].join(" › ");
    if (kind !== "row" && LEFT_OPEN.test(name)) leftOpen++;
    else rows.push({ place, name, kind });
  };
  const lines = markdown.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const heading = /^(#+) (.*)/.exec(line);
    const rule = /^(\d+)\. (.*)/.exec(line);
    if (heading?.[1] && heading[2]) headings.splice(heading[1].length - 1, Infinity, heading[2]);
    else if (line.startsWith("|")) {
      const first = at;
      while (lines[at + 1]?.startsWith("|")) at++;
      for (const name of namesIn(lines.slice(first + 2, at + 1))) add("row", name);
    } else if (rule) add("rule", line);
    else if (line.trim() !== "") {
      const sentences = sentencesOf(line);
      caption = captionIn(sentences.at(-1) ?? "");
      for (const sentence of sentences) add("sentence", sentence);
    }
    if (heading) caption = null;
  }
  return { rows, leftOpen };
}

function namesIn(table: string[]): string[] {
  const cells = table.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return cells.map(([first = "", second = ""]) =>
    cells.filter((row) => row[0] === first).length > 1 ? `${first} / ${second}` : first,
  );
}

function sentencesOf(paragraph: string): string[] {
  return paragraph.split(/(?<=\.)\s+(?=[A-Z`])/);
}

/** The name that a sentence with a colon at its end gives the table below it. */
function captionIn(sentence: string): string | null {
  return sentence.endsWith(":") ? (/^[^(:]+/.exec(sentence)?.[0].trim() ?? null) : null;
}
