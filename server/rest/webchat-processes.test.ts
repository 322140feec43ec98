import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestWorkspace } from "../testing/factories.ts";
import { createTestWebchat, visitorBrowser } from "../testing/webchat.ts";

const DOORS = join(import.meta.dirname, "../testing/serve-doors.ts");
const SEND = `mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }`;

let processes: { child: ChildProcess; base: string }[];
let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let integrationId: string;

beforeAll(async () => {
  workspace = await createTestWorkspace();
  ({ integrationId } = await createTestWebchat(workspace.workspaceId));
  processes = await Promise.all([startDoors(), startDoors()]);
}, 60_000);
afterAll(() => processes.forEach(({ child }) => child.kill("SIGKILL")));

async function startDoors() {
  const child = fork(DOORS, { env: { ...process.env, DRAIN_SECONDS: "0", API_RATE_LIMIT: "0" } });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return { child, base: `http://127.0.0.1:${port}` };
}

test("a ticket opens one stream however many processes it is shown to at once", async () => {
  const visitor = visitorBrowser(processes[0]!.base, integrationId);
  await visitor.session();
  for (let round = 0; round < 3; round++) {
    const ticket = await visitor.ticket();
    const statuses = await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        const { base } = processes[index % 2]!;
        const response = await fetch(`${base}/ext/v1/webchat/${integrationId}/events?ticket=${ticket}`);
        await response.body?.cancel();
        return response.status;
      }),
    );
    expect(statuses.sort()).toEqual([200, 401, 401, 401, 401, 401]);
  }
});

test("what is said and typed at one process is heard at another, and a stream that ends with its process goes on elsewhere", async () => {
  const [one, other] = [processes[0]!, processes[1]!];
  const here = visitorBrowser(one.base, integrationId);
  await here.session();
  const there = visitorBrowser(other.base, integrationId);
  there.use(here.token);
  const stream = await there.listen();
  const hello = await here.text("Hello");
  await stream.until(({ data }) => data.content === "Hello");
  const convs = await workspace.api.ok<{ nodes: { id: string }[] }>(
    `query ($input: ConvsInput!) { convs(input: $input) { nodes { id } } }`,
    { integrationId },
  );
  const send = (content: string) =>
    workspace.api.ok(SEND, { integrationId, convId: convs.nodes[0]?.id, type: "text", content });
  await send("Hi");
  await stream.until(({ data }) => data.content === "Hi");
  const lastId = stream.lastId();

  // A process that is asked to stop ends its streams at once. The browser reconnects to another process.
  const exit = once(other.child, "exit") as Promise<[number | null]>;
  other.child.kill("SIGTERM");
  expect(await stream.over()).toBeUndefined();
  await send("While you were away");
  const again = await here.listen(undefined, lastId);
  expect(again.texts()).toEqual(["While you were away"]);
  await again.close();
  expect((await here.messages()).messages.map(({ id, content }) => [id === hello.id, content])).toEqual([
    [true, "Hello"],
    [false, "Hi"],
    [false, "While you were away"],
  ]);
  expect((await exit)[0]).toBe(0);
});
