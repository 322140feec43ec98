import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";

/** The URL of the running product's database. */
export function databaseUrlOf(dataDir: string): string {
  return (JSON.parse(readFileSync(join(dataDir, "postgres.json"), "utf8")) as { url: string }).url;
}

/**
 * Fills the running product's database directly, for data that would take a test too long to send.
 * @param dataDir of the product (`product.dataDir`).
 */
export async function inDatabase<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrlOf(dataDir) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
