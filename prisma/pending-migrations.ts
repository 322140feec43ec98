import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";

/** The names of all migrations on disk, oldest first. */
export function migrationNames(directory = join(process.cwd(), "prisma/migrations")): string[] {
  if (!existsSync(directory)) return [];
  const entries = readdirSync(directory, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

type Queryable = { query(sql: string): Promise<{ rows: { name: string }[] }> };

/** Names of the migrations that `connection`'s database has not finished, oldest first. */
export async function pendingOf(connection: Queryable, directory?: string): Promise<string[]> {
  const names = migrationNames(directory);
  try {
    const sql = `select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null`;
    const applied = new Set((await connection.query(sql)).rows.map((row) => row.name));
    return names.filter((name) => !applied.has(name));
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === "42P01") return names;
    throw error;
  }
}
