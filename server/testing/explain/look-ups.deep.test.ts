import { expect, test } from "vitest";
// Ahead of what opens connections.
import { statementsOf } from "./statements.ts";
import { pool } from "../../db.ts";
import { pruneEvents } from "../../events/prune-events.ts";
import { pruneAttempts } from "../../inbox/prune-attempts.ts";
import { sweepSends } from "../../inbox/sweep-sends.ts";

type Node = { "Relation Name"?: string; "Parent Relationship"?: string; Plans?: Node[] };

/** The parts of a plan that are worked out for one row at a time. */
function subPlans(node: Node): Node[] {
  return (node.Plans ?? []).flatMap((each) => (each["Parent Relationship"] === "SubPlan" ? [each] : subPlans(each)));
}
const tablesOf = (node: Node): (string | undefined)[] => [
  node["Relation Name"],
  ...(node.Plans ?? []).flatMap(tablesOf),
];

// As a join it could be by workspace alone where one workspace has most rows: each row of the one table is then compared with all of
// the other. Whether it is depends on sizes; a look-up for each row does not.
test.each([
  { what: "lost sends", act: sweepSends, partner: "SendQueue" },
  { what: "old events", act: pruneEvents, partner: "WebhookDelivery" },
  { what: "old attempts", act: () => pruneAttempts(90), partner: "SendQueue" },
])("$what: whether a row has its partner in $partner is looked up for each", async ({ act, partner }) => {
  const asking = (await statementsOf(act)).filter(({ text }) => text.includes("not exists"));
  expect(asking).toHaveLength(1);
  for (const { text, values } of asking) {
    const { rows } = await pool().query<{ "QUERY PLAN": [{ Plan: Node }] }>(`explain (format json) ${text}`, values);
    expect(rows.flatMap((row) => subPlans(row["QUERY PLAN"][0].Plan)).flatMap(tablesOf)).toContain(partner);
  }
});
