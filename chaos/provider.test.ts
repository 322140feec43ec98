import { afterEach, expect, test } from "vitest";
import { recordHistory } from "./history.ts";
import type { Status } from "./records.ts";
import { startProvider, type Provider, type ProviderOptions } from "./provider.ts";

let provider: Provider | null = null;
afterEach(() => provider?.close());

async function start(options: Partial<ProviderOptions> = {}) {
  const recorder = recordHistory();
  const reports: [string, Status][] = [];
  provider = await startProvider({
    seed: 1,
    recorder,
    answerMs: 1,
    faults: {},
    honoursKey: true,
    statusShare: 0,
    report: (_, id, status) => Promise.resolve(void reports.push([id, status])),
    ...options,
  });
  const { url } = provider;
  provider.serve("channel-1");
  const send = async (messageId: string): Promise<unknown> => {
    const request = fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": messageId },
      body: JSON.stringify({ messageId, conversationId: "conv-1" }),
      signal: AbortSignal.timeout(1_000),
    });
    return request.then(
      async (response) => [response.status, await response.text()],
      () => "no answer",
    );
  };
  const ends = () => recorder.records.flatMap((record) => (record.type === "arrivalEnd" ? record : []));
  return { provider, recorder, reports, send, ends };
}

test("takes a message, gives it an id, and records arrival and answer", async () => {
  const { recorder, send, ends } = await start();
  expect(await send("m-1")).toEqual([200, '{"externalMessageId":"ext-m-1"}']);
  await expect.poll(() => ends().length, { timeout: 10_000 }).toBe(1);
  expect(recorder.records).toMatchObject([
    { type: "arrival", integrationId: "channel-1", idempotencyKey: "m-1", messageId: "m-1", convId: "conv-1" },
    { type: "arrivalEnd", status: 200, externalMessageId: "ext-m-1", written: true },
  ]);
});

test("one that honours the key answers a repetition with the same id, one that does not with another", async () => {
  const honest = await start();
  expect(await honest.send("m-1")).toEqual(await honest.send("m-1"));
  await honest.provider.close();
  const careless = await start({ honoursKey: false });
  expect(await careless.send("m-1")).not.toEqual(await careless.send("m-1"));
});

test("strikes one key once by its draw, so that a repetition is taken", async () => {
  const { send, ends } = await start({ faults: { serverError: 1 } });
  expect(await send("m-1")).toEqual([500, '{"error":"out of order"}']);
  expect(await send("m-1")).toEqual([200, '{"externalMessageId":"ext-m-1"}']);
  await expect.poll(() => ends().map(({ status }) => status), { timeout: 10_000 }).toEqual([500, 200]);
});

test("an answer that was lost and one that never came are recorded as none; healed, it answers everybody", async () => {
  const { provider: struck, send, ends } = await start();
  struck.setPhase("resetAfter");
  expect(await send("m-1")).toBe("no answer");
  struck.setPhase("hang");
  expect(await send("m-2")).toBe("no answer");
  await expect
    .poll(() => ends(), { timeout: 10_000 })
    .toMatchObject([
      { status: null, written: false },
      { status: null, written: false },
    ]);
  struck.heal();
  expect(await send("m-1")).toEqual([200, '{"externalMessageId":"ext-m-1"}']);
});

test("reports what became of messages, of some before its own answer", async () => {
  const { send, reports } = await start({ statusShare: 1 });
  let before = 0;
  for (let number = 1; number <= 20; number++) {
    const told = reports.length;
    await send(`m-${number}`);
    if (reports.slice(told).some(([id]) => id === `ext-m-${number}`)) before++;
  }
  expect(before).toBeGreaterThan(0);
  expect(new Set(reports.map(([id]) => id)).size).toBe(20);
});
