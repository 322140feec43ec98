import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { Pool } from "undici";
import { z } from "zod";
import { openBenchDatabase, type BenchDatabase } from "../bench-database.ts";
import { makeOwner, type BenchOwner } from "../fill-cast.ts";
import { productEnv, startProduct, type Product } from "../product.ts";
import { systemCtx } from "../../server/auth/system-ctx.ts";
import { disconnect } from "../../server/db.ts";
import { createIntegration } from "../../server/integrations/create-integration.ts";
import { startSide, type Side } from "./side.ts";

/** Separate from the filled database, whose channels point nowhere. */
const DATA_DIR = ".data/pipes";
/** More than any load's concurrent callers, so that requests wait in the product and not before it. */
const CONNECTIONS = 256;

export type PipesStage = BenchOwner & {
  databaseUrl: string;
  dataDir: string;
  client: pg.Client;
  web: Product;
  worker: Product;
  far: Side;
  /** Starts one more process on the same database. It ends with the stage. */
  startAnother: (kind: "web" | "worker") => Promise<Product>;
  /** A CUSTOM channel whose endpoint is `/provider/NAME` of the far side, at this many sends per second. */
  addChannel: (name: string, perSecond: number, more?: string) => Promise<string>;
  /** Posts a customer's message. Throws unless it was accepted. */
  ingest: (integrationId: string, senderId: string, number: number) => Promise<{ messageId: string }>;
  /** Creates this many customers who have written before. Another benchmark measures the cost of a first message. */
  makeCustomers: (integrationId: string, count: number) => Promise<void>;
  /** Returns the response's `data`. Throws if the product refuses the request. */
  ask: (query: string, input: object) => Promise<Record<string, unknown>>;
  stop: () => Promise<void>;
};

const taken = z.object({ messageId: z.string() });
const answer = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.object({ message: z.string() })).optional(),
});

/** The customers of `makeCustomers`, in turn. */
export const customerOf = (number: number, of: number) => `customer-${number % of}`;

/** The text of a load's message, from which the far side reads its number. */
export const contentOf = (number: number) => `bench ${number}`;

/** A database without a filled workspace, for all stages of a run. */
export async function openPipesDatabase(): Promise<BenchDatabase> {
  process.env.DATA_DIR ??= DATA_DIR;
  const database = await openBenchDatabase();
  const stop = () => disconnect().then(database.stop);
  if (!existsSync(join(database.dataDir, "bench.json"))) return { ...database, stop };
  await stop();
  throw new Error(
    `${database.dataDir} holds a filled workspace, on which no worker may run: set DATA_DIR to another folder.`,
  );
}

export type PipesOptions = {
  /** The folder for the two processes' CPU profiles. */
  profileDir?: string;
  /** Settings of the processes that differ from the benchmark's. */
  web?: "web" | "doors";
  /** Settings of the processes, where they are not the bench's. */
  settings?: Record<string, string>;
};

/** A web process, a worker, an empty workspace, and the far side. */
export async function openPipes(
  { url: databaseUrl, dataDir }: BenchDatabase,
  { profileDir, web: kind = "doors", settings }: PipesOptions = {},
): Promise<PipesStage> {
  const closers: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    closers.push(() => client.end());
    // Leftovers of an earlier run would be delivered and sent during this one.
    await client.query(`update "Webhook" set active = false`);
    await client.query(`delete from "SendQueue"`);
    const owner = await makeOwner();
    const far = await startSide("pipes/far-side.ts");
    closers.push(far.stop);
    const env = productEnv(databaseUrl, dataDir, settings);
    const startAnother: PipesStage["startAnother"] = async (which) => {
      const started = await startProduct(which === "web" ? kind : "worker", env, profileDir);
      closers.push(started.stop);
      return started;
    };
    const [web, worker] = [await startAnother("web"), await startAnother("worker")];
    const { post, close } = caller(web.address);
    closers.push(close);
    const { workspaceId, apiKey, validateToken } = owner;

    const ingest: PipesStage["ingest"] = async (integrationId, senderId, number) => {
      const body = { senderId, content: contentOf(number), type: "text" };
      const said = await post(`/ext/v1/incoming/custom/${integrationId}`, { "x-validate-token": validateToken }, body);
      return taken.parse(said);
    };
    return {
      ...owner,
      ...{ databaseUrl, dataDir, client, web, worker, far, startAnother, stop },
      addChannel: async (name, perSecond, more = "") => {
        const integrationProperties = {
          endpoint: far.url(`/provider/${name}?limit=${perSecond}${more}`),
          validateToken,
          accessToken: randomBytes(12).toString("base64url"),
          externalId: name,
        };
        const { id } = await createIntegration(systemCtx(workspaceId, "bench"), {
          name,
          type: "CUSTOM",
          integrationProperties,
        });
        // The contract has no operation that sets it.
        await client.query(`update "Integration" set "ratePerSecond" = $1 where id = $2`, [perSecond, id]);
        return id;
      },
      ingest,
      makeCustomers: async (integrationId, count) => {
        const ids = Array.from({ length: count }, (_, number) => customerOf(number, count));
        const taker = async () => {
          for (let id = ids.pop(); id !== undefined; id = ids.pop()) await ingest(integrationId, id, 0);
        };
        await Promise.all([taker(), taker(), taker(), taker()]);
      },
      ask: async (query, input) => {
        const variables = { input: { workspaceId, ...input } };
        const { data, errors } = answer.parse(await post("/core/gq", { authorization: apiKey }, { query, variables }));
        if (errors) throw new Error(errors.map(({ message }) => message).join(", "));
        return data ?? {};
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Posts JSON to a process. Throws unless the response is a 200. */
export function caller(address: string) {
  const pool = new Pool(address, { connections: CONNECTIONS });
  return {
    post: async (path: string, headers: Record<string, string>, body: object): Promise<unknown> => {
      const { statusCode, body: said } = await pool.request({
        path,
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
      const text = await said.text();
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${text.slice(0, 200)}`);
      return JSON.parse(text);
    },
    close: () => pool.close(),
  };
}
