import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import {
  messagingEntry,
  messagingEvent,
  standbyEntry,
  whatsappEntry,
  whatsappHandover,
  whatsappMessage,
  whatsappStandby,
} from "../../simulator/graph-webhook.ts";
import { database } from "../db.ts";
import { createAi } from "../assistants/create-ai.ts";
import { createTestMember, createTestWorkspace, testCtx } from "../testing/factories.ts";
import { createMetaChannel, metaId } from "../testing/meta-channel.ts";
import { takeCalls } from "../testing/take-calls.ts";
import { startReceiver, type Receiver } from "../testing/receiver.ts";

const ADD = "mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }";
const TAKE = "mutation ($input: ConvTakeOverInput!) { takeOverConv(input: $input) { id otherAppSince assigneeId } }";
const GIVE_BACK = "mutation ($input: ConvGiveBackInput!) { giveBackConv(input: $input) { id otherAppSince } }";
const ASSIGN = "mutation ($input: ConvAssignInput!) { assignConv(input: $input) { id } }";
const CONV = "query ($input: ConvInput!) { conv(input: $input) { otherAppSince aiId assigneeId messages } }";
const COUNT =
  "query ($input: OpenConversationsNeedResponseCountInput!) { openConversationsNeedResponseCount(input: $input) }";

/** Meta: the requests that it received, and its next refusal. */
let graph: Receiver;
let refusal: object | null = null;
beforeAll(async () => {
  graph = await startReceiver((_, response) => {
    if (refusal) response.statusCode = 400;
    response.end(JSON.stringify(refusal ?? { success: true }));
  });
  process.env.META_GRAPH_URL = process.env.INSTAGRAM_GRAPH_URL = new URL(graph.url).origin;
});
afterAll(() => graph.close());
beforeEach(() => {
  graph.received.length = 0;
  refusal = null;
});

let clock = Math.floor(Date.now() / 1_000) * 1_000 - 600_000;
/** Each a second after the last. */
const next = () => new Date((clock += 1_000));

/** A channel whose conversations go to an assistant, and a customer on it. */
async function stage(type: "WHATSAPP" | "FACEBOOK") {
  const workspace = await createTestWorkspace();
  const { workspaceId } = workspace;
  const psid = metaId();
  const ida = { waId: metaId(), name: "Ida Lund" };
  const ai = await createAi(testCtx(workspaceId), { name: "Otto", type: "builtIn", integrationProperties: {} });
  const { integration, number, pageId, bring } = await createMetaChannel(workspaceId, type, {
    start: "AI",
    assigneeId: ai.id,
  });
  const text = (body: string) => ({ type: "text", text: { body } });
  const event = (from: string, to: string, said: object, at: Date) =>
    messagingEvent(from, to, { message: { mid: `m_${uuidv7()}`, ...said } }, at);
  const customer =
    type === "WHATSAPP"
      ? {
          writes: (body: string, at = next()) => bring(whatsappEntry(number, whatsappMessage(ida, text(body), at))),
          writesToOther: (body: string, at = next()) =>
            bring(whatsappStandby(number, whatsappMessage(ida, text(body), at))),
        }
      : {
          writes: (body: string, at = next()) =>
            bring(messagingEntry(pageId, [event(psid, pageId, { text: body }, at)])),
          writesToOther: (body: string, at = next()) =>
            bring(standbyEntry(pageId, [event(psid, pageId, { text: body }, at)])),
        };
  const otherAnswers = (body: string, at = next()) => {
    if (type === "FACEBOOK") {
      return bring(standbyEntry(pageId, [event(pageId, psid, { text: body, is_echo: true, app_id: 5 }, at)]));
    }
    const timestamp = String(Math.floor(at.getTime() / 1_000));
    const message = { messaging_product: "whatsapp", to: ida.waId, ...text(body) };
    return bring(whatsappStandby(number, { message_echoes: [{ id: `wamid.${uuidv7()}`, timestamp, message }] }));
  };
  const control = (content: Record<string, unknown>, at = next()) =>
    bring(messagingEntry(pageId, [messagingEvent(psid, pageId, content, at)]));
  return {
    ...{
      ...workspace,
      integrationId: integration.id,
      aiId: ai.id,
      pageId,
      psid,
      bring,
      control,
      ...customer,
      otherAnswers,
    },
    passes: (summary: string, at = next()) => bring(whatsappHandover(number, ida, summary, at)),
    rings: (at = next()) => {
      const timestamp = String(Math.floor(at.getTime() / 1_000));
      const call = {
        id: `wacid.${uuidv7()}`,
        from: ida.waId,
        event: "terminate",
        direction: "USER_INITIATED",
        timestamp,
      };
      return bring(whatsappEntry(number, { calls: [call] }, "calls"));
    },
    conv: () => database().conversation.findFirstOrThrow({ where: { workspaceId, ended: false } }),
    /** Who said what, in order; notes in brackets. */
    thread: async () =>
      (await database().message.findMany({ where: { workspaceId }, orderBy: { createdAt: "asc" } })).map(
        ({ type: kind, content, isAgent }) =>
          kind === "note" ? `[${content}]` : `${isAgent ? "us" : "them"}: ${content}`,
      ),
    waiting: () => workspace.api.ok<number>(COUNT, {}),
  };
}

describe.each(["WHATSAPP", "FACEBOOK"] as const)("another app answers on %s", (type) => {
  test("what it and the contact say is shown, and nobody here needs to answer", async () => {
    const it = await stage(type);
    await it.writesToOther("Is this in stock?");
    await it.otherAnswers("Yes, two of them.");
    await it.writesToOther("Great");
    const conv = await it.conv();
    expect(await it.thread()).toEqual([
      "[Another app is answering the contact]",
      "them: Is this in stock?",
      "us: Yes, two of them.",
      "them: Great",
    ]);
    expect(conv).toMatchObject({ needsResponse: false, waitingSince: null, aiId: null, assigneeId: null });
    expect(await it.waiting()).toBe(0);
    expect(await it.api.ok(CONV, { id: conv.id })).toMatchObject({ otherAppSince: conv.otherAppSince?.toISOString() });
    const sent = await database().message.findFirstOrThrow({ where: { convId: conv.id, isAgent: true, type: "text" } });
    expect(sent).toMatchObject({ sentElsewhere: true, status: "sent" });
    // What customers write to it counts for the reply window.
    expect(conv.lastClientMessageAt).not.toBeNull();
  });

  test("an assistant leaves its conversation; the contact's message to us gives it back", async () => {
    const it = await stage(type);
    await it.writes("Hello");
    expect(await it.conv()).toMatchObject({ aiId: it.aiId, needsResponse: true, ownerVersion: 0 });
    await it.writesToOther("Who are you?");
    expect(await it.conv()).toMatchObject({ aiId: null, needsResponse: false, ownerVersion: 1 });
    expect((await it.api.refusal(ASSIGN, { ...(await place(it)), isAi: true })).code).toBe("CONFLICT");
    await it.writes("And you?");
    expect(await it.conv()).toMatchObject({ aiId: it.aiId, needsResponse: true, otherAppSince: null });
    expect((await it.thread()).slice(-2)).toEqual(["[The other app no longer answers the contact]", "them: And you?"]);
  });

  test("what comes late does not turn it round", async () => {
    const it = await stage(type);
    const [early, later, last] = [next(), next(), next()];
    await it.writes("Second", later);
    await it.writesToOther("First", early);
    expect(await it.conv()).toMatchObject({ otherAppSince: null, needsResponse: true });
    await it.writesToOther("Third", last);
    await it.writes("Late", later);
    expect(await it.conv()).toMatchObject({ otherAppSince: last, needsResponse: false });
  });

  test("nothing is sent until somebody takes it over", async () => {
    const it = await stage(type);
    await it.writesToOther("Is this in stock?");
    const mia = await createTestMember(it.workspaceId, "AGENT_PLUS");
    const message = { ...(await place(it)), type: "text", content: "Yes" };
    for (const api of [it.api, mia.api]) {
      const refused = await api.refusal(ADD, message);
      expect(refused).toMatchObject({ code: "CONFLICT" });
      expect(refused.message).toContain("takeOverConv");
    }
    const { convId } = message;
    expect(await mia.api.ok(TAKE, { convId })).toEqual({ id: convId, otherAppSince: null, assigneeId: mia.agentId });
    expect(await it.conv()).toMatchObject({ needsResponse: true });
    expect((await it.thread()).at(-1)).toBe("[Took the conversation over from the other app]");
    await mia.api.ok(ADD, message);
    // Known again as ours, so that nothing is asked twice.
    const asked = graph.received.length;
    await mia.api.ok(TAKE, { convId });
    expect(graph.received).toHaveLength(asked);
    // What the other app was told before is no news.
    await it.writesToOther("Are you there?", new Date(Date.now() - 3_600_000));
    expect(await it.conv()).toMatchObject({ otherAppSince: null });
  });
});

test.each([
  ["WHATSAPP", "/thread_control", { messaging_product: "whatsapp", to: expect.any(String), action: "release" }],
  ["FACEBOOK", "/release_thread_control", { recipient: { id: expect.any(String) } }],
] as const)("%s: another app gets a conversation back", async (type, path, body) => {
  const it = await stage(type);
  await it.writes("Hello");
  const { convId } = await place(it);
  // Nobody else has answered in it, so nobody is asked.
  expect(await it.api.refusal(GIVE_BACK, { convId })).toMatchObject({ code: "CONFLICT" });
  await it.writesToOther("Who are you?");
  await it.api.ok(TAKE, { convId });
  // What the contact asked is not put away.
  const early = await it.api.refusal(GIVE_BACK, { convId });
  expect(early).toMatchObject({ code: "CONFLICT" });
  expect(early.message).toContain("waits for an answer");
  const answered = { workspaceId: it.workspaceId, integrationId: it.integrationId, isAgent: true, createdBy: "t" };
  const { lastSeq, clientId } = await it.conv();
  const answer = { ...answered, convId, clientId, seq: lastSeq + 1, type: "text", content: "We are" } as const;
  await database().message.create({ data: { ...answer, status: "sent" } });
  const id = { workspaceId_id: { workspaceId: it.workspaceId, id: convId } };
  await database().conversation.update({
    where: id,
    data: { needsResponse: false, lastSeq: lastSeq + 1, aiId: it.aiId },
  });

  refusal = { error: { message: "No default app", type: "OAuthException", code: 100 } };
  expect((await it.api.refusal(GIVE_BACK, { convId })).message).toContain("No default app");
  expect(await it.conv()).toMatchObject({ otherAppSince: null, aiId: it.aiId });
  refusal = null;
  const given = await it.api.ok<{ otherAppSince: string }>(GIVE_BACK, { convId });
  expect(Date.parse(given.otherAppSince)).toBeGreaterThan(Date.now() - 60_000);
  expect(graph.received.at(-1)?.path).toContain(path);
  expect(JSON.parse(graph.received.at(-1)?.body ?? "")).toEqual(body);
  expect((await it.thread()).at(-1)).toBe("[Gave the conversation back to the other app]");
  expect(await it.conv()).toMatchObject({ needsResponse: false, aiId: null });
  const asked = graph.received.length;
  await it.api.ok(GIVE_BACK, { convId });
  expect(graph.received).toHaveLength(asked);
  const message = { ...(await place(it)), content: "Wait", type: "text" };
  expect(await it.api.refusal(ADD, message)).toMatchObject({ code: "CONFLICT" });
  // What the contact writes to us ends it, as before.
  await it.writes("Is anybody there?", new Date(Date.now() + 2_000));
  expect(await it.conv()).toMatchObject({ otherAppSince: null, needsResponse: true });
});

test("a WhatsApp conversation that nobody has written in since it was taken is given back without a question", async () => {
  const it = await stage("WHATSAPP");
  await it.writesToOther("Who are you?");
  await it.otherAnswers("An assistant");
  const { convId } = await place(it);
  await it.api.ok(TAKE, { convId });
  await it.api.ok(GIVE_BACK, { convId });
  expect(graph.received).toEqual([]);
  expect((await it.conv()).otherAppSince).not.toBeNull();
});

/** What waited for something else is due at once. */
async function takeLate(): Promise<void> {
  await database().$executeRaw`update "ProviderCall" set "nextAttemptAt" = now()`;
  await takeCalls();
}

async function place(it: Awaited<ReturnType<typeof stage>>) {
  return { integrationId: it.integrationId, convId: (await it.conv()).id };
}

test("Messenger is asked for the conversation; its refusal is shown and changes nothing", async () => {
  const it = await stage("FACEBOOK");
  await it.writesToOther("Hello?");
  const { convId } = await place(it);
  refusal = { error: { message: "(#100) No default app", code: 100 } };
  const refused = await it.api.refusal(TAKE, { convId });
  expect(refused).toMatchObject({ code: "CONFLICT" });
  expect(refused.message).toContain("No default app");
  expect((await it.conv()).otherAppSince).not.toBeNull();
  refusal = null;
  await it.api.ok(TAKE, { convId });
  expect(graph.received.at(-1)?.path).toContain(`/${it.pageId}/take_thread_control`);
  expect(JSON.parse(graph.received.at(-1)?.body ?? "")).toEqual({ recipient: { id: it.psid } });
});

test("Messenger tells who has the conversation", async () => {
  const it = await stage("FACEBOOK");
  await it.writes("Hello");
  await it.control({ take_thread_control: { previous_owner_app_id: "700", metadata: "m" } });
  expect(await it.conv()).toMatchObject({ needsResponse: false, aiId: null });
  // To a person in Meta's own inbox.
  await it.control({ pass_thread_control: { previous_owner_app_id: "5", new_owner_app_id: 263902037430900 } });
  expect((await it.conv()).otherAppSince).not.toBeNull();
  await it.control({ pass_thread_control: { previous_owner_app_id: 263902037430900, new_owner_app_id: 700 } });
  expect(await it.conv()).toMatchObject({ otherAppSince: null, needsResponse: true, aiId: it.aiId });

  await it.otherAnswers("I have answered that", new Date(next().getTime() + 120_000));
  await it.control(
    { pass_thread_control: { previous_owner_app_id: 263902037430900, new_owner_app_id: 700 } },
    new Date(next().getTime() + 130_000),
  );
  // The person in Meta's inbox is done.
  expect(await it.conv()).toMatchObject({ otherAppSince: null, needsResponse: false });
  await it.control(
    { pass_thread_control: { previous_owner_app_id: 5, new_owner_app_id: 700 } },
    new Date(next().getTime() + 200_000),
  );
  expect(await it.conv()).toMatchObject({ needsResponse: true, aiId: null });
});

test("WhatsApp's agent hands over with a summary", async () => {
  const it = await stage("WHATSAPP");
  await it.writesToOther("I want to talk to a person");
  const at = next();
  await it.passes("Wants boots in size 42.", at);
  expect((await it.thread()).at(-1)).toBe("[The other app handed the conversation over: Wants boots in size 42.]");
  expect(await it.conv()).toMatchObject({ otherAppSince: null, needsResponse: true, aiId: it.aiId });
  // Its last words may come later. They leave the conversation to a person.
  await it.otherAnswers("I will connect you", at);
  expect(await it.conv()).toMatchObject({ otherAppSince: null, needsResponse: true, aiId: null });
});

test("after the agent's last words somebody has to answer, and no assistant, which would have nothing to answer", async () => {
  const it = await stage("WHATSAPP");
  await it.writesToOther("I want to talk to a person");
  await it.otherAnswers("I will connect you");
  await it.passes("Wants boots in size 42.");
  const conv = await it.conv();
  expect(conv).toMatchObject({ otherAppSince: null, needsResponse: true, aiId: null });
  expect(conv.waitingSince?.getTime()).toBeGreaterThan(Date.now() - 60_000);
});

test("a handover that comes before what it ended", async () => {
  const it = await stage("WHATSAPP");
  const [asked, passed] = [next(), next()];
  await it.passes("Wants boots.", passed);
  await it.writesToOther("I want to talk to a person", asked);
  await takeLate();
  expect(await it.conv()).toMatchObject({ otherAppSince: null, needsResponse: true });
  expect((await it.thread()).at(-1)).toBe("[The other app handed the conversation over: Wants boots.]");
});

test("a handover wakes a conversation in which only the business had written", async () => {
  const it = await stage("WHATSAPP");
  await it.writes("Hello");
  const { id } = await it.conv();
  await database().conversation.updateMany({
    where: { id },
    data: { dormant: true, needsResponse: false, aiId: null },
  });
  await it.passes("Wants boots.");
  expect(await it.conv()).toMatchObject({ id, dormant: false, needsResponse: true });
});

test("a call to the number does not say who answers", async () => {
  const it = await stage("WHATSAPP");
  await it.writesToOther("Hello?");
  await it.rings();
  expect((await it.thread()).at(-1)).toBe("them: [Missed call]");
  expect((await it.conv()).otherAppSince).not.toBeNull();
});
