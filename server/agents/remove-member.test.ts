import { beforeEach, expect, test } from "vitest";
import { database } from "../db.ts";
import { releaseConvs } from "../conversations/release-convs.ts";
import {
  createTestAgentKey,
  createTestClient,
  createTestConv,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
  signInTestUser,
} from "../testing/factories.ts";
import { api, type Api } from "../testing/api.ts";
import { logShown } from "../testing/log-shown.ts";
import { eventually } from "../testing/receiver.ts";
import { askApp } from "../testing/ask-app.ts";

const REMOVE = `mutation ($input: MemberRemoveInput!) { removeMember(input: $input) { userId email role agentId } }`;
const GEN = `mutation ($input: ApiKeyGenInput!) { genApiKey(input: $input) { id key } }`;
const VIEWER = `query ($input: ViewerInput!) { viewer(input: $input) { agentId } }`;
const INVITE = `mutation ($input: InvitationCreateInput!) { createInvitation(input: $input) { id } }`;
const MESSAGES = `query ($input: MessagesInput!) { messages(input: $input) { nodes { content type agentId } } }`;

const REFUSED = {
  code: "FORBIDDEN_ROLE",
  message: "You do not have permission to access this resource with your current role assignment",
  paths: [],
};

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let workspaceId: number;
let owner: Api;
let admin: Awaited<ReturnType<typeof createTestMember>>;

beforeEach(async () => {
  workspace = await createTestWorkspace();
  workspaceId = workspace.workspaceId;
  owner = api(await signInTestUser(workspace.userId), workspaceId);
  admin = await createTestMember(workspaceId, "ADMIN");
});

test("ends the seat, the agent, its keys, its live stream and the invitations that were sent", async () => {
  const { id: invitationId } = await admin.api.ok<{ id: string }>(INVITE, { email: "next@example.com", role: "AGENT" });
  const linked = await owner.ok<{ id: string; key: string }>(GEN, { label: "Mia's", agentId: admin.agentId });
  const key = api({ key: linked.key }, workspaceId);
  expect(await key.ok(VIEWER)).toEqual({ agentId: admin.agentId });
  const response = await askApp(
    new Request(`http://localhost:3000/events?workspaceId=${workspaceId}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    }),
  );
  let streamEnded = false;
  void (async () => {
    for await (const chunk of response.body ?? []) void chunk;
    streamEnded = true;
  })();

  expect(await owner.ok(REMOVE, { userId: admin.userId })).toEqual({
    userId: admin.userId,
    email: admin.email,
    role: "ADMIN",
    agentId: admin.agentId,
  });
  expect((await admin.api.refusal(VIEWER)).code).toBe("FORBIDDEN_WORKSPACE");
  const removedAt = Date.now();
  let answeredAt = removedAt;
  await eventually(async () => {
    // The time of the request: on a slow machine, the response may come later.
    const askedAt = Date.now();
    if ((await key.call(VIEWER)).errors[0]?.message === "Invalid API key") return true;
    answeredAt = askedAt;
    return false;
  });
  expect(answeredAt - removedAt).toBeLessThan(1_000);
  await logShown();
  await eventually(() => streamEnded, 3_000);
  const db = database();
  expect((await db.invitation.findFirstOrThrow({ where: { id: invitationId } })).revokedAt).not.toBeNull();
  expect((await db.apiKey.findFirstOrThrow({ where: { id: linked.id } })).deletedAt).not.toBeNull();
  expect((await db.agent.findFirstOrThrow({ where: { id: admin.agentId } })).deletedAt).not.toBeNull();
  const audits = await db.auditEntry.findMany({
    where: { workspaceId, actorId: workspace.userId },
    orderBy: { id: "asc" },
  });
  expect(audits.map(({ action }) => action)).toEqual(["genApiKey", "deleteApiKey", "removeMember"]);
  expect(audits.at(-1)).toMatchObject({ targetId: admin.userId, before: { email: admin.email, role: "ADMIN" } });
  expect((await owner.refusal(REMOVE, { userId: admin.userId })).code).toBe("NOT_FOUND");
});

test("what they had open belongs to nobody, with a line that says why; what was ended stays theirs", async () => {
  const member = await createTestMember(workspaceId, "AGENT");
  const { id: integrationId } = await createTestIntegration(workspaceId);
  const place = async (assigneeId: string) => {
    const client = await createTestClient(workspaceId);
    return createTestConv(workspaceId, { integrationId, clientId: client.id, assigneeId });
  };
  const mine = [];
  for (let index = 0; index < 3; index++) mine.push(await place(member.agentId));
  const ended = await place(member.agentId);
  await database().conversation.updateMany({ where: { id: ended.id }, data: { ended: true, endedAt: new Date() } });
  const other = await place(admin.agentId);
  expect(await releaseConvs()).toBe(0);
  const queued = async () =>
    (await database().$queryRaw<unknown[]>`select 1 from pgboss.job where name = 'release-convs'`).length;
  // Creates the queue's tables, in case this is the first job.
  await owner.ok(INVITE, { email: "first@example.com", role: "AGENT" });
  const before = await queued();
  await owner.ok(REMOVE, { userId: member.userId });
  expect(await queued()).toBe(before + 1);

  // Two workers that run at the same time release each conversation only once.
  const counts = await Promise.all([releaseConvs(), releaseConvs()]);
  expect(counts[0] + counts[1]).toBe(3);
  const rows = await database().conversation.findMany({ where: { workspaceId }, orderBy: { id: "asc" } });
  expect(rows.map(({ assigneeId }) => assigneeId)).toEqual([null, null, null, member.agentId, admin.agentId]);
  expect(rows.map(({ ownerVersion }) => ownerVersion)).toEqual([1, 1, 1, 0, 0]);
  expect(other.id).toBe(rows[4]?.id);
  const { nodes } = await owner.ok<{ nodes: unknown[] }>(MESSAGES, { convId: mine[0]?.id });
  expect(nodes).toEqual([
    { content: "Unassigned because Mia AGENT is no longer in the team", type: "note", agentId: null },
  ]);
  const told = await database().event.findMany({ where: { workspaceId, name: "CONV_CHANGED" } });
  expect(told.map(({ assigneeId, prevAssigneeId }) => [assigneeId, prevAssigneeId])).toEqual(
    Array(3).fill([null, member.agentId]),
  );
  expect(await releaseConvs()).toBe(0);
});

test("who may, and whom not: the owner, oneself, an admin by a key, a stranger", async () => {
  const member = await createTestMember(workspaceId, "AGENT");
  const plus = await createTestMember(workspaceId, "AGENT_PLUS");
  const agentKey = await createTestAgentKey(workspaceId);
  for (const caller of [plus.api, agentKey.api]) {
    expect(await caller.refusal(REMOVE, { userId: member.userId })).toEqual(REFUSED);
  }
  expect(await admin.api.refusal(REMOVE, { userId: workspace.userId })).toMatchObject({
    code: "CONFLICT",
    message: "The owner cannot be removed; pass ownership on with assignOwner first",
  });
  expect(await admin.api.refusal(REMOVE, { userId: admin.userId })).toMatchObject({
    code: "CONFLICT",
    message: "You cannot remove yourself; ask another admin",
  });
  expect(await workspace.api.refusal(REMOVE, { userId: admin.userId })).toEqual(REFUSED);
  const foreign = await createTestWorkspace();
  for (const userId of [foreign.userId, "nobody"]) {
    expect(await owner.refusal(REMOVE, { userId })).toEqual({
      code: "NOT_FOUND",
      message: "Member not found",
      paths: [],
    });
  }
  expect(await database().membership.count({ where: { workspaceId } })).toBe(4);
  expect(await workspace.api.ok(REMOVE, { userId: member.userId })).toMatchObject({ role: "AGENT" });
  expect(await admin.api.ok(REMOVE, { userId: plus.userId })).toMatchObject({ role: "AGENT_PLUS" });
});

test("a seat elsewhere stays", async () => {
  const member = await createTestMember(workspaceId, "AGENT");
  const other = await createTestWorkspace();
  await database().membership.create({
    data: { workspaceId: other.workspaceId, userId: member.userId, role: "AGENT" },
  });
  await owner.ok(REMOVE, { userId: member.userId });
  expect(await member.api.ok(VIEWER, { workspaceId: other.workspaceId })).toMatchObject({
    agentId: expect.any(String) as string,
  });
});
