import { expect, test } from "vitest";
import { database, inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { startDelivering } from "../work/handlers/deliver-webhooks.ts";
import { startFanOut } from "../work/handlers/fan-out-events.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { eventually, startReceiver, type Receiver } from "../testing/receiver.ts";
import { createWebhook } from "./create-webhook.ts";

/** A day lasts 2.6 s, five days 13 s: longer than the 75 hours of the schedule, so that nothing is switched off. */
const PAUSES_MS = [5, 120, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map((seconds) => seconds * 1_000);
const TIME_SCALE = 3e-5;
const POLL_MS = 20;
const EVENTS = 10;
/** How much a machine that runs other tests, or a restarting worker, may add to a pause. */
const LATE_MS = 2_500;

const NAMES = ["CLIENT_UPDATED", "MESSAGE_UPDATED_SMPP"] as const;

test("a delivery is attempted ten times, never early and never more often, over restarts of the worker; a receipt's GET too", async () => {
  const { ctx, workspaceId } = await createTestWorkspace();
  const receivers = new Map<string, Receiver>();
  for (const event of NAMES) {
    const receiver = await startReceiver((_, response) => response.writeHead(500).end());
    receivers.set(event, receiver);
    await createWebhook(ctx, { label: event, url: receiver.url, event });
  }
  const start = async () => [await startFanOut(POLL_MS), startDelivering(POLL_MS, TIME_SCALE)];
  let parts = await start();
  let restarts = 0;
  try {
    for (let index = 0; index < EVENTS; index++) {
      await inTransaction(ctx, (tx) =>
        emit(
          tx,
          { name: "CLIENT_UPDATED", payload: { event: "CLIENT_UPDATED", index } },
          { name: "MESSAGE_UPDATED_SMPP", payload: { message_id: `m-${index}`, status: "ACCEPTD" } },
        ),
      );
    }
    await eventually(async () => {
      await new Promise((wait) => setTimeout(wait, 300));
      await Promise.all(parts.map((part) => part.stop(5_000)));
      parts = await start();
      restarts++;
      const where = { workspaceId, state: "failed" as const };
      return (await database().webhookDelivery.count({ where })) === NAMES.length * EVENTS;
    }, 40_000);
    await new Promise((wait) => setTimeout(wait, 20 * POLL_MS));
  } finally {
    await Promise.all(parts.map((part) => part.stop(5_000)));
    await Promise.all([...receivers.values()].map((receiver) => receiver.close()));
  }
  let latest = -Infinity;
  for (const [event, { received }] of receivers) {
    const byEvent = Map.groupBy(received, ({ headers }) => headers["webhook-id"]);
    expect(byEvent.size).toBe(EVENTS);
    for (const requests of byEvent.values()) {
      expect(requests).toHaveLength(PAUSES_MS.length + 1);
      expect(new Set(requests.map(({ method, path, body }) => `${method} ${path} ${body}`)).size).toBe(1);
      for (const [step, pause] of PAUSES_MS.entries()) {
        const gap = (requests[step + 1]?.at ?? 0) - (requests[step]?.at ?? 0);
        // Arrival times have millisecond precision.
        expect(gap, `${event}, pause ${step}`).toBeGreaterThanOrEqual(0.8 * pause * TIME_SCALE - 2);
        expect(gap, `${event}, pause ${step}`).toBeLessThanOrEqual(1.2 * pause * TIME_SCALE + LATE_MS);
        latest = Math.max(latest, gap - 1.2 * pause * TIME_SCALE);
      }
      if (event === "CLIENT_UPDATED") continue;
      expect(requests[0]).toMatchObject({ method: "GET", body: "" });
      expect(requests[0]?.path).toMatch(/^\/hook\?message_id=m-\d&status=ACCEPTD$/);
    }
  }
  console.info(
    `${NAMES.length} × ${EVENTS} × ${PAUSES_MS.length + 1} attempts over ${restarts} restarts; the latest ${Math.round(latest)} ms past 120 %`,
  );
}, 60_000);
