import { afterAll, describe, expect, test } from "vitest";
import { disconnect, plannedOnce, pool } from "./db.ts";
import { claimReplies, claimSends } from "./sending/claim-sends.ts";
import { RECEIVE_NEW } from "./messages/receive-new-statement.ts";
import { WRITE_AND_READ, WRITE_IN } from "./messages/write-statement.ts";
import { SETTLE } from "./webhooks/deliver-webhook.ts";

afterAll(disconnect);

/** PostgreSQL makes this many custom plans for a named statement before it considers a generic plan. */
const PLANNED_ANEW = 5;
const RUNS = 12;

describe("a statement for a list is not planned anew for each list", () => {
  test.each([
    { name: "WRITE_IN", text: WRITE_IN, before: [0] },
    { name: "RECEIVE_NEW", text: RECEIVE_NEW, before: [0] },
    { name: "WRITE_AND_READ", text: WRITE_AND_READ, before: [0] },
    { name: "SETTLE", text: SETTLE, before: [] },
  ])("$name", async ({ name, text, before }) => {
    const client = await pool().connect();
    try {
      for (let run = 0; run < RUNS; run += 1) {
        const list = Array.from({ length: 2 + (run % 3) }, (_, index) => ({ no: index + 1 }));
        await client.query({ name, text, values: [...before, JSON.stringify(list)] });
      }
      const { rows } = await client.query<{ custom: number; generic: number }>(
        `select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements where name = $1`,
        [name],
      );
      expect(rows).toEqual([{ custom: PLANNED_ANEW, generic: RUNS - PLANNED_ANEW }]);
    } finally {
      client.release(true);
    }
  });
});

test("a claim of sends is planned once for all that it is given", async () => {
  for (let run = 0; run < RUNS; run += 1) await claimSends(new Map(), run);
  for (let run = 0; run < RUNS; run += 1) await claimReplies([]);
  const { rows } = await plannedOnce().query(
    `select name, custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements order by name`,
  );
  expect(rows).toEqual([
    { name: "claim-replies", custom: 0, generic: RUNS },
    { name: "claim-sends", custom: 0, generic: RUNS },
  ]);
});
