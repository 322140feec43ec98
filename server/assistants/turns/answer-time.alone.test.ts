import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { database } from "../../db.ts";
import { startAnswering } from "../../work/handlers/answer-turns.ts";
import { createAssistantScene, reply } from "../../testing/assistant.ts";
import { eventually } from "../../testing/receiver.ts";

test("from the client's message to the stored answer of an assistant that does not think: two seconds and little more", async () => {
  const scene = await createAssistantScene();
  const worker = startAnswering(1_000, { engineOf: () => async () => Promise.resolve(reply("Yes.")) });
  const ROUNDS = 40;
  const convs = await Promise.all(
    Array.from({ length: ROUNDS }, async (_, index) => {
      await wait(index * 100);
      return scene.customer.text(`c${index}`, "hello");
    }),
  );
  await eventually(
    async () => (await database().assistantAnswer.count({ where: { workspaceId: scene.workspaceId } })) === ROUNDS,
  );
  await worker.stop(0);
  const rows = await database().$queryRaw<{ ms: number }[]>`
    select extract(epoch from a."createdAt" - q."createdAt")::float8 * 1000 as ms
    from "Message" q join "Message" a on a."workspaceId" = q."workspaceId" and a."convId" = q."convId" and a."aiId" is not null
    where q."workspaceId" = ${scene.workspaceId} and not q."isAgent" order by 1`;
  const at = (share: number) => rows[Math.ceil(rows.length * share) - 1]?.ms ?? 0;
  console.info(
    `message to answer over ${convs.length}: p50 ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms, most ${at(1).toFixed(0)} ms`,
  );
  expect(rows).toHaveLength(ROUNDS);
  expect(rows[0]?.ms).toBeGreaterThanOrEqual(2_000);
  expect(at(0.5)).toBeLessThan(2_300);
}, 60_000);
