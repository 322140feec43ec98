import { fork } from "node:child_process";
import { resolve } from "node:path";
import pg from "pg";
import { z } from "zod";
import { openBenchDatabase } from "../bench-database.ts";
import { firstWord, gone, productEnv, startProduct, type Product } from "../product.ts";
import { FLOOR_SCHEMA } from "./floor-sql.ts";
import { startLoader, type Loader, type Seen } from "./load.ts";

/** Rows from before the run, so that lists fill a page and statuses have messages. */
const FILLED = { conversations: 2_000, messages: 60_000 };
/** Customers who have written before. */
const SENDERS = 1_000;
/** The secret of a filled workspace's WhatsApp channel (fill-cast.ts). */
const META_SECRET = "bench-secret";
const DATABASE = "bench_doors";

type Channel = { id: string; type: string; accountId: string | null };

/** A workspace in a separate database, the product's web process, the floor and the load generator. */
export type DoorsStage = {
  database: pg.Client;
  workspaceId: number;
  apiKey: string;
  validateToken: string;
  custom: Channel;
  whatsapp: Channel;
  secret: string;
  senders: string[];
  /** Somebody with a seat, signed in to the portal. */
  person: { agentId: string; token: string };
  web: Product;
  /** `ours`, `floor` and `plain` are ports. */
  ours: number;
  floor: number;
  plain: number;
  load: Loader;
  startWorker: () => Promise<Product>;
  stop: () => Promise<void>;
};

const saysPort = z.object({ port: z.number() });

export async function openDoorsStage(): Promise<DoorsStage> {
  const ends: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of ends.reverse()) await end();
  };
  try {
    return await build(ends, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function build(ends: (() => Promise<unknown>)[], stop: () => Promise<void>): Promise<DoorsStage> {
  const { url, dataDir, stop: dropDatabase } = await openBenchDatabase(DATABASE);
  ends.push(dropDatabase);
  const { owner, channels, person } = await fill(url, ends);
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  ends.push(() => database.end());
  await database.query(FLOOR_SCHEMA);
  const { rows } = await database.query<Channel>(`select id, type, "accountId" from "Integration" where id = any($1)`, [
    channels.map(({ id }) => id),
  ]);
  const channel = (type: string): Channel => {
    const found = rows.find((row) => row.type === type);
    if (!found) throw new Error(`the filled workspace has no ${type} channel`);
    return found;
  };
  const { workspaceId } = owner;
  const custom = channel("CUSTOM");
  const env = productEnv(url, dataDir);
  const start = async (name: string, more: Record<string, string>): Promise<number> => {
    const child = fork(resolve(import.meta.dirname, `${name}-process.ts`), { env: { ...env, ...more } });
    ends.push(() => gone(child));
    return saysPort.parse(await firstWord(child, `The ${name} process`)).port;
  };
  const facts = { url, workspaceId, channelId: custom.id, secret: META_SECRET };
  const floor = await start("floor", { FLOOR: JSON.stringify(facts) });
  const plain = await start("plain", {});
  const web = await startProduct("web", env);
  ends.push(web.stop);
  const load = await startLoader();
  ends.push(load.stop);
  return {
    ...{ database, workspaceId, custom, person, web, floor, plain, load, stop },
    apiKey: owner.apiKey,
    validateToken: owner.validateToken,
    whatsapp: channel("WHATSAPP"),
    secret: META_SECRET,
    senders: Array.from({ length: SENDERS }, (_, no) => `sender-${no}`),
    ours: Number(new URL(web.address).port),
    startWorker: () => startProduct("worker", env),
  };
}

async function fill(url: string, ends: (() => Promise<unknown>)[]) {
  const { makeOwner, hireCast } = await import("../fill-cast.ts");
  const { fillWorkspace } = await import("../fill-workspace.ts");
  const { disconnect } = await import("../../server/db.ts");
  ends.push(disconnect);
  const owner = await makeOwner();
  const cast = await hireCast(owner.workspaceId, owner.validateToken);
  const { signal } = new AbortController();
  await fillWorkspace(url, cast, { ...FILLED, say: () => undefined, signal });
  const { signIn } = await import("../pipes/people.ts");
  const [person] = await signIn(owner.workspaceId, 1);
  if (!person) throw new Error("nobody signed in");
  return { owner, channels: cast.channels, person };
}

/** @throws Error with the first refusal: refused requests were not measured. */
export function allTaken(what: string, seen: Seen): Seen {
  if (seen.refused > 0)
    throw new Error(`${what}: ${seen.refused} of ${seen.acked + seen.refused} refused: ${seen.refusal}`);
  return seen;
}
