import { validate as isUuid } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { database, pool } from "../db.ts";
import { credentialsOf, endpoint } from "../testing/isolation/callers.ts";
import { EXPECTATIONS, type Expected } from "../testing/isolation/endpoints.ts";
import { documentOf, operationsOf, withValue } from "../testing/isolation/operations.ts";
import { mayCall, type Caller } from "../testing/isolation/roles.ts";
import { textsIn } from "../testing/isolation/rows.ts";
import { createWorld, type World } from "../testing/isolation/world.ts";
import { coreSchema } from "./schema.ts";
import { askApp } from "../testing/ask-app.ts";

// An agent cannot see a colleague's conversations anywhere (contract.md, Authentication). The test runs every operation
// that agents may call, with every id of such a conversation and its contents, as a person and as a key.
// server/testing/isolation has the operations' inputs, so new operations are included. For the live stream see
// server/rest/events.test.ts.
const AGENTS = ["AGENT", "agent-linked key"] as const satisfies Caller[];

/** Tables with the contents of conversations. */
const OF_CONVS = [
  "Conversation",
  "Message",
  "MessageVersion",
  "MessageReaction",
  "SendAttempt",
  "ConvAssignment",
  "ScheduledMessage",
  "Draft",
  "NoteMention",
  "AssistantAnswer",
];

const send = endpoint(coreSchema, "/core/gq");
const tally = { operations: 0, calls: 0 };
let world: World;
let credentials: Record<Caller, string>;
let hiddenTexts: string[] = [];
/** In full, because an AGENT sees all of them masked. */
let addresses: string[] = [];

beforeAll(async () => {
  world = await createWorld("scope");
  credentials = await credentialsOf(world);
  const { workspaceId, mark } = world;
  const colleague = await world.newAgent();
  await database().conversation.updateMany({
    where: { workspaceId, isPlayground: false },
    data: { assigneeId: colleague.id },
  });
  const [own, others] = [
    await textsIn(workspaceId, (table) => OF_CONVS.includes(table)),
    // Merge and event records name conversations. These names still belong to the conversations.
    await textsIn(workspaceId, (table) => !OF_CONVS.includes(table) && !["ClientMerge", "Event"].includes(table)),
  ];
  const convIds = (await database().conversation.findMany({ where: { workspaceId }, select: { id: true } })).map(
    ({ id }) => id,
  );
  // Words like "delivered" prove nothing. Search for ids and for texts with the world's mark.
  hiddenTexts = [...own].filter((text) => (isUuid(text) || text.includes(mark)) && !others.has(text)).concat(convIds);
  const clients = await database().client.findMany({ where: { workspaceId } });
  // The workspace's own test numbers are settings that everyone may read.
  const testNumbers = (await database().workspaceTestNumber.findMany({ where: { workspaceId } })).map(
    ({ phone }) => phone,
  );
  addresses = clients
    .flatMap(({ phone, email }) => [phone, email])
    .filter((each) => each !== null)
    .filter((each) => !testNumbers.includes(each));
});

afterAll(() => {
  const { operations, calls } = tally;
  console.info(`agent scope: ${operations} operations, ${calls} calls, each searched for ${hiddenTexts.length} texts`);
});

/** A hash of all rows of a colleague's conversations and their contents. */
async function hashOfHidden(): Promise<string> {
  const ids = hiddenTexts.filter((text) => isUuid(text));
  const parts = OF_CONVS.map(
    (table) => `select to_jsonb(t)::text as row from "${table}" t where "workspaceId" = $1 and
      (to_jsonb(t)->>'id' = any($2::text[]) or to_jsonb(t)->>'convId' = any($2::text[]))`,
  );
  const { rows } = await pool().query<{ hash: string }>(
    `select md5(string_agg(row, '' order by row)) as hash from (${parts.join(" union all ")}) rows`,
    [world.workspaceId, ids],
  );
  return rows[0]?.hash ?? "";
}

function leaked(answer: string, sent: string, caller: Caller): string[] {
  const hidden = caller === "AGENT" ? [...hiddenTexts, ...addresses] : hiddenTexts;
  return hidden.filter((text) => answer.includes(text) && !sent.includes(text));
}

test("the world has something to hide", () => {
  expect(hiddenTexts.length).toBeGreaterThan(30);
  expect(addresses.length).toBeGreaterThan(0);
});

describe.each(operationsOf(coreSchema).filter(({ name }) => mayCall("AGENT", EXPECTATIONS[name]?.right ?? "anyone")))(
  "$name",
  (operation) => {
    const { input, ids = {}, plan, alone } = EXPECTATIONS[operation.name] as Expected;

    test("tells an agent nothing of a colleague's conversation, and changes nothing in it", async () => {
      // Gateway workspaces have no assigned conversations. Operations that end a workspace have their own tests.
      if (plan === "GATEWAY" || alone) return;
      tally.operations++;
      const document = documentOf(operation);
      // Rows that building an input creates are not changes by the operation.
      const asked: [Caller, Record<string, unknown>][] = [];
      for (const caller of AGENTS) {
        const base = await input(world);
        asked.push([caller, base]);
        for (const [field, [kind]] of Object.entries(ids))
          asked.push([caller, withValue(base, field, world.ids[kind])]);
      }
      const before = await hashOfHidden();
      for (const [caller, one] of asked) {
        const variables = { input: { ...one, workspaceId: world.workspaceId } };
        const { text } = await send(credentials[caller], document, variables);
        tally.calls++;
        expect([caller, JSON.stringify(one), leaked(text, JSON.stringify(variables), caller)]).toEqual([
          caller,
          JSON.stringify(one),
          [],
        ]);
      }
      expect(await hashOfHidden()).toBe(before);
    });
  },
);

describe.each(AGENTS)("files for the %s", (caller) => {
  test.each(["conversations", "contacts"])("of %s", async (what) => {
    const { workspaceId, ids } = world;
    for (const search of ["", `&clientId=${ids.client}`, `&ids=${ids.conv}`]) {
      const url = `http://localhost:3000/export/${what}?workspaceId=${workspaceId}${search}`;
      const response = await askApp(new Request(url, { headers: { authorization: credentials[caller] } }));
      expect(response.status).toBe(200);
      expect(leaked(await response.text(), search, caller)).toEqual([]);
    }
  });
});

test("the owner, who may see it, finds it by the same calls", async () => {
  const [rows] = operationsOf(coreSchema).filter(({ name }) => name === "convRows");
  if (!rows) throw new Error("the inbox's list is an operation");
  const { text } = await send(credentials.OWNER, documentOf(rows), {
    input: { workspaceId: world.workspaceId, first: 100 },
  });
  expect(hiddenTexts.filter((each) => text.includes(each)).length).toBeGreaterThan(5);
});
