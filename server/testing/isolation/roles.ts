import { readFileSync } from "node:fs";
import type { Permission } from "../../auth/permissions.ts";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

export const CALLERS = ["OWNER", "ADMIN", "AGENT_PLUS", "AGENT", "workspace key", "agent-linked key"] as const;
export type Caller = (typeof CALLERS)[number];

/** The rows of the roles table, with the permission of each in the code. */
export const RIGHTS = {
  anyone: "USE_CONVS",
  MANAGE_WORKSPACE: "MANAGE_WORKSPACE",
  MANAGE_CONVS: "MANAGE_CONVS",
  MANAGE_BROADCASTS: "MANAGE_BROADCASTS",
  MANAGE_CLIENTS: "MANAGE_CLIENTS",
  assignOwner: "ASSIGN_OWNER",
  assignUserRole: "ASSIGN_ROLE",
  deleteWorkspace: "DELETE_WORKSPACE",
} as const satisfies Record<string, Permission>;

/** The row of the roles table for an operation. `anyone` is what every team member may do. */
export type Right = keyof typeof RIGHTS;

/** operations.txt: the reviewed facts of every operation. `gen --check` compares them with the declarations. */
export const REVIEWED = new Map(
  [...read("../../graphql/operations.txt").matchAll(/^(query|mutation) +(\S+) +(\S+) +(\S+)/gm)].map(
    ([, kind, name = "", permission, plan]) => [name, { kind, permission, plan }] as const,
  ),
);

export function rightOf(name: string): Right {
  const [right] = Object.entries(RIGHTS).find(([, permission]) => permission === REVIEWED.get(name)?.permission) ?? [];
  if (!right) throw new Error(`${name} is not in operations.txt`);
  return right as Right;
}

/** The cells of the table in a document whose header begins with this word: the header, then the rows. */
export function tableOf(document: string, header: string): string[][] {
  const lines = document.split("\n");
  const begin = lines.findIndex((line) => line.startsWith(`| ${header} |`));
  const after = lines.slice(begin);
  const end = after.findIndex((line) => !line.startsWith("|"));
  const cells = (line: string) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
  const [head = [], , ...rows] = after.slice(0, end).map(cells);
  if (begin < 0 || rows.length === 0) throw new Error(`there is no table "${header}"`);
  return [head, ...rows];
}

/** The table is docs/roles.md. Permissions are read only from there. */
const [head, ...rows] = tableOf(read("../../../docs/roles.md"), "permission");
const columns = CALLERS.map((caller) => head?.indexOf(caller) ?? -1);

/** A row of the table: the text after the colon, and who has the permission. */
const TABLE = new Map(
  rows.map(([first = "", ...marks]) => {
    const [name = "", about = ""] = first.split(": ");
    const callers = CALLERS.filter((_, index) => marks[(columns[index] ?? 0) - 1]?.startsWith("✓"));
    return [name.startsWith("own and unassigned") ? "anyone" : name, { about, callers }];
  }),
);

function rowOf(right: Right): { about: string; callers: Caller[] } {
  const row = TABLE.get(right);
  if (!row) throw new Error(`docs/roles.md has no row ${right}`);
  return row;
}

export function mayCall(caller: Caller, right: Right): boolean {
  return rowOf(right).callers.includes(caller);
}

/** The subjects of a row: `keys, channels, …`. */
export function subjectsOf(right: Right): string[] {
  return rowOf(right).about.split(", ").filter(Boolean);
}
