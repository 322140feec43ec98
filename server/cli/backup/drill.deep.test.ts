import { createReadStream, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import pg from "pg";
import { Webhook as Verifier } from "standardwebhooks";
import { extract } from "tar-stream";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { migrate } from "../../../prisma/migrate.ts";
import { blobs } from "../../blobs/blobs.ts";
import { fileStore } from "../../blobs/file-store.ts";
import { createTestIntegration, createTestWorkspace } from "../../testing/factories.ts";
import { createWorld } from "../../testing/isolation/world.ts";
import { endAll, kill, startDoors, startWorker } from "../../testing/processes.ts";
import { eventually, startReceiver, type Received } from "../../testing/receiver.ts";
import { createWebhook } from "../../webhooks/create-webhook.ts";
import { startEmbeddedPostgres } from "../embedded-postgres.ts";
import { endShape } from "./archive.ts";
import { backUp } from "./back-up.ts";
import { restore } from "./restore.ts";
import { askApp } from "../../testing/ask-app.ts";

// The drill: a backup is made while customers write, the machine is lost, and the product continues from the backup on another
// machine.
const PATIENCE_MS = 120_000;
const BEFORE = 150;
const FILES = 12;

const answered = z.object({
  data: z.object({
    events: z.object({ nodes: z.array(z.object({ id: z.string() })), pageInfo: z.object({ endCursor: z.string() }) }),
  }),
});

const after: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await endAll();
  for (const step of after.reverse()) await step();
});

/** A separate database server, whose transaction numbers start again, with the schema and no rows. */
async function newMachine(): Promise<string> {
  const postgres = await startEmbeddedPostgres(mkdtempSync(join(tmpdir(), "drill-postgres-")), { throwaway: true });
  after.push(postgres.stop);
  await migrate(postgres.url);
  return postgres.url;
}

/** The rows of every table in sorted order (PostgreSQL chooses where a row is stored), and the files' checksum. */
async function contentOf(path: string): Promise<Record<string, string[]>> {
  const entries = extract();
  const reading = pipeline(createReadStream(path), createGunzip(), entries);
  const pieces: Record<string, string> = {};
  let filesSum = "";
  for await (const entry of entries) {
    const { name } = entry.header;
    const bytes = await text(entry);
    const table = /^tables\/([^/]+)\//.exec(name)?.[1];
    if (table !== undefined) pieces[table] = (pieces[table] ?? "") + bytes;
    if (name === "end.json") filesSum = endShape.parse(JSON.parse(bytes)).files.sha256;
  }
  await reading;
  const tables = Object.entries(pieces).map(([name, rows]) => [name, rows.split("\n").sort()] as const);
  return { ...Object.fromEntries(tables), files: [filesSum] };
}

const quiet = () => undefined;
const idOf = ({ headers }: Received) => String(headers["webhook-id"]);
const EVENTS = `query ($input: EventsInput!) { events(input: $input) { nodes { id } pageInfo { endCursor } } }`;

test("a backup that was made under traffic is restored elsewhere, whole, and the pipe goes on without telling anything twice", async () => {
  const hooks = await startReceiver();
  const endpoint = await startReceiver((_, response, index) => response.end(`{"externalMessageId":"x-${index}"}`));
  after.push(hooks.close, endpoint.close);
  await createWorld("Ada");
  const { ctx, workspaceId, api, apiKey } = await createTestWorkspace();
  const { id: integrationId } = await createTestIntegration(workspaceId, { endpoint: endpoint.url });
  const webhook = await createWebhook(ctx, { label: "CRM", url: hooks.url, event: "ANY_EVENT" });
  const files = new Map<string, string>();
  for (let number = 0; number < FILES; number++) {
    const input = { contentType: "application/pdf", purpose: "media", name: `${number}.pdf` };
    const { uploadUrl, fileName } = await api.ok<{ uploadUrl: string; fileName: string }>(
      "mutation ($input: UploadCreateInput!) { createUpload(input: $input) { fileName uploadUrl } }",
      input,
    );
    const body = `%PDF-1.7 ${number} ${"x".repeat(number * 50_000)}`;
    expect((await askApp(new Request(uploadUrl, { method: "PUT", body }))).status).toBe(201);
    files.set(`${workspaceId}/${fileName}`, body);
  }

  const old = await startDoors();
  const worker = startWorker();
  const write = async (url: string, number: number) => {
    const body = { senderId: `s-${number % 20}`, messageId: `m-${number}`, content: `text ${number}`, type: "text" };
    return fetch(`${url}/ext/v1/incoming/custom/${integrationId}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-validate-token": "validate-me" },
      body: JSON.stringify(body),
    });
  };
  const pull = async (url: string, input: object) => {
    const headers = { "content-type": "application/json", authorization: apiKey };
    const body = JSON.stringify({ query: EVENTS, variables: { input: { workspaceId, ...input } } });
    const answer = await fetch(`${url}/core/gq`, { method: "POST", headers, body });
    return (await answer.json()) as unknown;
  };
  let written = 0;
  let isOver = false;
  const traffic = (async () => {
    while (!isOver) {
      const answer = await write(old.url, written++);
      expect([answer.status, await answer.text()]).toMatchObject([200, expect.any(String)]);
    }
  })();
  await eventually(
    () => written > BEFORE && hooks.received.length > BEFORE / 2,
    PATIENCE_MS,
    () => `${written} written`,
  );
  // The page of a reader that was in the middle of the log when the machine was lost.
  const before = answered.parse(await pull(old.url, { first: 20 }));

  const folder = mkdtempSync(join(tmpdir(), "drill-"));
  const file = join(folder, "backup.tar.gz");
  const { signal } = new AbortController();
  const databaseUrl = process.env.DATABASE_URL ?? "";
  const writtenBefore = written;
  const began = performance.now();
  const done = await backUp({ databaseUrl, store: await blobs(), file, report: quiet, signal });
  const backedUpMs = performance.now() - began;
  const writtenMeanwhile = written - writtenBefore;
  isOver = true;
  await Promise.all([kill(worker), traffic]);
  await kill(old.child);
  expect(done.files).toBeGreaterThanOrEqual(FILES);

  const restoredUrl = await newMachine();
  const dataDir = join(folder, "data");
  const began2 = performance.now();
  expect(await restore({ databaseUrl: restoredUrl, store: fileStore(dataDir), file, report: quiet, signal })).toEqual(
    done,
  );
  const restoredMs = performance.now() - began2;

  // Complete: a backup of the restored database has the same rows, table by table.
  const again = join(folder, "again.tar.gz");
  await backUp({ databaseUrl: restoredUrl, store: fileStore(dataDir), file: again, report: quiet, signal });
  const content = await contentOf(file);
  expect(await contentOf(again)).toEqual(content);
  expect(Object.keys(content).length).toBeGreaterThan(40);
  for (const [key, body] of files) expect(await text(await fileStore(dataDir).read(key))).toBe(body);

  // Finished deliveries are not repeated. Unfinished ones and new events are delivered.
  const restored = new pg.Client({ connectionString: restoredUrl });
  await restored.connect();
  after.push(() => restored.end());
  const idsOf = async (condition: string) => {
    const { rows } = await restored.query<{ id: string }>(
      `select 'msg_' || e.id as id from "Event" e left join "WebhookDelivery" d on d."eventId" = e.id and d."webhookId" = $1
      where e."workspaceId" = $2 and e.payload is not null and e.name <> 'MESSAGE_UPDATED_SMPP' and ${condition}`,
      [webhook.id, workspaceId],
    );
    return rows.map(({ id }) => id);
  };
  const delivered = await idsOf(`d.state = 'delivered'`);
  const open = await idsOf(`d.state is distinct from 'delivered'`);
  const from = hooks.received.length;
  const env = { DATABASE_URL: restoredUrl, DATA_DIR: dataDir };
  const fresh = await startDoors(env);
  startWorker(env);
  expect((await write(fresh.url, 1_000_000)).status).toBe(200);
  const told = () => hooks.received.slice(from).map(idOf);
  const isNew = ({ body }: Received) => body.includes("text 1000000");
  await eventually(
    () => hooks.received.slice(from).some(isNew) && open.every((id) => told().includes(id)),
    PATIENCE_MS,
    () => `${told().length} told, ${open.filter((id) => !told().includes(id)).length} of ${open.length} still open`,
  );
  // A reply is sent with the restored credentials and signed with the restored secret.
  const { rows: convs } = await restored.query<{ id: string; clientId: string }>(
    `select "convId" as id from "Message" where "workspaceId" = $1 and "externalMessageId" = 'm-1000000'`,
    [workspaceId],
  );
  const sent = await fetch(`${fresh.url}/core/gq`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: apiKey },
    body: JSON.stringify({
      query: "mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }",
      variables: { input: { workspaceId, integrationId, convId: convs[0]?.id, content: "Still here", type: "text" } },
    }),
  });
  expect(await sent.json()).toMatchObject({ data: { addMessage: { messageId: expect.any(String) } } });
  await eventually(() => endpoint.received.some(({ body }) => body.includes("Still here")), PATIENCE_MS);
  await eventually(() => hooks.received.slice(from).some(({ body }) => body.includes("Still here")), PATIENCE_MS);
  expect(endpoint.received.filter(({ body }) => body.includes("Still here"))).toHaveLength(1);
  const news = hooks.received.find(isNew);
  const verifier = new Verifier(webhook.opened.secret);
  expect(() => verifier.verify(news?.body ?? "", news?.headers as Record<string, string>)).not.toThrow();
  expect(told().filter((id) => delivered.includes(id))).toEqual([]);
  expect(new Set(told()).size).toBe(told().length);

  // A reader with a cursor from before the restore gets an error, and finds everything from the beginning.
  const { endCursor } = before.data.events.pageInfo;
  expect(await pull(fresh.url, { after: endCursor })).toMatchObject({
    errors: [{ extensions: { code: "BAD_INPUT" } }],
  });
  const all: string[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = answered.parse(await pull(fresh.url, { first: 100, after: cursor })).data.events;
    all.push(...page.nodes.map(({ id }) => id));
    cursor = page.pageInfo.endCursor;
    if (page.nodes.length < 100) break;
  }
  expect(new Set(all).size).toBe(all.length);
  expect(all).toEqual(expect.arrayContaining([...delivered, ...open, ...told()]));

  console.info(
    `backup of ${done.rows} rows, ${done.files} files under traffic in ${(backedUpMs / 1000).toFixed(1)} s (${writtenMeanwhile} messages came in ` +
      `meanwhile), restored in ${(restoredMs / 1000).toFixed(1)} s; ${Object.keys(content).length} tables and the files the same; ` +
      `${delivered.length} deliveries of before not repeated, ${open.length} open ones made, ${told().length} told after the restore, none twice`,
  );
});
