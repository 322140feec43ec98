import { expect, test } from "vitest";
// Must be imported before any module that opens connections.
import { statementsOf } from "./statements.ts";
import { database, pool } from "../../db.ts";
import { pruneEvents } from "../../events/prune-events.ts";
import { pruneAttempts } from "../../conversations/prune.ts";
import { recoverSends } from "../../sending/recover-sends.ts";
import { openPicture } from "../../uploads/remote-picture.ts";
import { createTestWorkspace } from "../factories.ts";
import { startReceiver } from "../receiver.ts";

type Node = { "Relation Name"?: string; "Parent Relationship"?: string; Plans?: Node[] };

/** The parts of a plan that run once per row. */
function subPlans(node: Node): Node[] {
  return (node.Plans ?? []).flatMap((each) => (each["Parent Relationship"] === "SubPlan" ? [each] : subPlans(each)));
}
const tablesOf = (node: Node): (string | undefined)[] => [
  node["Relation Name"],
  ...(node.Plans ?? []).flatMap(tablesOf),
];

// A join could use the workspace alone if one workspace has most rows, and then compare each row of one table with all rows of
// the other. Whether that happens depends on table sizes. A look-up per row does not depend on them.
test.each([
  { what: "lost sends", act: recoverSends, partner: "SendQueue" },
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

test("room for the copy of a picture is made among the workspace's copies, however many files it has", async () => {
  const { ctx, workspaceId } = await createTestWorkspace();
  const neighbours = await Promise.all(Array.from({ length: 8 }, () => createTestWorkspace()));
  const fill = (of: number[], purpose: string, count: number) => database().$executeRaw`
    insert into "Upload" ("workspaceId", id, "fileName", "contentType", purpose, "sizeBytes", "storedAt", "createdBy")
    select w, uuidv7(), md5(${purpose} || n::text) || '.png', 'image/png', ${purpose}, 1000, now(), 'SYSTEM'
    from generate_series(1, ${count}::int) n, unnest(${of}::int[]) w`;
  await fill([workspaceId], "media", 20_000);
  await fill([workspaceId, ...neighbours.map((neighbour) => neighbour.workspaceId)], "picture", 2_000);
  await pool().query('vacuum (analyze) "Upload"');
  const GIF = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
  const host = await startReceiver((_, response) => response.end(GIF));
  const asked = await statementsOf(() => openPicture(ctx, host.url, "photo"));
  await host.close();
  const [making, ...others] = asked.filter(({ text }) => text.includes("newest as"));
  expect(others).toEqual([]);
  const { rows } = await pool().query(`explain (format json) ${making?.text}`, making?.values ?? []);
  expect(JSON.stringify(rows)).toContain('"Index Name":"Upload_picture_idx"');
});
