import { describe, expect, test } from "vitest";
import { revokeSession } from "../auth/revoke-session.ts";
import { database } from "../db.ts";
import { api } from "../testing/api.ts";
import { createTestAgentKey, createTestMember, createTestWorkspace, signInTestUser } from "../testing/factories.ts";
import { subscribedBrowser } from "../testing/push-service.ts";
import { prunePushSubscriptions } from "./prune.ts";

const SAVE = `mutation ($input: PushSubscriptionSaveInput!) { savePushSubscription(input: $input) { timeZone createdAt } }`;
const DELETE = `mutation ($input: PushSubscriptionDeleteInput!) { deletePushSubscription(input: $input) { timeZone } }`;
const REVOKE = `mutation ($input: SessionsRevokeInput!) { revokeSessions(input: $input) { nodes { id } } }`;
const REMOVE = `mutation ($input: MemberRemoveInput!) { removeMember(input: $input) { userId } }`;

const newBrowser = () => subscribedBrowser("http://127.0.0.1:9");
const rowsOf = (userId: string) => database().pushSubscription.findMany({ where: { userId } });

async function scene() {
  const workspace = await createTestWorkspace();
  const mia = await createTestMember(workspace.workspaceId, "AGENT");
  return { ...workspace, mia };
}

describe("savePushSubscription", () => {
  test("keeps a browser sealed, once however often it is saved, under the sign-in of the last time", async () => {
    const { mia, workspaceId } = await scene();
    const { input } = newBrowser();
    await mia.api.ok(SAVE, input);
    const again = await signInTestUser(mia.userId);
    await api({ token: again.token }, workspaceId).ok(SAVE, { ...input, timeZone: "Asia/Tokyo" });

    const [row, ...others] = await rowsOf(mia.userId);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ workspaceId, sessionId: again.sessionId, timeZone: "Asia/Tokyo" });
    for (const secret of [input.endpoint, input.p256dh, input.auth]) expect(JSON.stringify(row)).not.toContain(secret);
  });

  test("takes a browser over from whoever used it before, in all workspaces", async () => {
    const { mia, workspaceId } = await scene();
    const elsewhere = await createTestWorkspace();
    const [ben, stranger] = [
      await createTestMember(workspaceId, "AGENT"),
      await createTestMember(elsewhere.workspaceId, "AGENT"),
    ];
    const { input } = newBrowser();
    await mia.api.ok(SAVE, input);
    await ben.api.ok(SAVE, input);
    expect([(await rowsOf(mia.userId)).length, (await rowsOf(ben.userId)).length]).toEqual([0, 1]);
    await stranger.api.ok(SAVE, input);
    expect([(await rowsOf(ben.userId)).length, (await rowsOf(stranger.userId)).length]).toEqual([0, 1]);
  });

  test("keeps the 20 browsers that were used last", async () => {
    const { mia } = await scene();
    const browsers = Array.from({ length: 21 }, newBrowser);
    for (const { input } of browsers) await mia.api.ok(SAVE, input);
    expect(await rowsOf(mia.userId)).toHaveLength(20);
    expect(await mia.api.refusal(DELETE, { endpoint: browsers[0]?.input.endpoint })).toMatchObject({
      code: "NOT_FOUND",
    });
    await mia.api.ok(DELETE, { endpoint: browsers[20]?.input.endpoint });
  });

  test.each([
    ["an address that is no public one", { endpoint: "http://10.0.0.1/push" }, "input.endpoint"],
    ["a file", { endpoint: "file:///etc/passwd" }, "input.endpoint"],
    ["a key that is no point of the curve", { p256dh: Buffer.alloc(65, 4).toString("base64url") }, "input.p256dh"],
    ["a short secret", { auth: "YWJj" }, "input.auth"],
    ["a time zone that there is not", { timeZone: "Mars/Olympus" }, "input.timeZone"],
  ])("refuses %s", async (_, wrong, path) => {
    const { mia } = await scene();
    expect(await mia.api.refusal(SAVE, { ...newBrowser().input, ...wrong })).toMatchObject({
      code: "BAD_INPUT",
      paths: [path],
    });
    expect(await rowsOf(mia.userId)).toEqual([]);
  });

  test("is for people: keys have no browser, and Gateway workspaces nothing to tell", async () => {
    const { api: key, workspaceId } = await scene();
    const agent = await createTestAgentKey(workspaceId);
    for (const caller of [key, agent.api])
      expect(await caller.refusal(SAVE, newBrowser().input)).toMatchObject({ code: "NOT_FOUND" });
    const gateway = await createTestWorkspace({ plan: "GATEWAY" });
    const member = await createTestMember(gateway.workspaceId, "ADMIN");
    expect(await member.api.refusal(SAVE, newBrowser().input)).toMatchObject({ code: "PLAN_REQUIRED" });
  });
});

describe("a browser is forgotten", () => {
  test("by its person, and by nobody else", async () => {
    const { mia, workspaceId } = await scene();
    const ben = await createTestMember(workspaceId, "ADMIN");
    const { input } = newBrowser();
    await mia.api.ok(SAVE, input);
    expect(await ben.api.refusal(DELETE, { endpoint: input.endpoint })).toMatchObject({ code: "NOT_FOUND" });
    expect(await rowsOf(mia.userId)).toHaveLength(1);
    await mia.api.ok(DELETE, { endpoint: input.endpoint });
    expect(await rowsOf(mia.userId)).toEqual([]);
  });

  test("with its sign-in: signed out there, or ended from elsewhere, also when it had run out by itself", async () => {
    const { mia, workspaceId } = await scene();
    const [phone, tablet] = [await signInTestUser(mia.userId), await signInTestUser(mia.userId)];
    await mia.api.ok(SAVE, newBrowser().input);
    for (const { token } of [phone, tablet]) await api({ token }, workspaceId).ok(SAVE, newBrowser().input);
    await revokeSession(phone.sessionId);
    expect(await rowsOf(mia.userId)).toHaveLength(2);
    await database().session.update({ where: { id: tablet.sessionId }, data: { expiresAt: new Date(0) } });
    await mia.api.ok(REVOKE);
    expect(await rowsOf(mia.userId)).toHaveLength(1);
  });

  test("with its person's seat", async () => {
    const { mia, api: owner } = await scene();
    await mia.api.ok(SAVE, newBrowser().input);
    await owner.ok(REMOVE, { userId: mia.userId });
    expect(await rowsOf(mia.userId)).toEqual([]);
  });

  test("when nobody opened the portal there for 30 days", async () => {
    const { mia, workspaceId } = await scene();
    for (let count = 0; count < 2; count++) await mia.api.ok(SAVE, newBrowser().input);
    const [old, young] = await rowsOf(mia.userId);
    if (!old || !young) throw new Error("two were saved");
    await database().pushSubscription.update({
      where: { workspaceId_endpointHash: { workspaceId, endpointHash: old.endpointHash } },
      data: { seenAt: new Date(Date.now() - 31 * 86_400_000) },
    });
    await prunePushSubscriptions();
    expect((await rowsOf(mia.userId)).map(({ endpointHash }) => endpointHash)).toEqual([young.endpointHash]);
  });
});

test("every caller is told the same key of the service", async () => {
  const { mia, api: key } = await scene();
  const VIEWER = `query ($input: ViewerInput!) { viewer(input: $input) { pushKey } }`;
  const [one, other] = [await mia.api.ok<{ pushKey: string }>(VIEWER), await key.ok<{ pushKey: string }>(VIEWER)];
  expect(Buffer.from(one.pushKey, "base64url")).toHaveLength(65);
  expect(other).toEqual(one);
});
