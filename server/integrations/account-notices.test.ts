import { randomInt } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startGraph, type GraphStandIn } from "../../simulator/graph.ts";
import { whatsappAccountEntry } from "../../simulator/graph-webhook.ts";
import { createBroadcast } from "../broadcasts/create-broadcast.ts";
import { launchBroadcast } from "../broadcasts/launch-broadcast.ts";
import { runBroadcasts } from "../broadcasts/run-broadcasts.ts";
import { database } from "../db.ts";
import { failureOf } from "../channels/meta/verdict.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { sendNotification } from "../messages/send-notification.ts";
import { inEnglish, say } from "../say.ts";
import { deliverMessage } from "../sending/deliver-message.ts";
import { claimDue } from "../testing/claim-due.ts";
import { createTestClient, createTestWorkspace } from "../testing/factories.ts";
import { createMetaChannel } from "../testing/meta-channel.ts";
import { endPassedStops } from "./end-account-stops.ts";

const CHANNELS = "query ($input: IntegrationsInput!) { integrations(input: $input) { nodes { id templatesHeld } } }";

let graph: GraphStandIn;
beforeAll(async () => {
  graph = await startGraph();
  process.env.META_GRAPH_URL = graph.url;
});
afterAll(() => graph.stop());

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let channel: Awaited<ReturnType<typeof createMetaChannel>>;
beforeEach(async () => {
  workspace = await createTestWorkspace();
  channel = await createMetaChannel(workspace.workspaceId, "WHATSAPP");
});

const row = (id = channel.integration.id) => database().integration.findFirstOrThrow({ where: { id } });
const notices = async () =>
  (
    await database().auditEntry.findMany({
      where: { workspaceId: workspace.workspaceId, action: "accountNotice" },
      orderBy: { id: "asc" },
    })
  ).map(({ after, actorKind, targetId }) => [actorKind, targetId, (after as { notice: { text: string } }).notice.text]);
const mails = () =>
  database().$queryRaw<{ notice: string }[]>`
    select data -> 'notice' ->> 'text' as notice from pgboss.job
    where name = 'mail-channel-error' and (data ->> 'workspaceId')::int = ${workspace.workspaceId} order by created_on`;
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const tell = (value: Record<string, unknown>, at = new Date(), field = "account_update") =>
  channel.bring(whatsappAccountEntry(channel.number, field, value, at));

const createTemplate = () =>
  database().messageTemplate.create({
    data: {
      ...{ workspaceId: workspace.workspaceId, integrationId: channel.integration.id, id: String(randomInt(10 ** 9)) },
      ...{ name: "sale", category: "MARKETING", status: "APPROVED", language: "en" },
      components: [{ type: "BODY", text: "Hi" }],
    },
  });

const banned = (waba_ban_state: string) => ({ event: "DISABLED_UPDATE", ban_info: { waba_ban_state } });
const restricted = (restriction_type: string, seconds: number) => ({
  event: "ACCOUNT_RESTRICTION",
  restriction_info: [{ restriction_type, expiration: Math.floor(Date.now() / 1_000) + seconds }],
});

test("a disabled account: the channel's sends wait, its admins are told once, and it goes on when Meta enables it", async () => {
  const at = ago(20);
  await tell(banned("DISABLE"), at);
  // Meta repeats what it is not sure that it has said.
  await tell(banned("DISABLE"), at);
  const words = "Meta has disabled the account; ask for a review in Meta Business Suite";
  expect(await row()).toMatchObject({ state: "error", lastError: words });
  expect(await notices()).toEqual([["system", channel.integration.id, words]]);
  expect(await mails()).toEqual([{ notice: words }]);

  await tell(banned("REINSTATE"), ago(5));
  expect(await row()).toMatchObject({ state: "active", lastError: null, lastErrorAt: null });
  // What comes late stops nothing again, but is on record.
  await tell(banned("DISABLE"), ago(10));
  expect(await row()).toMatchObject({ state: "active" });
  expect(await notices()).toHaveLength(3);
});

test("a stop with an end is over then; an error of another kind is not", async () => {
  await tell(restricted("RESTRICTED_CUSTOMER_INITIATED_MESSAGING", 600));
  await endPassedStops();
  expect(await row()).toMatchObject({ state: "error" });
  const where = { id: channel.integration.id };
  await database().integration.updateMany({ where, data: { stoppedUntil: ago(1) } });
  await endPassedStops();
  expect(await row()).toMatchObject({ state: "active", lastError: null });

  await database().integration.updateMany({ where, data: { state: "error", lastErrorSaid: say("provider.rights") } });
  await tell(banned("REINSTATE"));
  await endPassedStops();
  expect(await row()).toMatchObject({ state: "error" });
});

test("templates are held back until the end, and admins read why; another workspace's channel of the same app is not concerned", async () => {
  const { api } = workspace;
  const held = async () =>
    (await api.ok<{ nodes: { templatesHeld: string | null }[] }>(CHANNELS, {})).nodes.map((each) => each.templatesHeld);
  const other = await createTestWorkspace();
  const theirs = await createMetaChannel(other.workspaceId, "WHATSAPP");
  await tell(restricted("RESTRICTED_BIZ_INITIATED_MESSAGING", 3_600));
  const words = expect.stringMatching(/^Meta does not let this account send templates until 20/) as string;
  expect(await held()).toEqual([words]);
  expect(await row()).toMatchObject({ state: "active" });
  expect(await mails()).toEqual([{ notice: words }]);
  expect(await row(theirs.integration.id)).toMatchObject({ templatesHeld: null });

  const integrationId = channel.integration.id;
  await createTemplate();
  const PREFLIGHT = "query ($input: BroadcastPreflightInput!) { broadcastPreflight(input: $input) { problem } }";
  const preflight = { integrationId, templateName: "sale", templateLang: "en" };
  expect(await api.ok(PREFLIGHT, preflight)).toEqual({ problem: words });

  const where = { id: integrationId };
  await database().integration.updateMany({ where, data: { templatesHeldUntil: ago(1) } });
  expect(await held()).toEqual([null]);
  expect(await api.ok(PREFLIGHT, preflight)).not.toEqual({ problem: words });
});

test("a held template: a broadcast's recipients wait, its messages in the queue too, and any other fails at once with the reason", async () => {
  const { workspaceId, ctx } = workspace;
  const integrationId = channel.integration.id;
  const now = () => ({ ...ctx, now: new Date() });
  const newClient = () => createTestClient(workspaceId, { phone: `+4790${randomInt(100_000, 1_000_000)}` });
  await Promise.all([newClient(), newClient(), newClient()]);
  await database().integration.updateMany({ where: { id: integrationId }, data: { ratePerSecond: 1 } });
  await createTemplate();
  const template = { integrationId, templateName: "sale", templateLang: "en" };
  const { id } = await createBroadcast(now(), { name: "Sale", ...template });
  await launchBroadcast(now(), { id });
  // Longer than a message may wait.
  const until = new Date(Date.now() + 3 * 24 * 3_600_000);
  const hold = say("account.templatesStoppedUntil", { until });
  const held = { where: { id: integrationId }, data: { templatesHeld: hold, templatesHeldUntil: until } };
  await database().integration.updateMany(held);
  await runBroadcasts();
  expect(await database().message.count({ where: { workspaceId } })).toBe(0);

  await database().integration.updateMany({ ...held, data: { templatesHeld: Prisma.DbNull } });
  await runBroadcasts();
  await sendNotification(now(), { clientId: (await newClient()).id, ...template });
  await database().integration.updateMany(held);
  const sends = await claimDue();
  for (const send of sends) await deliverMessage(send, new AbortController().signal);
  expect(graph.calls.filter(({ path }) => path.endsWith("/messages"))).toEqual([]);
  const messages = await database().message.findMany({ where: { workspaceId, type: "template" } });
  const of = (isBroadcast: boolean) =>
    messages
      .filter(({ broadcastId }) => (broadcastId !== null) === isBroadcast)
      .map(({ status, error }) => ({ status, error }));
  expect(of(false)).toEqual([{ status: "failed", error: inEnglish(hold) }]);
  expect(new Set(of(true).map(({ status }) => status))).toEqual(new Set(["pending"]));
  const waiting = await database().sendQueue.findMany({ where: { workspaceId } });
  expect(waiting).toHaveLength(of(true).length);
});

test("a ban after the refusals that it caused, and one that is longer, count; another error's cause must be mended first", async () => {
  const where = { id: channel.integration.id };
  const inError = (code: "provider.wa.restricted" | "provider.rights") => {
    const advice = say(code);
    const lastErrorSaid = failureOf({ outcome: "unauthorized", advice }, 131031, "Account locked");
    return database().integration.updateMany({ where, data: { state: "error", lastErrorSaid, lastError: code } });
  };
  await inError("provider.wa.restricted");
  await tell(restricted("RESTRICTED_CUSTOMER_INITIATED_MESSAGING", 60), ago(20));
  expect(await row()).toMatchObject({ state: "error", stoppedUntil: expect.any(Date) as Date });
  await tell(banned("DISABLE"), ago(10));
  expect(await row()).toMatchObject({ state: "error", stoppedUntil: null });
  await tell(banned("REINSTATE"), ago(5));
  expect(await row()).toMatchObject({ state: "active" });

  // Somebody switches it on before the end, and sends are refused again.
  await tell(restricted("RESTRICTED_CUSTOMER_INITIATED_MESSAGING", 3_600), ago(4));
  await inError("provider.wa.restricted");
  await endPassedStops();
  expect(await row()).toMatchObject({ state: "error" });
  await database().integration.updateMany({ where, data: { stoppedUntil: ago(1) } });
  await endPassedStops();
  expect(await row()).toMatchObject({ state: "active", stoppedUntil: null });

  await inError("provider.rights");
  await tell(banned("DISABLE"));
  expect(await row()).toMatchObject({ state: "error", lastError: "provider.rights" });
  expect(await mails()).toHaveLength(4);
});

test("two restrictions in one notice each last until their own end; switching the channel on lets templates out", async () => {
  const types = ["RESTRICTED_CUSTOMER_INITIATED_MESSAGING", "RESTRICTED_BIZ_INITIATED_MESSAGING"];
  const seconds = Math.floor(Date.now() / 1_000);
  await tell({
    event: "ACCOUNT_RESTRICTION",
    restriction_info: types.map((restriction_type, index) => ({
      restriction_type,
      expiration: seconds + 3_600 * (index + 1),
    })),
  });
  const { state, stoppedUntil, templatesHeldUntil } = await row();
  expect(
    [state, stoppedUntil, templatesHeldUntil].map((each) => (each instanceof Date ? each.getTime() / 1_000 : each)),
  ).toEqual(["error", seconds + 3_600, seconds + 7_200]);
  const STATE = `mutation ($input: IntegrationStateSetInput!) { setIntegrationState(input: $input) { state templatesHeld } }`;
  const on = { id: channel.integration.id, state: "active" };
  expect(await workspace.api.ok(STATE, on)).toEqual({ state: "active", templatesHeld: null });
});

test("a stop whose time has passed is recorded only", async () => {
  await tell(restricted("RESTRICTED_CUSTOMER_INITIATED_MESSAGING", -60));
  expect(await row()).toMatchObject({ state: "active", accountToldAt: null });
  expect([(await notices()).length, await mails()]).toEqual([1, []]);
});
