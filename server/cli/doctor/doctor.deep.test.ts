import { startFauxqs } from "fauxqs";
import { CompactEncrypt } from "jose";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { inTransaction, pool } from "../../db.ts";
import { handleDoor } from "../../http/app.ts";
import { readSettings } from "../../env.ts";
import { enqueue } from "../../work/queue.ts";
import { customerSystem } from "../../testing/custom-channel.ts";
import { createTestIntegration, createTestWorkspace } from "../../testing/factories.ts";
import { startMailServer } from "../../testing/mail-server.ts";
import { createWebhook } from "../../webhooks/create-webhook.ts";
import { examine } from "./examine.ts";
import type { Finding, Machine } from "./finding.ts";
import { expectedIndexes } from "./table-checks.ts";

const ROOM = { freeBytes: 50e9, totalBytes: 100e9 };
const MACHINE: Machine = {
  now: () => new Date(),
  nodeVersion: "v24.0.0",
  patienceSeconds: 60,
  build: () => ({ missing: [], isStale: false }),
  space: () => Promise.resolve(ROOM),
};

const servers: ReturnType<typeof createServer>[] = [];
const clients: pg.Client[] = [];

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const product: RequestListener = (request, response) => {
  if (!handleDoor(request, response)) response.writeHead(404).end();
};

async function connect(name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL, application_name: name });
  await client.connect();
  clients.push(client);
  return client;
}

let appUrl: string;
let dataDir: string;
beforeAll(async () => {
  appUrl = await serve(product);
  dataDir = mkdtempSync(join(tmpdir(), "doctor-"));
  await connect("omnichannel jobs");
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
});

/** The doctor's findings, with the given changes to settings and machine. */
async function found(more: NodeJS.ProcessEnv | Record<string, string> = {}, machine: Partial<Machine> = {}) {
  const settings = readSettings({ ...process.env, APP_URL: appUrl, DATA_DIR: dataDir, ...more });
  const findings = await examine(settings, { ...MACHINE, ...machine });
  return findings;
}

/** The names of the faults, except the missing mail server of this installation. */
function faults(findings: Finding[], status?: "warn" | "fail"): string[] {
  return findings.flatMap((one) =>
    one.status === "ok" || one.fault === "mail-not-set" || (status && one.status !== status) ? [] : [one.fault],
  );
}

const sql = (text: string, values?: unknown[]) => pool().query(text, values);

test("a healthy installation has nothing but the mail server that is not set", async () => {
  // The first process that starts creates the queue. Here that was the template's process.
  await sql("drop schema pgboss cascade");
  const findings = await found();
  expect(findings.filter(({ status }) => status !== "ok").map((one) => "fault" in one && one.fault)).toEqual([
    "queue-missing",
    "mail-not-set",
  ]);
});

test("every index of the migrations is looked for", async () => {
  const { rows } = await sql("select indexname as name from pg_indexes where schemaname = 'public'");
  const present = rows.map(({ name }: { name: string }) => name);
  const expected = expectedIndexes();
  expect(expected.filter((name) => !present.includes(name))).toEqual([]);
  // Only primary keys are missing here, because tables create them.
  expect(present.filter((name: string) => !expected.includes(name) && !name.endsWith("_pkey"))).toEqual([]);
});

describe("settings and machine", () => {
  test("an old Node", async () => {
    expect(faults(await found({}, { nodeVersion: "v18.20.4" }))).toContain("node-old");
  });

  test("a build that is missing, and one of other sources", async () => {
    const build = (missing: string[], isStale: boolean) => ({ build: () => ({ missing, isStale }) });
    expect(faults(await found({}, build(["pages"], true)), "fail")).toContain("build-missing");
    expect(faults(await found({}, build([], true)), "warn")).toContain("build-stale");
  });

  test("an address of others without https", async () => {
    expect(faults(await found({ APP_URL: "http://desk.example.com:9" }), "fail")).toContain("app-url-without-https");
  });

  test("secrets that are not there", async () => {
    const findings = await found({ ENCRYPTION_KEY: "", NEXTAUTH_SECRET: "" });
    expect(faults(findings)).toEqual(expect.arrayContaining(["secret-missing", "encryption-key-missing"]));
  });

  test("private addresses open on a public installation", async () => {
    const findings = await found({ APP_URL: "https://desk.example.com:9", OUTBOUND_ALLOW: "10.0.0.0/8" });
    expect(faults(findings, "warn")).toContain("private-addresses-open");
  });

  test.each([
    ["disk-full", 100e6, "fail"],
    ["disk-nearly-full", 3e9, "warn"],
  ] as const)("%s", async (fault, freeBytes, status) => {
    const space = () => Promise.resolve({ freeBytes, totalBytes: 100e9 });
    // One for the files and one for the database.
    expect(faults(await found({}, { space }), status).filter((one) => one === fault)).toHaveLength(2);
  });

  test("files that cannot be written", async () => {
    const folder = join(mkdtempSync(join(tmpdir(), "doctor-")), "uploads", "files");
    mkdirSync(dirname(folder));
    writeFileSync(folder, "no folder");
    expect(faults(await found({ DATA_DIR: dirname(dirname(folder)) }))).toContain("files-not-writable");
  });
});

describe("the database", () => {
  const at = (change: (url: URL) => void) => {
    const url = new URL(process.env.DATABASE_URL ?? "");
    change(url);
    return { DATABASE_URL: url.href };
  };

  test("that is not there", async () => {
    expect(faults(await found(at((url) => (url.port = "9"))), "fail")).toContain("database-unreachable");
  });

  test("that refuses the password, which is not shown", async () => {
    const findings = await found(at((url) => (url.password = "sesame-open")));
    expect(faults(findings, "fail")).toContain("database-password-wrong");
    expect(JSON.stringify(findings)).not.toContain("sesame-open");
  });

  test("of another name", async () => {
    expect(faults(await found(at((url) => (url.pathname = "/nowhere"))), "fail")).toContain("database-missing");
  });

  test("that is empty: how to fill it, and nothing else", async () => {
    await sql('create database "doctor_empty"');
    const findings = await found(at((url) => (url.pathname = "/doctor_empty")));
    await sql('drop database "doctor_empty" with (force)');
    expect(findings).toEqual([
      {
        check: "database",
        status: "fail",
        fault: "database-empty",
        cause: "The database has no tables yet",
        remedy: "Run npm run migrate",
      },
    ]);
  });

  test("with a migration still to come", async () => {
    await sql("update _prisma_migrations set finished_at = null where migration_name like '%_init'");
    const findings = await found();
    await sql("update _prisma_migrations set finished_at = now() where finished_at is null");
    // The web process reports it too.
    expect(faults(findings, "fail")).toEqual(["migrations-pending", "app-not-ready"]);
  });

  test("on which a newer release has run", async () => {
    await sql(
      "insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) values ('1', '', '29990101000000_later', now(), 1)",
    );
    const findings = await found();
    await sql("delete from _prisma_migrations where id = '1'");
    expect(faults(findings, "fail")).toEqual(["migrations-newer"]);
  });

  test("whose clock, like the web process's, is far from this machine's", async () => {
    const late = await found({}, { now: () => new Date(Date.now() - 3_600_000) });
    expect(faults(late, "fail")).toEqual(["clock-skew", "clock-skew"]);
    const early = await found({}, { now: () => new Date(Date.now() + 20_000) });
    expect(faults(early, "warn").filter((one) => one === "clock-skew")).toHaveLength(2);
    expect(JSON.stringify(early)).toMatch(/database's clock is (19|20) s behind/);
  });

  test("whose connections are used up", async () => {
    const name = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
    const { rows } = await sql(
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and backend_type = 'client backend'",
    );
    // Superusers may exceed the limit, so the connections are counted but none is refused.
    await sql(`alter database ${name} connection limit ${(rows[0] as { n: number }).n}`);
    const findings = await found();
    await sql(`alter database ${name} connection limit -1`);
    expect(faults(findings, "fail")).toEqual(["connections-used-up"]);
  });

  test("from which an index was dropped, or in which one is no good", async () => {
    await sql(`alter index "Client_workspaceId_phone_idx" rename to "lost"`);
    const missing = await found();
    await sql(`alter index "lost" rename to "Client_workspaceId_phone_idx"`);
    expect(faults(missing, "fail")).toEqual(["index-missing"]);
    expect(JSON.stringify(missing)).toContain("Client_workspaceId_phone_idx");
    const set = (valid: boolean) =>
      sql(`update pg_index set indisvalid = ${valid} where indexrelid = '"Client_workspaceId_phone_idx"'::regclass`);
    await set(false);
    const invalid = await found();
    await set(true);
    expect(faults(invalid, "fail")).toEqual(["index-invalid"]);
  });

  test("that does not clean a table", async () => {
    await sql(`alter table "Message" set (autovacuum_enabled = false)`);
    const findings = await found();
    await sql(`alter table "Message" reset (autovacuum_enabled)`);
    expect(faults(findings, "fail")).toEqual(["autovacuum-off"]);
  });

  test("with more dead rows than living ones, and without statistics", async () => {
    await sql(`create table "Litter" (n int)`);
    await sql(`alter table "Litter" set (autovacuum_enabled = false)`);
    await sql(`insert into "Litter" select generate_series(1, 40000)`);
    await sql(`delete from "Litter" where n > 15000`);
    await expect
      .poll(async () => faults(await found(), "warn"), { timeout: 30_000, interval: 1_000 })
      .toEqual(expect.arrayContaining(["dead-rows", "statistics-missing"]));
    await sql(`drop table "Litter"`);
  });

  test("in which somebody writes without end", async () => {
    const writer = await connect("somebody's script");
    await writer.query("begin");
    await writer.query("select pg_current_xact_id()");
    const findings = await found({}, { patienceSeconds: 0 });
    await writer.query("rollback");
    expect(faults(findings, "fail")).toEqual(["transaction-open-long"]);
    expect(JSON.stringify(findings)).toContain("somebody's script");
  });
});

describe("work", () => {
  test("without a worker", async () => {
    const worker = clients.shift();
    await worker?.end();
    // The server notices the closed connection after a moment.
    await expect.poll(async () => faults(await found(), "fail"), { timeout: 15_000 }).toEqual(["worker-down"]);
    await connect("omnichannel jobs");
  });

  test("that is late: jobs, messages, calls, events and broadcasts", async () => {
    const { workspaceId, ctx, api } = await createTestWorkspace();
    const { id: integrationId } = await createTestIntegration(workspaceId);
    const { conversationId: convId } = await customerSystem(integrationId).text("c-1", "Hello");
    await api.ok("mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }", {
      convId,
      integrationId,
      content: "Hi",
      type: "text",
    });
    await inTransaction(ctx, (tx) => enqueue(tx, "set-sla-due", { workspaceId }));
    expect(faults(await found())).toEqual([]);

    await sql(`update pgboss.job set start_after = now() - interval '10 minutes', retry_count = 5, state = 'retry'`);
    await sql(`update "SendQueue" set "nextAttemptAt" = now() - interval '10 minutes'`);
    await sql(`update "Event" set "createdAt" = now() - interval '10 minutes'`);
    await sql(
      `insert into "ProviderCall" ("workspaceId", id, "integrationId", body, "nextAttemptAt") values ($1, $2, $3, '', now() - interval '5 minutes')`,
      [workspaceId, randomUUID(), integrationId],
    );
    await sql(
      `insert into "Broadcast" ("workspaceId", id, name, "integrationId", state, "templateName", "scheduledAt", "createdBy")
      values ($1, $2, 'Spring', $3, 'scheduled', 't', now() - interval '5 minutes', 'test')`,
      [workspaceId, randomUUID(), integrationId],
    );
    const findings = await found();
    expect(faults(findings).sort()).toEqual(
      ["broadcast-stalled", "calls-overdue", "events-unread", "jobs-failing", "jobs-overdue", "sends-overdue"].sort(),
    );
    expect(findings.find(({ check }) => check === "broadcasts")?.cause).toMatch(/“Spring” of workspace \d+/);

    await sql(`update "Broadcast" set state = 'inProgress', "startedAt" = now() - interval '1 hour'`);
    expect((await found()).find(({ check }) => check === "broadcasts")?.cause).toMatch(/has sent nothing for 10 min/);
    for (const table of ["Broadcast", "ProviderCall", "SendQueue"]) await sql(`delete from "${table}"`);
    await sql(`delete from "Event"`);
    await sql("delete from pgboss.job");
  });
});

describe("the far side", () => {
  afterEach(async () => {
    await sql(`update "Integration" set state = 'active', "tokenExpiresAt" = null, "lastInboundAt" = null`);
    await sql(`delete from "Webhook"`);
  });

  test("channels that are refused, whose token ends or ended, that fell silent", async () => {
    const { workspaceId } = await createTestWorkspace();
    const change = async (set: string) => {
      const { id } = await createTestIntegration(workspaceId, { name: "Till" });
      await sql(`update "Integration" set ${set} where id = $1`, [id]);
    };
    await change(`state = 'error', "lastError" = 'The token was revoked'`);
    await change(`"tokenExpiresAt" = now() - interval '2 days'`);
    await change(`"tokenExpiresAt" = now() + interval '2 days'`);
    await change(`"lastInboundAt" = now() - interval '3 days', "inboundDays" = 127`);
    const findings = (await found()).filter(({ check }) => check === "channels");
    expect(faults(findings)).toEqual([
      "channel-refused",
      "channel-token-expired",
      "channel-token-ends",
      "channel-silent",
    ]);
    expect(findings[0]?.cause).toContain("The token was revoked");
  });

  test("a webhook that fails, and one that was switched off; of their addresses the host alone is shown", async () => {
    const { workspaceId, ctx } = await createTestWorkspace();
    const url = "http://127.0.0.1:9/hook?token=sesame";
    const create = () =>
      createWebhook(ctx, {
        label: "Shop",
        url,
        event: "ANY_EVENT",
      });
    const [one, other] = [await create(), await create()];
    await sql(`update "Webhook" set "failingSince" = now() - interval '1 hour' where id = $1`, [one.id]);
    await sql(`update "Webhook" set active = false, "disabledReason" = 'failing' where id = $1`, [other.id]);
    const findings = (await found()).filter(({ check }) => check === "webhooks");
    expect(faults(findings, "warn")).toEqual(["webhook-unreachable", "webhook-off"]);
    expect(findings[0]?.cause).toBe(
      `webhook “Shop” of workspace ${workspaceId} (127.0.0.1:9) has failed for 60 min: no answer`,
    );
    expect(JSON.stringify(findings)).not.toContain("sesame");
  });

  test("secrets that were stored under another key", async () => {
    const { workspaceId } = await createTestWorkspace();
    const { id } = await createTestIntegration(workspaceId);
    const aad = `${workspaceId}/Integration/${id}/credentials`;
    const foreign = await new CompactEncrypt(new TextEncoder().encode("{}"))
      .setProtectedHeader({ alg: "A256GCMKW", enc: "A256GCM", aad })
      .encrypt(Buffer.alloc(32, 9));
    const { rows } = await sql(`select credentials from "Integration" where id = $1`, [id]);
    await sql(`update "Integration" set credentials = $2 where id = $1`, [id, foreign]);
    const findings = await found();
    await sql(`update "Integration" set credentials = $2 where id = $1`, [
      id,
      (rows[0] as { credentials: string }).credentials,
    ]);
    expect(faults(findings, "fail")).toEqual(["encryption-key-wrong"]);
  });
});

describe("mail", () => {
  test("a server that answers, one that does not, and one that refuses", async () => {
    const mail = await startMailServer();
    expect((await found({ SMTP_URL: mail.url })).find(({ check }) => check === "mail")?.status).toBe("ok");
    expect(faults(await found({ SMTP_URL: "smtp://127.0.0.1:9" }), "fail")).toEqual(["mail-unreachable"]);
    // This server accepts no sign-in.
    const url = mail.url.replace("smtp://", "smtp://user:sesame@");
    const findings = await found({ SMTP_URL: url });
    await mail.close();
    expect(faults(findings, "fail")).toEqual(["mail-refused"]);
    expect(JSON.stringify(findings)).not.toContain("sesame");
  });
});

describe("object storage", () => {
  const settings = (port: number, bucket = "files") => ({
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: "test",
    S3_SECRET_ACCESS_KEY: "test-secret",
  });

  test("that answers, that does not, without the bucket, and with another key", async () => {
    const s3 = await startFauxqs({ port: 0, logger: false });
    s3.createBucket("files");
    expect(faults(await found(settings(s3.port)), "fail")).toEqual([]);
    expect(faults(await found(settings(s3.port, "elsewhere")), "fail")).toEqual(["storage-bucket-missing"]);
    await s3.stop();
    expect(faults(await found(settings(9)), "fail")).toEqual(["storage-unreachable"]);
    const refusing = await serve((_, response) => response.writeHead(403).end());
    expect(faults(await found(settings(Number(new URL(refusing).port))), "fail")).toEqual(["storage-refused"]);
  });
});

describe("APP_URL", () => {
  const behind = async (listener: RequestListener) => faults(await found({ APP_URL: await serve(listener) }), "fail");

  test("where nobody answers", async () => {
    expect(faults(await found({ APP_URL: "http://127.0.0.1:9" }), "fail")).toEqual(["app-unreachable"]);
  });

  test("where something else answers, or another installation", async () => {
    expect(await behind((_, response) => response.end("<h1>Welcome to nginx!</h1>"))).toEqual(["app-url-wrong"]);
    const other = JSON.stringify({ status: "ok", instance: "0123456789abcdef" });
    expect(await behind((_, response) => response.end(other))).toEqual(["app-url-wrong"]);
  });

  test("behind a proxy that gathers the live stream before it passes it on", async () => {
    const gathering: RequestListener = (request, response) => {
      void fetch(`${appUrl}${request.url}`).then(async (answer) => {
        const body = await answer.text();
        response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" }).end(body);
      });
    };
    expect(await behind(gathering)).toEqual(["stream-buffered"]);
  });

  test("behind a proxy that refuses the live stream, or cuts it off", async () => {
    const refusing: RequestListener = (request, response) => {
      if (request.url?.startsWith("/events")) response.writeHead(502).end();
      else product(request, response);
    };
    expect(await behind(refusing)).toEqual(["stream-blocked"]);
    const cutting: RequestListener = (request, response) => {
      if (request.url?.startsWith("/events")) response.destroy();
      else product(request, response);
    };
    expect(await behind(cutting)).toEqual(["stream-blocked"]);
  });

  test("the probe's stream is for whoever has the key", async () => {
    expect((await fetch(`${appUrl}/events?probe=guessed`)).status).toBe(401);
  });
});
