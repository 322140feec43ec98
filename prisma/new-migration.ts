/**
 * `npm run migration -- <name>` writes prisma/migrations/<time>_<name>/migration.sql. It leads from
 * prisma/migrations/schema.prisma (the schema after the newest migration) to prisma/schema.prisma, and updates the former. The
 * file is a draft. Add what Prisma cannot express (partial indexes, checks, functions) by hand. The next draft leaves such
 * additions alone, because it compares models, not databases.
 */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startEmbeddedPostgres } from "../server/cli/embedded-postgres.ts";
import { migrationDraft } from "./schema-engine.ts";

const name = process.argv[2];
const here = resolve(process.argv[3] ?? import.meta.dirname);
if (!name || !/^[a-z0-9_]+$/.test(name)) {
  console.error("Usage: npm run migration -- <name in small_letters>");
  process.exit(1);
}

const directory = join(here, "migrations");
const migrated = join(directory, "schema.prisma");
const schema = readFileSync(join(here, "schema.prisma"), "utf8");
const postgres = await startEmbeddedPostgres(mkdtempSync(join(tmpdir(), "migration-")), { throwaway: true });
let script: string | undefined;
try {
  script = await migrationDraft(postgres.url, readFileSync(migrated, "utf8"), schema);
} finally {
  await postgres.stop();
}
if (script === undefined) {
  console.log("The migrations already lead to schema.prisma.");
} else {
  const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const target = join(directory, `${stamp}_${name}`);
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, "migration.sql"), `${script}\n`);
  writeFileSync(migrated, schema);
  console.log(join(target, "migration.sql"));
}
