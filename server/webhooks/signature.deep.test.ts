import fc from "fast-check";
import { Webhook as Verifier } from "standardwebhooks";
import { expect, test } from "vitest";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { startDelivering } from "../work/handlers/deliver-webhooks.ts";
import { startFanOut } from "../work/handlers/fan-out-events.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { startReceiver } from "../testing/receiver.ts";
import { createWebhook } from "./create-webhook.ts";

const BODIES = 1_000;

// Texts that encoders, escapers and line splitters often get wrong.
const TEXTS = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc.constantFrom(
    "\u2028\u2029",
    "👩🏽‍🚀👨‍👩‍👧‍👦",
    '"\\\n\r\t\b\f',
    "\u0001\u001f\u007f",
    "\ufeffb",
    "e\u0301",
    "</script>",
    "\uffff",
    "𝒳",
  ),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }).map((text) => text.repeat(20_000 / text.length)),
);

test("1,000 bodies are verified byte for byte by the standardwebhooks package; one changed byte, an old time or another id is not", async () => {
  const { ctx, workspaceId } = await createTestWorkspace();
  const receiver = await startReceiver();
  const input = { label: "CRM", url: receiver.url, event: "CLIENT_UPDATED" } as const;
  const {
    opened: { secret },
  } = await createWebhook(ctx, input);
  const verifier = new Verifier(secret);
  const seed = Date.now();
  const contents = fc.sample(TEXTS, { numRuns: BODIES, seed });
  const parts = [await startFanOut(30), startDelivering(30, 1)];
  try {
    for (let from = 0; from < BODIES; from += 100) {
      const events = contents.slice(from, from + 100).map((content, i) => ({
        name: "CLIENT_UPDATED" as const,
        payload: { event: "CLIENT_UPDATED", workspaceId, index: from + i, content },
      }));
      await inTransaction(ctx, (tx) => emit(tx, ...events));
    }
    await receiver.arrived(BODIES, 30_000);
  } finally {
    await Promise.all(parts.map((part) => part.stop(5_000)));
    await receiver.close();
  }
  let longest = 0;
  const indexes = new Set<number>();
  for (const [at, { body, headers }] of receiver.received.entries()) {
    const given = headers as Record<string, string>;
    const told = verifier.verify(body, given) as { index: number; content: string; seq: number };
    indexes.add(told.index);
    expect(told.content).toBe(contents[told.index]);
    // Only seq was added; no field was moved or encoded differently.
    const { index, seq } = told;
    expect(body).toBe(JSON.stringify({ event: "CLIENT_UPDATED", workspaceId, index, content: contents[index], seq }));
    longest = Math.max(longest, Buffer.byteLength(body));
    const flipped = Buffer.from(body);
    flipped[at % flipped.length]! ^= 1;
    expect(() => verifier.verify(flipped, given)).toThrow("No matching signature found");
    expect(() => verifier.verify(body, { ...given, "webhook-id": `${given["webhook-id"]}x` })).toThrow();
    // A copy of the request that is sent again later, and one with a changed timestamp.
    const id = given["webhook-id"] ?? "";
    const old = new Date(Date.now() - 301_000);
    const stale = { "webhook-timestamp": String(Math.floor(old.getTime() / 1000)), "webhook-id": id };
    const signed = { ...stale, "webhook-signature": verifier.sign(id, old, body) };
    expect(() => verifier.verify(body, signed)).toThrow("Message timestamp too old");
    const later = { ...given, "webhook-timestamp": String(Number(given["webhook-timestamp"]) + 1) };
    expect(() => verifier.verify(body, later)).toThrow("No matching signature found");
  }
  expect(indexes.size).toBe(BODIES);
  expect(longest).toBeGreaterThan(20_000);
  console.info(`${BODIES} bodies up to ${longest} bytes, seed ${seed}`);
}, 60_000);
