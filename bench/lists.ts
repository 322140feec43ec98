/**
 * `node bench/lists.ts [--rounds N] [--assert]` measures lists, search and counts through the whole API, on the workspace that
 * `bench/fill.ts` filled. Each figure and its floor come from the same rounds. It also fills a workspace of 1,000 conversations.
 * At the end it assigns every unassigned conversation to an agent, so run it after the other benchmarks. With `--assert`, a
 * missed goal gives exit code 1.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { z } from "zod";
import { failWith } from "../server/cli/run.ts";
import { openBenchDatabase, type BenchDatabase } from "./bench-database.ts";
import { figure, isMissed, median, percentile, spread, tableOf, type Figure } from "./figures.ts";
import { startWeb } from "./portal-stage.ts";

const ROUNDS = 100;
/** Requests until the server's code is compiled and the database's pages are cached. */
const WARM_UP = 10;
const SMALL = { conversations: 1_000, messages: 10_000 };
/** The number of the agent's conversations, the oldest ones, in a workspace without unassigned conversations. */
const OWN = 60;

const text = { type: "string" } as const;
const { values } = parseArgs({ options: { rounds: text, assert: { type: "boolean" } } });

const facts = z.object({
  workspaceId: z.number(),
  apiKey: z.string(),
  conversations: z.number(),
  messages: z.number(),
});
const answer = z.object({ errors: z.array(z.object({ message: z.string() })).optional() });

type Ask = () => Promise<unknown>;
type Place = { workspaceId: number; key: string };

const CONV = "id createdAt ended tags client";
const CONVS = `query ($input: ConvsInput!) { convs(input: $input) { nodes { ${CONV} } pageInfo { hasNextPage endCursor } } }`;
const COUNTED = CONVS.replace("endCursor", "endCursor count");

/** The times of each request, in milliseconds. The requests take turns, so that other work on the machine affects all alike. */
async function timesOf<Name extends string>(
  questions: Record<Name, Ask>,
  rounds: number,
): Promise<Record<Name, number[]>> {
  const times = Object.fromEntries(Object.keys(questions).map((name) => [name, Array.of<number>()])) as Record<
    Name,
    number[]
  >;
  for (let round = 0; round < WARM_UP + rounds; round += 1) {
    for (const [name, ask] of Object.entries(questions) as [Name, Ask][]) {
      const began = performance.now();
      await ask();
      if (round >= WARM_UP) times[name].push(performance.now() - began);
    }
  }
  return times;
}

/** A figure of goal `goal`: the ratio of a time to its floor, at a percentile. */
function ratio(goal: number, name: string, budget: number, share: number, seen: number[], floor: number[]): Figure {
  const [own, other] = [percentile(seen, share), percentile(floor, share)];
  const note = `p${share * 100} ${own.toFixed(1)} ms against ${other.toFixed(1)} ms; ${spread(seen)}`;
  return figure({
    name: `goal ${goal}: ${name}`,
    unit: "times",
    budget,
    seen: Math.round((own / other) * 100) / 100,
    note,
  });
}

async function measure(address: string, client: pg.Client, big: Place, small: Place, agentKey: string, rounds: number) {
  const ask =
    ({ workspaceId, key }: Place, input: object, query = CONVS): Ask =>
    async () => {
      const response = await fetch(`${address}/core/gq`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: key },
        body: JSON.stringify({ query, variables: { input: { workspaceId, ...input } } }),
      });
      const { errors } = answer.parse(await response.json());
      if (errors) throw new Error(errors.map(({ message }) => message).join(", "));
    };
  const deep = async ({ workspaceId }: Place) => {
    const { rows } = await client.query<{ at: Date; id: string }>(
      `select "createdAt" as at, id from "Conversation" where "workspaceId" = $1 order by "createdAt" desc, id desc
       offset (select count(*) / 2 from "Conversation" where "workspaceId" = $1) limit 1`,
      [workspaceId],
    );
    return { after: Buffer.from(`${rows[0]?.at.getTime()} ${rows[0]?.id}`).toString("base64url") };
  };
  const [bigDeep, smallDeep] = [await deep(big), await deep(small)];
  // The cost of a search without an index, on the same rows.
  const unaided: Ask = async () => {
    await client.query("begin; set local enable_bitmapscan = off; set local enable_indexscan = off");
    await client.query(
      `select c.id from "Conversation" c join "Client" k on k."workspaceId" = c."workspaceId" and k.id = c."clientId"
       where c."workspaceId" = $1 and (k.name ilike $2 or k.surname ilike $2 or k.phone ilike $2)
       order by c."createdAt" desc limit 50`,
      [big.workspaceId, "%zzzzz%"],
    );
    await client.query("commit");
  };
  const times = await timesOf(
    {
      small: ask(small, {}),
      big: ask(big, {}),
      smallDeep: ask(small, smallDeep),
      bigDeep: ask(big, bigDeep),
      counted: ask(big, {}, COUNTED),
      common: ask(big, { nameOrPhone: "silva" }),
      absent: ask(big, { nameOrPhone: "zzzzz" }),
      digits: ask(big, { nameOrPhone: "601234" }),
    },
    rounds,
  );
  // It is slow and steady, so a few samples are enough.
  const { floor } = await timesOf({ floor: unaided }, Math.ceil(rounds / 20));
  await takeFromNobody(client, big.workspaceId, agentKey);
  const own = await timesOf({ agent: ask({ ...big, key: agentKey }, {}), workspace: ask(big, {}) }, rounds);
  const searches = [...times.common, ...times.absent, ...times.digits];
  return [
    ratio(21, "first page, large workspace / small", 1.3, 0.99, times.big, times.small),
    ratio(21, "a page in the middle, large workspace / small", 1.3, 0.99, times.bigDeep, times.smallDeep),
    ratio(22, "agent-linked key where nothing is nobody's / workspace key", 3, 0.99, own.agent, own.workspace),
    figure({
      name: "goal 23: nameOrPhone, p95",
      unit: "ms",
      budget: 50,
      seen: percentile(searches, 0.95),
      note: spread(searches),
    }),
    ratio(23, "an absent name / the same without an index", 1 / 20, 0.5, times.absent, floor),
    figure({
      name: "goal 23: a frequent name, p50",
      unit: "ms",
      budget: null,
      seen: median(times.common),
      note: spread(times.common),
    }),
    figure({
      name: "goal 23: six digits, p50",
      unit: "ms",
      budget: null,
      seen: median(times.digits),
      note: spread(times.digits),
    }),
    ratio(24, "a page with its count / without", 1.5, 0.5, times.counted, times.big),
  ];
}

/** The worst case for "mine or unassigned": no conversation is unassigned, and the agent has the oldest ones. */
async function takeFromNobody(client: pg.Client, workspaceId: number, agentKey: string): Promise<void> {
  const agentOf = `select "agentId" from "ApiKey" where "workspaceId" = $1 and last4 = right($2, 4) and "agentId" is not null limit 1`;
  await client.query(
    `update "Conversation" set "assigneeId" = (${agentOf}) where "workspaceId" = $1 and id in (
       select id from "Conversation" where "workspaceId" = $1 and ended order by "createdAt" limit ${OWN})`,
    [workspaceId, agentKey],
  );
  await client.query(
    `update "Conversation" set "assigneeId" = (select id from "Agent" where "workspaceId" = $1 order by "createdAt" limit 1)
     where "workspaceId" = $1 and "assigneeId" is null`,
    [workspaceId],
  );
  await client.query(`vacuum (analyze) "Conversation"`);
}

async function prepare(
  database: BenchDatabase,
): Promise<{ big: z.infer<typeof facts>; small: Place; agentKey: string }> {
  const big = facts.parse(JSON.parse(readFileSync(join(database.dataDir, "bench.json"), "utf8")));
  const { makeOwner, hireCast } = await import("./fill-cast.ts");
  const { fillWorkspace } = await import("./fill-workspace.ts");
  const { createAgentWithApiKey } = await import("../server/api-keys/create-agent-with-api-key.ts");
  const { systemCtx } = await import("../server/auth/system-ctx.ts");
  const owner = await makeOwner();
  const cast = await hireCast(owner.workspaceId, owner.validateToken);
  const { signal } = new AbortController();
  await fillWorkspace(database.url, cast, { ...SMALL, say: () => undefined, signal });
  const { apiKey } = await createAgentWithApiKey(systemCtx(big.workspaceId, "bench"), { name: "Lists" });
  if (!apiKey.key) throw new Error("a new key was not told");
  return { big, small: { workspaceId: owner.workspaceId, key: owner.apiKey }, agentKey: apiKey.key };
}

async function main(): Promise<void> {
  const rounds = values.rounds === undefined ? ROUNDS : Number(values.rounds);
  if (!Number.isSafeInteger(rounds) || rounds < 1) throw new Error("--rounds must be a whole number above 0");
  const database = await openBenchDatabase();
  const { disconnect } = await import("../server/db.ts");
  const client = new pg.Client({ connectionString: database.url });
  try {
    await client.connect();
    const { big, small, agentKey } = await prepare(database);
    const web = await startWeb(resolve(import.meta.dirname, ".."), database.url, database.dataDir);
    try {
      const place = { workspaceId: big.workspaceId, key: big.apiKey };
      const figures = await measure(web.address, client, place, small, agentKey, rounds);
      console.log(
        `\n${big.conversations} conversations, ${big.messages} messages, ${rounds} rounds\n\n${tableOf(figures)}`,
      );
      if (values.assert && figures.some(isMissed)) process.exitCode = 1;
    } finally {
      await web.stop();
    }
  } finally {
    await client.end();
    await disconnect();
    await database.stop();
  }
}

await main().catch(failWith);
