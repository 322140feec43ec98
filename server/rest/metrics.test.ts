import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { pool } from "../db.ts";
import { startSending } from "../work/handlers/send-messages.ts";
import { metrics } from "../observe/metrics.ts";
import { watchProcess } from "../observe/process-figures.ts";
import { openDoors } from "../testing/doors.ts";
import { createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { eventually, startReceiver } from "../testing/receiver.ts";

const TOKEN = "only-for-the-scraper";
process.env.METRICS_TOKEN = TOKEN;

let doors: Awaited<ReturnType<typeof openDoors>>;
let workspaceId: number;
let apiKey: string;

beforeAll(async () => {
  doors = await openDoors();
  watchProcess();
});
afterAll(() => doors.close());
beforeEach(async () => {
  metrics.registry.resetMetrics();
  ({ workspaceId, apiKey } = await createTestWorkspace());
});

async function scrape(): Promise<string> {
  const answer = await fetch(`${doors.base}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  return answer.text();
}

/** The value of the first line with this prefix; null: there is none. */
function valueOf(text: string, begin: string): number | null {
  const line = text.split("\n").find((one) => one.startsWith(begin));
  return line === undefined ? null : Number(line.split(" ").at(-1));
}

const ingress = (integrationId: string, body: object) =>
  fetch(`${doors.base}/ext/v1/incoming/custom/${integrationId}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-validate-token": "validate-me" },
    body: JSON.stringify(body),
  });

const ask = (query: string, input: object = {}) =>
  fetch(`${doors.base}/core/gq`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: apiKey },
    body: JSON.stringify({ query, variables: { input: { workspaceId, ...input } } }),
  });

test("only who has the token is told anything", async () => {
  for (const headers of [{}, { authorization: "Bearer wrong" }, { authorization: TOKEN }] as Record<string, string>[]) {
    const answer = await fetch(`${doors.base}/metrics`, { headers });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    expect(await answer.text()).not.toContain("omnichannel_");
  }
});

test("requests are counted by door and status, messages by channel", async () => {
  const { id } = await createTestIntegration(workspaceId);
  expect((await ingress(id, { senderId: "maria", content: "Hello", type: "text" })).status).toBe(200);
  expect((await ingress(id, { senderId: "maria" })).status).toBe(422);
  await eventually(async () => {
    const text = await scrape();
    const count = (status: number) =>
      valueOf(text, `omnichannel_http_request_duration_seconds_count{door="incoming custom",status="${status}"}`);
    return count(200) === 1 && count(422) === 1;
  });
  expect(valueOf(await scrape(), 'omnichannel_messages_received_total{channel="CUSTOM"}')).toBe(1);
});

test("operations are counted by the schema's name, whatever their caller calls them", async () => {
  await ask("query Hunter22 ($input: ConvsInput!) { secretAlias: convs(input: $input) { nodes { id } } }");
  await ask("query ($input: ConvInput!) { conv(input: $input) { id } }", {
    id: "00000000-0000-4000-8000-000000000000",
  });
  await ask("query Hunter22 { nothingOfOurs }");
  const text = await scrape();
  const count = (field: string, outcome: string) =>
    valueOf(text, `omnichannel_graphql_operation_duration_seconds_count{field="${field}",outcome="${outcome}"}`);
  expect(count("convs", "ok")).toBe(1);
  expect(count("conv", "NOT_FOUND")).toBe(1);
  expect(text).not.toMatch(/Hunter22|secretAlias|nothingOfOurs/);
});

test("what waits in the database is told with its age, by queue, and the sends with their outcome", async () => {
  await pool().query(`update "SendQueue" set "leaseUntil" = null`);
  const far = await startReceiver((_, response) => response.end(JSON.stringify({ messageId: "far-1" })));
  const { id } = await createTestIntegration(workspaceId, { endpoint: far.url });
  const { conversationId } = (await (
    await ingress(id, { senderId: "maria", content: "Hello", type: "text" })
  ).json()) as { conversationId: string };
  const added = await ask("mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }", {
    convId: conversationId,
    integrationId: id,
    content: "Hi",
    type: "text",
  });
  expect(await added.json()).not.toHaveProperty("errors");
  await pool().query(`update "SendQueue" set "nextAttemptAt" = now() - interval '90 seconds'`);
  // Queue figures are cached for five seconds.
  await expect
    .poll(async () => valueOf(await scrape(), 'omnichannel_queue_waiting{queue="sends"}'), { timeout: 20_000 })
    .toBe(1);
  const text = await scrape();
  expect(valueOf(text, 'omnichannel_queue_oldest_seconds{queue="sends"}')).toBeGreaterThan(80);
  expect(valueOf(text, "omnichannel_database_up")).toBe(1);
  expect(valueOf(text, 'omnichannel_queue_waiting{queue="webhook deliveries"}')).toBe(0);
  expect(valueOf(text, 'omnichannel_database_connections{state="idle"}')).toBeGreaterThan(0);
  expect(valueOf(text, "omnichannel_database_waiting")).toBe(0);
  expect(valueOf(text, "process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
  expect(valueOf(text, "nodejs_eventloop_lag_p99_seconds")).toBeGreaterThan(0);

  const worker = startSending(50);
  const sent = 'omnichannel_send_attempt_duration_seconds_count{channel="CUSTOM",outcome="accepted"}';
  await expect.poll(async () => valueOf(await scrape(), sent), { timeout: 20_000 }).toBe(1);
  await worker.stop(5_000);
  await far.close();
});

test("live streams are counted while they are open", async () => {
  const gone = new AbortController();
  const stream = await fetch(`${doors.base}/events?workspaceId=${workspaceId}`, {
    headers: { authorization: apiKey },
    signal: gone.signal,
  });
  expect(stream.status).toBe(200);
  const open = async () => valueOf(await scrape(), 'omnichannel_streams_open{kind="portal"}');
  await expect.poll(open, { timeout: 10_000 }).toBe(1);
  gone.abort();
  await expect.poll(open, { timeout: 10_000 }).toBe(0);
  expect(await scrape()).not.toContain('door="/events",status="200"');
});
