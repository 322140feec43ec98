import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { database, pool } from "../db.ts";
import { onEphemeral, type Ephemeral } from "../events/ephemeral.ts";
import type { IntegrationType } from "../generated/prisma/enums.ts";
import { sealCredentials } from "../integrations/access.ts";
import { createTestClient, createTestMember, createTestWorkspace } from "../testing/factories.ts";
import { eventually, startReceiver, type Receiver } from "../testing/receiver.ts";
import { startWorker } from "../work/worker.ts";
import { sendGesture } from "./send-gesture.ts";
import { requeue } from "../work/handlers/recover.ts";

const REACT = `mutation ($input: MessageReactInput!) { reactToMessage(input: $input) {
  messageId reactions { emoji isAgent agentId error } } }`;
const READ = "mutation ($input: ConvReadInput!) { markConvRead(input: $input) { id } }";
const TYPING = "mutation ($input: ConvTypingInput!) { tellTyping(input: $input) { id } }";
const HEART = "❤️";

/** The provider: the requests that it received, and its next responses. */
let graph: Receiver;
let answers: ((response: ServerResponse) => void)[] = [];
const refusing = (status: number, code: number, message: string) => (response: ServerResponse) => {
  response.statusCode = status;
  response.end(JSON.stringify({ error: { message, type: "OAuthException", code, fbtrace_id: "A" } }));
};

beforeAll(async () => {
  graph = await startReceiver((_, response) => {
    const answer = answers.shift();
    if (answer) answer(response);
    else response.end('{"recipient_id":"24680"}');
  });
  process.env.META_GRAPH_URL = process.env.INSTAGRAM_GRAPH_URL = new URL(graph.url).origin;
});
afterAll(() => graph.close());
beforeEach(() => {
  graph.received.length = 0;
  answers = [];
});
const asked = () => graph.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);

/** A conversation with a contact's message on a channel of this type. */
async function stage({ type = "INSTAGRAM", hoursAgo = 0 }: { type?: IntegrationType; hoursAgo?: number } = {}) {
  const { workspaceId, api } = await createTestWorkspace();
  const db = database();
  const row = { workspaceId, id: crypto.randomUUID() };
  const credentials = await sealCredentials(row, {
    accessToken: "IGAA-account",
    accountId: "17841400000000001",
    appSecret: "0123456789abcdef0123456789abcdef",
    appId: "700",
  });
  await db.integration.create({ data: { ...row, name: "Insta", type, state: "active", credentials } });
  const client = await createTestClient(workspaceId);
  const conv = await db.conversation.create({
    data: {
      workspaceId,
      integrationId: row.id,
      clientId: client.id,
      clientAddress: "24680",
      lastSeq: 1,
      lastClientMessageAt: new Date(Date.now() - hoursAgo * 3_600_000),
    },
  });
  const say = (seq: number, more: Record<string, unknown> = {}) =>
    db.message.create({
      data: {
        workspaceId,
        convId: conv.id,
        clientId: client.id,
        integrationId: row.id,
        seq,
        content: "Hello",
        type: "text",
        isAgent: false,
        createdBy: client.id,
        status: "delivered",
        externalMessageId: `m_IN-${seq}-${conv.id}`,
        ...more,
      },
    });
  const message = await say(1);
  return { workspaceId, api, integrationId: row.id, client, convId: conv.id, messageId: message.id, say };
}

async function queued(workspaceId: number) {
  const { rows } = await pool().query<{ data: { workspaceId: number; messageId: string; kind: "read" | "reaction" } }>(
    "select data from pgboss.job where name = 'send-gesture' and (data ->> 'workspaceId')::int = $1 order by created_on",
    [workspaceId],
  );
  return rows.map(({ data }) => data);
}
const reactionOf = (workspaceId: number, messageId: string) =>
  database().messageReaction.findUnique({
    where: { workspaceId_messageId_isAgent: { workspaceId, messageId, isAgent: true } },
  });

describe("reactToMessage", () => {
  test("is shown at once, told, and given to the provider by a job that carries ids", async () => {
    const { workspaceId, messageId, convId } = await stage();
    const member = await createTestMember(workspaceId, "AGENT");
    const answer = await member.api.ok(REACT, { messageId, emoji: HEART });
    expect(answer).toEqual({
      messageId,
      reactions: [{ emoji: HEART, isAgent: true, agentId: member.agentId, error: null }],
    });
    const events = await database().event.findMany({ where: { workspaceId, messageId } });
    expect(events).toMatchObject([{ name: "MESSAGE_CHANGED", convId, payload: null }]);
    const jobs = await queued(workspaceId);
    expect(jobs).toEqual([{ workspaceId, messageId, kind: "reaction" }]);
    for (const job of jobs) await sendGesture(job);
    expect(asked()).toEqual([
      {
        recipient: { id: "24680" },
        sender_action: "react",
        payload: { message_id: `m_IN-1-${convId}`, reaction: "love" },
      },
    ]);
    expect(await reactionOf(workspaceId, messageId)).toMatchObject({ emoji: HEART, error: null });
  });

  test("the same again changes nothing; null takes it back, and taking back what is not there is nothing", async () => {
    const { workspaceId, messageId, api } = await stage();
    await api.ok(REACT, { messageId, emoji: null });
    expect(await reactionOf(workspaceId, messageId)).toBeNull();
    await api.ok(REACT, { messageId, emoji: HEART });
    await api.ok(REACT, { messageId, emoji: HEART });
    expect(await queued(workspaceId)).toHaveLength(1);
    expect(await api.ok(REACT, { messageId })).toEqual({ messageId, reactions: [] });
    const jobs = await queued(workspaceId);
    expect(jobs).toHaveLength(2);
    await sendGesture(jobs[1]!);
    expect(asked()).toMatchObject([{ sender_action: "unreact" }]);
  });

  test("what the provider says against it is shown with it, and a new try clears it", async () => {
    const { workspaceId, messageId, api } = await stage();
    await api.ok(REACT, { messageId, emoji: "❤" });
    answers = [refusing(400, 100, "The message is too old to be reacted to")];
    await sendGesture({ workspaceId, messageId, kind: "reaction" });
    expect(await reactionOf(workspaceId, messageId)).toMatchObject({
      emoji: "❤",
      error: expect.stringContaining("too old"),
    });
    expect(await database().event.count({ where: { workspaceId, messageId, name: "MESSAGE_CHANGED" } })).toBe(2);
    await api.ok(REACT, { messageId, emoji: HEART });
    expect(await reactionOf(workspaceId, messageId)).toMatchObject({ emoji: HEART, error: null });
  });

  test("a provider that is away is asked again by the queue, and no longer than for a reply", async () => {
    const { workspaceId, messageId, api } = await stage();
    await api.ok(REACT, { messageId, emoji: HEART });
    const away = refusing(503, 2, "Service temporarily unavailable");
    answers = [away, away];
    await expect(sendGesture({ workspaceId, messageId, kind: "reaction" })).rejects.toThrow("still to be shown");
    expect(await reactionOf(workspaceId, messageId)).toMatchObject({ error: null });
    await database().messageReaction.updateMany({
      where: { workspaceId, messageId },
      data: { at: new Date(Date.now() - 16 * 60_000) },
    });
    await sendGesture({ workspaceId, messageId, kind: "reaction" });
    expect((await reactionOf(workspaceId, messageId))?.error).toBeTruthy();
  });

  test("a reaction whose job is lost is queued again, until the provider has heard of it", async () => {
    const { workspaceId, messageId, api } = await stage();
    await api.ok(REACT, { messageId, emoji: HEART });
    await requeue("send-gesture");
    const [job, ...others] = await queued(workspaceId);
    expect(others).toEqual([]);
    await pool().query("delete from pgboss.job where data = $1", [job]);
    await requeue("send-gesture");
    await requeue("send-gesture");
    expect(await queued(workspaceId)).toEqual([job]);
    await sendGesture(job!);
    await sendGesture(job!);
    expect(asked()).toMatchObject([{ sender_action: "react" }]);
    await pool().query("delete from pgboss.job where data = $1", [job]);
    await requeue("send-gesture");
    expect(await queued(workspaceId)).toEqual([]);
  });

  test("a token that is refused puts the channel into error", async () => {
    const { workspaceId, messageId, integrationId, api } = await stage();
    await api.ok(REACT, { messageId, emoji: HEART });
    answers = [refusing(401, 190, "Error validating access token")];
    await sendGesture({ workspaceId, messageId, kind: "reaction" });
    const channel = await database().integration.findFirstOrThrow({ where: { workspaceId, id: integrationId } });
    expect(channel.state).toBe("error");
    expect((await reactionOf(workspaceId, messageId))?.error).toBeTruthy();
  });

  test("a reaction that was replaced while its request was under way is followed by the new one", async () => {
    const { workspaceId, messageId, api } = await stage();
    await api.ok(REACT, { messageId, emoji: HEART });
    answers = [
      (response) => {
        void api.ok(REACT, { messageId, emoji: null }).then(() => response.end('{"recipient_id":"24680"}'));
      },
    ];
    await sendGesture({ workspaceId, messageId, kind: "reaction" });
    expect(asked().map(({ sender_action }) => sender_action)).toEqual(["react", "unreact"]);
    expect(await reactionOf(workspaceId, messageId)).toMatchObject({ emoji: null, error: null });
  });

  test.each([
    ["no emoji", { emoji: "ok" }, "emoji must be one emoji"],
    ["two", { emoji: "👍👍" }, "emoji must be one emoji"],
    ["nothing", { emoji: "" }, "emoji must be one emoji"],
    ["an emoji with words", { emoji: "👍 fine" }, "emoji must be one emoji"],
  ])("%s is refused", async (_, more, words) => {
    const { messageId, api, workspaceId } = await stage();
    const refusal = await api.refusal(REACT, { messageId, ...more });
    expect(refusal).toMatchObject({
      code: "BAD_INPUT",
      message: expect.stringContaining(words),
      paths: ["input.emoji"],
    });
    expect(await queued(workspaceId)).toEqual([]);
  });

  test.each(["👨‍👩‍👧‍👦", "🇳🇴", "👍🏽", "1️⃣", "♥"])("%s is one emoji", async (emoji) => {
    const { messageId, api } = await stage();
    expect(await api.ok(REACT, { messageId, emoji })).toMatchObject({ reactions: [{ emoji }] });
  });

  test("is refused where it cannot be: no such channel, our own message, deleted, no id, after the window", async () => {
    const page = await stage({ type: "FACEBOOK" });
    expect(await page.api.refusal(REACT, { messageId: page.messageId, emoji: HEART })).toMatchObject({
      code: "BAD_INPUT",
      message: "Messenger takes no reactions",
    });
    const bot = await stage({ type: "TELEGRAM" });
    expect(await bot.api.ok(REACT, { messageId: bot.messageId, emoji: "❤️" })).toMatchObject({ reactions: [{}] });
    expect(await bot.api.refusal(REACT, { messageId: bot.messageId, emoji: "🍕" })).toEqual({
      code: "BAD_INPUT",
      message: expect.stringMatching(/^Telegram takes no other reaction than 👍, 👎, ❤, /),
      paths: ["input.emoji"],
    });
    const { api, say } = await stage();
    const refusalOf = async (seq: number, more: Record<string, unknown>) =>
      api.refusal(REACT, { messageId: (await say(seq, more)).id, emoji: HEART });
    expect(await refusalOf(2, { isAgent: true, status: "sent" })).toMatchObject({ code: "BAD_INPUT" });
    expect(await refusalOf(3, { removedAt: new Date() })).toMatchObject({ code: "CONFLICT" });
    expect(await refusalOf(4, { externalMessageId: null })).toMatchObject({ code: "BAD_INPUT" });
    const late = await stage({ hoursAgo: 25 });
    expect(await late.api.refusal(REACT, { messageId: late.messageId, emoji: HEART })).toMatchObject({
      code: "REPLY_WINDOW_CLOSED",
    });
  });

  test("AGENT does it in conversations that they see only", async () => {
    const { workspaceId, messageId, convId } = await stage();
    const [ana, ben] = [await createTestMember(workspaceId, "AGENT"), await createTestMember(workspaceId, "AGENT")];
    await database().conversation.update({
      where: { workspaceId_id: { workspaceId, id: convId } },
      data: { assigneeId: ana.agentId },
    });
    for (const [document, input] of [
      [REACT, { messageId, emoji: HEART }],
      [READ, { convId }],
      [TYPING, { convId, isTyping: true }],
    ] as const) {
      expect(await ben.api.refusal(document, input)).toMatchObject({ code: "NOT_FOUND" });
      await ana.api.ok(document, input);
    }
    expect(await graph.arrived(1)).toHaveLength(1);
  });
});

describe("markConvRead", () => {
  test("tells the provider of the client's last message, once, whoever reads and however often", async () => {
    const { workspaceId, convId, api, say } = await stage();
    await say(2);
    const last = await say(3);
    await say(4, { isAgent: true, status: "sent", externalMessageId: "m_OUT" });
    await Promise.all([api.ok(READ, { convId }), api.ok(READ, { convId }), api.ok(READ, { convId })]);
    await api.ok(READ, { convId });
    const jobs = await queued(workspaceId);
    expect(jobs).toEqual([{ workspaceId, messageId: last.id, kind: "read" }]);
    for (const job of jobs) await sendGesture(job);
    expect(asked()).toEqual([{ recipient: { id: "24680" }, sender_action: "mark_seen" }]);
    await say(5);
    await api.ok(READ, { convId });
    expect(await queued(workspaceId)).toHaveLength(2);
  });

  test("a job whose message is no longer the last one read asks nothing; a refusal ends it quietly", async () => {
    const { workspaceId, convId, messageId, api, say } = await stage();
    await api.ok(READ, { convId });
    const second = await say(2);
    await api.ok(READ, { convId });
    await sendGesture({ workspaceId, messageId, kind: "read" });
    expect(asked()).toEqual([]);
    answers = [refusing(400, 100, "Invalid parameter")];
    await sendGesture({ workspaceId, messageId: second.id, kind: "read" });
    expect(asked()).toHaveLength(1);
  });

  test("channels that show no such thing are not asked", async () => {
    const { workspaceId, convId, api } = await stage({ type: "TELEGRAM" });
    await api.ok(READ, { convId });
    expect(await queued(workspaceId)).toEqual([]);
    const conv = await database().conversation.findFirstOrThrow({ where: { workspaceId, id: convId } });
    expect(conv.readToldSeq).toBe(1);
  });
});

describe("tellTyping", () => {
  test("is told to all processes with the agent's name, shown at the provider, and not at every key", async () => {
    const { workspaceId, convId } = await stage();
    const member = await createTestMember(workspaceId, "AGENT");
    const heard: Ephemeral[] = [];
    const stop = onEphemeral(workspaceId, (news) => heard.push(news));
    for (const isTyping of [true, true, true, false]) await member.api.ok(TYPING, { convId, isTyping });
    stop();
    const news = { workspaceId, convId, assigneeId: null, kind: "typing", from: "agent", name: "Mia" };
    expect(heard).toEqual([true, true, true, false].map((isTyping) => ({ ...news, isTyping })));
    await graph.arrived(1);
    await new Promise((wait) => setTimeout(wait, 200));
    expect(asked()).toEqual([{ recipient: { id: "24680" }, sender_action: "typing_on" }]);
  });

  test("is no error when the provider refuses, and is not shown where the message could not be sent", async () => {
    const { convId, api } = await stage();
    answers = [refusing(400, 100, "Invalid parameter")];
    await api.ok(TYPING, { convId, isTyping: true });
    await graph.arrived(1);
    const late = await stage({ hoursAgo: 25 });
    await late.api.ok(TYPING, { convId: late.convId, isTyping: true });
    await new Promise((wait) => setTimeout(wait, 200));
    expect(asked()).toHaveLength(1);
  });

  test("leaves nothing behind", async () => {
    const { workspaceId, convId, api } = await stage();
    await api.ok(READ, { convId });
    const [events, jobs] = [await database().event.count({ where: { workspaceId } }), await queued(workspaceId)];
    await api.ok(TYPING, { convId, isTyping: true });
    await eventually(() => asked().length === 1);
    expect(await database().event.count({ where: { workspaceId } })).toBe(events);
    expect(await queued(workspaceId)).toEqual(jobs);
  });
});

test("a worker carries out what waits in the queue", async () => {
  const { messageId, convId, api } = await stage();
  await api.ok(REACT, { messageId, emoji: HEART });
  await api.ok(READ, { convId });
  const worker = await startWorker();
  try {
    await eventually(() => ["react", "mark_seen"].every((verb) => asked().some((body) => body.sender_action === verb)));
  } finally {
    await worker.stop();
  }
}, 40_000);
