import { createPublicKey } from "node:crypto";
import { jwtVerify } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import type { Role } from "../generated/prisma/enums.ts";
import { updateMessageStatus } from "../sending/update-message-status.ts";
import type { JobPayload } from "../work/queue.ts";
import { quote } from "../say.ts";
import type { Preferences } from "../workspaces/preferences.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestIntegration, createTestMember, createTestWorkspace, testCtx } from "../testing/factories.ts";
import { startPushService, subscribedBrowser } from "../testing/push-service.ts";
import { eventually } from "../testing/receiver.ts";
import { findPushes } from "./find-pushes.ts";
import { pushClosingWindows } from "./closing-windows.ts";
import { pushKeys } from "./push-keys.ts";
import { sendPush } from "./send-push.ts";

const SAVE = `mutation ($input: PushSubscriptionSaveInput!) { savePushSubscription(input: $input) { timeZone } }`;
const PREFER = `mutation ($input: PreferencesSetInput!) { setPreferences(input: $input) { preferences } }`;
const ASSIGN = `mutation ($input: ConvAssignInput!) { assignConv(input: $input) { id } }`;
const ADD = `mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }`;
const READ = `mutation ($input: ConvSetReadInput!) { setConvRead(input: $input) { id } }`;
const REMOVE = `mutation ($input: MemberRemoveInput!) { removeMember(input: $input) { userId } }`;

const EVERYTHING: Preferences["notify"] = Object.fromEntries(
  ["newUnassigned", "assignedToMe", "mention", "replyInMine", "windowClosing", "failedSend"].map((event) => [
    event,
    { desktop: true },
  ]),
);

let service: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  service = await startPushService();
  await findPushes();
});
afterAll(() => service.close());

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let integrationId: string;
let customer: ReturnType<typeof customerSystem>;
beforeEach(async () => {
  workspace = await createTestWorkspace();
  ({ id: integrationId } = await createTestIntegration(workspace.workspaceId, { name: "Shop chat" }));
  customer = customerSystem(integrationId);
  Object.assign(service, { answer: 201, pushed: [] });
});

/** A team member with a browser that gets notifications. */
async function agentWithBrowser(role: Role = "AGENT", preferences: Preferences = { notify: EVERYTHING }) {
  const member = await createTestMember(workspace.workspaceId, role);
  const browser = subscribedBrowser(service.origin);
  await member.api.ok(PREFER, { preferences });
  await member.api.ok(SAVE, browser.input);
  return { ...member, browser };
}

/** Reads the event log as the worker does, and returns the jobs queued for this workspace. */
async function queued(): Promise<JobPayload<"push">[]> {
  const db = database();
  await eventually(async () => {
    await findPushes();
    const [left] = await db.$queryRaw<{ count: number }[]>`
      select count(*)::int as count from "Event" e, "EventCursor" c
      where c.reader = 'notices' and e."workspaceId" = ${workspace.workspaceId} and (e.txid, e.seq) > (c.txid, c.seq)`;
    return left?.count === 0;
  });
  const jobs = await db.$queryRaw<{ data: JobPayload<"push"> }[]>`
    delete from pgboss.job where name = 'push' and (data ->> 'workspaceId')::int = ${workspace.workspaceId} returning data`;
  return jobs.map(({ data }) => data);
}

/** Queues the jobs and runs them. */
async function notify(): Promise<void> {
  for (const job of await queued()) await sendPush(job);
}

const told = ({ browser }: { browser: ReturnType<typeof subscribedBrowser> }) =>
  service.pushed.filter(({ path }) => path === browser.path).map(({ body }) => browser.open(body));
const titles = (who: Parameters<typeof told>[0]) => told(who).map((notice) => (notice as { title: string }).title);
const maria = (content: string) => customer.text("maria", content, { clientInfo: { name: "Maria" } });
const assign = (convId: string, agentId: string | null) => workspace.api.ok(ASSIGN, { integrationId, convId, agentId });

describe("a push", () => {
  test("is encrypted for its browser alone, signed by the service, and names who and where, not what", async () => {
    const ana = await agentWithBrowser();
    const { conversationId: convId } = await maria("My card number is 4111");
    await notify();

    expect(told(ana)).toEqual([
      {
        title: "Maria is waiting for an agent",
        body: "Shop chat",
        tag: convId,
        url: `/${workspace.workspaceId}/inbox/${convId}`,
      },
    ]);
    const [pushed] = service.pushed;
    if (!pushed) throw new Error("nothing came");
    expect(pushed.headers).toMatchObject({ "content-encoding": "aes128gcm", urgency: "high" });
    expect(pushed.headers.topic).toBe(convId.replaceAll("-", ""));
    expect(Number(pushed.headers.ttl)).toBeGreaterThan(3_500);
    const [, token = "", key = ""] = /^vapid t=([^,]+), k=(\S+)$/.exec(pushed.headers.authorization ?? "") ?? [];
    expect(key).toBe(pushKeys().publicKey);
    const { payload } = await jwtVerify(token, publicKeyOf(key), { audience: service.origin });
    expect(payload.sub).toMatch(/^mailto:[^<>\s]+@[^<>\s]+$/);
    expect(() => subscribedBrowser(service.origin).open(pushed.body)).toThrow();
  });

  test("says what was written where its person wants that, in their language", async () => {
    const ana = await agentWithBrowser("AGENT", { notify: EVERYTHING, pushText: true, locale: "de" });
    await maria("Wo ist mein Paket?");
    await notify();
    expect(told(ana)).toMatchObject([{ title: "Maria wartet auf einen Agenten", body: "Wo ist mein Paket?" }]);
  });

  test("does not show agents the number of a nameless client that they see masked", async () => {
    const [agent, admin] = [await agentWithBrowser("AGENT"), await agentWithBrowser("ADMIN")];
    await customer.text("+491701234567", "Hello");
    await notify();
    expect(titles(agent)).toEqual(["+49•••••••67 is waiting for an agent"]);
    expect(titles(admin)).toEqual(["+491701234567 is waiting for an agent"]);
  });
});

describe("who is told of what", () => {
  test("nobody's conversation: everybody who chose it, once until somebody answers", async () => {
    const [ana, ben] = [await agentWithBrowser(), await agentWithBrowser("AGENT", { notify: {} })];
    await maria("Hello");
    await maria("Anybody there?");
    await notify();
    await maria("Hello?");
    await notify();
    expect(titles(ana)).toEqual(["Maria is waiting for an agent"]);
    expect(told(ben)).toEqual([]);
  });

  test("an assignment by somebody else, then each message; a colleague hears of neither", async () => {
    const [ana, ben] = [await agentWithBrowser(), await agentWithBrowser()];
    const { conversationId: convId } = await maria("Hello");
    await queued();
    await assign(convId, ana.agentId);
    await notify();
    await maria("Hello again");
    await notify();
    expect(titles(ana)).toEqual(["Maria was assigned to you", "Maria wrote"]);
    expect(told(ben)).toEqual([]);
  });

  test("not what they did themselves", async () => {
    const ana = await agentWithBrowser();
    const { conversationId: convId } = await maria("Hello");
    await queued();
    await ana.api.ok(ASSIGN, { integrationId, convId, agentId: ana.agentId });
    await ana.api.ok(ADD, { integrationId, convId, type: "note", content: "Me", mentions: [ana.agentId] });
    expect(await queued()).toEqual([]);
  });

  test("a mention, of those who may see the conversation", async () => {
    const [ana, admin, owner] = [
      await agentWithBrowser(),
      await agentWithBrowser("ADMIN"),
      await createTestMember(workspace.workspaceId, "ADMIN"),
    ];
    const { conversationId: convId } = await maria("Hello");
    await assign(convId, owner.agentId);
    await queued();
    const mentions = [ana.agentId, admin.agentId];
    await owner.api.ok(ADD, { integrationId, convId, type: "note", content: "Look at this", mentions });
    await notify();
    expect(titles(admin)).toEqual(["You were mentioned in the conversation with Maria"]);
    expect(told(ana)).toEqual([]);
  });

  test("a message of theirs that failed", async () => {
    const [ana, ben] = [await agentWithBrowser(), await agentWithBrowser()];
    const { conversationId: convId } = await maria("Hello");
    await queued();
    const sent = await ana.api.ok<{ messageId: string }>(ADD, { integrationId, convId, type: "text", content: "Hi" });
    const externalMessageId = `ext-${sent.messageId}`;
    await database().message.update({
      where: { workspaceId_id: { workspaceId: workspace.workspaceId, id: sent.messageId } },
      data: { externalMessageId },
    });
    const report = { externalMessageId, status: "failed", at: null, error: quote("refused") } as const;
    await updateMessageStatus(testCtx(workspace.workspaceId), integrationId, report);
    await notify();
    expect(titles(ana)).toEqual(["Your message to Maria was not sent"]);
    expect(told(ben)).toEqual([]);
  });

  test("nobody in their quiet hours, by the clock of the device", async () => {
    const [quiet, awake] = [
      await agentWithBrowser("AGENT", { notify: EVERYTHING, quietHours: { from: inBerlin(-1), to: inBerlin(2) } }),
      await agentWithBrowser("AGENT", { notify: EVERYTHING, quietHours: { from: inBerlin(4), to: inBerlin(8) } }),
    ];
    await maria("Hello");
    await notify();
    expect([told(quiet).length, told(awake).length]).toEqual([0, 1]);
  });

  test("a reply window that closes within the hour, once", async () => {
    const ana = await agentWithBrowser();
    const { conversationId: convId } = await maria("Hello");
    await assign(convId, ana.agentId);
    await queued();
    await database().integration.update({
      where: { workspaceId_id: { workspaceId: workspace.workspaceId, id: integrationId } },
      data: { type: "WHATSAPP" },
    });
    await wroteBefore(convId, 22.5);
    expect(await pushClosingWindows()).toBe(0);
    await wroteBefore(convId, 23.5);
    await database().pushSubscription.updateMany({
      where: { userId: ana.userId },
      data: { windowsUntil: new Date(Date.now() + 60_000) },
    });
    expect(await pushClosingWindows()).toBe(1);
    expect(await pushClosingWindows()).toBe(0);
    await notify();
    expect(titles(ana)).toEqual(["Less than an hour to reply to Maria"]);
  });
});

describe("when the job runs, nothing is sent", () => {
  /** A push to an agent that is queued but has not run yet. */
  async function waiting() {
    const ana = await agentWithBrowser();
    const { conversationId: convId } = await maria("Hello");
    const jobs = await queued();
    expect(jobs).toHaveLength(1);
    return { ana, convId, run: () => Promise.all(jobs.map(sendPush)) };
  }

  test.each([
    ["to who was removed", ({ ana }) => workspace.api.ok(REMOVE, { userId: ana.userId })],
    [
      "to a browser whose sign-in was ended",
      ({ ana }) => database().session.updateMany({ where: { userId: ana.userId }, data: { revokedAt: new Date() } }),
    ],
    [
      "to who may not see the conversation any more",
      async ({ convId }) => {
        const ben = await createTestMember(workspace.workspaceId, "AGENT");
        return assign(convId, ben.agentId);
      },
    ],
    ["to who does not want to hear of it any more", ({ ana }) => ana.api.ok(PREFER, { preferences: { notify: {} } })],
    [
      "in quiet hours that have begun",
      ({ ana }) => ana.api.ok(PREFER, { preferences: { quietHours: { from: inBerlin(-1), to: inBerlin(2) } } }),
    ],
    ["of what they have read meanwhile", ({ ana, convId }) => ana.api.ok(READ, { convId, seq: 1 })],
    [
      "in a deleted workspace",
      () => database().workspace.update({ where: { id: workspace.workspaceId }, data: { deletedAt: new Date() } }),
    ],
  ] satisfies [string, (scene: Awaited<ReturnType<typeof waiting>>) => Promise<unknown>][])("%s", async (_, change) => {
    const scene = await waiting();
    await change(scene);
    await scene.run();
    expect(service.pushed).toEqual([]);
  });

  test("an hour later", async () => {
    const ana = await agentWithBrowser();
    await maria("Hello");
    const [job] = await queued();
    if (!job) throw new Error("nothing was queued");
    await sendPush({ ...job, at: new Date(Date.now() - 3_600_001).toISOString() });
    expect(told(ana)).toEqual([]);
  });
});

describe("the push service's answer", () => {
  const browsersOf = (userId: string) => database().pushSubscription.count({ where: { userId } });

  test.each([404, 410])("%i: the browser is forgotten", async (status) => {
    const ana = await agentWithBrowser();
    service.answer = status;
    await maria("Hello");
    await notify();
    expect(await browsersOf(ana.userId)).toBe(0);
  });

  test.each([429, 503])("%i: the job fails, and is tried again", async (status) => {
    const ana = await agentWithBrowser();
    service.answer = status;
    await maria("Hello");
    const [job] = await queued();
    if (!job) throw new Error("nothing was queued");
    await expect(sendPush(job)).rejects.toThrow(String(status));
    service.answer = 201;
    await sendPush(job);
    expect(told(ana)).toHaveLength(2);
    expect(await browsersOf(ana.userId)).toBe(1);
  });

  test("any other refusal: it is let go, and the browser kept", async () => {
    const ana = await agentWithBrowser();
    service.answer = 400;
    await maria("Hello");
    await notify();
    expect([service.pushed.length, await browsersOf(ana.userId)]).toEqual([1, 1]);
  });
});

/** The full hour in the browsers' time zone, this many hours from now: "07:00". */
function inBerlin(hours: number): string {
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin", hour: "2-digit", hourCycle: "h23" });
  return `${String((Number(clock.format()) + hours + 24) % 24).padStart(2, "0")}:00`;
}

/** The service's public key in the form that browsers and push services use: an uncompressed point. */
function publicKeyOf(text: string) {
  const point = Buffer.from(text, "base64url");
  const coordinate = (from: number) => point.subarray(from, from + 32).toString("base64url");
  return createPublicKey({ key: { kty: "EC", crv: "P-256", x: coordinate(1), y: coordinate(33) }, format: "jwk" });
}

async function wroteBefore(convId: string, hours: number): Promise<void> {
  await database().conversation.update({
    where: { workspaceId_id: { workspaceId: workspace.workspaceId, id: convId } },
    data: { lastClientMessageAt: new Date(Date.now() - hours * 3_600_000) },
  });
}
