import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { afterEach, expect, test } from "vitest";
import { database } from "../../db.ts";
import { createTestWorkspace } from "../../testing/factories.ts";
import { eventually, startReceiver, type Receiver } from "../../testing/receiver.ts";
import { createAi } from "../create-ai.ts";
import { addEvalQuestion } from "./add-eval-question.ts";
import { startEvalRun } from "./start-eval-run.ts";

const ENTRY = resolve(import.meta.dirname, "../../cli/worker.ts");
const QUESTIONS = 60;
/** The least number of questions asked when a worker is killed. */
const DEATHS = [10, 30];
const ANSWER_MS = 100;
const PATIENCE_MS = 60_000;

let worker: ChildProcess | null = null;
let endpoint: Receiver | null = null;
afterEach(async () => {
  worker?.kill("SIGKILL");
  await endpoint?.close();
});

test(`${DEATHS.length} SIGKILLs in the middle of ${QUESTIONS} questions: the next worker asks the rest, and every one is counted once`, async () => {
  endpoint = await startReceiver((request, response) => {
    const { messages } = JSON.parse(request.body) as { messages: { content: string }[] };
    setTimeout(() => response.end(JSON.stringify({ content: messages.at(-1)?.content })), ANSWER_MS);
  });
  const { ctx, workspaceId } = await createTestWorkspace();
  const properties = { endpoint: endpoint.url };
  const { id: aiId } = await createAi(ctx, { name: "Bot", type: "custom", integrationProperties: properties });
  for (let index = 0; index < QUESTIONS; index++) {
    // Every third question fails.
    const contains = [index % 3 === 0 ? "nothing like it" : `question ${index}`];
    await addEvalQuestion(ctx, { aiId, question: `question ${index}`, expects: { contains } });
  }
  const { id } = await startEvalRun({ ...ctx, now: new Date() }, { aiId });
  const read = () => database().evalRun.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id } } });

  const died: number[] = [];
  for (const goal of DEATHS) {
    worker = spawn(process.execPath, [ENTRY], { env: process.env, stdio: ["ignore", "inherit", "inherit"] });
    await eventually(
      async () => (await read()).passed + (await read()).failed >= goal,
      PATIENCE_MS,
      () => `${goal} questions were not asked`,
    );
    worker.kill("SIGKILL");
    await once(worker, "exit");
    const { passed, failed } = await read();
    died.push(passed + failed);
  }
  expect(died.every((asked) => asked < QUESTIONS)).toBe(true);
  const restartedAt = Date.now();
  worker = spawn(process.execPath, [ENTRY], { env: process.env, stdio: ["ignore", "inherit", "inherit"] });
  await eventually(
    async () => (await read()).state === "completed",
    PATIENCE_MS,
    () => "the run did not complete",
  );
  const seconds = ((Date.now() - restartedAt) / 1_000).toFixed(1);
  const keys = endpoint.received.map(({ headers }) => headers["idempotency-key"]);
  console.info(
    `killed after ${died.join(" and ")} of ${QUESTIONS} questions; ${keys.length - QUESTIONS} were asked a second time under ` +
      `their own key; completed ${seconds} s after the last restart`,
  );
  const results = await database().evalResult.findMany({ where: { workspaceId, runId: id } });
  expect(results).toHaveLength(QUESTIONS);
  expect(results.filter(({ askedAt, reply }) => askedAt === null || reply === null)).toEqual([]);
  const wrong = Math.ceil(QUESTIONS / 3);
  expect(await read()).toMatchObject({ total: QUESTIONS, passed: QUESTIONS - wrong, failed: wrong, error: null });
  expect(new Set(keys).size).toBe(QUESTIONS);
  // Four questions are in progress when a worker is killed.
  expect(keys.length - QUESTIONS).toBeLessThanOrEqual(4 * DEATHS.length);
}, 240_000);
