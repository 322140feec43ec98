import { randomBytes } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { decryptSecret, derivedKey, encryptSecret } from "./crypto.ts";
import { database, pool } from "./db.ts";
import { env } from "./env.ts";
import { addMessage } from "./messages/add-message.ts";
import { credentialsOf } from "./integrations/access.ts";
import { startWorker } from "./work/worker.ts";
import { rotateSecrets } from "./rotate-secrets.ts";
import { createTestClient, createTestConv, createTestIntegration, createTestWorkspace } from "./testing/factories.ts";
import { startReceiver } from "./testing/receiver.ts";
import { createWebhook } from "./webhooks/create-webhook.ts";

const RECORDS = 10_000;
const SENDS = 200;
const never = new AbortController().signal;
const first = env().ENCRYPTION_KEY;

afterEach(() => Object.assign(env(), { ENCRYPTION_KEY: first, ENCRYPTION_KEYS_OLD: [] }));

/** Replaces the key like an operator: the previous key still decrypts. */
function replaceKey(): void {
  const { ENCRYPTION_KEY, ENCRYPTION_KEYS_OLD } = env();
  const next = randomBytes(32).toString("base64");
  Object.assign(env(), { ENCRYPTION_KEY: next, ENCRYPTION_KEYS_OLD: [ENCRYPTION_KEY, ...ENCRYPTION_KEYS_OLD] });
}

// Must run first: the other tests leave texts under keys that are gone. What this test leaves can be decrypted with the
// first key.
test("what no key opens is counted, told and left as it is; the rest is done", async () => {
  const { workspaceId } = await createTestWorkspace();
  const good = await createTestIntegration(workspaceId);
  const bad = await createTestIntegration(workspaceId, { externalId: "bad" });
  const where = { workspaceId_id: { workspaceId, id: bad.id } };
  const copied = await database().integration.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id: good.id } },
  });
  await database().integration.update({ where, data: { credentials: copied.credentials } });
  replaceKey();
  const { failed, left } = await rotateSecrets(never, () => undefined);
  expect({ failed, left }).toEqual({ failed: 1, left: 1 });
  expect((await database().integration.findUniqueOrThrow({ where })).credentials).toBe(copied.credentials);
  Object.assign(env(), { ENCRYPTION_KEY: first, ENCRYPTION_KEYS_OLD: [] });
  for (const { id } of [good, bad]) {
    const credentials = await encryptSecret({}, { workspaceId, table: "Integration", id, field: "credentials" });
    await database().integration.update({ where: { workspaceId_id: { workspaceId, id } }, data: { credentials } });
  }
});

test(
  "10,000 secrets are encrypted anew while messages and webhooks go out, and none of them fails",
  { timeout: 300_000 },
  async () => {
    const receiver = await startReceiver();
    const { ctx, workspaceId } = await createTestWorkspace();
    const channel = await createTestIntegration(workspaceId, { endpoint: receiver.url, accessToken: "of-the-channel" });
    await createWebhook(ctx, {
      label: "All",
      url: receiver.url,
      event: "ANY_EVENT",
      headers: { "x-key": "of-the-webhook" },
    });
    const { rows } = await pool().query<{ id: string }>("select gen_random_uuid() as id from generate_series(1, $1)", [
      RECORDS,
    ]);
    const sealed = await Promise.all(
      rows.map(({ id }) => encryptSecret({ apiKey: id }, { workspaceId, table: "Assistant", id, field: "properties" })),
    );
    await pool().query(
      `insert into "Assistant" ("workspaceId", id, name, type, properties) select $1, x.id, 'Ada', 'provider_a', x.sealed
     from unnest($2::uuid[], $3::text[]) as x(id, sealed)`,
      [workspaceId, rows.map(({ id }) => id), sealed],
    );

    const worker = await startWorker();
    const sending = (async () => {
      for (let i = 0; i < SENDS; i += 1) {
        const client = await createTestClient(workspaceId);
        const conv = await createTestConv(workspaceId, { integrationId: channel.id, clientId: client.id });
        await addMessage(ctx, { integrationId: channel.id, convId: conv.id, content: `message ${i}`, type: "text" });
      }
    })();
    replaceKey();
    const steps: number[] = [];
    // Stop in the middle and start again.
    const half = new AbortController();
    const stopped = await rotateSecrets(half.signal, ({ rotated }) => {
      steps.push(rotated);
      if (rotated > RECORDS / 2) half.abort();
    });
    expect(stopped.left).toBeGreaterThan(0);
    const done = await rotateSecrets(never, ({ rotated }) => steps.push(rotated));
    await sending;
    expect(stopped.rotated + done.rotated).toBeGreaterThanOrEqual(RECORDS);
    expect({ failed: stopped.failed + done.failed, left: done.left }).toEqual({ failed: 0, left: 0 });
    expect(steps.length).toBeGreaterThan(40);

    await expect
      .poll(() => database().message.count({ where: { workspaceId, status: "sent" } }), { timeout: 60_000 })
      .toBe(SENDS);
    await expect
      .poll(() => database().webhookDelivery.count({ where: { workspaceId, state: { not: "delivered" } } }), {
        timeout: 60_000,
      })
      .toBe(0);
    expect(await database().sendAttempt.count({ where: { workspaceId, outcome: { not: "accepted" } } })).toBe(0);
    expect(await database().webhookAttempt.count({ where: { workspaceId, responseStatus: { not: 200 } } })).toBe(0);
    await worker.stop();

    // The previous key is no longer needed, and no longer decrypts anything.
    env().ENCRYPTION_KEYS_OLD = [];
    const row = await database().integration.findFirstOrThrow({ where: { workspaceId, id: channel.id } });
    expect(await credentialsOf(row)).toMatchObject({ accessToken: "of-the-channel" });
    const assistants = await database().assistant.findMany({ where: { workspaceId }, take: 100 });
    for (const { id, properties } of assistants)
      expect(await decryptSecret(properties, { workspaceId, table: "Assistant", id, field: "properties" })).toEqual({
        apiKey: id,
      });
    await receiver.close();
  },
);

test("a text in another row, column, table or workspace does not open; one under an unknown key says which", async () => {
  const place = { workspaceId: 1, table: "Webhook", id: "a", field: "secret" } as const;
  const text = await encryptSecret("x", place);
  expect(await decryptSecret(text, place)).toBe("x");
  for (const other of [{ workspaceId: 2 }, { id: "b" }, { field: "headers" }, { table: "Assistant" as const }])
    await expect(decryptSecret(text, { ...place, ...other })).rejects.toThrow("a row that it was not made for");
  replaceKey();
  expect(await decryptSecret(text, place)).toBe("x");
  env().ENCRYPTION_KEYS_OLD = [];
  await expect(decryptSecret(text, place)).rejects.toThrow(/under key [0-9a-f]{8}, which is not among/);
  const changed = `${text.slice(0, -6)}AAAAAA`;
  await expect(decryptSecret(changed, place)).rejects.toThrow();
});

test("a text from before keys had ids opens under whichever key is its own", async () => {
  const { CompactEncrypt } = await import("jose");
  const place = { workspaceId: 1, table: "Webhook", id: "a", field: "secret" } as const;
  const text = await new CompactEncrypt(new TextEncoder().encode('"x"'))
    .setProtectedHeader({ alg: "A256GCMKW", enc: "A256GCM", aad: "1/Webhook/a/secret" })
    .encrypt(Buffer.from(first, "base64"));
  expect(await decryptSecret(text, place)).toBe("x");
  const before = derivedKey("x");
  replaceKey();
  replaceKey();
  expect(await decryptSecret(text, place)).toBe("x");
  expect(derivedKey("x")).not.toEqual(before);
});
