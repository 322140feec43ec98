import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { migrate } from "../../../prisma/migrate.ts";
import { blobs } from "../../blobs/blobs.ts";
import { fileStore } from "../../blobs/file-store.ts";
import { ensurePrograms } from "../../testing/debian.ts";
import { createTestIntegration, createTestWorkspace } from "../../testing/factories.ts";
import { endAll, kill, startDoors } from "../../testing/processes.ts";
import { eventually } from "../../testing/receiver.ts";
import { freePort } from "../embedded-postgres.ts";
import { backUp } from "./back-up.ts";
import { restore } from "./restore.ts";

// The recipe of docs/operating.md, with the files of deploy/pgbackrest and Debian's programs: the product writes, somebody makes a
// mistake, and the database goes back to the moment before it.

const ROOT = resolve(import.meta.dirname, "../../..");
const read = (name: string) => readFileSync(join(ROOT, name), "utf8");
const [, RECIPE = ""] = /### Point-in-time recovery\n([^]*?)\n##/.exec(read("docs/operating.md")) ?? [];
const PATIENCE_MS = 120_000;
const BEFORE = 40;
const AFTER = 25;

const page = z.object({
  data: z.object({
    events: z.object({
      nodes: z.array(z.unknown()),
      pageInfo: z.object({ endCursor: z.string(), hasNextPage: z.boolean() }),
    }),
  }),
});
const info = z.tuple([z.looseObject({ cipher: z.string(), backup: z.array(z.looseObject({ type: z.string() })) })]);

const isRoot = process.getuid?.() === 0;
let folder: string;
let environment: NodeJS.ProcessEnv;
const after: (() => unknown)[] = [];
afterEach(async () => {
  await endAll();
  for (const step of after.reverse()) await step();
});

/** Runs a program as the user who owns the database. PostgreSQL refuses root. */
function asPostgres(command: string, ...args: string[]): string {
  const [program = "", ...rest] = [...(isRoot ? ["runuser", "-u", "postgres", "--"] : []), command, ...args];
  return execFileSync(program, rest, { cwd: folder, env: environment, encoding: "utf8" });
}

const pgbackrest = (...args: string[]) => asPostgres("pgbackrest", "--stanza=omnichannel", ...args);

/** The recipe's files with folders of the test, and a new database server that archives its log. */
async function newServer(): Promise<{ url: string; control: (...args: string[]) => void; data: string }> {
  // Not in the run's own folder, which only the user of the run may enter.
  folder = mkdtempSync("/tmp/point-in-time-");
  after.push(() => rmSync(folder, { recursive: true, force: true }));
  const [port, data, repository] = [await freePort(), join(folder, "main"), join(folder, "repository")];
  for (const name of ["main", "repository", "log", "lock"]) mkdirSync(join(folder, name), { mode: 0o700 });
  const settings = read("deploy/pgbackrest/pgbackrest.conf")
    .replace("repo1-path=/var/lib/pgbackrest\n", `repo1-path=${repository}\n`)
    .replace("repo1-cipher-pass=PASSWORD\n", "repo1-cipher-pass=not-for-production\n")
    .replace("[omnichannel]\n", `lock-path=${folder}/lock\nlog-path=${folder}/log\n[omnichannel]\n`)
    .replace(/^pg1-path=.*$/m, `pg1-path=${data}\npg1-port=${port}\npg1-socket-path=${folder}\npg1-user=omnichannel`);
  expect(settings.match(new RegExp(folder, "g"))).toHaveLength(5);
  const file = join(folder, "pgbackrest.conf");
  writeFileSync(file, settings);
  if (isRoot) execFileSync("chown", ["--recursive", "postgres", folder]);
  else chmodSync(folder, 0o700);

  const programs = dirname(globSync("/usr/lib/postgresql/*/bin/pg_ctl").toSorted().at(-1) ?? "");
  environment = { ...process.env, PATH: `${programs}:${process.env.PATH}`, PGBACKREST_CONFIG: file, LC_ALL: "C.UTF-8" };
  asPostgres("initdb", `--pgdata=${data}`, "--username=omnichannel", "--auth=trust", "--encoding=UTF8");
  const own = `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${folder}'\n`;
  writeFileSync(join(data, "postgresql.conf"), own + read("deploy/pgbackrest/archive.conf"), { flag: "a" });
  const control = (...args: string[]) =>
    void asPostgres("pg_ctl", `--pgdata=${data}`, `--log=${folder}/log/postgres`, "--wait", ...args);
  control("start");
  after.push(() => {
    // It is down if the test failed between stop and start.
    if (existsSync(join(data, "postmaster.pid"))) control("stop", "--mode=immediate");
  });
  const url = `postgres://omnichannel@127.0.0.1:${port}`;
  await query(`${url}/postgres`, "create database omnichannel");
  return { url: `${url}/omnichannel`, control, data };
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

test("the database goes back to a second between two backups, and the product goes on from there", async () => {
  ensurePrograms();
  const { workspaceId, apiKey } = await createTestWorkspace();
  const { id: integrationId } = await createTestIntegration(workspaceId);
  const server = await newServer();
  await migrate(server.url);
  const file = join(mkdtempSync(join(folder, "workspace-")), "backup.tar.gz");
  const store = fileStore(join(folder, "data"));
  const quiet = { report: () => undefined, signal: new AbortController().signal };
  await backUp({ databaseUrl: process.env.DATABASE_URL ?? "", store: await blobs(), file, ...quiet });
  await restore({ databaseUrl: server.url, store, file, ...quiet });

  pgbackrest("stanza-create");
  pgbackrest("check");
  pgbackrest("--type=full", "backup");
  const settings = { DATABASE_URL: server.url, DATA_DIR: join(folder, "data") };
  let web = await startDoors(settings);
  const write = async (name: string) => {
    const answer = await fetch(`${web.url}/ext/v1/incoming/custom/${integrationId}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-validate-token": "validate-me" },
      body: JSON.stringify({ senderId: `s-${name}`, messageId: `m-${name}`, content: `text ${name}`, type: "text" }),
    });
    expect(answer.status, await answer.text()).toBe(200);
  };
  const events = async (input: object): Promise<unknown> => {
    const answer = await fetch(`${web.url}/core/gq`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: apiKey },
      body: JSON.stringify({
        query:
          "query ($input: EventsInput!) { events(input: $input) { nodes { id } pageInfo { endCursor hasNextPage } } }",
        variables: { input: { workspaceId, first: 10, ...input } },
      }),
    });
    return answer.json();
  };
  /** Reads to the end of the log. */
  const readAll = async () => {
    const read = { count: 0, cursor: "" };
    for (let isMore = true; isMore;) {
      const { nodes, pageInfo } = page.parse(await events(read.cursor ? { after: read.cursor } : {})).data.events;
      read.count += nodes.length;
      read.cursor = pageInfo.endCursor;
      isMore = pageInfo.hasNextPage;
    }
    return read;
  };
  const timeOfNow = async () => (await query(server.url, "select clock_timestamp()::text as now"))[0]?.now;
  let tooEarly: unknown;
  for (let number = 0; number < BEFORE; number++) {
    if (number === BEFORE / 2) tooEarly = await timeOfNow();
    await write(`before-${number}`);
  }
  const moment = await timeOfNow();
  for (let number = 0; number < AFTER; number++) await write(`after-${number}`);
  const { cursor: lost } = await readAll();

  // The log of now is in the archive. Then the machine is lost.
  const [{ name } = {}] = await query(server.url, "select pg_walfile_name(pg_switch_wal()) as name");
  await eventually(async () => {
    const [{ last } = {}] = await query(server.url, "select last_archived_wal as last from pg_stat_archiver");
    return String(last) >= String(name);
  }, PATIENCE_MS);
  await kill(web.child);
  server.control("stop", "--mode=immediate");
  rmSync(server.data, { recursive: true });
  mkdirSync(server.data, { mode: 0o700 });
  if (isRoot) execFileSync("chown", ["postgres", server.data]);

  const goBackTo = async (target: unknown, ...more: string[]) => {
    pgbackrest("--delta", "--type=time", `--target=${String(target)}`, "--target-action=promote", ...more, "restore");
    server.control("start");
    await eventually(async () => {
      const [{ waits } = {}] = await query(server.url, "select pg_is_in_recovery() as waits");
      return waits === false;
    }, PATIENCE_MS);
  };
  const contents = async () =>
    (await query(server.url, `select "externalMessageId" as id from "Message"`)).map(({ id }) => String(id)).sort();
  // Too early at first, then to the right moment, which lies on the first timeline.
  await goBackTo(tooEarly);
  expect((await contents()).length).toBe(BEFORE / 2);
  server.control("stop", "--mode=fast");
  const began = performance.now();
  await goBackTo(moment, "--target-timeline=1");
  const seconds = (performance.now() - began) / 1_000;
  const [, mark = ""] = /```sql\n([^]*?)```/.exec(RECIPE) ?? [];
  await query(server.url, mark);

  const before = Array.from({ length: BEFORE }, (_, number) => `m-before-${number}`).sort();
  expect(await contents()).toEqual(before);
  web = await startDoors(settings);
  await write("restored");
  expect(await contents()).toEqual([...before, "m-restored"]);
  // A reader that had come further begins again, and finds everything.
  expect(await events({ after: lost })).toMatchObject({ errors: [{ extensions: { code: "BAD_INPUT" } }] });
  const { count: found } = await readAll();
  const [{ count } = {}] = await query(
    server.url,
    `select count(*)::int as count from "Event" where "workspaceId" = ${workspaceId} and payload is not null and not "isTest"
      and not "isDebug" and name <> 'MESSAGE_UPDATED_SMPP'`,
  );
  expect(found).toBe(count);
  expect(found).toBeGreaterThan(BEFORE);

  // The archive goes on after the recovery, and nobody can read it without the password.
  pgbackrest("check");
  pgbackrest("--type=diff", "backup");
  const [stanza] = info.parse(JSON.parse(pgbackrest("--output=json", "info")));
  expect([stanza.cipher, stanza.backup.map(({ type }) => type)]).toEqual(["aes-256-cbc", ["full", "diff"]]);
  console.info(`${BEFORE} messages kept, ${AFTER} later ones gone; restored in ${seconds.toFixed(1)} s`);
});

test("the recipe's commands and files are those that this test ran", () => {
  for (const command of ["stanza-create", "check", "--type=full backup"])
    expect(RECIPE).toContain(`runuser -u postgres -- pgbackrest --stanza=omnichannel ${command}\n`);
  expect(RECIPE).toMatch(
    /pgbackrest --stanza=omnichannel --delta --type=time --target="[\d :+-]+" --target-action=promote restore\n/,
  );
  for (const [, path = ""] of RECIPE.matchAll(/ (deploy\/pgbackrest\/\S+)/g)) expect(read(path)).toContain("#");
  const jobs = read("deploy/pgbackrest/cron")
    .split("\n")
    .filter((line) => /^\d/.test(line));
  expect(jobs).toEqual([
    expect.stringMatching(/^\d+ \d+ \* \* 0 postgres pgbackrest --stanza=omnichannel --type=full backup$/),
    expect.stringMatching(/^\d+ \d+ \* \* 1-6 postgres pgbackrest --stanza=omnichannel --type=diff backup$/),
  ]);
});
