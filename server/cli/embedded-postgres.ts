import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { z } from "zod";

const USER = "omnichannel";
const DATABASE = "omnichannel";

/** A running embedded PostgreSQL. `died` resolves with the reason if it ends without `stop`. */
export type EmbeddedPostgres = { url: string; stop: () => Promise<void>; died: Promise<string> };

const state = z.object({ url: z.string(), port: z.number(), password: z.string(), keeperPid: z.number() });
const answer = z.union([z.object({ ready: z.literal(true) }), z.object({ failed: z.string() })]);

/** A free TCP port of 127.0.0.1; `wanted` if that is free. */
export async function freePort(wanted = 0): Promise<number> {
  const listen = (port: number) =>
    new Promise<number | undefined>((resolve) => {
      const probe = createServer();
      probe.once("error", () => resolve(undefined));
      probe.listen(port, "127.0.0.1", () => {
        const { port: taken } = probe.address() as AddressInfo;
        probe.close(() => resolve(taken));
      });
    });
  const port = (await listen(wanted)) ?? (await listen(0));
  if (port === undefined) throw new Error("No TCP port is free on 127.0.0.1.");
  return port;
}

function readState(dataDir: string): z.infer<typeof state> | undefined {
  const file = join(dataDir, "postgres.json");
  return existsSync(file) ? state.parse(JSON.parse(readFileSync(file, "utf8"))) : undefined;
}

/** The address of the embedded PostgreSQL that runs under `dataDir`, if there is one. */
export async function runningEmbeddedPostgres(dataDir: string): Promise<string | undefined> {
  const known = readState(dataDir);
  if (!known || !isAlive(known.keeperPid)) return undefined;
  return (await answers(known.url)) ? known.url : undefined;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Starts PostgreSQL with its data under `dataDir`/postgres. The first start creates the product's database. Throws a sentence if
 * it cannot start, or if another process runs one there. `throwaway` trades durability for speed.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: { throwaway?: boolean } = {},
): Promise<EmbeddedPostgres> {
  if (await runningEmbeddedPostgres(dataDir)) {
    throw new Error(
      `The data folder ${dataDir} is in use by another running instance: stop that one, or set DATA_DIR to another folder.`,
    );
  }
  mkdirSync(dataDir, { recursive: true });
  const directory = join(dataDir, "postgres");
  const isFirst = !existsSync(join(directory, "PG_VERSION"));
  const known = isFirst ? undefined : readState(dataDir);
  const password = known?.password ?? randomBytes(18).toString("base64url");
  const port = await freePort(known?.port);
  const durable = ["max_connections=200", "shared_buffers=256MB"];
  const fast = [
    "max_connections=200",
    "fsync=off",
    "full_page_writes=off",
    "synchronous_commit=off",
    "wal_level=minimal",
    "max_wal_senders=0",
  ];
  const flags = options.throwaway ? fast : durable;

  // A separate process group, so Ctrl-C reaches PostgreSQL only through this process, after web and worker have finished.
  const keeper = fork(new URL("postgres-keeper.ts", import.meta.url), {
    detached: true,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const started = new Promise<void>((resolve, reject) => {
    keeper.on("message", (message) => {
      const said = answer.parse(message);
      if ("ready" in said) resolve();
      else reject(new Error(`The embedded PostgreSQL did not start: ${said.failed}`));
    });
    keeper.once("error", reject);
    keeper.once("exit", () => reject(new Error("The embedded PostgreSQL did not start.")));
  });
  keeper.send({ directory, port, user: USER, password, flags });
  await started;

  const server = `postgres://${USER}:${password}@127.0.0.1:${port}`;
  const url = `${server}/${DATABASE}`;
  if (!keeper.pid) throw new Error("The embedded PostgreSQL has no process id.");
  writeFileSync(join(dataDir, "postgres.json"), JSON.stringify({ url, port, password, keeperPid: keeper.pid }), {
    mode: 0o600,
  });
  await createDatabase(`${server}/postgres`);

  const exited = new Promise<void>((resolve) => keeper.once("exit", () => resolve()));
  let stopping = false;
  return {
    url,
    stop: async () => {
      stopping = true;
      if (keeper.connected) keeper.send("stop");
      await exited;
      if (options.throwaway) rmSync(dataDir, { recursive: true, force: true });
    },
    died: exited.then(() =>
      stopping ? new Promise<string>(() => undefined) : "The embedded PostgreSQL ended unexpectedly.",
    ),
  };
}

/** Runs work on the server's own database. */
async function onServer<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function createDatabase(serverUrl: string): Promise<void> {
  await onServer(serverUrl, async (client) => {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  });
}

/** Empties the embedded database at `url` by recreating it. */
export async function recreateDatabase(url: string): Promise<void> {
  const server = new URL(url);
  server.pathname = "/postgres";
  await onServer(server.href, async (client) => {
    await client.query(`drop database if exists ${DATABASE} with (force)`);
    await client.query(`create database ${DATABASE}`);
  });
}
