import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createGzip, gunzipSync, gzipSync } from "node:zlib";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import pg from "pg";
import { pack } from "tar-stream";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { spool } from "../../blobs/spool.ts";
import { fileStore } from "../../blobs/file-store.ts";
import { inTransaction, pool } from "../../db.ts";
import { enqueue } from "../../work/queue.ts";
import { customerSystem } from "../../testing/custom-channel.ts";
import { createTestIntegration, createTestWorkspace } from "../../testing/factories.ts";
import { backUp } from "./back-up.ts";
import { restore } from "./restore.ts";
import { tablesOf } from "./tables.ts";

const folder = mkdtempSync(join(tmpdir(), "backup-"));
const store = fileStore(join(folder, "source"));
const quiet = () => undefined;
const never = new AbortController().signal;
const databaseUrl = process.env.DATABASE_URL ?? "";
const good = join(folder, "good.tar.gz");

let server: pg.Client;
const made: string[] = [];
let workspaceId: number;

beforeAll(async () => {
  server = new pg.Client({ connectionString: new URL("/postgres", inject("templateUrl")).href });
  await server.connect();
  const workspace = await createTestWorkspace({ name: "Tab\tand \\. back\\slash, “quotes”\nand a line" });
  ({ workspaceId } = workspace);
  const { id } = await createTestIntegration(workspaceId);
  for (let number = 0; number < 50; number++) await customerSystem(id).text(`s-${number}`, `“${number}” \\N 😀 \t`);
  await inTransaction(workspace.ctx, (tx) => enqueue(tx, "set-sla-due", { workspaceId }));
  await keepFile("a.txt", "the bytes of a file");
  await keepFile("b.txt", null);
  const done = await backUp({ databaseUrl, store, file: good, report: quiet, signal: never });
  expect(done).toMatchObject({ files: 1, jobs: 1 });
});

afterAll(async () => {
  for (const name of made) await server.query(`drop database ${name} with (force)`);
  await server.end();
});

/** A file of the workspace. `bytes` null: the storage has lost it. */
async function keepFile(fileName: string, bytes: string | null): Promise<void> {
  await pool().query(
    `insert into "Upload" ("workspaceId", id, "fileName", "contentType", "storedAt", "createdBy") values ($1, $2, $3, 'text/plain', now(), 'test')`,
    [workspaceId, randomUUID(), fileName],
  );
  if (bytes === null) return;
  const { path } = await spool(Readable.from([Buffer.from(bytes)]));
  await store.keep(`${workspaceId}/${fileName}`, path, "text/plain");
}

/** A migrated database without rows. */
async function emptyDatabase(): Promise<{ url: string; query: (sql: string) => Promise<pg.QueryResult> }> {
  const template = new URL(inject("templateUrl"));
  const name = `empty_${randomUUID().slice(0, 8)}`;
  await server.query(`create database ${name} template ${template.pathname.slice(1)}`);
  made.push(name);
  const { href: url } = new URL(`/${name}`, template);
  return {
    url,
    async query(sql) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        return await client.query(sql);
      } finally {
        await client.end();
      }
    },
  };
}

function bring(
  file: string,
  url: string,
  more: { signal?: AbortSignal; otherKey?: boolean; identities?: string } = {},
) {
  const into = fileStore(mkdtempSync(join(folder, "target-")));
  return restore({ databaseUrl: url, store: into, file, report: quiet, signal: never, ...more });
}

async function isEmpty(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const { name } of await tablesOf(client)) {
      if ((await client.query(`select from "${name}" limit 1`)).rowCount) return false;
    }
    return true;
  } finally {
    await client.end();
  }
}

function changed(name: string, change: (tar: Buffer) => Buffer): string {
  const file = join(folder, `${name}.tar.gz`);
  writeFileSync(file, gzipSync(change(gunzipSync(readFileSync(good)))));
  return file;
}

function replaced(name: string, from: string, to: string): string {
  return changed(name, (tar) => {
    const at = tar.indexOf(from);
    expect(at).toBeGreaterThan(0);
    expect(to).toHaveLength(from.length);
    tar.write(to, at);
    return tar;
  });
}

describe("a restore", () => {
  test("brings rows, jobs and files, and counts on from them", async () => {
    const { url, query } = await emptyDatabase();
    const into = fileStore(join(folder, "restored"));
    await restore({ databaseUrl: url, store: into, file: good, report: quiet, signal: never });
    const asks = [
      `select id, name from "Workspace"`,
      `select id, content, "createdAt" from "Message" order by id`,
      `select "workspaceId", id, name, payload::text from "Event" order by "workspaceId", id`,
      `select "workspaceId", id, "activityAt", "waitingSince", "clientSearch" from "Conversation" order by id`,
      `select "workspaceId", "integrationId", "nextSlotAt" from "ChannelPace"`,
      `select name, data from pgboss.job where name = 'set-sla-due'`,
      `select conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
      `select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`,
      `select tgname, tgenabled, tgrelid::regclass::text from pg_trigger where not tgisinternal and tgrelid::regclass::text not like 'pgboss%' order by 1, 3`,
    ];
    for (const ask of asks) expect((await query(ask)).rows, ask).toEqual((await pool().query(ask)).rows);
    expect((await into.stat(`${workspaceId}/a.txt`))?.sizeBytes).toBe(19);
    const { rows } = await query(`insert into "Workspace" (name, plan) values ('next', 'FREE') returning id`);
    expect(rows).toEqual([{ id: workspaceId + 1 }]);
    // Events keep their order, and the next event comes after them.
    const order = `select id from "Event" where "workspaceId" = ${workspaceId} order by txid, seq`;
    expect((await query(order)).rows).toEqual((await pool().query(order)).rows);
    const last = `select max(seq) < nextval('"Event_seq_seq"') as counts, bool_and(txid < pg_current_xact_id()) as past from "Event"`;
    expect((await query(last)).rows).toEqual([{ counts: true, past: true }]);
  });

  test("refuses a database that has rows, and one in use", async () => {
    await expect(bring(good, databaseUrl)).rejects.toThrow(/The database is not empty \(\w+ has rows\)/);
    const { url } = await emptyDatabase();
    const worker = new pg.Client({ connectionString: url, application_name: "omnichannel jobs" });
    await worker.connect();
    await expect(bring(good, url)).rejects.toThrow("A worker is connected to the database");
    await worker.end();
  });

  test("refuses a database of another schema", async () => {
    const { url, query } = await emptyDatabase();
    await query("delete from _prisma_migrations where migration_name like '%_init'");
    await expect(bring(good, url)).rejects.toThrow(/The backup is of the schema \d+_\w+, the database of/);
    expect(await isEmpty(url)).toBe(true);
  });

  test("refuses a backup of another key, unless that is wanted", async () => {
    const { url } = await emptyDatabase();
    const key = /"key":"([\w.-]+)"/.exec(gunzipSync(readFileSync(good)).toString("latin1"))?.[1] ?? "";
    // Encrypted with an unknown key.
    const [head = "", , ...rest] = key.split(".");
    const sealed = [head, "A".repeat((key.split(".")[1] ?? "").length), ...rest].join(".");
    const other = replaced("other-key", key, sealed);
    await expect(bring(other, url)).rejects.toThrow("The backup was made under another ENCRYPTION_KEY");
    expect(await isEmpty(url)).toBe(true);
    await bring(other, url, { otherKey: true });
    expect(await isEmpty(url)).toBe(false);
  });

  test("refuses what is no backup", async () => {
    const { url } = await emptyDatabase();
    const file = join(folder, "letter.txt");
    writeFileSync(file, "Dear Sir or Madam,");
    await expect(bring(file, url)).rejects.toThrow("no backup of the product");
    const tar = pack();
    tar.entry({ name: "holiday.jpg" }, "…");
    tar.finalize();
    const other = join(folder, "other.tar.gz");
    writeFileSync(other, Buffer.concat(await tar.pipe(createGzip()).toArray()));
    await expect(bring(other, url)).rejects.toThrow("This file is no backup of the product.");
    await expect(bring(join(folder, "nowhere"), url)).rejects.toThrow("ENOENT");
    expect(await isEmpty(url)).toBe(true);
  });

  test.each([0.2, 0.5, 0.9, 0.999])("refuses a backup of which %d is there", async (part) => {
    const { url } = await emptyDatabase();
    const file = join(folder, `part-${part}.tar.gz`);
    writeFileSync(file, readFileSync(good));
    truncateSync(file, Math.floor(statSync(good).size * part));
    await expect(bring(file, url)).rejects.toThrow("The backup is not complete");
    expect(await isEmpty(url)).toBe(true);
  });

  test("refuses one whose rows or files were changed, and one that lacks its end", async () => {
    const { url } = await emptyDatabase();
    await expect(bring(replaced("rows", "“7”", "“8”"), url)).rejects.toThrow(
      /The backup is damaged: \w+ is not as it was written/,
    );
    const files = replaced("files", "the bytes of a file", "the bytes of a fils");
    await expect(bring(files, url)).rejects.toThrow("The backup is damaged: files or jobs");
    await expect(bring(replaced("name", "end.json", "and.json"), url)).rejects.toThrow("its bytes were changed");
    const withoutEnd = changed("end", (tar) => tar.subarray(0, tar.indexOf("end.json")));
    await expect(bring(withoutEnd, url)).rejects.toThrow("The backup is not complete");
    expect(await isEmpty(url)).toBe(true);
  });

  test("that is stopped leaves the database empty, and can be made again", async () => {
    const { url } = await emptyDatabase();
    const into = fileStore(mkdtempSync(join(folder, "target-")));
    const stop = new AbortController();
    const report = (line: string) => {
      if (line.startsWith("building indexes")) stop.abort(new Error("Stopped"));
    };
    await expect(restore({ databaseUrl: url, store: into, file: good, report, signal: stop.signal })).rejects.toThrow(
      "Stopped",
    );
    expect(await isEmpty(url)).toBe(true);
    // The files of the first attempt already exist.
    await restore({ databaseUrl: url, store: into, file: good, report: quiet, signal: never });
    expect(await isEmpty(url)).toBe(false);
  });
});

describe("an encrypted backup", () => {
  const encrypted = join(folder, "good.tar.gz.age");
  const identities = join(folder, "identity.txt");

  beforeAll(async () => {
    const identity = await generateX25519Identity();
    writeFileSync(identities, `# created by a test\n${identity}\n`);
    const recipients = [await identityToRecipient(await generateX25519Identity()), await identityToRecipient(identity)];
    await backUp({ databaseUrl, store, file: encrypted, recipients, report: quiet, signal: never });
    expect(statSync(encrypted).mode & 0o777).toBe(0o600);
  });

  test("is restored with an identity of one of its recipients, and with no other", async () => {
    const { url } = await emptyDatabase();
    await expect(bring(encrypted, url)).rejects.toThrow("This backup is encrypted");
    const others = join(folder, "others.txt");
    writeFileSync(others, await generateX25519Identity());
    await expect(bring(encrypted, url, { identities: others })).rejects.toThrow("cannot be decrypted");
    writeFileSync(others, "age1…");
    await expect(bring(encrypted, url, { identities: others })).rejects.toThrow("has no age identity");
    for (const part of [0.5, 0.999]) {
      const cut = join(folder, `cut-${part}.age`);
      writeFileSync(cut, readFileSync(encrypted).subarray(0, Math.floor(statSync(encrypted).size * part)));
      await expect(bring(cut, url, { identities })).rejects.toThrow("The backup is not complete");
    }
    const bytes = readFileSync(encrypted);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 100) ^ 1, bytes.length - 100);
    writeFileSync(join(folder, "changed.age"), bytes);
    await expect(bring(join(folder, "changed.age"), url, { identities })).rejects.toThrow("its bytes were changed");
    expect(await isEmpty(url)).toBe(true);
    await bring(encrypted, url, { identities });
    expect(await isEmpty(url)).toBe(false);
  });

  test("is opened by the program age", () => {
    const listed = execFileSync("sh", ["-c", 'age -d -i "$0" "$1" | tar -tz', identities, encrypted], {
      encoding: "utf8",
    });
    expect(listed).toContain("manifest.json\n");
    expect(listed).toContain(`files/${workspaceId}/a.txt\n`);
    expect(listed).toMatch(/end\.json\n$/);
  });

  test("needs recipients that there are", async () => {
    const file = join(folder, "nobody.age");
    const making = backUp({ databaseUrl, store, file, recipients: ["age1nobody"], report: quiet, signal: never });
    await expect(making).rejects.toThrow("age1nobody is no age recipient");
    expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false]);
  });
});

describe("a backup", () => {
  test("that is stopped, or whose place cannot be written, leaves nothing behind", async () => {
    const file = join(folder, "stopped.tar.gz");
    const stop = new AbortController();
    const report = () => stop.abort(new Error("Stopped"));
    await expect(backUp({ databaseUrl, store, file, report, signal: stop.signal })).rejects.toThrow("Stopped");
    expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false]);
    // Another backup that writes to the same place is not disturbed.
    writeFileSync(`${file}.part`, "its bytes");
    await expect(backUp({ databaseUrl, store, file, report: quiet, signal: never })).rejects.toThrow("another backup");
    expect(readFileSync(`${file}.part`, "utf8")).toBe("its bytes");
    const nowhere = join(folder, "no", "such", "folder");
    await expect(backUp({ databaseUrl, store, file: nowhere, report: quiet, signal: never })).rejects.toThrow("ENOENT");
  });

  test("is for its owner's eyes alone, and says what the storage has lost", async () => {
    const said: string[] = [];
    const file = join(folder, "once-more.tar.gz");
    await backUp({ databaseUrl, store, file, report: (line) => said.push(line), signal: never });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(said).toContain("1 file(s) are named in the database and not in the storage");
  });

  test("holds no secret in clear, and not the keys", () => {
    const bytes = gunzipSync(readFileSync(good)).toString("latin1");
    for (const secret of [
      "let-me-in",
      "validate-me",
      process.env.ENCRYPTION_KEY ?? "",
      process.env.NEXTAUTH_SECRET ?? "",
    ])
      expect(bytes).not.toContain(secret);
  });
});
