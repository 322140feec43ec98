import { pool } from "../../db.ts";

/** Columns that change with any use, not with the tested action. */
const MOVING = ["lastUsedAt", "lastSeenAt"];
/** Excludes the record of a refusal, which is written for every refused request. */
const BUT: Record<string, string> = { AuditEntry: " and refusal is null" };
/** Tables without a workspaceId, and how to find their rows of a workspace. */
const PEOPLE = (column: string) =>
  `"${column}" in (select "userId" from "Membership" where "workspaceId" = any($1::int[]))`;
const SHARED = {
  User: PEOPLE("id"),
  Account: PEOPLE("userId"),
  Session: PEOPLE("userId"),
  Workspace: "id = any($1::int[])",
};

/** Tables with a workspaceId, and those with a column that changes with any use. */
type Tables = { scoped: string[]; moving: string[] };
let tables: Tables | null = null;

async function readTables(): Promise<Tables> {
  if (tables) return tables;
  const { rows } = await pool().query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and column_name = any($1::text[]) order by 1`,
    [["workspaceId", ...MOVING]],
  );
  const scoped = rows.filter(({ column }) => column === "workspaceId").map(({ table }) => table);
  tables = { scoped, moving: rows.filter(({ column }) => column !== "workspaceId").map(({ table }) => table) };
  return tables;
}

/**
 * A hash per table over all its rows of these workspaces.
 * @param everyone whether tables without a workspaceId hash all rows, not only those of the workspaces' people.
 */
export async function hashOfRows(workspaceIds: number[], everyone: boolean): Promise<Record<string, string>> {
  const { scoped, moving } = await readTables();
  const hash = (table: string, where: string) => {
    const row = moving.includes(table) ? "(to_jsonb(t) - $2::text[])::text" : "t::text";
    return `select '${table}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(${row}, 0)), 0) as hash from "${table}" t where ${where}`;
  };
  const parts = [
    ...scoped.map((table) => hash(table, `"workspaceId" = any($1::int[])${BUT[table] ?? ""}`)),
    ...Object.entries(SHARED).map(([table, where]) => hash(table, everyone ? "true" : where)),
  ];
  // A named statement, so that each connection plans it once. Nearly every test runs it twice, and planning takes longer than
  // running it.
  const { rows } = await pool().query<{ name: string; hash: string }>({
    name: `rows ${everyone}`,
    text: parts.join(" union all "),
    values: [workspaceIds, MOVING],
  });
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

/** Every text in the rows of a workspace and its people that no other workspace contains. These texts must not leave it. */
export async function textsOnlyOf(workspaceId: number, others: number[]): Promise<string[]> {
  const own = await textsOf(workspaceId);
  for (const other of others) for (const text of await textsOf(other)) own.delete(text);
  return [...own];
}

const TIME = /^\d{4}-\d{2}-\d{2}T/;
const SHORTEST = 6;

/** Every text in a workspace's rows of the selected tables. */
export async function textsIn(workspaceId: number, isAsked: (table: string) => boolean): Promise<Set<string>> {
  const asked = (await readTables()).scoped.filter(isAsked);
  const parts = asked.map((table) => `select to_jsonb(t) as row from "${table}" t where "workspaceId" = $1`);
  const { rows } = await pool().query<{ row: unknown }>(parts.join(" union all "), [workspaceId]);
  return textsWithin(rows.map(({ row }) => row));
}

async function textsOf(workspaceId: number): Promise<Set<string>> {
  const scoped = (await readTables()).scoped.map(
    (table) => `select to_jsonb(t) as row from "${table}" t where "workspaceId" = $1`,
  );
  const { rows } = await pool().query<{ row: unknown }>(
    `${scoped.join(" union all ")}
     union all select to_jsonb(w) from "Workspace" w where id = $1
     union all select to_jsonb(u) from "User" u join "Membership" m on m."userId" = u.id where m."workspaceId" = $1
     union all select to_jsonb(s) from "Session" s join "Membership" m on m."userId" = s."userId" where m."workspaceId" = $1`,
    [workspaceId],
  );
  return textsWithin(rows.map(({ row }) => row));
}

function textsWithin(rows: readonly unknown[]): Set<string> {
  const texts = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === "string") {
      if (value.length >= SHORTEST && !TIME.test(value)) texts.add(value);
    } else if (typeof value === "object" && value !== null) Object.values(value).forEach(collect);
  };
  rows.forEach(collect);
  return texts;
}
