import { beforeEach, describe, expect, test } from "vitest";
import { archiveClient } from "../clients/archive-client.ts";
import type { Ctx } from "../ctx.ts";
import { database, inTransaction } from "../db.ts";
import type { Broadcast, Integration } from "../generated/prisma/client.ts";
import { resendMessage } from "../messages/resend-message.ts";
import { raiseStatus } from "../sending/update-message-status.ts";
import { quote } from "../say.ts";
import type { Api } from "../testing/api.ts";
import { createTestClient, createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { patchWorkspaceSettings } from "../workspaces/patch-workspace-settings.ts";
import { cancelBroadcast } from "./cancel-broadcast.ts";
import { createBroadcast } from "./create-broadcast.ts";
import { feedBroadcasts } from "./run-broadcasts.ts";
import { finishBroadcasts } from "./finish-broadcast.ts";
import { launchBroadcast } from "./launch-broadcast.ts";
import { leftOutOf } from "./left-out.ts";
import { preflightBroadcast } from "./preflight-broadcast.ts";
import { reportBroadcasts } from "./report-broadcasts.ts";
import { retryBroadcast } from "./retry-broadcast.ts";

const FIELDS = `id name state templateName templateLang templateComponents integrationId totalCount failedCount error
  counts { total waiting pending sent delivered read failed } leftOut { reason text count } retryOfId retryId`;
const RETRY = `mutation ($input: BroadcastRetryInput!) { retryBroadcast(input: $input) { ${FIELDS} } }`;
const ONE = `query ($input: BroadcastInput!) { broadcast(input: $input) { ${FIELDS} } }`;

type Answer = {
  id: string;
  name: string;
  state: string;
  totalCount: number;
  retryOfId: string | null;
  retryId: string | null;
};

let ctx: Ctx;
let workspaceId: number;
let api: Api;
let channel: Integration;
beforeEach(async () => {
  await database().sendQueue.deleteMany();
  await database().broadcast.updateMany({ where: { state: "inProgress" }, data: { state: "completed" } });
  ({ ctx, workspaceId, api } = await createTestWorkspace());
  const { id } = await createTestIntegration(workspaceId);
  channel = await database().integration.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id } } });
});

const now = () => ({ ...ctx, now: new Date() });
const draft = (name = "Sale") =>
  createBroadcast(now(), {
    name,
    integrationId: channel.id,
    templateName: "sale",
    templateLang: "de",
    templateComponents: [{ type: "body", text: "Hallo {{name}}" }],
  });
const read = (id: string) => database().broadcast.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id } } });
const recipientsOf = async ({ id }: { id: string }) =>
  (
    await database().broadcastRecipient.findMany({ where: { workspaceId, broadcastId: id }, include: { client: true } })
  ).sort((a, b) => (a.client.name ?? "").localeCompare(b.client.name ?? ""));
const namesOf = async (broadcast: { id: string }) => (await recipientsOf(broadcast)).map(({ client }) => client.name);

/** Stores an attempt as a worker leaves it, and the resulting status of the message. */
async function settle(
  messageId: string,
  outcome: string | null,
  status: "sent" | "failed",
  error: string | null = null,
) {
  const attemptNo = 1 + (await database().sendAttempt.count({ where: { workspaceId, messageId } }));
  const endedAt = outcome === null ? null : new Date();
  await database().sendAttempt.create({ data: { workspaceId, messageId, attemptNo, outcome, endedAt, error } });
  await database().sendQueue.deleteMany({ where: { workspaceId, messageId } });
  await raiseStatus(ctx, { messageId, status, at: null, error: error === null ? null : quote(error) });
}

/** A broadcast to these contacts, whose messages end as given; null: archived before the message was made. */
async function broadcastTo(
  fates: Record<string, { attempts: (string | null)[]; status: "sent" | "failed" } | null>,
): Promise<Broadcast> {
  for (const name of Object.keys(fates)) await createTestClient(workspaceId, { name });
  const { id } = await draft();
  await launchBroadcast(now(), { id });
  for (const { client } of await recipientsOf({ id })) {
    if (fates[client.name ?? ""] === null) await archiveClient(ctx, client);
  }
  while (await feedBroadcasts());
  for (const { client, messageId } of await recipientsOf({ id })) {
    // Contacts of an earlier broadcast get it too.
    const fate = fates[client.name ?? ""] ?? SENT;
    if (messageId === null) continue;
    for (const outcome of fate.attempts)
      await settle(messageId, outcome, fate.status, fate.status === "failed" ? "no such number" : null);
  }
  await finishBroadcasts();
  return read(id);
}
const SENT = { attempts: ["accepted"], status: "sent" } as const;
const REFUSED = { attempts: ["refused"], status: "failed" } as const;
const fate = ({ attempts, status }: { attempts: readonly (string | null)[]; status: "sent" | "failed" }) => ({
  attempts: [...attempts],
  status,
});

describe("retryBroadcast", () => {
  test("makes a new broadcast of those who failed, and leaves the old one as it is", async () => {
    const over = await broadcastTo({
      ok: fate(SENT),
      refused: fate(REFUSED),
      late: fate({ attempts: ["retry", "retry", "refused"], status: "failed" }),
    });
    expect(over).toMatchObject({ state: "completed", totalCount: 3 });
    const before = await api.ok<Answer>(ONE, { id: over.id });
    const retry = await api.ok<Answer>(RETRY, { id: over.id });
    expect(retry).toEqual({
      id: retry.id,
      name: "Sale (retry)",
      state: "inProgress",
      templateName: "sale",
      templateLang: "de",
      templateComponents: [{ type: "body", text: "Hallo {{name}}" }],
      integrationId: channel.id,
      totalCount: 2,
      failedCount: 0,
      error: null,
      counts: { total: 2, waiting: 2, pending: 0, sent: 0, delivered: 0, read: 0, failed: 0 },
      leftOut: [],
      retryOfId: over.id,
      retryId: null,
    });
    expect(await namesOf(retry)).toEqual(["late", "refused"]);
    expect(await api.ok<Answer>(ONE, { id: over.id })).toEqual({ ...before, retryId: retry.id });
    expect(await read(over.id)).toEqual(over);
    const audited = await database().auditEntry.findMany({
      where: { workspaceId, targetId: retry.id },
      orderBy: { createdAt: "asc" },
    });
    expect(audited.map(({ action, after }) => ({ action, after }))).toMatchObject([
      { action: "retryBroadcast", after: { retryOfId: over.id, name: "Sale (retry)" } },
      { action: "launchBroadcast", after: { state: "inProgress", totalCount: 2 } },
    ]);
  });

  test("leaves out everybody who may have got it, and who gets nothing now; pre-flight says so before", async () => {
    const over = await broadcastTo({
      ok: fate(SENT),
      refused: fate(REFUSED),
      "no answer": fate({ attempts: ["unknown", "refused"], status: "failed" }),
      "died asking": fate({ attempts: [null, "refused"], status: "failed" }),
      "taken late": fate({ attempts: ["accepted", "refused"], status: "failed" }),
      "taken after a cancellation": fate({ attempts: ["accepted"], status: "failed" }),
      "taken, then failed by the provider": fate({ attempts: ["accepted"], status: "failed" }),
      "archived meanwhile": null,
      "archived later": fate(REFUSED),
      "test number now": fate(REFUSED),
      "without an id": fate(REFUSED),
      "resent by hand": fate(REFUSED),
      "resent in vain": fate(REFUSED),
      "resent, no answer": fate(REFUSED),
      "resent twice": fate(REFUSED),
      delivered: fate(REFUSED),
    });
    const by = new Map((await recipientsOf(over)).map((recipient) => [recipient.client.name, recipient]));
    const messageOf = (name: string) => by.get(name)?.messageId ?? "";
    const clientOf = (name: string) => ({ id: by.get(name)?.clientId ?? "" });
    const change = (name: string, data: { phone?: string; externalClientId?: null }) =>
      database().client.update({ where: { workspaceId_id: { workspaceId, ...clientOf(name) } }, data });
    await archiveClient(ctx, clientOf("archived later"));
    await patchWorkspaceSettings(ctx, { testNums: [{ phone: "+4915112345678", active: true }] });
    await change("test number now", { phone: "+4915112345678" });
    await change("without an id", { externalClientId: null });
    await resendMessage(ctx, { messageId: messageOf("resent by hand") });
    await settle((await resendMessage(ctx, { messageId: messageOf("resent in vain") })).id, "refused", "failed", "no");
    await settle(
      (await resendMessage(ctx, { messageId: messageOf("resent, no answer") })).id,
      "unknown",
      "failed",
      "no",
    );
    const second = await resendMessage(ctx, { messageId: messageOf("resent twice") });
    await settle(second.id, "refused", "failed", "no");
    await settle((await resendMessage(ctx, { messageId: second.id })).id, "accepted", "sent");
    await raiseStatus(ctx, { messageId: messageOf("delivered"), status: "delivered", at: null });
    await database().sendAttempt.updateMany({
      where: { workspaceId, messageId: messageOf("taken after a cancellation") },
      data: { endedAt: new Date(Date.now() + 60_000) },
    });

    const said = await preflightBroadcast(now(), { id: over.id });
    expect(said).toMatchObject({
      recipientCount: 3,
      problem: null,
      leftOut: [
        { reason: "archived", count: 2 },
        { reason: "testNumber", count: 1 },
        { reason: "maybeReceived", count: 4 },
        { reason: "resent", count: 3 },
        { reason: "unreachable", count: 1 },
      ],
    });
    const retry = await retryBroadcast(now(), { id: over.id });
    expect(await namesOf(retry)).toEqual(["refused", "resent in vain", "taken, then failed by the provider"]);
    // A message whose recipient gets the retry cannot also be resent by hand.
    await expect(resendMessage(ctx, { messageId: messageOf("refused") })).rejects.toMatchObject({
      code: "CONFLICT",
      message: "This message has been sent again already",
    });
    expect(retry.totalCount).toBe(said.recipientCount);
    expect(leftOutOf(retry.leftOut)).toEqual(said.leftOut);
  });

  test("of fifty calls at once makes one; the others are told of it", async () => {
    const over = await broadcastTo({ a: fate(REFUSED), b: fate(REFUSED), c: fate(SENT) });
    const answers = await Promise.all(Array.from({ length: 50 }, () => api.call(RETRY, { id: over.id })));
    const made = await database().broadcast.findMany({ where: { workspaceId, retryOfId: over.id } });
    expect(made).toHaveLength(1);
    const [retry] = made;
    expect(answers.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
    expect(
      new Set(
        answers.flatMap(({ errors }) => errors).map(({ message, extensions }) => `${extensions.code}: ${message}`),
      ),
    ).toEqual(
      new Set([
        `CONFLICT: This broadcast was retried already, by "Sale (retry)" (${retry?.id}); retry that one instead`,
      ]),
    );
    expect(await database().broadcastRecipient.count({ where: { workspaceId, broadcastId: retry?.id ?? "" } })).toBe(2);
    // The pre-flight returns the same error.
    await expect(preflightBroadcast(now(), { id: over.id })).rejects.toMatchObject({ code: "CONFLICT" });
  }, 40_000);

  test("under one Idempotency-Key answers the same retry, however often it is asked", async () => {
    const over = await broadcastTo({ a: fate(REFUSED) });
    const post = () =>
      api.post({ query: RETRY, variables: { input: { workspaceId, id: over.id } } }, { "idempotency-key": "again" });
    const answers = await Promise.all([post(), post(), post()]);
    const ids = new Set(answers.map(({ data }) => (data as unknown as { retryBroadcast: Answer }).retryBroadcast.id));
    expect(ids.size).toBe(1);
    expect(await database().broadcast.count({ where: { workspaceId, retryOfId: over.id } })).toBe(1);
    const other = await broadcastTo({ b: fate(REFUSED) });
    const { errors } = await api.post(
      { query: RETRY, variables: { input: { workspaceId, id: other.id } } },
      { "idempotency-key": "again" },
    );
    expect(errors[0]?.extensions.code).toBe("CONFLICT");
  });

  test("can be retried in turn, for those who failed again", async () => {
    const over = await broadcastTo({ a: fate(REFUSED), b: fate(REFUSED), c: fate(SENT) });
    const retry = await retryBroadcast(now(), { id: over.id });
    await expect(retryBroadcast(now(), { id: retry.id })).rejects.toMatchObject({
      code: "CONFLICT",
      message: "This broadcast is inProgress; only one that is completed or failed can be retried",
    });
    while (await feedBroadcasts());
    for (const { client, messageId } of await recipientsOf(retry)) {
      await settle(
        messageId ?? "",
        client.name === "a" ? "accepted" : "refused",
        client.name === "a" ? "sent" : "failed",
        "no",
      );
    }
    await finishBroadcasts();
    const third = await retryBroadcast(now(), { id: retry.id });
    expect(third).toMatchObject({ name: "Sale (retry 2)", totalCount: 1, retryOfId: retry.id });
    expect(await namesOf(third)).toEqual(["b"]);
  });

  test("sends what a cancellation stopped", async () => {
    for (const name of ["a", "b"]) await createTestClient(workspaceId, { name });
    const { id } = await draft("x".repeat(200));
    await launchBroadcast(now(), { id });
    expect(await cancelBroadcast(now(), { id })).toMatchObject({ state: "completed" });
    const retry = await retryBroadcast(now(), { id });
    expect(retry).toMatchObject({ totalCount: 2, name: `${"x".repeat(192)} (retry)`, cancelledAt: null });
    expect(await namesOf(retry)).toEqual(["a", "b"]);
  });

  test("is refused, and nothing is stored, where there is nothing to send, nobody to send to, or no way", async () => {
    const fine = await broadcastTo({ ok: fate(SENT) });
    expect(await api.refusal(RETRY, { id: fine.id })).toMatchObject({
      code: "CONFLICT",
      message: "Nobody failed in this broadcast; there is nothing to retry",
    });
    const doubtful = await broadcastTo({ x: fate({ attempts: ["unknown"], status: "failed" }) });
    expect(await api.refusal(RETRY, { id: doubtful.id })).toMatchObject({
      code: "CONFLICT",
      message: "None of those who failed can be sent to again; broadcastPreflight says why",
    });
    expect(await preflightBroadcast(now(), { id: doubtful.id })).toMatchObject({
      recipientCount: 0,
      problem: "None of those who failed can be sent to again; broadcastPreflight says why",
    });
    const refused = await broadcastTo({ y: fate(REFUSED) });
    await database().integration.updateMany({ where: { workspaceId }, data: { state: "disabled" } });
    const said = await preflightBroadcast(now(), { id: refused.id });
    expect(await api.refusal(RETRY, { id: refused.id })).toEqual({
      code: "CONFLICT",
      message: said.problem,
      paths: [],
    });
    for (const state of ["draft", "scheduled", "inProgress"] as const) {
      const { id } = await draft();
      await database().broadcast.update({ where: { workspaceId_id: { workspaceId, id } }, data: { state } });
      expect(await api.refusal(RETRY, { id })).toMatchObject({
        code: "CONFLICT",
        message: `This broadcast is ${state}; only one that is completed or failed can be retried`,
      });
    }
    expect(await database().broadcast.count({ where: { workspaceId, retryOfId: { not: null } } })).toBe(0);
    expect(await database().auditEntry.count({ where: { workspaceId, action: "retryBroadcast" } })).toBe(0);
  });

  test("is counted in the report beside the broadcast that it is for, each message once", async () => {
    const over = await broadcastTo({ a: fate(REFUSED), b: fate(REFUSED), c: fate(SENT), d: null });
    const retry = await retryBroadcast(now(), { id: over.id });
    const recount = async () => {
      const [row] = await database().$queryRaw<Record<string, number>[]>`
        select count(*) filter (where m.status = 'sent')::int as "sentCount", count(*) filter (where m.status = 'delivered')::int as "deliveredCount",
          count(*) filter (where m.status = 'read')::int as "readCount",
          count(*) filter (where r.error is null and coalesce(m.status, 'pending') = 'pending')::int as "pendingCount",
          count(*) filter (where r.error is not null or m.status = 'failed')::int as "failedCount"
        from "BroadcastRecipient" r left join "Message" m on m."workspaceId" = r."workspaceId" and m.id = r."messageId"
        where r."workspaceId" = ${workspaceId}`;
      return row;
    };
    const report = async () => (await reportBroadcasts(ctx, { startDate: new Date(), endDate: new Date() }))[0];
    expect(await report()).toMatchObject({ ...(await recount()), failedCount: 3, pendingCount: 2, sentCount: 1 });
    while (await feedBroadcasts());
    const [first, second] = await recipientsOf(retry);
    await settle(first?.messageId ?? "", "accepted", "sent");
    await raiseStatus(ctx, { messageId: first?.messageId ?? "", status: "delivered", at: null });
    await settle(second?.messageId ?? "", "refused", "failed", "no");
    await finishBroadcasts();
    // A failure of the first broadcast turns into a delivery after all.
    const [late] = await recipientsOf(over);
    await raiseStatus(ctx, { messageId: late?.messageId ?? "", status: "delivered", at: null });
    expect(await report()).toMatchObject({
      ...(await recount()),
      sentCount: 1,
      deliveredCount: 2,
      failedCount: 3,
      pendingCount: 0,
    });
  });

  test("and a crash in the middle leave both or none", async () => {
    const over = await broadcastTo({ a: fate(REFUSED) });
    await expect(
      inTransaction(now(), async (tx) => {
        await retryBroadcast(tx, { id: over.id });
        throw new Error("the process dies");
      }),
    ).rejects.toThrow("the process dies");
    expect(await database().broadcast.count({ where: { workspaceId, retryOfId: over.id } })).toBe(0);
    expect(await retryBroadcast(now(), { id: over.id })).toMatchObject({ totalCount: 1 });
  });
});
