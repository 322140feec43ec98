import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { ROOT, startSecond, type SecondProcess } from "../second-process.ts";
import { expect, test } from "../fixtures.ts";
import { signIn } from "../sign-in.ts";

// The product's own server answers its endpoints before Next does. Under plain `next start`, Next's route files answer them.

let next: SecondProcess;
let address: string;

test.beforeAll(async ({ product: { dataDir } }) => {
  const program = join(ROOT, "node_modules/next/dist/bin/next");
  next = await startSecond(dataDir, (port) => [program, "start", "--port", String(port)]);
  ({ address } = next);
  await expect(async () => {
    expect(await answerOf("/readyz")).toEqual([200, { status: "ready" }]);
  }).toPass({ timeout: 60_000 });
});

test.afterAll(() => next.stop());

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

/** Reads a stream until it closes. Returns a function with the text so far. */
function hear({ body }: Response): () => string {
  let text = "";
  void body
    ?.pipeThrough(new TextDecoderStream())
    .pipeTo(new WritableStream({ write: (part) => void (text += part) }))
    .catch(() => undefined);
  return () => text;
}
