import { beforeAll, describe, expect, test } from "vitest";
import { database, pool } from "../db.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import {
  createTestAgentKey,
  createTestClient,
  createTestConv,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
} from "../testing/factories.ts";

type Around = { nodes: { messageId: string; seq: number }[]; hasOlder: boolean; hasNewer: boolean };

const AROUND = `query ($input: MessagesAroundInput!) {
  messagesAround(input: $input) { nodes { messageId seq } hasOlder hasNewer }
}`;
const FACTS = `query ($input: ConvFactsInput!) {
  convFacts(input: $input) { firstClientMessageAt firstResponseAt sourceType sourceUrl ad { id headline text clickId } closesAt }
}`;
const NO_FACTS = { firstClientMessageAt: null, firstResponseAt: null, sourceType: null, sourceUrl: null, ad: null };
const MANY = 10_000;

let workspaceId: number;
let api: Awaited<ReturnType<typeof createTestWorkspace>>["api"];
let customer: ReturnType<typeof customerSystem>;
let conv: { conversationId: string; messageId: string; clientId: string };
let integrationId: string;

beforeAll(async () => {
  ({ workspaceId, api } = await createTestWorkspace());
  ({ id: integrationId } = await createTestIntegration(workspaceId));
  customer = customerSystem(integrationId);
  conv = await customer.text("maria", "Hello");
});

const messageAt = async (seq: number) =>
  (await database().message.findFirstOrThrow({ where: { workspaceId, convId: conv.conversationId, seq } })).id;
const around = async (seq: number, before: number, after: number) =>
  api.ok<Around>(AROUND, { convId: conv.conversationId, messageId: await messageAt(seq), before, after });
const seqs = ({ nodes }: Around) => nodes.map(({ seq }) => seq);

describe("messagesAround in a conversation of 10,000 messages", () => {
  beforeAll(async () => {
    await pool().query(
      `insert into "Message" ("workspaceId", id, "convId", "clientId", "integrationId", seq, content, type, "isAgent", "createdBy", status, "createdAt")
       select $1, gen_random_uuid(), $2::uuid, $3::uuid, $4::uuid, n, 'Message ' || n, 'text', n % 3 = 0, 'test', 'delivered',
         now() - make_interval(secs => ${MANY} - n)
       from generate_series(2, ${MANY}) n`,
      [workspaceId, conv.conversationId, conv.clientId, integrationId],
    );
    await pool().query('analyze "Message"');
  });

  test("brings as many as asked for on both sides, oldest first", async () => {
    const answer = await around(5_000, 3, 2);
    expect(seqs(answer)).toEqual([4_997, 4_998, 4_999, 5_000, 5_001, 5_002]);
    expect(answer).toMatchObject({ hasOlder: true, hasNewer: true });
  });

  test("says where the conversation begins and ends", async () => {
    expect(await around(2, 3, 0)).toMatchObject({ hasOlder: false, hasNewer: true, nodes: [{ seq: 1 }, { seq: 2 }] });
    expect(await around(MANY, 0, 3)).toMatchObject({ hasOlder: true, hasNewer: false, nodes: [{ seq: MANY }] });
  });

  test("pages joined by their edges hold every message once", async () => {
    let stretch = await around(5_000, 50, 50);
    const seen = seqs(stretch);
    for (let i = 0; i < 3; i++) {
      stretch = await around(seen.at(-1) ?? 0, 0, 50);
      seen.push(...seqs(stretch).slice(1));
    }
    expect(seen).toEqual(Array.from({ length: 251 }, (_, i) => 4_950 + i));
  });

  test.each([
    ["before", "seq < 5000 order by seq desc limit 51"],
    ["after", "seq > 5000 order by seq limit 51"],
  ])("%s is one range of the index", async (_, range) => {
    const { rows } = await pool().query<{ "QUERY PLAN": [{ Plan: object }] }>(
      `explain (analyze, format json) select * from "Message"
       where "workspaceId" = $1 and "convId" = $2::uuid and ${range}`,
      [workspaceId, conv.conversationId],
    );
    expect(rows[0]?.["QUERY PLAN"][0].Plan).toMatchObject({
      "Node Type": "Limit",
      Plans: [{ "Node Type": "Index Scan", "Index Name": "Message_workspaceId_convId_seq_key", "Actual Rows": 51 }],
    });
  });

  test.each([
    ["before", { before: -1, after: 0 }],
    ["before", { before: 51, after: 0 }],
    ["after", { before: 0, after: 51 }],
  ])("a wrong %s is refused", async (path, counts) => {
    const input = { convId: conv.conversationId, messageId: await messageAt(1), ...counts };
    expect(await api.refusal(AROUND, input)).toMatchObject({ code: "BAD_INPUT", paths: [`input.${path}`] });
  });
});

describe("who may look", () => {
  test("a colleague's conversation is not there for an agent, its own and nobody's are", async () => {
    const other = await createTestAgentKey(workspaceId, "Bo");
    const member = await createTestMember(workspaceId, "AGENT");
    const { conversationId: convId, messageId } = await customer.text("bo's customer", "Mine");
    const input = { convId, messageId, before: 1, after: 1 };
    const give = (assigneeId: string | null) =>
      database().conversation.update({ where: { workspaceId_id: { workspaceId, id: convId } }, data: { assigneeId } });

    expect(await member.api.ok<Around>(AROUND, input)).toMatchObject({ nodes: [{ messageId }] });
    expect(await member.api.ok(FACTS, { convId })).toMatchObject({ firstResponseAt: null });
    await give(member.agentId);
    expect(await member.api.ok<Around>(AROUND, input)).toMatchObject({ nodes: [{ messageId }] });
    await give(other.agentId);
    expect(await member.api.refusal(AROUND, input)).toMatchObject({ code: "NOT_FOUND" });
    expect(await member.api.refusal(FACTS, { convId })).toMatchObject({ code: "NOT_FOUND" });
    expect(await other.api.ok<Around>(AROUND, input)).toMatchObject({ nodes: [{ messageId }] });
  });

  test("a message of another conversation is not found in this one", async () => {
    const { messageId } = await customer.text("somebody else", "Hello");
    const input = { convId: conv.conversationId, messageId, before: 1, after: 1 };
    expect(await api.refusal(AROUND, input)).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("convFacts", () => {
  test("tells the first answer, the source, and when the conversation ends by itself", async () => {
    const { workspaceId: id, api: owner } = await createTestWorkspace();
    const channel = await createTestIntegration(id);
    const { conversationId: convId, messageId } = await customerSystem(channel.id).text("zoe", "Hello");
    const where = { workspaceId_id: { workspaceId: id, id: convId } };
    const ad = { id: "7", headline: "Boots", text: null, clickId: "c" };
    const source = { sourceType: "ad", sourceUrl: "https://example.com/ad", ad };
    const said = await database().message.update({
      where: { workspaceId_id: { workspaceId: id, id: messageId } },
      data: source,
    });
    const add = "mutation ($input: MessageInput!) { addMessage(input: $input) { createdAt } }";
    const to = { convId, integrationId: channel.id };

    expect(await owner.ok(FACTS, { convId })).toMatchObject({ firstResponseAt: null, closesAt: null });
    await owner.ok(add, { ...to, type: "note", content: "Not an answer" });
    const { createdAt: firstResponseAt } = await owner.ok(add, { ...to, type: "text", content: "Hello Zoe" });
    await owner.ok(add, { ...to, type: "text", content: "Anything else?" });
    await database().workspaceSettings.update({ where: { workspaceId: id }, data: { convTTL: 5 } });
    const { activityAt } = await database().conversation.findUniqueOrThrow({ where });
    expect(await owner.ok(FACTS, { convId })).toEqual({
      firstClientMessageAt: said.createdAt.toISOString(),
      firstResponseAt,
      ...source,
      closesAt: new Date(activityAt.getTime() + 5 * 3_600_000).toISOString(),
    });

    await database().conversation.update({ where, data: { ended: true, endedAt: new Date() } });
    expect(await owner.ok(FACTS, { convId })).toMatchObject({ closesAt: null });
  });

  test("has nothing to tell of a conversation in which nobody wrote", async () => {
    const { id: clientId } = await createTestClient(workspaceId);
    const { id } = await createTestConv(workspaceId, { integrationId, clientId });
    expect(await api.ok(FACTS, { convId: id })).toEqual({ ...NO_FACTS, closesAt: null });
  });
});
