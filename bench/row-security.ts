/**
 * `node bench/row-security.ts [--rounds N] [--times N]`: what row-level security would cost. Asks the filled workspace (fill.ts) the same
 * things as its tables' owner, and as a role whom a policy on every table shows the rows of one workspace only: in turns, in processes of
 * their own. The policies and the role are gone afterwards.
 *
 * The role's workspace is a setting of its connection, which costs no round trip: a pool that serves several workspaces has to set it in
 * each transaction, and that is measured by itself.
 */
import { randomBytes } from "node:crypto";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { failWith } from "../server/cli/run.ts";
import { openBenchDatabase } from "./bench-database.ts";
import { median } from "./figures.ts";

const ROLE = "row_security_bench";
const SETTING = "app.workspace_id";
const ROUNDS = 3;
const TIMES = 60;

const text = { type: "string" } as const;
const { values } = parseArgs({ options: { rounds: text, times: text } });

/** Milliseconds of each question, in the middle of a round. */
type Round = Record<string, number>;

async function policies(owner: pg.Client, workspaceId: number, password: string): Promise<() => Promise<void>> {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspaceId'
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  );
  await owner.query(`
    create role ${ROLE} login password '${password}' nosuperuser nobypassrls;
    grant usage on schema public to ${ROLE};
    grant select, insert, update, delete on all tables in schema public to ${ROLE};
    grant usage on all sequences in schema public to ${ROLE};
    alter role ${ROLE} set ${SETTING} = '${workspaceId}'`);
  for (const { name } of rows)
    await owner.query(`
      alter table "${name}" enable row level security;
      create policy ${ROLE} on "${name}" using ("workspaceId" = current_setting('${SETTING}')::int)`);
  return async () => {
    for (const { name } of rows)
      await owner.query(`drop policy ${ROLE} on "${name}"; alter table "${name}" disable row level security`);
    await owner.query(`drop owned by ${ROLE}; drop role ${ROLE}`);
  };
}

/** Asks in a process of its own, as whoever the address names. */
function ask(url: string, times: number): Round {
  const child = spawnSync(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", join(import.meta.dirname, "row-security-process.ts")],
    {
      env: { ...process.env, DATABASE_URL: url, TIMES: String(times), LOG_LEVEL: "silent" },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  if (child.status !== 0) throw new Error(`the asking process ended with ${child.status}`);
  return JSON.parse(child.stdout.trim().split("\n").at(-1) ?? "{}") as Round;
}

async function main(): Promise<void> {
  const [rounds, times] = [Number(values.rounds ?? ROUNDS), Number(values.times ?? TIMES)];
  const database = await openBenchDatabase();
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  let undo: (() => Promise<void>) | undefined;
  try {
    const { workspaceId } = JSON.parse(readFileSync(join(database.dataDir, "bench.json"), "utf8")) as {
      workspaceId: number;
    };
    const password = randomBytes(16).toString("hex");
    undo = await policies(owner, workspaceId, password);
    const bound = new URL(database.url);
    bound.username = ROLE;
    bound.password = password;
    const seen: { plain: Round; bound: Round }[] = [];
    for (let round = 0; round < rounds; round++)
      seen.push({ plain: ask(database.url, times), bound: ask(bound.href, times) });
    for (const what of Object.keys(seen[0]?.plain ?? {})) {
      const plain = median(seen.map((each) => each.plain[what] ?? Number.NaN));
      const secured = median(seen.map((each) => each.bound[what] ?? Number.NaN));
      console.log(
        `${what}: ${plain.toFixed(2)} ms, with policies ${secured.toFixed(2)} ms (${(secured / plain).toFixed(2)} times)`,
      );
    }
  } finally {
    await undo?.();
    await owner.end();
    await database.stop();
  }
}

main().catch(failWith);
