import { afterAll, beforeAll, expect, test } from "vitest";
import { database, inTransaction } from "../db.ts";
import { startWorker } from "../work/worker.ts";
import { quote } from "../say.ts";
import { createTestIntegration, createTestMember, createTestWorkspace, testCtx } from "../testing/factories.ts";
import { startMailServer } from "../testing/mail-server.ts";
import { eventually } from "../testing/receiver.ts";
import { mailChannelError } from "./mail-channel-error.ts";
import { noteChannelError } from "./note-channel-error.ts";

let server: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  server = await startMailServer();
  process.env.SMTP_URL = server.url;
  process.env.APP_URL = "https://desk.example";
});
afterAll(() => server.close());

const WORDS = "Meta does not accept the access token any more <b>";

async function refusedChannel() {
  const workspace = await createTestWorkspace({ name: "Tea & Co" });
  const { workspaceId } = workspace;
  const admin = await createTestMember(workspaceId, "ADMIN");
  const agent = await createTestMember(workspaceId, "AGENT_PLUS");
  const { id } = await createTestIntegration(workspaceId, { name: "Shop line" });
  const row = () => database().integration.findFirstOrThrow({ where: { id } });
  const { credentials } = await row();
  const refuse = () =>
    inTransaction(testCtx(workspaceId), (tx) => noteChannelError(tx, { id, credentials }, quote(WORDS)));
  return { ...workspace, admin, agent, id, row, refuse };
}

test("owner and admins get one mail for one run of errors; agents none", async () => {
  const { email, admin, id, workspaceId, refuse, api, row } = await refusedChannel();
  const worker = await startWorker({ pollMs: 200 });
  // Many sends are refused at once.
  await Promise.all([refuse(), refuse(), refuse()]);
  expect(await row()).toMatchObject({ state: "error", lastError: WORDS });
  await eventually(() => server.arrived.length >= 2, 15_000);
  const first = server.arrived.splice(0);
  expect(first.flatMap(({ to }) => to).sort()).toEqual([email, admin.email].sort());
  const mail = first[0]?.mail;
  expect(mail?.subject).toBe("Shop line cannot send messages");
  expect(mail?.text).toContain("the channel “Shop line” of “Tea & Co” is in error");
  expect(mail?.text).toContain(WORDS);
  expect(mail?.text).toContain(`https://desk.example/${workspaceId}/channels/${id}`);
  expect(mail?.html).not.toContain("<b>");

  await refuse();
  const STATE = `mutation ($input: IntegrationStateSetInput!) { setIntegrationState(input: $input) { state } }`;
  await api.ok(STATE, { id, state: "active" });
  await refuse();
  await eventually(() => server.arrived.length >= 2, 15_000);
  await worker.stop();
  const second = server.arrived.splice(0);
  expect(second).toHaveLength(2);
  expect(second.map(({ mail: { messageId } }) => messageId)).not.toContain(mail?.messageId);
});

test("nothing is sent of a channel that works again, nor to somebody who is no admin any more", async () => {
  const { workspaceId, admin, agent, id, refuse } = await refusedChannel();
  const job = { workspaceId, integrationId: id, userId: admin.userId };
  await mailChannelError(job);
  await refuse();
  await mailChannelError({ ...job, userId: agent.userId });
  expect(server.arrived).toEqual([]);
  await mailChannelError(job);
  expect(server.arrived.splice(0).map(({ to }) => to)).toEqual([[admin.email]]);
});

test("what a provider says of the account is mailed, whether or not the channel works", async () => {
  const { workspaceId, admin, id } = await refusedChannel();
  const notice = "Meta has restricted the account: <b>";
  const at = "2026-11-30T00:00:00.000Z";
  await mailChannelError({ workspaceId, integrationId: id, userId: admin.userId, notice: { text: notice, at } });
  const [arrived] = server.arrived.splice(0);
  expect([arrived?.to, arrived?.mail.subject]).toEqual([[admin.email], "Shop line: a notice from its provider"]);
  expect(arrived?.mail.text).toContain(notice);
  expect(arrived?.mail.html).not.toContain("<b>");
});
