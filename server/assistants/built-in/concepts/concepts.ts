import { CONTRACTS } from "./contracts.ts";
import { HEALTH_1 } from "./health-1.ts";
import { HEALTH_2 } from "./health-2.ts";
import { IDIOMS } from "./idioms.ts";
import { KIND_LINES_1 } from "./kinds-1.ts";
import { KIND_LINES_2 } from "./kinds-2.ts";
import { SERVICE_1 } from "./service-1.ts";
import { SERVICE_2 } from "./service-2.ts";
import { STATES } from "./states.ts";
import { THINGS_1 } from "./things-1.ts";
import { THINGS_2 } from "./things-2.ts";
import { TRADE } from "./trade.ts";
import { VERBS_1 } from "./verbs-1.ts";
import { VERBS_2 } from "./verbs-2.ts";

export type ConceptLanguage = "english" | "german" | "spanish" | "french";

/** Words and expressions by language. In an expression `_` stands between words in a row, `~` between those with others between them. */
export type Cells = Record<ConceptLanguage, readonly string[]>;

const ROW_TABLES = [
  IDIOMS,
  SERVICE_1,
  SERVICE_2,
  TRADE,
  CONTRACTS,
  HEALTH_1,
  HEALTH_2,
  STATES,
  THINGS_1,
  THINGS_2,
  VERBS_1,
  VERBS_2,
];
const KIND_TABLES: string[] = [KIND_LINES_1, KIND_LINES_2];

/** Words that mean the same, or nearly: who asks for their money back finds the passage about refunds, in whichever language it is. */
export const ROWS: readonly Cells[] = ROW_TABLES.flatMap(linesOf).map((line) => cellsOf(line.split(" | ")));

/** Members of a kind, and what the kind is called: who asks for beer finds the passage about drinks. */
export const KINDS: readonly { kind: Cells; members: Cells }[] = KIND_TABLES.flatMap(linesOf).map((line) => {
  const cells = line.split(" | ").map((cell) => cell.split(" > "));
  return {
    kind: cellsOf(cells.map(([kind = ""]) => kind)),
    members: cellsOf(cells.map(([, members = ""]) => members)),
  };
});

function linesOf(table: string): string[] {
  return table.split("\n").filter((line) => line !== "");
}

function cellsOf(cells: readonly string[]): Cells {
  const [english = [], german = [], spanish = [], french = []] = cells.map((cell) =>
    cell.split(" ").map((word) => word.replaceAll("_", " ")),
  );
  return { english, german, spanish, french };
}
