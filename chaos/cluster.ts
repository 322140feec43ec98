import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "../server/cli/embedded-postgres.ts";

/** The rig's own PostgreSQL, with the product's durable settings (fsync, synchronous commit). */
export type Cluster = {
  host: string;
  port: number;
  /** Straight to the server, past the proxy: for the rig itself. */
  url: string;
  /** The server's address with another port: where the processes go through the proxy. */
  urlAt: (port: number) => string;
  /**
   * What `pg_ctl restart -m immediate` does: every server process ends at once, without a checkpoint, and what comes back, on the
   * same port, recovers from the log. Resolves when that takes connections.
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

/** The old server's memory may still be attached for a moment after its process has gone. */
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

/** A connection of the rig's own, for what no interface of the product says. It comes back by itself after a restart. */
export function openDatabase(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 4, connectionTimeoutMillis: 5_000, query_timeout: 60_000 });
  // Without a listener the restart that the rig itself makes would end it.
  pool.on("error", () => undefined);
  return pool;
}
