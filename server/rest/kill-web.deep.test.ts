import { expect, test } from "vitest";
import { z } from "zod";
import { database } from "../db.ts";
import { createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { kill, startDoors } from "../testing/processes.ts";

const MESSAGES = 600;
const SENDERS = 40;
const CALLERS = 16;
const KILLS = 5;

const taken = z.object({ messageId: z.string(), conversationId: z.string(), clientId: z.string() });

test("SIGKILLs of the web process lose no acknowledged message, and the caller's repetitions store none twice", async () => {
  const { workspaceId } = await createTestWorkspace();
  const { id: integrationId } = await createTestIntegration(workspaceId);
  let web = startDoors();
  const acknowledged = new Map<string, z.infer<typeof taken>>();
  let unanswered = 0;

  /** Sends like a careful caller: retries with the same messageId until the message is acknowledged. */
  const send = async (number: number) => {
    const externalId = `m-${number}`;
    for (;;) {
      const url = `${(await web).url}/ext/v1/incoming/custom/${integrationId}`;
      const body = {
        senderId: `s-${number % SENDERS}`,
        messageId: externalId,
        content: `text ${number}`,
        type: "text",
      };
      const answer = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", "x-validate-token": "validate-me" },
        body: JSON.stringify(body),
      })
        .then(async (response) => (response.ok ? taken.parse(await response.json()) : null))
        .catch(() => null);
      if (answer) return void acknowledged.set(externalId, answer);
      unanswered++;
    }
  };
  let next = 0;
  const callers = Array.from({ length: CALLERS }, async () => {
    while (next < MESSAGES) await send(next++);
  });
  for (let count = 1; count <= KILLS; count++) {
    const goal = (count * MESSAGES) / (KILLS + 1);
    await expect.poll(() => acknowledged.size, { timeout: 30_000, interval: 5 }).toBeGreaterThanOrEqual(goal);
    const { child } = await web;
    // Callers refused meanwhile wait for the new URL.
    web = kill(child).then(() => startDoors());
  }
  await Promise.all(callers);

  const stored = await database().message.findMany({
    where: { workspaceId },
    select: { id: true, externalMessageId: true, convId: true, clientId: true },
  });
  console.info(
    `${KILLS} kills: ${acknowledged.size} acknowledged, ${unanswered} calls unanswered and repeated, ${stored.length} stored`,
  );
  expect(unanswered).toBeGreaterThan(0);
  expect(stored).toHaveLength(MESSAGES);
  for (const { id, externalMessageId, convId, clientId } of stored) {
    expect(acknowledged.get(externalMessageId ?? "")).toEqual({ messageId: id, conversationId: convId, clientId });
  }
  const count = (name: string) => database().event.count({ where: { workspaceId, name } });
  expect(await count("INCOMING_MESSAGE")).toBe(MESSAGES);
  expect(await count("NEW_CLIENT")).toBe(SENDERS);
  expect(await count("NEW_CONV")).toBe(SENDERS);
}, 120_000);
