import { beforeAll, describe, expect, test } from "vitest";
import { database } from "../server/db.ts";
import { customerSystem } from "../server/testing/custom-channel.ts";
import { createTestIntegration, createTestMember, createTestWorkspace } from "../server/testing/factories.ts";
import { convSizes } from "./conv-sizes.ts";
import { hireCast } from "./fill-cast.ts";
import { TABLES } from "./fill-sql.ts";
import { fillWorkspace } from "./fill-workspace.ts";

const CONVERSATIONS = 300;
const MESSAGES = 6_000;

/** Two workspaces: one written by the product's own operations, one filled. */
let ofVerbs: number;
let filled: number;

const SEND = `mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }`;
const END = `mutation ($input: ConvEndInput!) { endConv(input: $input) { id } }`;
const SNOOZE = `mutation ($input: ConvSnoozeInput!) { snoozeConv(input: $input) { id } }`;
const ASSIGN = `mutation ($input: ConvAssignInput!) { assignConv(input: $input) { id } }`;

/** Creates every kind of row that a fill creates, through agents and customers. */
async function playByVerbs(): Promise<number> {
  const { workspaceId } = await createTestWorkspace();
  const { id: integrationId } = await createTestIntegration(workspaceId);
  const customer = customerSystem(integrationId);
  const { api, agentId } = await createTestMember(workspaceId, "ADMIN");
  for (const [no, after] of ["waits", "waits for anybody", "answered", "ended", "snoozed", "noted"].entries()) {
    const says = (content: string) => customer.text(`person-${no}`, content, { messageId: `${no}-${content}` });
    const { conversationId: convId } = await says("Hello");
    const write = (type: "text" | "note", content: string) => api.ok(SEND, { convId, integrationId, type, content });
    if (after !== "waits for anybody") await api.ok(ASSIGN, { convId, integrationId, agentId });
    if (after !== "waits for anybody") await write("text", "Hello, how can I help?");
    await says("Where is it?");
    await says("Please?");
    if (after === "answered" || after === "ended" || after === "snoozed") await write("text", "On its way.");
    if (after === "noted") await write("note", "Ask the warehouse");
    if (after === "ended") await api.ok(END, { convId, integrationId });
    if (after === "snoozed") await api.ok(SNOOZE, { convId });
  }
  return workspaceId;
}

beforeAll(async () => {
  ofVerbs = await playByVerbs();
  const { workspaceId } = await createTestWorkspace();
  filled = workspaceId;
  const cast = await hireCast(filled, "validate-me");
  const signal = new AbortController().signal;
  const options = { conversations: CONVERSATIONS, messages: MESSAGES, say: () => undefined, signal };
  await fillWorkspace(process.env.DATABASE_URL ?? "", cast, options);
});

const rowsOf = <T>(sql: string, ...values: unknown[]) => database().$queryRawUnsafe<T[]>(sql, ...values);

/** Rules that the operations keep for a conversation and its messages. Each query returns the rows of $1 that break its rule. */
const INVARIANTS = {
  "seq counts from 1 without holes, and in the order of time": `
    select m.id from (select *, row_number() over (partition by "convId" order by "createdAt", id) as place from "Message"
      where "workspaceId" = $1) m where m.seq <> m.place`,
  "lastSeq is the last message's": `
    select c.id from "Conversation" c where c."workspaceId" = $1 and c."lastSeq" is distinct from
      (select max(seq) from "Message" m where m."workspaceId" = $1 and m."convId" = c.id)`,
  "lastMessageId and lastMessageAt are of the newest message that is no system line": `
    select c.id from "Conversation" c where c."workspaceId" = $1 and (c."lastMessageId", c."lastMessageAt") is distinct from (
      select row(m.id, m."createdAt") from "Message" m where m."workspaceId" = $1 and m."convId" = c.id
        and m."noteType" is distinct from 'system' order by m.seq desc limit 1)`,
  "lastClientMessageAt is of the client's newest": `
    select c.id from "Conversation" c where c."workspaceId" = $1 and c."lastClientMessageAt" is distinct from
      (select max("createdAt") from "Message" m where m."workspaceId" = $1 and m."convId" = c.id and not m."isAgent")`,
  "needsResponse: open, and the client spoke last, notes left out": `
    select c.id from "Conversation" c where c."workspaceId" = $1 and c."needsResponse" is distinct from (not c.ended and
      (select not m."isAgent" from "Message" m where m."workspaceId" = $1 and m."convId" = c.id and m.type <> 'note'
        order by m.seq desc limit 1))`,
  "waitingSince is the client's first message after the last answer": `
    select c.id from "Conversation" c where c."workspaceId" = $1 and c."waitingSince" is distinct from case when c."needsResponse" then
      (select min(m."createdAt") from "Message" m where m."workspaceId" = $1 and m."convId" = c.id and not m."isAgent" and m.seq >
        coalesce((select max(a.seq) from "Message" a where a."workspaceId" = $1 and a."convId" = c.id and a."isAgent"
          and a.type <> 'note'), 0)) end`,
  "activityAt is the later of the last message and of waking": `
    select c.id from "Conversation" c where c."workspaceId" = $1 and c."activityAt" <> greatest(c."lastMessageAt", c."wokeAt")`,
  "clientSearch is the contact's own": `
    select c.id from "Conversation" c join "Client" l on l."workspaceId" = $1 and l.id = c."clientId"
    where c."workspaceId" = $1 and c."clientSearch" <> client_search_text(l)`,
  "who has it was noted, and the ended are nobody's snooze": `
    select c.id from "Conversation" c where c."workspaceId" = $1 and ((c.ended and c."snoozedAt" is not null)
      or (c."assigneeId" is not null and not exists (select 1 from "ConvAssignment" a where a."workspaceId" = $1 and a."convId" = c.id
        and a."agentId" = c."assigneeId")))`,
  "the channel knows the client by the address that answers go to": `
    select c.id from "Conversation" c where c."workspaceId" = $1 and not exists (select 1 from "ClientIdentity" i
      where i."workspaceId" = $1 and i."clientId" = c."clientId" and i."externalId" = c."clientAddress")`,
  "a message is its conversation's contact's and channel's": `
    select m.id from "Message" m join "Conversation" c on c."workspaceId" = $1 and c.id = m."convId"
    where m."workspaceId" = $1 and (m."clientId" <> c."clientId" or m."integrationId" <> c."integrationId")`,
  "a conversation is no younger than its first message": `
    select c.id from "Conversation" c join "Message" m on m."workspaceId" = $1 and m."convId" = c.id and m.seq = 1
    where c."workspaceId" = $1 and c."createdAt" > m."createdAt"`,
};

describe.each(Object.entries(INVARIANTS))("%s", (_, sql) => {
  test.each(["the verbs", "the fill"])("in what %s wrote", async (writer) => {
    expect(await rowsOf(sql, writer === "the fill" ? filled : ofVerbs)).toEqual([]);
  });
});

test("every reference of a filled row leads to a row", async () => {
  const keys = await rowsOf<{ name: string; child: string; parent: string; own: string[]; other: string[] }>(
    `select k.conname as name, k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent,
      array(select quote_ident(a.attname) from unnest(k.conkey) with ordinality as c(no, place)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.no order by place) as own,
      array(select quote_ident(a.attname) from unnest(k.confkey) with ordinality as c(no, place)
        join pg_attribute a on a.attrelid = k.confrelid and a.attnum = c.no order by place) as other
     from pg_constraint k join pg_class t on t.oid = k.conrelid where k.contype = 'f' and t.relname = any($1::text[])`,
    [...TABLES],
  );
  expect(keys.length).toBeGreaterThan(15);
  for (const { name, child, parent, own, other } of keys) {
    const joined = own.map((column, at) => `p.${other[at]} = c.${column}`).join(" and ");
    const asked = own.map((column) => `c.${column} is not null`).join(" and ");
    const lost = await rowsOf(
      `select 1 from ${child} c where c."workspaceId" = $1 and ${asked} and not exists (select 1 from ${parent} p where ${joined})`,
      filled,
    );
    expect({ name, lost: lost.length }).toEqual({ name, lost: 0 });
  }
});

/** Which columns are set, by kind of row. A filled row must have the same set columns as one from an operation. */
const SHAPES = {
  "a client's text": `"Message" r where type = 'text' and not "isAgent"`,
  "a note": `"Message" r where type = 'note' and "noteType" = 'internal'`,
  "the line that ends a conversation": `"Message" r where "noteType" = 'system' and content = 'Ended the conversation'`,
  "a conversation that waits": `"Conversation" r where not ended and "needsResponse" and "snoozedAt" is null`,
  "an ended conversation": `"Conversation" r where ended and "assigneeId" is not null`,
};
/** Columns that are random in a fill and optional otherwise: not every conversation has a stage. */
const CHOSEN = ["stageId", "orderNo", "tags", "externalConversationId", "replyContext", "providerAt", "clientAddress"];

test.each(Object.entries(SHAPES))("%s is of the shape that the verbs give it", async (_, from) => {
  const sql = `select distinct (select string_agg(key, ' ' order by key) from jsonb_each(to_jsonb(r)) where value <> 'null'
    and key <> all($2::text[])) as columns from ${from} and r."workspaceId" = $1`;
  const [verbs, fills] = await Promise.all([rowsOf(sql, ofVerbs, CHOSEN), rowsOf(sql, filled, CHOSEN)]);
  expect(verbs.length).toBeGreaterThan(0);
  expect(verbs).toEqual(expect.arrayContaining(fills));
  expect(fills.length).toBeGreaterThan(0);
});

test("as many as were asked for, a tenth of them open, on every channel", async () => {
  const where = { workspaceId: filled };
  expect(await database().message.count({ where })).toBe(MESSAGES);
  expect(await database().conversation.count({ where })).toBe(CONVERSATIONS);
  const open = await database().conversation.count({ where: { ...where, ended: false } });
  expect(open / CONVERSATIONS).toBeGreaterThan(0.05);
  expect(open / CONVERSATIONS).toBeLessThan(0.15);
  const channels = await database().conversation.groupBy({ by: ["integrationId"], where, _count: true });
  expect(channels).toHaveLength(4);
});

test("a fill that is stopped leaves nothing behind, and all indexes where they were", async () => {
  const { workspaceId } = await createTestWorkspace();
  const cast = await hireCast(workspaceId, "validate-me");
  const names = () =>
    rowsOf<{ name: string }>(`select indexname as name from pg_indexes where schemaname = 'public' order by 1`);
  const before = await names();
  const stopped = new AbortController();
  const say = (line: string) => {
    if (line.includes("contacts")) stopped.abort(new Error("stopped"));
  };
  const filling = fillWorkspace(process.env.DATABASE_URL ?? "", cast, {
    conversations: 200,
    messages: 60_000,
    say,
    signal: stopped.signal,
  });
  await expect(filling).rejects.toThrow();
  expect(await database().client.count({ where: { workspaceId } })).toBe(0);
  expect(await names()).toEqual(before);
});

test("lengths fall by Zipf's law, add up, and have the two long ones where there is room for them", () => {
  const sizes = convSizes(100_000, 2_000_000);
  expect([...sizes.slice(0, 2)]).toEqual([10_000, 5_000]);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(2_000_000);
  expect(Math.min(...sizes)).toBeGreaterThan(0);
  const median = [...sizes].sort((a, b) => a - b)[50_000] ?? 0;
  expect(median).toBeLessThan(20);
  expect(convSizes(10, 100).reduce((sum, size) => sum + size, 0)).toBe(100);
  expect(() => convSizes(11, 10)).toThrow("at least one message");
});
