import { beforeEach, expect, test } from "vitest";
import { database, pool } from "../db.ts";
import type { Api } from "../testing/api.ts";
import { createTestClient, createTestConv, createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { IMPORT, IMPORT_JOB, uploadContacts, type TestImport } from "../testing/imports.ts";
import { eventually } from "../testing/receiver.ts";
import { requeue } from "./handlers/recover.ts";
import type { JobName } from "./queue.ts";
import { startWorker } from "./worker.ts";

const INVITE = `mutation ($input: InvitationCreateInput!) { createInvitation(input: $input) { id } }`;

let api: Api;
let workspaceId: number;
beforeEach(async () => {
  ({ api, workspaceId } = await createTestWorkspace());
});

const jobs = async (name: JobName, state = "created") =>
  (await pool().query("select 1 from pgboss.job where name = $1 and state::text = $2", [name, state])).rowCount;
const loseJobs = () => pool().query("delete from pgboss.job");
const sumOf = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0);
const recoverImports = () => requeue("import-contacts");
const recoverInvitations = () => requeue("mail-invitation");
const atOnce = (recover: () => Promise<number>) => Promise.all(Array.from({ length: 4 }, recover));

async function startImport(): Promise<string> {
  const rows = Array.from({ length: 600 }, (_, index) => `c-${index},Name ${index}`);
  const fileName = await uploadContacts(api, ["externalClientId,name", ...rows].join("\n"));
  return (await api.ok<{ jobId: string }>(IMPORT, { fileName })).jobId;
}
const invite = (email: string) => api.ok<{ id: string }>(INVITE, { email, role: "AGENT" });
const invitationOf = (id: string) =>
  database().invitation.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id } } });

/** A conversation of a deleted assistant, after the deleting process died before the handover. */
async function abandonedConv() {
  const data = { workspaceId, name: "Bot", type: "builtIn" as const, properties: "", deletedAt: new Date() };
  const { id: aiId } = await database().assistant.create({ data });
  const { id: integrationId } = await createTestIntegration(workspaceId);
  const client = await createTestClient(workspaceId);
  const conv = await createTestConv(workspaceId, { integrationId, clientId: client.id });
  const where = { workspaceId_id: { workspaceId, id: conv.id } };
  await database().conversation.update({ where, data: { aiId } });
  return () => database().conversation.findUniqueOrThrow({ where });
}

test("what waits for a job that was lost is done within a round, once", async () => {
  const jobId = await startImport();
  const { id: invitationId } = await invite("new@example.com");
  const conv = await abandonedConv();
  await loseJobs();
  const workers = [
    await startWorker({ pollMs: 100, recoverMs: 200 }),
    await startWorker({ pollMs: 100, recoverMs: 200 }),
  ];
  const isDone = async () =>
    (await api.ok<TestImport>(IMPORT_JOB, { jobId })).state === "completed" &&
    (await invitationOf(invitationId)).mailState === "logged" &&
    (await conv()).aiId === null;
  await eventually(isDone, 30_000, () => "something still waits");
  expect(await api.ok<TestImport>(IMPORT_JOB, { jobId })).toMatchObject({ createdCount: 600, updatedCount: 0 });
  await eventually(async () => (await jobs("import-contacts", "completed")) === 1);
  for (const name of ["import-contacts", "mail-invitation", "hand-over-convs-of-ai"] as const)
    expect(await jobs(name, "completed"), name).toBe(1);
  // Two workers share this process's connections, and the first one to stop closes them.
  await Promise.all(workers.map((worker) => worker.stop()));
}, 60_000);

test("a job that is queued, runs or waits for its retry is not queued again; one that used up its retries is", async () => {
  await startImport();
  await invite("second@example.com");
  expect(sumOf(await atOnce(recoverImports)) + sumOf(await atOnce(recoverInvitations))).toBe(0);
  for (const state of ["active", "retry"]) {
    await pool().query("update pgboss.job set state = $1 where state < 'completed'", [state]);
    expect((await recoverImports()) + (await recoverInvitations())).toBe(0);
  }
  await pool().query("update pgboss.job set state = 'failed' where state < 'completed'");
  expect(sumOf(await atOnce(recoverImports))).toBe(1);
  expect(sumOf(await atOnce(recoverInvitations))).toBe(1);
  expect(await jobs("import-contacts")).toBe(1);
  expect(await jobs("mail-invitation")).toBe(1);
  await loseJobs();
});

test("what its handler would pass over is not queued: it would be for ever", async () => {
  const [expired, withdrawn, sent] = [
    await invite("a@example.com"),
    await invite("b@example.com"),
    await invite("c@example.com"),
  ];
  const set = (id: string, data: { expiresAt?: Date; revokedAt?: Date; mailState?: string }) =>
    database().invitation.update({ where: { workspaceId_id: { workspaceId, id } }, data });
  await set(expired.id, { expiresAt: new Date() });
  await set(withdrawn.id, { revokedAt: new Date() });
  await set(sent.id, { mailState: "sent" });
  const conv = await abandonedConv();
  await database().conversation.update({
    where: { workspaceId_id: { workspaceId, id: (await conv()).id } },
    data: { ended: true, endedAt: new Date() },
  });
  await database().importJob.updateMany({ data: { state: "completed" } });
  await database().invitation.updateMany({
    where: { workspaceId: { not: workspaceId } },
    data: { revokedAt: new Date() },
  });
  await loseJobs();
  expect([await recoverImports(), await recoverInvitations(), await requeue("hand-over-convs-of-ai")]).toEqual([
    0, 0, 0,
  ]);
  const { id } = await invite("d@example.com");
  await loseJobs();
  await database().workspace.update({ where: { id: workspaceId }, data: { deletedAt: new Date() } });
  expect(await recoverInvitations()).toBe(0);
  expect((await invitationOf(id)).mailState).toBe("waiting");
});

test("a delivery that waits has a time at which it is taken up: the database keeps no other", async () => {
  const orphan = database().$executeRaw`
    insert into "WebhookDelivery" ("workspaceId", id, "webhookId", "eventId", "eventSeq", "nextAttemptAt")
    values (${workspaceId}, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, null)`;
  await expect(orphan).rejects.toThrow("WebhookDelivery_pending_has_time");
});
