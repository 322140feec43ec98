import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import type { Role } from "../generated/prisma/enums.ts";
import { updateMessageStatus } from "../sending/update-message-status.ts";
import type { JobPayload } from "../work/queue.ts";
import { quote } from "../say.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestIntegration, createTestMember, createTestWorkspace, testCtx } from "../testing/factories.ts";
import { startMailServer } from "../testing/mail-server.ts";
import { eventually } from "../testing/receiver.ts";
import { NOTIFY_EVENTS, type Preferences } from "../workspaces/preferences.ts";
import { findPushes } from "./find-pushes.ts";
import { mailClosingWindows } from "./closing-windows.ts";
import { mailNotices, planNoticeEmails } from "./mail-notices.ts";
import { notifySlaRisks } from "./notify-sla-risks.ts";

const PREFER = `mutation ($input: PreferencesSetInput!) { setPreferences(input: $input) { preferences } }`;
const ASSIGN = `mutation ($input: ConvAssignInput!) { assignConv(input: $input) { id } }`;
const ADD = `mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }`;
const RESEND = `mutation ($input: MessageResendInput!) { resendMessage(input: $input) { messageId } }`;
const READ = `mutation ($input: ConvSetReadInput!) { setConvRead(input: $input) { id } }`;
const REMOVE = `mutation ($input: MemberRemoveInput!) { removeMember(input: $input) { userId } }`;
const ROWS = `query ($input: ConvRowsInput!) { convRows(input: $input) { nodes { ownFailedIds } } }`;
const TARGETS = `mutation ($input: WorkspaceSettingsPatchInput!) { patchWorkspaceSettings(input: $input) { id } }`;

const BY_MAIL: Preferences["notify"] = Object.fromEntries(NOTIFY_EVENTS.map((event) => [event, { email: true }]));

let server: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  server = await startMailServer();
  // Set here, because the environment is read with the first setting, which comes later.
  process.env.SMTP_URL = server.url;
  process.env.APP_URL = "https://desk.example";
  await findPushes();
});
afterAll(() => server.close());

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let integrationId: string;
let customer: ReturnType<typeof customerSystem>;
beforeEach(async () => {
  workspace = await createTestWorkspace({ name: "Tea & Co" });
  ({ id: integrationId } = await createTestIntegration(workspace.workspaceId, { name: "Shop chat" }));
  customer = customerSystem(integrationId);
  server.arrived.length = 0;
});

async function agent(role: Role = "AGENT", preferences: Preferences = { notify: BY_MAIL }) {
  const member = await createTestMember(workspace.workspaceId, role);
  await member.api.ok(PREFER, { preferences });
  return member;
}
type Agent = Awaited<ReturnType<typeof agent>>;

/** Reads the event log as the worker does. */
async function found(): Promise<void> {
  await eventually(async () => {
    await findPushes();
    const [left] = await database().$queryRaw<{ count: number }[]>`
      select count(*)::int as count from "Event" e, "EventCursor" c
      where c.reader = 'notices' and e."workspaceId" = ${workspace.workspaceId} and (e.txid, e.seq) > (c.txid, c.seq)`;
    return left?.count === 0;
  });
}

const notices = () => database().mailNotice.findMany({ where: { workspaceId: workspace.workspaceId } });

/** Moves everything this many minutes into the past. */
async function wait(minutes: number): Promise<void> {
  await database().$executeRaw`
    update "MailNotice" set at = at - make_interval(mins => ${minutes}), "settledAt" = "settledAt" - make_interval(mins => ${minutes})
    where "workspaceId" = ${workspace.workspaceId}`;
}

/** Starts emails as the worker does every minute, and returns their jobs. */
async function planned(): Promise<JobPayload<"mail-notices">[]> {
  await planNoticeEmails();
  const jobs = await database().$queryRaw<{ data: JobPayload<"mail-notices"> }[]>`
    delete from pgboss.job where name = 'mail-notices' and (data ->> 'workspaceId')::int = ${workspace.workspaceId} returning data`;
  return jobs.map(({ data }) => data);
}

async function send(): Promise<void> {
  for (const job of await planned()) await mailNotices(job);
}

/** Reads the event log, then lets enough time pass without anyone opening the portal that emails are due. */
async function unseen(): Promise<void> {
  await found();
  await wait(6);
  await send();
}

const emailsTo = ({ email }: Pick<Agent, "email">) =>
  server.arrived.filter(({ to }) => to.includes(email)).map(({ mail }) => mail);
const subjects = (who: Agent) => emailsTo(who).map(({ subject }) => subject);
const maria = (content: string) => customer.text("maria", content, { clientInfo: { name: "Maria" } });
const assign = (convId: string, agentId: string | null) => workspace.api.ok(ASSIGN, { integrationId, convId, agentId });
const urlOf = (convId: string) => `https://desk.example/${workspace.workspaceId}/inbox/${convId}`;

describe("an email", () => {
  test("comes when it was not seen within five minutes, names who and where, and leads to the thread", async () => {
    const [ana, ben] = [await agent(), await agent("AGENT", { notify: {} })];
    const { conversationId: convId } = await maria("My card number is 4111");
    await found();
    await wait(4);
    expect(await planned()).toEqual([]);
    await wait(1);
    await send();

    const [message] = emailsTo(ana);
    expect(message?.subject).toBe("Maria is waiting for an agent");
    expect(message?.messageId).toMatch(/^<notices-[0-9a-f-]{36}@desk\.example>$/);
    expect(message?.text).toContain(`- Maria is waiting for an agent\n  Shop chat\n  ${urlOf(convId)}`);
    expect(message?.text).toContain(`in your settings: https://desk.example/${workspace.workspaceId}/settings/notices`);
    expect(message?.html).toContain("Tea &amp; Co");
    expect(`${message?.text} ${message?.html}`).not.toContain("4111");
    expect(emailsTo(ben)).toEqual([]);
    await wait(60);
    await send();
    expect(server.arrived).toHaveLength(1);
  });

  test("is one for all that happened, in their language, and says what was written where they chose that", async () => {
    const ana = await agent("ADMIN", { notify: BY_MAIL, locale: "de", pushText: true });
    const { conversationId: first } = await maria("Wo ist mein Paket?");
    await maria("Hallo?");
    const { conversationId: second } = await customer.text("ole", "Hei", { clientInfo: { name: "Ole" } });
    await assign(second, ana.agentId);
    await unseen();
    expect(subjects(ana)).toEqual(["2 Neuigkeiten warten auf dich in Tea & Co"]);
    const [message] = emailsTo(ana);
    expect(message?.text).toContain(`- Maria wartet auf einen Agenten\n  Wo ist mein Paket?\n  ${urlOf(first)}`);
    expect(message?.text).toContain(`- Ole wurde dir zugewiesen\n  Shop chat\n  ${urlOf(second)}`);
    expect(message?.text).not.toContain("Or open");
    expect(message?.html).toContain('<html lang="de">');
  });

  test("is followed by the next one after a quarter of an hour at the earliest", async () => {
    const ana = await agent();
    const { conversationId: convId } = await maria("Hello");
    await assign(convId, ana.agentId);
    await unseen();
    expect(emailsTo(ana)).toHaveLength(1);
    await maria("Hello?");
    await unseen();
    expect(emailsTo(ana)).toHaveLength(1);
    await wait(10);
    await send();
    expect(subjects(ana)).toEqual(["Maria was assigned to you", "Maria wrote"]);
  });

  test("that is sent twice is one message; while the mail server is away it is tried again, and nothing else is begun", async () => {
    const ana = await agent();
    await maria("Hello");
    await found();
    await wait(6);
    const [job] = await planned();
    if (!job) throw new Error("no email was begun");
    const { port } = server;
    await server.close();
    await expect(mailNotices(job)).rejects.toThrow();
    expect(await planned()).toEqual([]);
    server = await startMailServer(port);
    await mailNotices(job);
    // A crash after the server's response but before it was stored.
    await database().mailNotice.updateMany({ where: { letterId: job.letterId }, data: { settledAt: null } });
    await mailNotices(job);
    await mailNotices(job);
    const ids = emailsTo(ana).map(({ messageId }) => messageId);
    expect(ids).toEqual([`<notices-${job.letterId}@desk.example>`, `<notices-${job.letterId}@desk.example>`]);
  });

  test("that was given up after hours without a mail server leaves its news to the next one", async () => {
    const ana = await agent();
    await maria("Hello");
    await found();
    await wait(6);
    // The job has used up its retries.
    expect(await planned()).toHaveLength(1);
    await wait(5 * 60);
    expect(await planned()).toEqual([]);
    await wait(60);
    await send();
    expect(subjects(ana)).toEqual(["Maria is waiting for an agent"]);
  });

  test("to an address that the mail server refuses is given up", async () => {
    const ana = await agent();
    await database().user.updateMany({ where: { email: ana.email }, data: { email: `unknown-${ana.email}` } });
    await maria("Hello");
    await unseen();
    expect(server.arrived).toEqual([]);
    expect((await notices()).map(({ settledAt }) => settledAt)).not.toContain(null);
  });
});

describe("nothing is sent", () => {
  test.each<[string, (scene: { ana: Agent; convId: string }) => Promise<unknown>]>([
    ["of what they have read", ({ ana, convId }) => ana.api.ok(READ, { convId, seq: 100 })],
    [
      "of what a colleague took",
      async ({ convId }) => assign(convId, (await createTestMember(workspace.workspaceId, "AGENT")).agentId),
    ],
    ["to who chose otherwise since", ({ ana }) => ana.api.ok(PREFER, { preferences: { notify: null } })],
    ["to who has no seat any more", ({ ana }) => workspace.api.ok(REMOVE, { userId: ana.userId })],
    [
      "in a deleted workspace",
      () => database().workspace.update({ where: { id: workspace.workspaceId }, data: { deletedAt: new Date() } }),
    ],
  ])("%s", async (_, happens) => {
    const ana = await agent("AGENT", { notify: BY_MAIL, pushText: true });
    const { conversationId: convId } = await maria("A secret");
    await found();
    await wait(6);
    const jobs = await planned();
    expect(jobs).toHaveLength(1);
    await happens({ ana, convId });
    for (const job of jobs) await mailNotices(job);
    expect(server.arrived).toEqual([]);
    expect((await notices()).filter(({ settledAt }) => settledAt === null)).toEqual([]);
  });

  test("in quiet hours, by the person's own clock; what happened then goes when they end", async () => {
    const zone = "Asia/Kathmandu";
    const clock = new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    const at = (minutes: number) => clock.format(Date.now() + minutes * 60_000);
    const quietHours = { from: at(-60), to: at(60) };
    const ana = await agent("AGENT", { notify: BY_MAIL, timeZone: zone, quietHours });
    await maria("Hello");
    await found();
    await wait(6);
    expect(await planned()).toEqual([]);
    await ana.api.ok(PREFER, { preferences: { quietHours: null } });
    const [job] = await planned();
    if (!job) throw new Error("no email was begun");
    // Retries last for hours, so quiet hours may have begun.
    await ana.api.ok(PREFER, { preferences: { quietHours } });
    await mailNotices(job);
    expect(server.arrived).toEqual([]);
    await ana.api.ok(PREFER, { preferences: { quietHours: { from: at(60), to: at(120) } } });
    await send();
    expect(subjects(ana)).toEqual(["Maria is waiting for an agent"]);
  });
});

describe("of each event", () => {
  test("messages that failed, wherever they stand, but for those that were sent again", async () => {
    const { workspaceId } = workspace;
    const ana = await agent("AGENT", { notify: { failedSend: { email: true } } });
    const { conversationId: convId } = await maria("Hello");
    await assign(convId, ana.agentId);
    const failed: string[] = [];
    for (const content of ["One", "Two"]) {
      const { messageId: id } = await ana.api.ok<{ messageId: string }>(ADD, {
        convId,
        integrationId,
        content,
        type: "text",
      });
      const externalMessageId = `ext-${id}`;
      await database().message.update({ where: { workspaceId_id: { workspaceId, id } }, data: { externalMessageId } });
      const report = { externalMessageId, status: "failed", at: null, error: quote("refused") } as const;
      await updateMessageStatus(testCtx(workspaceId), integrationId, report);
      failed.push(id);
    }
    await ana.api.ok(ADD, { convId, integrationId, content: "Three", type: "text" });
    const ownFailures = async () =>
      (await ana.api.ok<{ nodes: { ownFailedIds: string[] }[] }>(ROWS, { ids: [convId] })).nodes[0]?.ownFailedIds;
    expect(await ownFailures()).toEqual(failed.toReversed());
    expect(await workspace.api.ok(ROWS, { ids: [convId] })).toEqual({ nodes: [{ ownFailedIds: [] }] });
    await ana.api.ok(RESEND, { messageId: failed[1] });
    expect(await ownFailures()).toEqual([failed[0]]);
    await unseen();
    expect(subjects(ana)).toEqual(["Your message to Maria was not sent"]);
  });

  test("an answer that is due soon: its agent, or everybody where it is nobody's; each target once", async () => {
    const [ana, ben] = [
      await agent("AGENT", { notify: { slaRisk: { email: true } } }),
      await agent("AGENT", { notify: { slaRisk: { email: true } } }),
    ];
    await workspace.api.ok(TARGETS, { sla: { firstResponseMinutes: 10 } });
    const { conversationId: convId } = await maria("Hello");
    await assign(convId, ana.agentId);
    const { conversationId: nobodys } = await customer.text("ole", "Hei", { clientInfo: { name: "Ole" } });
    await notifySlaRisks();
    expect(await notices()).toEqual([]);
    await database().$executeRaw`
      update "Conversation" set "waitingSince" = "waitingSince" - interval '6 minutes', "slaDueAt" = "slaDueAt" - interval '6 minutes'
      where "workspaceId" = ${workspace.workspaceId}`;
    await notifySlaRisks();
    await notifySlaRisks();
    expect((await notices()).map((notice) => [notice.userId, notice.convId]).sort()).toEqual(
      [
        [ana.userId, convId],
        [ana.userId, nobodys],
        [ben.userId, nobodys],
      ].sort(),
    );
    await wait(6);
    await send();
    expect(subjects(ben)).toEqual(["The reply to Ole is due soon"]);
    expect(subjects(ana)).toEqual(["2 things wait for you in Tea & Co"]);
  });

  test("a window that closes within the hour, once", async () => {
    const ana = await agent("AGENT", { notify: { windowClosing: { email: true } } });
    const { conversationId: convId } = await maria("Hello");
    await assign(convId, ana.agentId);
    await mailClosingWindows();
    expect(await notices()).toEqual([]);
    // A channel with a window of 24 hours.
    await database().integration.updateMany({ where: { id: integrationId }, data: { type: "INSTAGRAM" } });
    await database().conversation.updateMany({
      where: { id: convId },
      data: { lastClientMessageAt: new Date(Date.now() - 23.5 * 3_600_000) },
    });
    expect(await mailClosingWindows()).toBe(1);
    expect(await mailClosingWindows()).toBe(0);
    await send();
    expect(subjects(ana)).toEqual(["Less than an hour to reply to Maria"]);
    expect(await mailClosingWindows()).toBe(0);
  });

  test("a window that has closed before the email goes is no news", async () => {
    const ana = await agent("AGENT", { notify: { windowClosing: { email: true } } });
    const { conversationId: convId } = await maria("Hello");
    await assign(convId, ana.agentId);
    await database().integration.updateMany({ where: { id: integrationId }, data: { type: "INSTAGRAM" } });
    const heardBefore = (hours: number) =>
      database().conversation.updateMany({
        where: { id: convId },
        data: { lastClientMessageAt: new Date(Date.now() - hours * 3_600_000) },
      });
    await heardBefore(23.5);
    expect(await mailClosingWindows()).toBe(1);
    await heardBefore(24.1);
    await send();
    expect(emailsTo(ana)).toEqual([]);
  });
});
