import type { SchemaEngine } from "@prisma/schema-engine-wasm";
import { resolve } from "node:path";
import pg from "pg";
import { pendingOf } from "./pending-migrations.ts";

const DIRECTORY = resolve(import.meta.dirname, "migrations");

/** One number for "somebody migrates this database", for all processes that start together. */
const LOCK = 7_203_114_551;

/**
 * Brings the database up to the migrations in `directory` and returns the names of those it applied.
 * Processes that start together wait for each other; only the first finds work. Throws when the database does not answer,
 * or with the failing migration's own message.
 */
export async function migrate(databaseUrl: string, directory = DIRECTORY): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    // The engine costs a second to load; an ordinary start finds nothing to do.
    if ((await pendingOf(client, directory)).length === 0) return [];
    const { filters, migrationList, withSchemaEngine } = await import("./schema-engine.ts");
    const list = migrationList(directory);
    try {
      const apply = (engine: SchemaEngine) => engine.applyMigrations({ migrationsList: list, filters });
      return (await withSchemaEngine(databaseUrl, apply)).appliedMigrationNames;
    } catch (error) {
      const [migrationName = "unknown"] = await pendingOf(client, directory);
      // A script is one transaction, so a failed one has left nothing behind: the next start may try it again.
      await withSchemaEngine(databaseUrl, (engine) => engine.markMigrationRolledBack({ migrationName })).catch(
        () => undefined,
      );
      throw new Error(`Migration ${migrationName} failed: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  } finally {
    await client.end();
  }
}
