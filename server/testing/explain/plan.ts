import pg from "pg";
import { GROWING } from "./tables.ts";
import type { Statement } from "./statements.ts";

/** A node of EXPLAIN (ANALYZE, FORMAT JSON). The "Actual …" fields exist only if the statement could run. */
type Node = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Sort Method"?: string;
  "Plan Rows": number;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Rows Removed by Join Filter"?: number;
  Plans?: Node[];
};

export type Limits = {
  /** Rows that a statement may read, sort, and discard after a join. */
  rows: number;
  /** For an exact count, or another statement that must read a whole table by its definition, and may have to sort it. */
  mayReadAll?: boolean;
};

/** A separate connection that explains statements. Their changes are rolled back. */
export async function openExplainer(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "explainer" });
  await client.connect();
  // Without sequential scans, a missing index shows even in small tables, where the planner would read from the start.
  // Plans without parallel workers are the same each time.
  await client.query(
    "set enable_seqscan = off; set max_parallel_workers_per_gather = 0; set jit = off; set statement_timeout = '20s'",
  );
  /** Runs the statement and rolls it back. A statement that cannot run twice is only planned. */
  async function planOf({ text, values }: Statement): Promise<Node> {
    for (const options of ["analyze, timing off, buffers off, format json", "format json"]) {
      await client.query("begin");
      try {
        const { rows } = await client.query<{ "QUERY PLAN": { Plan: Node }[] }>(`explain (${options}) ${text}`, values);
        const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
        if (plan) return plan;
      } catch (error) {
        if (options === "format json") throw new Error(`cannot be explained: ${text}`, { cause: error });
      } finally {
        await client.query("rollback");
      }
    }
    throw new Error(`no plan: ${text}`);
  }
  return {
    problemsOf: async (statement: Statement, limits: Limits): Promise<string[]> =>
      problemsIn(await planOf(statement), limits).map((problem) => `${problem}\n${shortened(statement.text)}`),
    close: () => client.end(),
  };
}

/** The parts of a plan whose cost grows with the amount of data. */
export function problemsIn(plan: Node, { rows, mayReadAll = false }: Limits): string[] {
  const problems: string[] = [];
  for (const node of nodesOf(plan)) {
    const loops = node["Actual Loops"] ?? 1;
    if (loops === 0) continue;
    const table = node["Relation Name"] ?? "";
    const name = [node["Node Type"], table, node["Index Name"]].filter(Boolean).join(" ");
    const read = readBy(node) * loops;
    if (node["Node Type"].includes("Seq Scan") && GROWING.has(table) && !mayReadAll)
      problems.push(`${name}: reads a table that grows from its beginning (${read} rows)`);
    if (/Scan$/.test(node["Node Type"]) && table !== "" && read > rows && !mayReadAll)
      problems.push(`${name}: reads ${read} rows, more than ${rows}`);
    if (node["Sort Method"]?.startsWith("external") && !mayReadAll) problems.push(`${name}: sorts on disk`);
    const sorted = node["Node Type"] === "Sort" ? rowsOf(node.Plans?.[0]) : 0;
    if (sorted > rows) problems.push(`${name}: sorts ${sorted} rows, more than ${rows}`);
    const joined = (node["Rows Removed by Join Filter"] ?? 0) * loops;
    if (joined > rows) problems.push(`${name}: throws away ${joined} pairs of rows, more than ${rows}`);
  }
  return problems;
}

function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const inner of node.Plans ?? []) yield* nodesOf(inner);
}

function readBy(node: Node): number {
  // Rows of an index are counted where they are fetched. A bitmap's recheck and filter are rows fetched in vain.
  const thrownAway = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  return (node["Actual Rows"] ?? node["Plan Rows"]) + thrownAway;
}

function rowsOf(node: Node | undefined): number {
  return node ? (node["Actual Rows"] ?? node["Plan Rows"]) * (node["Actual Loops"] ?? 1) : 0;
}

function shortened(sql: string): string {
  const line = sql.replaceAll(/\s+/g, " ").trim();
  return line.length > 1_200 ? `${line.slice(0, 600)} … ${line.slice(-600)}` : line;
}
