import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createAi } from "./assistants/create-ai.ts";
import { patchAi } from "./assistants/patch-ai.ts";
import { hashPassword } from "./auth/passwords.ts";
import { genApiKey } from "./api-keys/gen-api-key.ts";
import { deleteApiKey } from "./api-keys/delete-api-key.ts";
import { database, pool } from "./db.ts";
import { addMessage } from "./messages/add-message.ts";
import { patchIntegrationCredentials } from "./integrations/patch-integration-credentials.ts";
import { sealAddress } from "./notices/push-subscription.ts";
import {
  createTestClient,
  createTestConv,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
} from "./testing/factories.ts";
import { eventually, startReceiver } from "./testing/receiver.ts";
import { createInvitation } from "./workspaces/create-invitation.ts";
import { createWebhook } from "./webhooks/create-webhook.ts";
import { rotateWebhookSecret } from "./webhooks/rotate-webhook-secret.ts";

/** All secrets of the run by name. */
const planted = new Map<string, string>();
function plant(name: string, secret = `sentinel-${name}-${randomBytes(12).toString("hex")}`): string {
  planted.set(name, secret);
  return secret;
}

const told: string[] = [];
const processes: ChildProcess[] = [];

/** A process of the product at the most verbose log level, with secrets in its settings. Its output is kept. */
function start(file: string, env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", resolve(import.meta.dirname, file)], {
    env: { ...process.env, ...env, LOG_LEVEL: "debug" },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => told.push(chunk.toString()));
  processes.push(child);
  return child;
}

afterAll(() => processes.forEach((child) => child.kill("SIGKILL")));

/** Searches all columns of all tables in all schemas, including the job queue, for the planted secrets. */
async function foundInTables(): Promise<string[]> {
  const { rows } = await pool().query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`,
  );
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(["pgboss.job_common", 'public."SendAttempt"']));
  const found: string[] = [];
  for (const { name } of rows) {
    // Bytes are searched too: a dump would contain a secret in a bytea column.
    const table = await pool().query<{ row: string }>(`select t::text as row from ${name} t`);
    for (const [secret, text] of planted) {
      const hex = Buffer.from(text).toString("hex");
      if (table.rows.some(({ row }) => row.includes(text) || row.includes(hex))) found.push(`${secret} in ${name}`);
    }
  }
  return found;
}

const foundIn = (texts: string[]) =>
  [...planted].filter(([, text]) => texts.some((said) => said.includes(text))).map(([name]) => name);

test("planted secrets stand in no table, no job, no log line and no answer, whatever fails", async () => {
  // The worst remote server: it fails and echoes everything it was sent.
  const rude = await startReceiver((request, response, index) => {
    response.statusCode = index % 3 === 0 ? 200 : index % 3 === 1 ? 500 : 401;
    response.end(
      response.statusCode === 200
        ? "{}"
        : JSON.stringify({ error: `You are ${JSON.stringify(request.headers)}`, said: request.body }),
    );
  });
  const settings = {
    SMTP_URL: `smtp://mailer:${plant("smtp-password")}@127.0.0.1:9`,
    S3_ENDPOINT: "http://127.0.0.1:9",
    S3_BUCKET: "files",
    S3_ACCESS_KEY_ID: "files",
    S3_SECRET_ACCESS_KEY: plant("s3-secret"),
    STRIPE_SECRET_KEY: plant("stripe-key"),
    STRIPE_WEBHOOK_SECRET: plant("stripe-webhook"),
    AI_BASE_URL: "http://127.0.0.1:9",
    AI_MODEL: "model",
    AI_EMBEDDING_MODEL: "embeddings",
    AI_API_KEY: plant("operator-model-key"),
    METRICS_TOKEN: plant("metrics-token"),
    META_GRAPH_URL: new URL(rude.url).origin,
    META_APP_ID: "700100200300",
    META_APP_SECRET: plant("meta-app-secret"),
    META_WHATSAPP_CONFIG_ID: "1",
  };
  plant("session-secret", process.env.NEXTAUTH_SECRET);
  plant("encryption-key", process.env.ENCRYPTION_KEY);

  const workspace = await createTestWorkspace({ passwordHash: await hashPassword(plant("owner-password")) });
  const { ctx, workspaceId } = workspace;
  plant("first-key", workspace.apiKey);
  const member = await createTestMember(workspaceId, "ADMIN");
  plant("session-token", member.token);
  const gone = await genApiKey(ctx, { label: "Gone" });
  plant("deleted-key", gone.key);
  await deleteApiKey(ctx, { id: gone.id });

  const [accessToken, validateToken] = [plant("access-token"), plant("validate-token")];
  const { id: integrationId } = await createTestIntegration(workspaceId, {
    endpoint: rude.url,
    accessToken,
    validateToken,
  });
  const other = await createTestIntegration(workspaceId, {
    // Nothing listens here.
    endpoint: "http://127.0.0.1:9/replies",
    accessToken: plant("access-token-before"),
    validateToken: plant("validate-token-2"),
    externalId: "other",
  });
  await patchIntegrationCredentials(ctx, {
    id: other.id,
    integrationProperties: { accessToken: plant("access-token-after") },
  } as never);
  const hook = await createWebhook(ctx, {
    label: "Rude",
    url: rude.url,
    event: "ANY_EVENT",
    headers: { "x-api-key": plant("webhook-header"), authorization: `Bearer ${plant("webhook-bearer")}` },
  });
  plant("webhook-secret-before", hook.opened.secret);
  plant("webhook-secret", (await rotateWebhookSecret(ctx, { id: hook.id })).opened.secret);
  const ai = await createAi(ctx, {
    name: "Ada",
    type: "provider_a",
    integrationProperties: { apiKey: plant("model-key"), model: "m", baseUrl: new URL(rude.url).origin },
  });
  await patchAi(ctx, { id: ai.id, integrationProperties: { apiKey: plant("model-key-after") } } as never);
  await createAi(ctx, {
    name: "Own",
    type: "custom",
    integrationProperties: { endpoint: rude.url, headers: { "x-token": plant("assistant-header") } },
  });
  const invitation = await createInvitation(
    { ...ctx, actor: member.actor },
    { email: "new@example.com", role: "AGENT" },
  );
  plant("invitation-token", invitation.link?.split("/").at(-1) ?? "");
  await sealAddress(workspaceId, { endpoint: rude.url, p256dh: "x", auth: plant("push-auth") });

  const worker = start("cli/worker.ts", settings);
  const doors = start("testing/serve-doors.ts", settings);
  const [{ port }] = (await once(doors, "message")) as [{ port: number }];
  const base = `http://127.0.0.1:${port}`;
  const answers: string[] = [];
  const ask = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(base + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    answers.push(await answer.text(), JSON.stringify([...answer.headers]));
  };

  // Refusals that could echo their input.
  const create = "mutation ($input: IntegrationCreateInput!) { createIntegration(input: $input) { id } }";
  const key = { authorization: workspace.apiKey };
  const bad = { endpoint: 7, accessToken, validateToken, extra: planted.get("model-key") };
  await ask(
    "/core/gq",
    { query: create, variables: { input: { workspaceId, name: "N", type: "CUSTOM", integrationProperties: bad } } },
    key,
  );
  await ask("/core/gq", { query: create, variables: { input: { workspaceId, accessToken } } }, key);
  await ask("/core/gq", { query: `{ broken(secret: ` }, key);
  await ask("/core/gq", { query: "{ agents { id } }", variables: {} }, { authorization: gone.key });
  await ask(
    "/core/gq",
    { query: "{ agents { id } }", variables: { input: { workspaceId } } },
    { authorization: `Bearer ${member.token}x` },
  );
  await ask(
    "/core/gq",
    { query: "{ agents { id } }", variables: {} },
    { cookie: `next-auth.session-token=${member.token}x` },
  );
  await ask("/mcp", "{", { authorization: workspace.apiKey });
  await ask(`/ext/v1/incoming/custom/${integrationId}`, "{", { "x-validate-token": validateToken });
  await ask(`/ext/v1/incoming/custom/${integrationId}`, { content: 1 }, { "x-validate-token": validateToken });
  await ask(`/ext/v1/incoming/custom/${other.id}`, { content: "x" }, { "x-validate-token": validateToken });
  await ask("/core/v1/messages", { to: "x" }, { authorization: gone.key });
  await ask("/ext/v1/stripe", "{}", { "stripe-signature": String(settings.STRIPE_WEBHOOK_SECRET) });
  await ask("/ext/v1/incoming/meta", "{}", { "x-hub-signature-256": `sha256=${settings.META_APP_SECRET}` });
  // Three times, because the server that fails has three answers.
  const cookie = `next-auth.session-token=${member.token}`;
  const inPortal = { cookie, origin: base, "sec-fetch-site": "same-origin" };
  for (let i = 0; i < 3; i++) {
    const signIn = `query ($input: ChannelSignInInput!) { channelSignIn(input: $input) }`;
    await ask("/core/gq", { query: signIn, variables: { input: { workspaceId, type: "WHATSAPP" } } }, inPortal);
    const state = /state=([^&"]+)/.exec(answers.at(-2) ?? "")?.[1];
    expect(state).toBeDefined();
    const finish = `mutation ($input: ChannelSignInFinishInput!) { finishChannelSignIn(input: $input) { access } }`;
    const input = { workspaceId, code: "AQ-code", state };
    await ask("/core/gq", { query: finish, variables: { input } }, inPortal);
    expect(answers.at(-2)).toMatch(/PROVIDER_ERROR|BAD_INPUT/);
  }
  expect(rude.received.some(({ path }) => path.includes("oauth/access_token"))).toBe(true);

  // Sends that succeed, fail and find no server; an assistant whose provider refuses its key; emails that no server accepts.
  for (const channel of [integrationId, other.id]) {
    for (let i = 0; i < 6; i++) {
      const client = await createTestClient(workspaceId);
      const conv = await createTestConv(workspaceId, { integrationId: channel, clientId: client.id });
      await addMessage(ctx, { integrationId: channel, convId: conv.id, content: `message ${i}`, type: "text" });
    }
  }
  const { id: convId } = await createTestConv(workspaceId, {
    integrationId,
    clientId: (await createTestClient(workspaceId)).id,
  });
  await database().conversation.update({
    where: { workspaceId_id: { workspaceId, id: convId } },
    data: { aiId: ai.id },
  });
  for (let i = 0; i < 3; i++) {
    await ask(
      `/ext/v1/incoming/custom/${integrationId}`,
      { content: "Hello", type: "text", senderId: "someone", messageId: `m-${i}` },
      { "x-validate-token": validateToken },
    );
  }
  await eventually(
    async () =>
      (await database().sendAttempt.count()) >= 12 &&
      (await database().webhookAttempt.count({ where: { responseStatus: { gte: 400 } } })) >= 4 &&
      (await database().invitation.count({ where: { mailError: { not: null } } })) === 1,
    60_000,
    () => `too little has failed:\n${told.join("").slice(-2_000)}`,
  );
  worker.kill("SIGTERM");
  await once(worker, "exit");

  expect(planted.size).toBeGreaterThanOrEqual(25);
  expect([...planted].filter(([, secret]) => secret.length < 16)).toEqual([]);
  expect(told.join("")).toContain("a job failed; it is tried again");
  expect({ tables: await foundInTables(), logs: foundIn(told), answers: foundIn(answers) }).toEqual({
    tables: [],
    logs: [],
    answers: [],
  });
  await rude.close();
});
