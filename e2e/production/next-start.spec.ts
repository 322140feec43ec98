import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { freePort } from "../../server/cli/embedded-postgres.ts";
import { ensureSecrets } from "../../server/cli/secrets.ts";
import { readSettings } from "../../server/env.ts";
import { databaseUrlOf } from "../database.ts";
import { signIn } from "../fixtures.ts";
import { expect, test } from "../outside.ts";

// The product's own server answers the hot paths ahead of Next. Where plain `next start` runs instead, its route files answer them.

const ROOT = resolve(import.meta.dirname, "../..");

let next: ChildProcess;
let address: string;

test.beforeAll(async ({ product: { dataDir } }) => {
  const port = await freePort();
  address = `http://localhost:${port}`;
  next = spawn(process.execPath, [join(ROOT, "node_modules/next/dist/bin/next"), "start", "--port", String(port)], {
    cwd: ROOT,
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NEXT_DIST_DIR: process.env.NEXT_DIST_DIR,
      ...ensureSecrets(readSettings({ NODE_ENV: "production", DATA_DIR: dataDir }), false),
      APP_URL: address,
      NEXTAUTH_URL: address,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrlOf(dataDir),
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await expect(async () => {
    expect(await answerOf("/readyz")).toEqual([200, { status: "ready" }]);
  }).toPass({ timeout: 60_000 });
});

test.afterAll(async () => {
  if (next.exitCode !== null || next.signalCode !== null) return;
  const ended = once(next, "exit");
  next.kill("SIGTERM");
  await ended;
});

async function answerOf(path: string, headers?: Record<string, string>, data?: object): Promise<[number, unknown]> {
  const answer = await fetch(
    `${address}${path}`,
    data && {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(data),
    },
  );
  return [answer.status, await answer.json()];
}

test("a page lets a person in and shows their inbox", async ({ browser, workspace }) => {
  const context = await browser.newContext({ baseURL: address, locale: "en-GB" });
  const page = await context.newPage();
  await signIn(page, workspace);
  await page.goto(`/${workspace.workspaceId}/inbox`);
  await expect(page.getByRole("main")).toBeVisible();
  expect(new URL(page.url()).origin).toBe(address);
  await context.close();
});

test("a customer's message is stored, told to who listens, and read", async ({ workspace, outside }) => {
  const { workspaceId, apiKey } = workspace;
  const leave = new AbortController();
  const stream = await fetch(`${address}/events?workspaceId=${workspaceId}`, {
    headers: { authorization: apiKey },
    signal: leave.signal,
  });
  const heard = hear(stream);
  await expect.poll(heard).toContain("event: ready");

  const path = `/ext/v1/incoming/custom/${outside.integrationId}`;
  const message = { content: "Through Next alone", type: "text", senderId: randomUUID() };
  const [status, stored] = await answerOf(path, { "x-validate-token": outside.validateToken }, message);
  const { conversationId } = stored as { conversationId: string };
  expect(status).toBe(200);
  await expect.poll(heard).toContain(conversationId);
  leave.abort();

  const query = `query ($input: MessagesInput!) { messages(input: $input) { nodes { convId content } } }`;
  const input = { workspaceId, convId: conversationId };
  const ask = (key: string) => answerOf("/core/gq", { authorization: key }, { query, variables: { input } });
  const nodes = [{ convId: conversationId, content: message.content }];
  expect(await ask(apiKey)).toMatchObject([200, { data: { messages: { nodes } } }]);
  expect(await ask("svck_wrong")).toMatchObject([200, { errors: [{ message: "Invalid API key" }] }]);
  expect(await answerOf(path, { "x-validate-token": "wrong" }, message)).toMatchObject([
    401,
    { error: { code: "UNAUTHENTICATED" } },
  ]);
});

/** Reads a stream until it is left; answers what came so far. */
function hear({ body }: Response): () => string {
  let text = "";
  void body
    ?.pipeThrough(new TextDecoderStream())
    .pipeTo(new WritableStream({ write: (part) => void (text += part) }))
    .catch(() => undefined);
  return () => text;
}
