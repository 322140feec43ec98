import type { SchemaEngine } from "@prisma/schema-engine-wasm";
import { resolve } from "node:path";
import pg from "pg";
import { pendingOf } from "./pending-migrations.ts";

const DIRECTORY = resolve(import.meta.dirname, "migrations");

/** The advisory lock for migrations, shared by all processes that start together. */
const LOCK = 7_203_114_551;

/**
 * Applies the pending migrations in `directory` and returns their names. Processes that start together wait for each other, and
 * only the first finds work. Throws if the database does not respond. If a migration fails, throws its own message.
 */
export async function migrate(databaseUrl: string, directory = DIRECTORY): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    // The engine takes a second to load, and an ordinary start finds no pending migrations.
    if ((await pendingOf(client, directory)).length === 0) return [];
    const { filters, migrationList, withSchemaEngine } = await import("./schema-engine.ts");
    const list = migrationList(directory);
    try {
      const apply = (engine: SchemaEngine) => engine.applyMigrations({ migrationsList: list, filters });
      return (await withSchemaEngine(databaseUrl, apply)).appliedMigrationNames;
    } catch (error) {
      const [migrationName = "unknown"] = await pendingOf(client, directory);
      // A script is one transaction, so a failed one leaves nothing behind. The next start may retry it.
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
