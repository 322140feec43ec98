import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startGraph, type GraphStandIn } from "../../simulator/graph.ts";
import { changeEntry, messagingEntry, messagingEvent } from "../../simulator/graph-webhook.ts";
import { createAi } from "../assistants/create-ai.ts";
import { database } from "../db.ts";
import { deliverMessage } from "../sending/deliver-message.ts";
import { claimDue } from "../testing/claim-due.ts";
import { createTestMember, createTestWorkspace, testCtx } from "../testing/factories.ts";
import { createMetaChannel, metaId } from "../testing/meta-channel.ts";

const ADD = "mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }";
const ANSWER = "mutation ($input: CommentAnswerInput!) { answerPrivately(input: $input) { messageId convId status } }";
const RESEND = "mutation ($input: MessageResendInput!) { resendMessage(input: $input) { messageId } }";
const HIDE = "mutation ($input: CommentHideInput!) { hideComment(input: $input) { messageId hiddenAt } }";
const PATCH = "mutation ($input: IntegrationPatchInput!) { patchIntegration(input: $input) { comments lastError } }";
const ROWS = `query ($input: ConvRowsInput!) {
  convRows(input: $input) { nodes { id replyWindowHours replyWindowClosesAt externalConversationId } }
}`;
const EIGHT_DAYS = 8 * 86_400_000;

let graph: GraphStandIn;
const published: { commentId: string; text: string }[] = [];
beforeAll(async () => {
  graph = await startGraph({
    allowHttp: true,
    now: () => new Date(),
    onComment: ({ commentId, text }) => void published.push({ commentId, text }),
  });
  process.env.META_GRAPH_URL = process.env.INSTAGRAM_GRAPH_URL = graph.url;
});
afterAll(() => graph.stop());

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let person: Awaited<ReturnType<typeof createTestMember>>;
let channel: Awaited<ReturnType<typeof createMetaChannel>>;
let account: Parameters<GraphStandIn["addMessaging"]>[0];
/** The same person's ids in comments and in messages. */
let ida: { id: string; psid: string };
beforeEach(async () => {
  published.length = 0;
  workspace = await createTestWorkspace();
  const { workspaceId } = workspace;
  person = await createTestMember(workspaceId, "ADMIN");
  channel = await createMetaChannel(workspaceId, "FACEBOOK");
  // The test channel's token is the same for all.
  account = graph.addMessaging({ object: "page", id: channel.pageId, name: "Shop", accessToken: "EAAG", appId: "700" });
  graph.addApp("700", "0123456789abcdef0123456789abcdef");
  await person.api.ok(PATCH, { id: channel.integration.id, comments: true });
  ida = { id: metaId(), psid: metaId() };
});

const post = () => `${channel.pageId}_1`;

/** Ida comments on the post, or under another comment. */
async function comments(
  text: string,
  { parent, id = `c${metaId()}`, at = new Date() }: { parent?: string; id?: string; at?: Date } = {},
) {
  const isNew = !parent;
  const state = { isHidden: false, isAnsweredPrivately: false };
  graph.addComment(id, { account, writerId: ida.psid, firstId: parent ?? id, at: at.getTime(), ...state });
  await channel.bring(
    changeEntry(
      channel.pageId,
      "feed",
      {
        ...{ item: "comment", verb: "add", comment_id: id, post_id: post(), parent_id: isNew ? post() : parent },
        ...{ from: { id: ida.id, name: "Ida Lund" }, message: text, created_time: Math.floor(at.getTime() / 1_000) },
      },
      at,
    ),
  );
  return id;
}
const change = (id: string, verb: string, more: object = {}) =>
  channel.bring(
    changeEntry(
      channel.pageId,
      "feed",
      { item: "comment", verb, comment_id: id, post_id: post(), from: { id: ida.id }, ...more },
      new Date(),
    ),
  );
const says = (text: string) =>
  channel.bring(
    messagingEntry(channel.pageId, [
      messagingEvent(ida.psid, channel.pageId, { message: { mid: `m_${metaId()}`, text } }),
    ]),
  );
const messageOf = (externalMessageId: string) =>
  database().message.findFirstOrThrow({
    where: { workspaceId: workspace.workspaceId, externalMessageId },
    include: { conversation: true },
  });
const convs = () =>
  database().conversation.findMany({ where: { workspaceId: workspace.workspaceId }, orderBy: { createdAt: "asc" } });
const write = (convId: string, content: string, more: object = {}) =>
  person.api.ok<{ messageId: string }>(ADD, {
    convId,
    integrationId: channel.integration.id,
    type: "text",
    content,
    ...more,
  });
async function send() {
  const { signal } = new AbortController();
  for (const each of await claimDue()) await deliverMessage(each, signal);
}

describe("a comment", () => {
  test("opens a conversation that shows the post and has no reply window", async () => {
    graph.put(post(), {
      id: post(),
      message: "Winter boots",
      permalink_url: "https://fb.example/p",
      full_picture: "https://x.invalid/p.jpg",
    });
    const id = await comments("Do they come in red?");
    const message = await messageOf(id);
    expect(message).toMatchObject({
      content: "Do they come in red?",
      sourceType: "comment",
      sourceUrl: "https://fb.example/p",
      ad: { id: post(), text: "Winter boots", pictureUrl: "https://x.invalid/p.jpg" },
      conversation: { externalConversationId: `comment:${id}`, needsResponse: true },
    });
    const rows = await person.api.ok<{ nodes: object[] }>(ROWS, {});
    expect(rows.nodes).toMatchObject([{ id: message.convId, replyWindowHours: null, replyWindowClosesAt: null }]);
    // Twice, as ads do, and a second comment below it.
    await comments("Do they come in red?", { id });
    const second = await comments("Or in blue?", { parent: id });
    expect(await messageOf(second)).toMatchObject({ convId: message.convId, sourceType: null, ad: null });
    expect(await convs()).toHaveLength(1);
  });

  test("is stored without the post if Meta does not show it", async () => {
    const id = await comments("Do they come in red?");
    expect(await messageOf(id)).toMatchObject({
      sourceType: "comment",
      sourceUrl: null,
      ad: { id: post(), text: null },
    });
  });

  test("does not come in where comments are off", async () => {
    await person.api.ok(PATCH, { id: channel.integration.id, comments: false });
    await comments("Do they come in red?");
    expect(await convs()).toEqual([]);
  });

  test("is never routed to an assistant, and is no opt-out", async () => {
    const { workspaceId } = workspace;
    const ai = await createAi(testCtx(workspaceId), { name: "Otto", type: "builtIn", integrationProperties: {} });
    await person.api.ok(PATCH, { id: channel.integration.id, properties: { start: "AI", assigneeId: ai.id } });
    await database().workspaceSettings.upsert({
      where: { workspaceId },
      create: { workspaceId, optOutKeyword: "STOP" },
      update: { optOutKeyword: "STOP" },
    });
    await comments("STOP");
    expect(await convs()).toMatchObject([{ aiId: null, assigneeId: null, ended: false }]);
  });

  test("is changed, hidden and deleted as Meta says", async () => {
    const id = await comments("Do they come in red?");
    await change(id, "edited", { message: "Do they come in green?" });
    expect(await messageOf(id)).toMatchObject({ content: "Do they come in green?" });
    await change(id, "hide");
    expect((await messageOf(id)).hiddenAt).not.toBeNull();
    await change(id, "unhide");
    expect((await messageOf(id)).hiddenAt).toBeNull();
    await change(id, "remove");
    expect(await messageOf(id)).toMatchObject({ content: "" });
  });
});

describe("an answer", () => {
  test("is published under the comment, also days later", async () => {
    const id = await comments("Do they come in red?", { at: new Date(Date.now() - EIGHT_DAYS) });
    const { convId } = await messageOf(id);
    const { messageId: ours } = await write(convId, "They do.");
    await send();
    const sent = await database().message.findFirstOrThrow({ where: { id: ours } });
    expect(sent).toMatchObject({ status: "sent" });
    expect(published).toEqual([{ commentId: id, text: "They do." }]);
    const second = await comments("And in blue?", { parent: id });
    const { id: secondId } = await messageOf(second);
    await write(convId, "No.", { replyToMessageId: secondId });
    await send();
    expect(published.at(-1)).toEqual({ commentId: second, text: "No." });
  });

  test("is not read because the contact has read their messages", async () => {
    const { convId, id: messageId } = await messageOf(await comments("Do they come in red?"));
    const { messageId: ours } = await write(convId, "They do.");
    // From then on, both ids are the same contact.
    const privately = await person.api.ok<{ messageId: string }>(ANSWER, { messageId, content: "Which size?" });
    await send();
    const read = messagingEvent(ida.psid, channel.pageId, { read: { watermark: Date.now() + 60_000 } });
    await channel.bring(messagingEntry(channel.pageId, [read]));
    const statusOf = async (id: string) => (await database().message.findFirstOrThrow({ where: { id } })).status;
    expect(await statusOf(privately.messageId)).toBe("read");
    expect(await statusOf(ours)).toBe("sent");
  });

  test("is not published twice where Meta's response is lost", async () => {
    const { convId } = await messageOf(await comments("Do they come in red?"));
    const { messageId } = await write(convId, "They do.");
    graph.loseNextAnswer();
    await send();
    const failed = await database().message.findFirstOrThrow({ where: { id: messageId } });
    expect(failed.status).toBe("failed");
    expect(failed.error).toContain("look below the post");
    expect(published).toHaveLength(1);
  });

  test("is text only", async () => {
    const { convId } = await messageOf(await comments("Do they come in red?"));
    const file = { convId, integrationId: channel.integration.id, type: "image", content: "https://cdn.example/a.png" };
    expect(await person.api.refusal(ADD, file)).toMatchObject({ code: "BAD_INPUT" });
  });

  test("a right that is missing fails the answer, not the channel", async () => {
    const { convId } = await messageOf(await comments("Do they come in red?"));
    const { messageId } = await write(convId, "They do.");
    graph.failNext(403, { error: { message: "(#200) Requires pages_manage_engagement", code: 200 } });
    await send();
    const failed = await database().message.findFirstOrThrow({ where: { id: messageId } });
    expect(failed).toMatchObject({ status: "failed" });
    expect(failed.error).toContain("comments");
    expect(await database().integration.findFirstOrThrow({ where: { id: channel.integration.id } })).toMatchObject({
      state: "active",
    });
  });
});

describe("a private answer", () => {
  test("goes once, opens the contact's own conversation, and goes on when they answer", async () => {
    const id = await comments("Where is my order?");
    const comment = await messageOf(id);
    const given = await person.api.ok<{ messageId: string; convId: string }>(ANSWER, {
      messageId: comment.id,
      content: "On its way.",
    });
    expect(given.convId).not.toBe(comment.convId);
    expect(await person.api.refusal(ANSWER, { messageId: comment.id, content: "Again" })).toMatchObject({
      code: "CONFLICT",
    });
    await send();
    expect(graph.sentMessaging.at(-1)).toMatchObject({
      recipientId: ida.psid,
      body: { recipient: { comment_id: id }, messaging_type: "RESPONSE", message: { text: "On its way." } },
    });
    expect(await database().message.findFirstOrThrow({ where: { id: given.messageId } })).toMatchObject({
      status: "sent",
    });
    const more = { convId: given.convId, integrationId: channel.integration.id, type: "text", content: "And more" };
    expect(await person.api.refusal(ADD, more)).toMatchObject({ code: "REPLY_WINDOW_CLOSED" });

    graph.openWindow(channel.pageId, ida.psid);
    await says("Thank you!");
    const [answer] = await database().message.findMany({ where: { convId: given.convId, isAgent: false } });
    expect(answer).toMatchObject({ content: "Thank you!", clientId: comment.clientId });
    await write(given.convId, "You are welcome.");
    await send();
    expect(graph.sentMessaging.at(-1)).toMatchObject({ body: { recipient: { id: ida.psid } } });
    const lines = await database().message.findMany({ where: { convId: comment.convId, noteType: "system" } });
    expect(lines.map(({ content }) => content)).toContain("Answered a comment privately");
    expect(await database().client.count({ where: { workspaceId: workspace.workspaceId } })).toBe(1);
  });

  test("is refused for an old comment, a deleted one, and what is no comment", async () => {
    const old = await messageOf(await comments("Where is my order?", { at: new Date(Date.now() - EIGHT_DAYS) }));
    expect(await person.api.refusal(ANSWER, { messageId: old.id, content: "Here" })).toMatchObject({
      code: "CONFLICT",
    });
    const id = await comments("Where is my order?");
    const { id: messageId } = await messageOf(id);
    await change(id, "remove");
    expect(await person.api.refusal(ANSWER, { messageId, content: "Here" })).toMatchObject({ code: "CONFLICT" });
    await says("Hello");
    const plain = await database().message.findFirstOrThrow({
      where: { workspaceId: workspace.workspaceId, content: "Hello" },
    });
    expect(await person.api.refusal(ANSWER, { messageId: plain.id, content: "Here" })).toMatchObject({
      code: "BAD_INPUT",
    });
  });

  test("needs no response any more, unless they have commented since", async () => {
    const first = await messageOf(await comments("Where is my order?"));
    await comments("Hello?", { parent: first.externalMessageId ?? "" });
    await person.api.ok(ANSWER, { messageId: first.id, content: "On its way." });
    expect((await convs())[0]).toMatchObject({ needsResponse: true });
    const other = await messageOf(await comments("And the boots?"));
    await person.api.ok(ANSWER, { messageId: other.id, content: "Too." });
    const answered = (await convs()).find(({ id }) => id === other.convId);
    expect(answered).toMatchObject({ needsResponse: false, waitingSince: null });
  });

  test("names another contact who has the id in messages already", async () => {
    await says("Hello");
    const comment = await messageOf(await comments("Where is my order?"));
    await person.api.ok(ANSWER, { messageId: comment.id, content: "On its way." });
    await send();
    const lines = await database().message.findMany({
      where: { workspaceId: workspace.workspaceId, noteType: "system" },
    });
    expect(lines.filter(({ content }) => content.includes("merge the two contacts"))).toHaveLength(2);
  });

  test("leaves the channel alone if Meta refuses it, and is not repeated if the response is lost", async () => {
    const stateOf = async () =>
      (await database().integration.findFirstOrThrow({ where: { id: channel.integration.id } })).state;
    const refused = await messageOf(await comments("Where is my order?"));
    await person.api.ok(ANSWER, { messageId: refused.id, content: "On its way." });
    graph.failNext(403, { error: { message: "(#10) Not allowed", code: 10 } });
    await send();
    expect(await stateOf()).toBe("active");
    const lost = await messageOf(await comments("And the boots?"));
    const { messageId } = await person.api.ok<{ messageId: string }>(ANSWER, { messageId: lost.id, content: "Too." });
    graph.loseNextAnswer();
    await send();
    const failed = await database().message.findFirstOrThrow({ where: { id: messageId } });
    expect(failed).toMatchObject({ status: "failed" });
    expect(await claimDue()).toEqual([]);
    expect(await person.api.refusal(RESEND, { messageId })).toMatchObject({ code: "CONFLICT" });
  });

  test("may be given again after it failed", async () => {
    const { id: messageId } = await messageOf(await comments("Where is my order?"));
    const first = await person.api.ok<{ messageId: string }>(ANSWER, { messageId, content: "On its way." });
    graph.failNext(400, { error: { message: "Invalid", code: 100 } });
    await send();
    expect(await database().message.findFirstOrThrow({ where: { id: first.messageId } })).toMatchObject({
      status: "failed",
    });
    await person.api.ok(ANSWER, { messageId, content: "On its way." });
    await send();
    expect(graph.sentMessaging.at(-1)).toMatchObject({ recipientId: ida.psid });
  });
});

describe("hiding", () => {
  test("is asked of Meta, which may refuse", async () => {
    const id = await comments("Buy here: spam.example");
    const { id: messageId } = await messageOf(id);
    const hidden = await person.api.ok<{ hiddenAt: string | null }>(HIDE, { messageId, isHidden: true });
    expect(hidden.hiddenAt).not.toBeNull();
    expect(graph.commentOf(id)?.isHidden).toBe(true);
    await person.api.ok(HIDE, { messageId, isHidden: false });
    expect(graph.commentOf(id)?.isHidden).toBe(false);
    graph.failNext(400, { error: { message: "It is gone", code: 100 } });
    expect(await person.api.refusal(HIDE, { messageId, isHidden: true })).toMatchObject({ code: "CONFLICT" });
    expect((await messageOf(id)).hiddenAt).toBeNull();
  });
});

test("on Instagram answers go under the first comment, and comments are hidden there too", async () => {
  const { workspaceId } = workspace;
  const instagram = await createMetaChannel(workspaceId, "INSTAGRAM");
  const { pageId: accountId, integration } = instagram;
  const shop = graph.addMessaging({
    object: "instagram",
    id: accountId,
    name: "shop",
    accessToken: "EAAG",
    appId: "700",
  });
  await person.api.ok(PATCH, { id: integration.id, comments: true });
  expect(graph.subscribedTo(accountId)).toContain("live_comments");
  graph.put("17", {
    id: "17",
    caption: "Winter boots",
    permalink: "https://ig.example/p",
    media_url: "https://x.invalid/p.jpg",
  });
  const says = async (id: string, text: string, parent?: string) => {
    const state = { isHidden: false, isAnsweredPrivately: false };
    graph.addComment(id, { account: shop, writerId: ida.psid, firstId: parent ?? id, at: Date.now(), ...state });
    const from = { id: ida.id, username: "ida.l" };
    const value = { id, text, from, media: { id: "17" }, ...(parent ? { parent_id: parent } : {}) };
    await instagram.bring(changeEntry(accountId, "comments", value, new Date()));
    return messageOf(id);
  };
  const first = await says(`1${metaId()}`, "In red?");
  expect(first).toMatchObject({ sourceUrl: "https://ig.example/p", ad: { text: "Winter boots" } });
  const second = await says(`2${metaId()}`, "Or blue?", first.externalMessageId ?? "");
  expect(second.convId).toBe(first.convId);
  const answer = { convId: first.convId, integrationId: integration.id, type: "text", content: "Both." };
  await person.api.ok(ADD, { ...answer, replyToMessageId: second.id });
  await person.api.ok(ANSWER, { messageId: second.id, content: "Which size?" });
  await send();
  expect(published).toEqual([{ commentId: first.externalMessageId, text: "Both." }]);
  expect(graph.sentMessaging.at(-1)).toMatchObject({ recipientId: ida.psid, account: { id: accountId } });
  const scopes = await database().clientIdentity.findMany({ where: { workspaceId, externalId: ida.psid } });
  expect(scopes).toMatchObject([{ scope: `instagram:${accountId}`, clientId: first.clientId }]);
  await person.api.ok(HIDE, { messageId: first.id, isHidden: true });
  expect(graph.commentOf(first.externalMessageId ?? "")?.isHidden).toBe(true);
});

test("without the right for comments messages come in all the same, and the channel says what is missing", async () => {
  await person.api.ok(PATCH, { id: channel.integration.id, comments: false });
  graph.failNext(400, { error: { message: "Needs pages_read_user_content", code: 200 } });
  const patched = await person.api.ok<{ lastError: string }>(PATCH, { id: channel.integration.id, comments: true });
  expect(patched.lastError).toContain("Comments do not come in: ");
  expect(graph.subscribedTo(channel.pageId)).toContain("messages");
  expect(graph.subscribedTo(channel.pageId)).not.toContain("feed");
});

test("comments are asked of Meta when they are switched on, and refused where there are no posts", async () => {
  expect(graph.subscribedTo(channel.pageId)).toContain("feed");
  await person.api.ok(PATCH, { id: channel.integration.id, comments: false });
  expect(graph.subscribedTo(channel.pageId)).not.toContain("feed");
  const { integration } = await createMetaChannel(workspace.workspaceId, "WHATSAPP");
  expect(await person.api.refusal(PATCH, { id: integration.id, comments: true })).toMatchObject({ code: "BAD_INPUT" });
});
