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

/** Apart from the filled one, whose channels lead nowhere. */
const DATA_DIR = ".data/pipes";
/** More than any load here has callers at once, so that requests wait in the product and not before it. */
const CONNECTIONS = 256;

export type PipesStage = BenchOwner & {
  databaseUrl: string;
  dataDir: string;
  client: pg.Client;
  web: Product;
  worker: Product;
  far: Side;
  /** One more process on the same database; it ends with the stage. */
  startAnother: (kind: "web" | "worker") => Promise<Product>;
  /** A CUSTOM channel whose endpoint is `/provider/NAME` of the far side, at so many sends a second. */
  addChannel: (name: string, perSecond: number, more?: string) => Promise<string>;
  /** A customer's message; throws unless it was taken. */
  ingest: (integrationId: string, senderId: string, number: number) => Promise<{ messageId: string }>;
  /** So many customers who have written before: what a first message costs is another bench's. */
  makeCustomers: (integrationId: string, count: number) => Promise<void>;
  /** The answer's `data`; throws what the product refuses. */
  ask: (query: string, input: object) => Promise<Record<string, unknown>>;
  stop: () => Promise<void>;
};

const taken = z.object({ messageId: z.string() });
const answer = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.object({ message: z.string() })).optional(),
});

/** The customers of `makeCustomers`, in turns. */
export const customerOf = (number: number, of: number) => `customer-${number % of}`;

/** What a load writes, so that the far side can tell its number. */
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
  /** Where the two processes leave CPU profiles. */
  profileDir?: string;
  /** The web process with its pages, which needs a build, or without. */
  web?: "web" | "doors";
  /** Settings of the processes, where they are not the bench's. */
  settings?: Record<string, string>;
};

/** A web process and a worker, a workspace without anything in it, and the far side. */
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
    // What an earlier run left would be delivered and sent beside this one.
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
        // No operation of the contract sets it.
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

/** Posts JSON to a process; throws for anything but 200. */
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
