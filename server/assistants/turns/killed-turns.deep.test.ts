import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { afterEach, expect, test } from "vitest";
import { database } from "../../db.ts";
import { createAssistantScene } from "../../testing/assistant.ts";
import { eventually, startReceiver, type Receiver } from "../../testing/receiver.ts";
import { leaseSeconds } from "../../work/lease.ts";

const ENTRY = resolve(import.meta.dirname, "../../cli/worker.ts");
const KILLS = 5;
const WORKSPACES = 5;
const CONVERSATIONS = 40;
/** The response time of the assistants' endpoint, so that a worker that is killed has turns in progress. */
const THINKING_MS = 500;
/** Time for the killed worker's lease to expire, a worker to start, and the remaining turns to finish. */
const RECOVERY_MS = 60_000;

const workers = new Set<ChildProcess>();
let provider: Receiver | null = null;
afterEach(async () => {
  for (const worker of workers) worker.kill("SIGKILL");
  workers.clear();
  await provider?.close();
});

/** The product's own worker process. If it fails to start on a busy machine, it is started again, as a supervisor would. */
function startProcess(): ChildProcess {
  const child = spawn(process.execPath, [ENTRY], { env: process.env, stdio: ["ignore", "inherit", "inherit"] });
  workers.add(child);
  child.on("exit", (code) => {
    if (code !== null && workers.delete(child)) startProcess();
  });
  return child;
}

test(`${KILLS} SIGKILLs over ${WORKSPACES * CONVERSATIONS} conversations: each is answered exactly once`, async () => {
  provider = await startReceiver((request, response) => {
    if (!request.path.startsWith("/assistant")) return void response.end("{}");
    setTimeout(() => response.end(JSON.stringify({ content: "An answer." })), THINKING_MS);
  });
  const sink = provider.url;
  const endpoint = new URL("/assistant", sink).href;
  const scenes = await Promise.all(
    Array.from({ length: WORKSPACES }, () =>
      createAssistantScene({ type: "custom", properties: { endpoint }, endpoint: sink }),
    ),
  );
  for (let index = 0; index < CONVERSATIONS; index++)
    await Promise.all(scenes.map(({ customer }) => customer.text(`c${index}`, "hello")));
  const goal = WORKSPACES * CONVERSATIONS;
  const answered = () => database().assistantAnswer.count();
  const held = () => database().assistantTurn.count({ where: { leaseToken: { not: null } } });

  const startedAt = Date.now();
  let inHand = 0;
  startProcess();
  for (let kill = 1; kill <= KILLS; kill++) {
    startProcess();
    const some = (kill * goal) / (KILLS + 3);
    await eventually(
      async () => (await answered()) >= some && (await held()) > 0,
      120_000,
      () => `fewer than ${some} of ${goal} conversations are answered`,
    );
    // Of two running workers, kill the older one.
    const [victim] = workers;
    if (!victim) throw new Error("no worker");
    workers.delete(victim);
    inHand += await held();
    victim.kill("SIGKILL");
    await once(victim, "exit");
    expect(workers.size).toBeGreaterThan(0);
  }
  const killedAt = Date.now();
  await eventually(
    async () => (await answered()) === goal,
    RECOVERY_MS,
    () => "some conversations are not answered",
  );
  const asked = provider.received.filter(({ path }) => path.startsWith("/assistant"));
  console.info(
    `${KILLS} kills over ${goal} conversations (${inHand} turns in hand at the kills, of both workers): all answered after ` +
      `${((Date.now() - startedAt) / 1_000).toFixed(1)} s, ${((Date.now() - killedAt) / 1_000).toFixed(1)} s after the last kill ` +
      `(lease ${leaseSeconds("turn")} s); the endpoint was asked ${asked.length} times under ` +
      `${new Set(asked.map(({ headers }) => headers["idempotency-key"])).size} keys`,
  );
  const sent = await database().message.groupBy({
    by: ["convId"],
    where: { isAgent: true, type: "text" },
    _count: true,
  });
  expect(sent).toHaveLength(goal);
  expect(sent.every(({ _count }) => _count === 1)).toBe(true);
  const answers = await database().assistantAnswer.findMany({ select: { outcome: true, convId: true } });
  expect(answers).toHaveLength(goal);
  expect(answers.every(({ outcome }) => outcome === "answered")).toBe(true);
  expect(new Set(answers.map(({ convId }) => convId)).size).toBe(goal);
  expect(asked.length).toBeGreaterThan(goal);
  expect(await database().assistantTurn.count()).toBe(0);
}, 300_000);
