import { expect, test } from "vitest";
import { z } from "zod";
import { database } from "../db.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { kill, startDoors } from "../testing/processes.ts";

// Reliability bar 43: never an agent without its key, nor a key without its agent. `KILLS=50` runs longer.
const KILLS = Number(process.env.KILLS ?? 10);
const CALLERS = 8;
/** Each kill comes after this many more responses, while other calls are running. */
const ANSWERS_A_KILL = 10;
const CREATE = `mutation ($input: AgentCreateWithApiKeyInput!) {
  createAgentWithApiKey(input: $input) { agent { id } apiKey { id key } } }`;

const made = z.object({
  data: z.object({
    createAgentWithApiKey: z.object({ agent: z.object({ id: z.string() }), apiKey: z.object({ id: z.string() }) }),
  }),
});

test("a web process that is killed leaves agents with their keys, and nothing else", async () => {
  const { workspaceId, apiKey } = await createTestWorkspace();
  let web = startDoors();
  let isOver = false;
  let unanswered = 0;
  const answered: { agentId: string; keyId: string }[] = [];

  const callers = Array.from({ length: CALLERS }, async () => {
    while (!isOver) {
      const body = JSON.stringify({ query: CREATE, variables: { input: { workspaceId, name: "Bot" } } });
      const headers = { "content-type": "application/json", authorization: apiKey };
      const answer = await fetch(`${(await web).url}/core/gq`, { method: "POST", headers, body })
        .then(async (response) => made.parse(await response.json()).data.createAgentWithApiKey)
        .catch(() => null);
      if (answer) answered.push({ agentId: answer.agent.id, keyId: answer.apiKey.id });
      else unanswered++;
    }
  });
  for (let count = 1; count <= KILLS; count++) {
    const goal = answered.length + ANSWERS_A_KILL;
    await expect.poll(() => answered.length, { timeout: 60_000, interval: 2 }).toBeGreaterThanOrEqual(goal);
    const { child } = await web;
    // Callers that are refused meanwhile wait for the new address.
    web = kill(child).then(() => startDoors());
  }
  isOver = true;
  await Promise.all(callers);

  const agents = await database().agent.findMany({ where: { workspaceId, name: "Bot" }, select: { id: true } });
  const keys = await database().apiKey.findMany({
    where: { workspaceId, agentId: { not: null } },
    select: { id: true, agentId: true },
  });
  console.info(`${KILLS} kills: ${answered.length} answered, ${unanswered} not, ${agents.length} agents with keys`);
  expect(unanswered).toBeGreaterThan(0);
  expect(keys.map(({ agentId }) => agentId).sort()).toEqual(agents.map(({ id }) => id).sort());
  const stored = new Map(keys.map(({ id, agentId }) => [id, agentId]));
  expect(answered.filter(({ agentId, keyId }) => stored.get(keyId) !== agentId)).toEqual([]);
  const recorded = { workspaceId, action: "genApiKey", targetId: { in: keys.map(({ id }) => id) } };
  expect(await database().auditEntry.count({ where: recorded })).toBe(keys.length);
});
