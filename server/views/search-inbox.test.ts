import { beforeAll, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import {
  createTestAgentKey,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
  testCtx,
} from "../testing/factories.ts";
import { searchSql } from "./search-messages.ts";
import { searchWords, snippetOf, tsQueryOf } from "./search-words.ts";

type Hit = {
  message: { messageId: string; convId: string };
  snippet: string;
  highlights: { start: number; end: number }[];
};
type Found = {
  convs: { nodes: { id: string }[] };
  messages: { nodes: Hit[]; isOnlyRecent: boolean };
  clients: { nodes: { name: string; phone: string | null }[] };
};
const SEARCH = `query ($input: InboxSearchInput!) { searchInbox(input: $input) {
  convs { nodes { id } }
  messages { isOnlyRecent nodes { message { messageId convId } snippet highlights { start end } } }
  clients { nodes { name phone } } } }`;

let workspaceId: number;
let api: Awaited<ReturnType<typeof createTestWorkspace>>["api"];
let agent: Awaited<ReturnType<typeof createTestMember>>;
let maria: { conversationId: string };
let others: { conversationId: string };
const marked = ({ snippet, highlights }: Hit) => highlights.map(({ start, end }) => snippet.slice(start, end));
const search = (text: string, who = agent.api, more: object = {}) => who.ok<Found>(SEARCH, { text, ...more });

beforeAll(async () => {
  ({ workspaceId, api } = await createTestWorkspace());
  const { id: integrationId } = await createTestIntegration(workspaceId);
  const customer = customerSystem(integrationId);
  agent = await createTestMember(workspaceId, "AGENT");
  const ana = await createTestAgentKey(workspaceId, "Ana");
  maria = await customer.text("m-1", "Where is my PÓLIZA, the refund of it'll be late?", {
    clientInfo: { name: "Maria", surname: "Silva", phone: "+5511998765432" },
  });
  const photo = await customer.text("m-1", "https://example.com/a.jpg", { type: "image" });
  await database().message.update({
    where: { workspaceId_id: { workspaceId, id: photo.messageId } },
    data: { caption: "The damaged polizas" },
  });
  others = await customer.text("o-1", "The poliza of somebody else", { clientInfo: { name: "Otto" } });
  await database().conversation.update({
    where: { workspaceId_id: { workspaceId, id: others.conversationId } },
    data: { assigneeId: ana.agentId },
  });
  // Many other messages, inserted in parts so that each statement stays within its timeout on a busy machine.
  for (let from = 0; from < 20_000; from += 4_000) {
    await database().$executeRaw`
      insert into "Message" ("workspaceId", id, "convId", "clientId", "integrationId", seq, content, type, "isAgent", "createdBy", status, "createdAt")
      select m."workspaceId", gen_random_uuid(), m."convId", m."clientId", m."integrationId", 1000 + n,
        'the order number ' || n || ' of today', 'text', false, 'client', 'delivered', now() - interval '90 days'
      from "Message" m, generate_series(${from}::int + 1, ${from}::int + 4000) n
      where m."convId" = ${maria.conversationId}::uuid and m.seq = 1`;
  }
  await database().$executeRaw`analyze "Message"`;
}, 60_000);

describe("what is found", () => {
  test("without accents and case, the last word not yet whole, newest first, captions too", async () => {
    const { messages } = await search("poliz");
    expect(messages.nodes.map(marked)).toEqual([["poliz"], ["PÓLIZ"]]);
    expect((await search("póliza REFUND")).messages.nodes.map(marked)).toEqual([["PÓLIZA", "refund"]]);
    expect((await search("refund nothing")).messages.nodes).toEqual([]);
    expect((await search("it'll' | ! & late")).messages.nodes).toHaveLength(1);
  });

  test("an agent finds nothing of others' conversations, and no phone by its digits", async () => {
    expect((await search("somebody")).messages.nodes).toEqual([]);
    expect((await search("somebody", api)).messages.nodes).toHaveLength(1);
    const byName = await search("maria silva");
    expect(byName.clients.nodes).toEqual([{ name: "Maria", phone: "+55•••••••32" }]);
    expect(byName.convs.nodes).toEqual([{ id: maria.conversationId }]);
    expect((await search("998765")).clients.nodes).toEqual([]);
    expect((await search("998765", api)).clients.nodes).toHaveLength(1);
    expect((await search("m-1")).convs.nodes).toEqual([{ id: maria.conversationId }]);
    const refused = await agent.api.refusal(SEARCH, { text: "poliza", convId: others.conversationId });
    expect(refused.code).toBe("NOT_FOUND");
  });

  test.each(["998765", "silva +5511998765432", "+5511998765432"])(
    "a conversation is found by %j by those only who see the number",
    async (text) => {
      const CONVS = "query ($input: ConvsInput!) { convs(input: $input) { nodes { id } } }";
      const ROWS = "query ($input: ConvRowsInput!) { convRows(input: $input) { nodes { id } } }";
      const filter = { any: [{ all: [{ field: "text", op: "is", values: [text] }] }] };
      const by = async (who: typeof api) => [
        (await search(text, who)).convs.nodes,
        (await who.ok<Found["convs"]>(CONVS, { nameOrPhone: text })).nodes,
        (await who.ok<Found["convs"]>(ROWS, { search: text })).nodes,
        (await who.ok<Found["convs"]>(ROWS, { filter })).nodes,
      ];
      expect(await by(agent.api)).toEqual([[], [], [], []]);
      const found = [{ id: maria.conversationId }];
      expect(await by(api)).toEqual([found, found, found, found]);
    },
  );

  test("in one conversation, and a word of many messages in no more than was asked for", async () => {
    const inIt = await search("poliza", agent.api, { convId: maria.conversationId });
    expect(inIt.messages.nodes).toHaveLength(2);
    expect([inIt.convs.nodes, inIt.clients.nodes]).toEqual([[], []]);
    const many = await search("order today", agent.api, { first: 5 });
    expect(many.messages.nodes).toHaveLength(5);
    expect(many.messages.isOnlyRecent).toBe(false);
  });

  test("the plan of 20,000 messages goes by Message_search_idx", async () => {
    const choice = { words: searchWords("number 19321"), convId: null, first: 20 };
    const ctx = testCtx(workspaceId);
    const { strings, values } = searchSql(ctx, choice, null);
    const text = strings.reduce((all, part, index) => `${all}$${index}${part}`);
    const plan = await database().$queryRawUnsafe<{ "QUERY PLAN": string }[]>(`explain analyze ${text}`, ...values);
    const lines = plan.map((line) => line["QUERY PLAN"]).join("\n");
    console.info(lines.split("\n").at(-1));
    expect(lines).toContain("Message_search_idx");
  });

  test.each([
    ["text", { text: " " }],
    ["first", { text: "x", first: 0 }],
  ])("a wrong %s is refused", async (path, input) => {
    expect(await api.refusal(SEARCH, input)).toMatchObject({ code: "BAD_INPUT", paths: [`input.${path}`] });
  });
});

describe("words and snippets", () => {
  test("words are small, without accents, and quoted for the database", () => {
    expect(searchWords("  Ça & VA  l'été ")).toEqual(["ca", "va", "l'ete"]);
    expect(tsQueryOf(["ca", "l'ete"])).toBe("'ca' & 'l ete':*");
  });

  test.each([
    ["Refund please", ["refund"], "Refund please", ["Refund"]],
    [
      `${"a ".repeat(60)}crème brûlée ${"b ".repeat(60)}`,
      ["creme"],
      `…${"a ".repeat(30)}crème brûlée ${"b ".repeat(60).slice(0, 52)}…`,
      ["crème"],
    ],
    ["unrefunded refund", ["refund"], "unrefunded refund", ["refund"]],
    ["😀😀 refund", ["refund"], "😀😀 refund", ["refund"]],
    ["nothing of it", ["refund"], "nothing of it", []],
  ])("of %j by %j", (text, words, snippet, highlighted) => {
    const made = snippetOf(text, words);
    expect([made.text, made.highlights.map(({ start, end }) => made.text.slice(start, end))]).toEqual([
      snippet,
      highlighted,
    ]);
  });
});
