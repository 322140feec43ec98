import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "../server/cli/embedded-postgres.ts";

/** The rig's own PostgreSQL, with the product's durability settings (fsync, synchronous commit). */
export type Cluster = {
  host: string;
  port: number;
  /** The rig's own connection, directly to the server without the proxy. */
  url: string;
  /** The server's URL with another port: the processes connect through the proxy. */
  urlAt: (port: number) => string;
  /**
   * Like `pg_ctl restart -m immediate`: every server process ends at once, without a checkpoint. The new server uses the same port
   * and recovers from the log. Resolves when it accepts connections.
   */
  restartImmediately: () => Promise<void>;
  stop: () => Promise<void>;
};

const RESTART_TRIES = 3;

export async function startCluster(folder: string): Promise<Cluster> {
  let postgres: EmbeddedPostgres = await startEmbeddedPostgres(folder);
  const { url } = postgres;
  const { hostname: host, port } = new URL(url);
  let leaving = false;

  return {
    host,
    port: Number(port),
    url,
    urlAt: (other) => {
      const address = new URL(url);
      address.port = String(other);
      return address.href;
    },
    restartImmediately: async () => {
      const [pid] = readFileSync(join(folder, "postgres", "postmaster.pid"), "utf8").split("\n");
      process.kill(Number(pid), "SIGQUIT");
      await postgres.died;
      postgres = await again(folder);
      if (postgres.url !== url) throw new Error(`PostgreSQL came back as another server than ${host}:${port}.`);
      if (leaving) await postgres.stop();
    },
    stop: async () => {
      leaving = true;
      await postgres.stop();
    },
  };
}

/** Retries the start: the old server's shared memory can stay attached for a moment after its process ended. */
async function again(folder: string): Promise<EmbeddedPostgres> {
  for (let tries = 1; ; tries++) {
    try {
      return await startEmbeddedPostgres(folder);
    } catch (error) {
      if (tries === RESTART_TRIES) throw error;
      await new Promise((wait) => setTimeout(wait, 500));
    }
  }
}

/** The rig's own connection, for facts that the product's API does not return. It reconnects after a restart. */
export function openDatabase(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 4, connectionTimeoutMillis: 5_000, query_timeout: 60_000 });
  // Without this listener, a restart by the rig would crash the rig.
  pool.on("error", () => undefined);
  return pool;
}
