import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { database } from "../db.ts";
import { claimScheduled } from "../drafts/claim-scheduled.ts";
import { sendScheduled } from "../drafts/send-scheduled.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestIntegration, createTestMember, createTestWorkspace } from "../testing/factories.ts";

const FIELDS = "id shortcut title content isTeam channelTypes actions { kind tag stageId agentId minutes }";
const CREATE = `mutation ($input: CannedReplyCreateInput!) { createCannedReply(input: $input) { ${FIELDS} } }`;
const PATCH = `mutation ($input: CannedReplyPatchInput!) { patchCannedReply(input: $input) { ${FIELDS} } }`;
const DELETE = `mutation ($input: CannedReplyDeleteInput!) { deleteCannedReply(input: $input) { id } }`;
const LIST = `query ($input: CannedRepliesInput!) { cannedReplies(input: $input) { nodes { ${FIELDS} } } }`;
const RUN = `mutation ($input: MacroRunInput!) { runMacro(input: $input) { id } }`;
const CANCEL = `mutation ($input: ScheduledMessageIdInput!) { cancelScheduledMessage(input: $input) { id } }`;

type Reply = { id: string; shortcut: string; isTeam: boolean };

let workspaceId: number;
let api: Awaited<ReturnType<typeof createTestWorkspace>>["api"];
let ana: Awaited<ReturnType<typeof createTestMember>>;

beforeEach(async () => {
  ({ workspaceId, api } = await createTestWorkspace());
  ana = await createTestMember(workspaceId, "AGENT");
});

const reply = (shortcut: string, more: Record<string, unknown> = {}) => ({
  shortcut,
  title: "Late",
  content: "Sorry, {{client.firstName}}",
  ...more,
});
const shortcuts = async (who: { api: typeof api }) =>
  (await who.api.ok<{ nodes: Reply[] }>(LIST)).nodes.map(({ shortcut, isTeam }) => [shortcut, isTeam]);

test("everybody has their own; the team's are for those who look after contacts and tags", async () => {
  const plus = await createTestMember(workspaceId, "AGENT_PLUS");
  const mine = await ana.api.ok<Reply>(CREATE, reply("/Mine"));
  expect(mine).toMatchObject({ shortcut: "mine", isTeam: false });
  const team = await plus.api.ok<Reply>(CREATE, reply("team", { isTeam: true }));
  await plus.api.ok(CREATE, reply("mine"));
  expect(await shortcuts(ana)).toEqual([
    ["mine", false],
    ["team", true],
  ]);
  expect(await shortcuts({ api })).toEqual([["team", true]]);
  const forbidden = { code: "FORBIDDEN_ROLE" };
  expect(await ana.api.refusal(CREATE, reply("ours", { isTeam: true }))).toMatchObject(forbidden);
  expect(await ana.api.refusal(PATCH, { id: team.id, ...reply("team2") })).toMatchObject(forbidden);
  expect(await ana.api.refusal(DELETE, { id: team.id })).toMatchObject(forbidden);
  expect(await plus.api.refusal(DELETE, { id: mine.id })).toMatchObject({ code: "NOT_FOUND" });
  expect(await api.refusal(CREATE, reply("a-keys-own"))).toMatchObject({ code: "NOT_FOUND" });

  expect(await plus.api.ok(PATCH, { id: team.id, ...reply("team", { title: "Later" }) })).toMatchObject({
    title: "Later",
  });
  await plus.api.ok(DELETE, { id: team.id });
  expect(await shortcuts(ana)).toEqual([["mine", false]]);
  // The shortcut is free again.
  await plus.api.ok(CREATE, reply("team", { isTeam: true }));
});

test("a shortcut is taken once per owner, and what makes no sense is refused", async () => {
  const first = await ana.api.ok<Reply>(CREATE, reply("hi"));
  await ana.api.ok(CREATE, reply("bye"));
  expect(await ana.api.refusal(CREATE, reply("HI"))).toMatchObject({ code: "CONFLICT" });
  expect(await ana.api.refusal(PATCH, { id: first.id, ...reply("bye") })).toMatchObject({ code: "CONFLICT" });
  for (const [more, path] of [
    [{ shortcut: "two words" }, "input.shortcut"],
    [{ title: " " }, "input.title"],
    [{ content: "" }, "input.content"],
    [{ content: "x".repeat(4_097) }, "input.content"],
    [{ actions: [{ kind: "tag" }] }, "input.actions.0.tag"],
    [{ actions: [{ kind: "end", tag: "x" }] }, "input.actions.0"],
    [{ actions: [{ kind: "snooze", minutes: 0 }] }, "input.actions.0.minutes"],
  ] as const)
    expect(await ana.api.refusal(CREATE, reply("new", more))).toMatchObject({ code: "BAD_INPUT", paths: [path] });
  expect(
    await ana.api.refusal(CREATE, reply("new", { actions: [{ kind: "stage", stageId: randomUUID() }] })),
  ).toMatchObject({ code: "NOT_FOUND" });
});

test("a macro's message and actions are one thing: done together, or undone together", async () => {
  const { id: integrationId } = await createTestIntegration(workspaceId);
  const { conversationId: convId } = await customerSystem(integrationId).text("maria", "Hello");
  const conv = () =>
    database().conversation.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: convId } } });
  const stage = await database().tag.create({ data: { workspaceId, type: "convStage", tag: "Done" } });
  const { id: replyId } = await ana.api.ok<Reply>(
    CREATE,
    // The end action runs last, wherever it is listed.
    reply("done", {
      actions: [
        { kind: "end" },
        { kind: "tag", tag: "late" },
        { kind: "stage", stageId: stage.id },
        { kind: "assign", agentId: ana.agentId },
      ],
    }),
  );
  const message = () => ({ id: randomUUID(), type: "text", content: "Sorry, Maria" });
  const due = () =>
    database()
      .$executeRaw`update "ScheduledMessage" set "sendAt" = now() - interval '1 s' where "workspaceId" = ${workspaceId}`;
  const sendDue = async () => {
    await due();
    for (const claim of (await claimScheduled(new Map(), 10)).items) await sendScheduled(claim);
  };

  const undone = message();
  await ana.api.ok(RUN, { replyId, integrationId, convId, message: undone, undoSeconds: 5 });
  await ana.api.ok(CANCEL, { id: undone.id });
  await sendDue();
  expect(await conv()).toMatchObject({ ended: false, tags: [], stageId: null, lastSeq: 1 });

  await ana.api.ok(RUN, { replyId, integrationId, convId, message: message(), undoSeconds: 5 });
  await sendDue();
  expect(await conv()).toMatchObject({ ended: true, tags: ["late"], stageId: stage.id, assigneeId: ana.agentId });
  expect(await database().message.count({ where: { workspaceId, content: "Sorry, Maria" } })).toBe(1);

  // Refused as a whole: an ended conversation accepts neither the message nor the actions.
  expect(await ana.api.refusal(RUN, { replyId, integrationId, convId, message: message() })).toMatchObject({
    code: "CONFLICT",
  });
  const bea = await createTestMember(workspaceId, "ADMIN");
  expect(await bea.api.refusal(RUN, { replyId, integrationId, convId })).toMatchObject({ code: "NOT_FOUND" });
});

test("a macro gives the conversation to a colleague and ends it, for whoever does not see it any more then", async () => {
  const { id: integrationId } = await createTestIntegration(workspaceId);
  const { conversationId: convId } = await customerSystem(integrationId).text("maria", "Hello");
  const bea = await createTestMember(workspaceId, "ADMIN");
  const actions = [{ kind: "assign", agentId: bea.agentId }, { kind: "snooze", minutes: 60 }, { kind: "end" }];
  const { id: replyId } = await ana.api.ok<Reply>(CREATE, reply("over", { actions }));
  await ana.api.ok(RUN, { replyId, integrationId, convId });
  const where = { workspaceId_id: { workspaceId, id: convId } };
  expect(await database().conversation.findUniqueOrThrow({ where })).toMatchObject({
    assigneeId: bea.agentId,
    ended: true,
    endedBy: ana.userId,
  });
});

test.each([
  ["of which none ends it", [{ kind: "tag", tag: "late" }]],
  ["of which one ends it", [{ kind: "end" }, { kind: "tag", tag: "late" }]],
])("a macro's answer may end the conversation as well: actions %s", async (_, actions) => {
  const { id: integrationId } = await createTestIntegration(workspaceId);
  const { conversationId: convId } = await customerSystem(integrationId).text("maria", "Hello");
  const { id: replyId } = await ana.api.ok<Reply>(CREATE, reply("bye", { actions }));
  const message = { id: randomUUID(), type: "text", content: "Bye", thenEnd: true };
  await ana.api.ok(RUN, { replyId, integrationId, convId, message, undoSeconds: 0 });
  for (const claim of (await claimScheduled(new Map(), 10)).items) await sendScheduled(claim);
  const where = { workspaceId_id: { workspaceId, id: convId } };
  expect(await database().conversation.findUniqueOrThrow({ where })).toMatchObject({ ended: true, tags: ["late"] });
});
