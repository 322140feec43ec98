import { beforeEach, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestIntegration, createTestMember, createTestWorkspace, testCtx } from "../testing/factories.ts";
import { closeExpiredConvs } from "../conversations/close-expired-convs.ts";
import { receiveMessage } from "../messages/receive-message.ts";

const END = `mutation ($input: ConvEndInput!) { endConv(input: $input) { id ended } }`;
const REOPEN = `mutation ($input: ConvReopenInput!) { reopenConv(input: $input) { id ended } }`;
const ADD = `mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }`;
const CONVS = `query ($input: ConvsInput!) { convs(input: $input) { nodes { id rating ratingScale ratedAt ratingComment } } }`;

const RATING = { enabled: true, question: "How was it?", scale: 5, thanks: "Thank you!" };
const HOUR_MS = 3_600_000;

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let workspaceId: number;
let integrationId: string;
let customer: ReturnType<typeof customerSystem>;
let mia: Awaited<ReturnType<typeof createTestMember>>;
let convId: string;

beforeEach(async () => {
  workspace = await createTestWorkspace();
  ({ workspaceId } = workspace);
  ({ id: integrationId } = await createTestIntegration(workspaceId));
  await setRating(RATING);
  customer = customerSystem(integrationId);
  mia = await createTestMember(workspaceId, "AGENT");
  ({ conversationId: convId } = await customer.text("maria", "Hello"));
});

const db = () => database();
const setRating = (rating: object | null) =>
  db().integration.updateMany({ where: { id: integrationId }, data: { properties: rating ? { rating } : {} } });
const convOf = (id = convId) => db().conversation.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id } } });
const end = (id = convId) => mia.api.ok(END, { convId: id, integrationId });
const change = (data: object, id = convId) =>
  db().conversation.update({ where: { workspaceId_id: { workspaceId, id } }, data });
/** The messages of the conversation without system lines. Outgoing ones begin with ">". */
const said = async (id = convId) =>
  (
    await db().message.findMany({ where: { workspaceId, convId: id, type: { not: "note" } }, orderBy: { seq: "asc" } })
  ).map(({ isAgent, content }) => `${isAgent ? ">" : "<"} ${content}`);
const convCount = () => db().conversation.count({ where: { workspaceId } });
const payloads = async (name: string) =>
  (await db().event.findMany({ where: { workspaceId, name }, orderBy: { seq: "asc" } })).map(
    ({ payload }) => payload as Record<string, unknown>,
  );
const QUESTION = "> How was it?\n\nReply with a number from 1 to 5.";

describe("the question", () => {
  test("is sent when an agent ends a conversation, after the end, and told as a message of ours", async () => {
    await end();
    expect(await said()).toEqual(["< Hello", QUESTION]);
    const conv = await convOf();
    expect(conv).toMatchObject({
      ended: true,
      needsResponse: false,
      rating: null,
      ratingScale: 5,
      endedBy: mia.userId,
    });
    expect(conv.ratingUntil?.getTime()).toBe((conv.ratingAskedAt?.getTime() ?? 0) + 24 * HOUR_MS);
    const question = await db().message.findFirstOrThrow({
      where: { workspaceId, convId, isAgent: true, type: "text" },
    });
    expect(question).toMatchObject({ createdBy: "SYSTEM", status: "pending", agentId: null });
    expect(await db().sendQueue.count({ where: { workspaceId, messageId: question.id } })).toBe(1);
    const names = await db().event.findMany({ where: { workspaceId, convId }, orderBy: { seq: "asc" } });
    expect(names.map(({ name }) => name).slice(-4)).toEqual([
      "ENDING_CONV",
      "CONV_CHANGED",
      "OUTGOING_MESSAGE",
      "MESSAGE_UPDATED_SMPP",
    ]);
    const [ending] = await payloads("ENDING_CONV");
    expect(ending).toMatchObject({ content: "Hello" });
    expect(ending).not.toHaveProperty("rating");
  });

  test("is sent when a key ends it, too, with a question of our own where the channel has none", async () => {
    await setRating({ enabled: true, scale: 10 });
    await workspace.api.ok(END, { convId, integrationId });
    expect(await said()).toEqual(["< Hello", "> How did we do?\n\nReply with a number from 1 to 10."]);
  });

  test("is not sent where the channel does not ask, nor to who is archived, has not written, or was asked today", async () => {
    await setRating({ ...RATING, enabled: false });
    await end();
    expect(await said()).toEqual(["< Hello"]);
    await setRating(RATING);

    const bo = await customer.text("bo", "Hi");
    await change({ lastClientMessageAt: null }, bo.conversationId);
    await end(bo.conversationId);
    expect(await said(bo.conversationId)).toEqual(["< Hi"]);

    const cy = await customer.text("cy", "Hi");
    await db().client.updateMany({ where: { id: cy.clientId }, data: { deletedAt: new Date(), archivedBy: "SYSTEM" } });
    await end(cy.conversationId);
    expect(await said(cy.conversationId)).toEqual(["< Hi"]);

    const first = await customer.text("di", "One");
    await end(first.conversationId);
    const second = await customer.text("di", "Two");
    await end(second.conversationId);
    expect(await said(second.conversationId)).toEqual(["< Two"]);
    await change({ ratingAskedAt: new Date(Date.now() - 25 * HOUR_MS) }, first.conversationId);
    const third = await customer.text("di", "Three");
    await end(third.conversationId);
    expect(await said(third.conversationId)).toEqual(["< Three", QUESTION]);
  });

  test("is not sent where SYSTEM ends it: by age, or because the client opted out", async () => {
    await db().workspaceSettings.update({ where: { workspaceId }, data: { convTTL: 1, optOutKeyword: "stop" } });
    const bo = await customer.text("bo", "Hi");
    await customer.text("bo", "stop");
    await db().conversation.updateMany({
      where: { workspaceId, id: convId },
      data: { lastMessageAt: new Date(Date.now() - 2 * HOUR_MS) },
    });
    await closeExpiredConvs();
    expect(await convOf()).toMatchObject({ ended: true, ratingAskedAt: null });
    expect(await convOf(bo.conversationId)).toMatchObject({ ended: true, ratingAskedAt: null });
  });

  test("is not sent while the channel is disabled or its reply window is closed", async () => {
    await db().integration.updateMany({ where: { id: integrationId }, data: { state: "disabled" } });
    await end();
    expect(await convOf()).toMatchObject({ ended: true, ratingAskedAt: null });
    await db().integration.updateMany({ where: { id: integrationId }, data: { state: "active" } });
    const bo = await customer.text("bo", "Hi");
    await db().integration.updateMany({ where: { id: integrationId }, data: { type: "FACEBOOK" } });
    await change({ lastClientMessageAt: new Date(Date.now() - 25 * HOUR_MS) }, bo.conversationId);
    await end(bo.conversationId);
    expect(await convOf(bo.conversationId)).toMatchObject({ ended: true, ratingAskedAt: null });
  });
});

describe("the answer", () => {
  test("is kept in the ended conversation, stored, thanked once, and told; a comment may follow", async () => {
    await end();
    const answer = await customer.text("maria", " 4 ");
    expect(answer.conversationId).toBe(convId);
    expect(await said()).toEqual(["< Hello", QUESTION, "<  4 ", "> Thank you!"]);
    expect(await convOf()).toMatchObject({ ended: true, rating: 4, needsResponse: false, waitingSince: null });
    await customer.text("maria", "Quick and kind");
    // The comment has been given, so this message opens a conversation.
    const next = await customer.text("maria", "One more thing");
    expect(next.conversationId).not.toBe(convId);
    expect(await convCount()).toBe(2);
    const { nodes } = await workspace.api.ok<{ nodes: { id: string }[] }>(CONVS, {});
    expect(nodes.find(({ id }) => id === convId)).toEqual({
      id: convId,
      rating: 4,
      ratingScale: 5,
      ratedAt: expect.any(String) as string,
      ratingComment: "Quick and kind",
    });
    const told = (await payloads("INCOMING_MESSAGE")).map(({ content, rating, ratingScale, ratingComment }) => [
      content,
      rating,
      ratingScale,
      ratingComment,
    ]);
    expect(told).toEqual([
      ["Hello", undefined, undefined, undefined],
      [" 4 ", 4, 5, null],
      ["Quick and kind", 4, 5, "Quick and kind"],
      ["One more thing", undefined, undefined, undefined],
    ]);
    expect((await payloads("OUTGOING_MESSAGE")).at(-1)).toMatchObject({ content: "Thank you!", rating: 4 });
    expect(await payloads("NEW_CONV")).toHaveLength(2);
  });

  test.each(["5 boxes please", "0", "6", "4/10", "-1", "4.5", "Hello again"])(
    "%s is none: it opens a conversation, and the question is over",
    async (content) => {
      await end();
      const next = await customer.text("maria", content);
      expect(next.conversationId).not.toBe(convId);
      expect(await convOf()).toMatchObject({ rating: null, ratingUntil: null });
      await customer.text("maria", "5");
      expect(await convOf()).toMatchObject({ rating: null });
      expect((await said(next.conversationId)).at(-1)).toBe("< 5");
    },
  );

  test.each([
    ["5", 5],
    ["3.", 3],
    ["2/5", 2],
    ["4 ★★★★", 4],
    ["1️⃣", 1],
  ])("%s is one", async (content, rating) => {
    await end();
    await customer.text("maria", content);
    expect(await convOf()).toMatchObject({ rating });
  });

  test("later than 24 hours opens a conversation; a comment later than ten minutes, too", async () => {
    await end();
    await change({ ratingUntil: new Date(Date.now() - 1) });
    expect((await customer.text("maria", "5")).conversationId).not.toBe(convId);
    expect(await convOf()).toMatchObject({ rating: null, ratingUntil: null });

    const bo = await customer.text("bo", "Hi");
    await end(bo.conversationId);
    await customer.text("bo", "5");
    const { ratedAt, ratingUntil } = await convOf(bo.conversationId);
    expect(ratingUntil?.getTime()).toBe((ratedAt?.getTime() ?? 0) + 10 * 60_000);
    await change({ ratingUntil: new Date(Date.now() - 1) }, bo.conversationId);
    expect((await customer.text("bo", "Nice")).conversationId).not.toBe(bo.conversationId);
    expect(await convOf(bo.conversationId)).toMatchObject({ rating: 5, ratingComment: null });
  });

  test("a number after it corrects it; a picture ends the time for a comment", async () => {
    await end();
    await customer.text("maria", "1");
    await customer.text("maria", "5");
    expect(await convOf()).toMatchObject({ rating: 5, ratingComment: null });
    expect((await said()).filter((line) => line === "> Thank you!")).toHaveLength(1);
    await customer.send({ senderId: "maria", type: "image", content: "https://cdn.example/a.png" });
    expect((await customer.text("maria", "And this?")).conversationId).not.toBe(convId);
    expect(await convOf()).toMatchObject({ rating: 5, ratingComment: null });
  });

  test("a repeated message stores nothing twice, and two at once leave one rating and one thanks", async () => {
    await end();
    const [once, twice] = [
      await customer.text("maria", "4", { messageId: "m-4" }),
      await customer.text("maria", "4", { messageId: "m-4" }),
    ];
    expect(twice).toEqual(once);
    expect(await said()).toHaveLength(4);

    const bo = await customer.text("bo", "Hi");
    await end(bo.conversationId);
    await Promise.all(["2", "3"].map((content) => customer.text("bo", content, { messageId: `r-${content}` })));
    const lines = await said(bo.conversationId);
    expect(lines.filter((line) => line === "> Thank you!")).toHaveLength(1);
    expect(`< ${(await convOf(bo.conversationId)).rating}`).toBe(lines.findLast((line) => /^< \d$/.test(line)));
    expect(await convCount()).toBe(2);
  });

  test("counts in a conversation that was reopened, where nobody waits for a response to it", async () => {
    await mia.api.ok(ADD, { convId, integrationId, type: "text", content: "Done" });
    await end();
    await mia.api.ok(REOPEN, { convId });
    await customer.text("maria", "5");
    expect(await convOf()).toMatchObject({ ended: false, rating: 5, needsResponse: false, waitingSince: null });
    await customer.text("maria", "Thanks");
    await customer.text("maria", "But where is my parcel?");
    expect(await convOf()).toMatchObject({ ratingComment: "Thanks", needsResponse: true });
    // Later events include the rating, whoever writes.
    await mia.api.ok(ADD, { convId, integrationId, type: "text", content: "On its way" });
    await workspace.api.ok(ADD, { convId, integrationId, type: "text", content: "Really" });
    expect((await payloads("INCOMING_MESSAGE")).at(-1)).toMatchObject({ rating: 5, ratingComment: "Thanks" });
    expect((await payloads("OUTGOING_MESSAGE")).slice(-2)).toMatchObject([{ rating: 5 }, { rating: 5 }]);
    await end();
    expect((await payloads("ENDING_CONV")).at(-1)).toMatchObject({ rating: 5 });
    expect((await said()).filter((line) => line === QUESTION)).toHaveLength(1);
  });

  test("without thanks in the settings nothing is sent back", async () => {
    await setRating({ ...RATING, thanks: undefined });
    await end();
    await customer.text("maria", "5");
    expect((await said()).at(-1)).toBe("< 5");
    expect(await convOf()).toMatchObject({ rating: 5, needsResponse: false });
  });

  test("another channel's, another thread's and another client's 5 is none", async () => {
    await end();
    const other = await createTestIntegration(workspaceId, { name: "Other" });
    await customerSystem(other.id).text("maria", "5");
    await customer.text("bo", "5");
    await customer.text("maria", "5", { conversationId: "thread" });
    expect(await convOf()).toMatchObject({ rating: null });
  });

  test("a tap on a choice counts for 24 hours, also while a newer conversation is open, and the last one wins", async () => {
    await end();
    const newer = await customer.text("maria", "Another question");
    const integration = await db().integration.findUniqueOrThrow({
      where: { workspaceId_id: { workspaceId, id: integrationId } },
    });
    const tap = (rating: number, of = convId) =>
      receiveMessage(testCtx(workspaceId), integration, {
        senderId: "maria",
        externalMessageId: `tap-${rating}-${of}`,
        externalConversationId: null,
        type: "interactive",
        content: JSON.stringify({ reply: { id: `rating:${of}:${rating}`, title: String(rating) } }),
        profile: {},
        replyTo: null,
        providerAt: null,
      });
    expect((await tap(3)).conversationId).toBe(convId);
    await tap(5);
    expect(await convOf()).toMatchObject({ rating: 5 });
    expect((await tap(9)).conversationId).toBe(newer.conversationId);
    // Another contact's conversation.
    const bo = await customer.text("bo", "Hi");
    await end(bo.conversationId);
    expect((await tap(1, bo.conversationId)).conversationId).toBe(newer.conversationId);
    expect(await convOf(bo.conversationId)).toMatchObject({ rating: null });
    await change({ ratingAskedAt: new Date(Date.now() - 25 * HOUR_MS) });
    expect((await tap(2)).conversationId).toBe(newer.conversationId);
    expect(await convOf()).toMatchObject({ rating: 5 });
  });

  test("the opt-out keyword stays one, and an archived client rates nothing", async () => {
    await db().workspaceSettings.update({
      where: { workspaceId },
      data: { optOutKeyword: "1", autoUnarchiveOnMessage: false },
    });
    await end();
    await customer.text("maria", "1");
    await customer.text("maria", "5");
    expect(await convOf()).toMatchObject({ rating: null });
  });
});
