/**
 * `npm run migration -- <name>`: writes prisma/migrations/<time>_<name>/migration.sql, which leads from the schema of the
 * newest migration to schema.prisma, and keeps a copy of schema.prisma beside it for the next one. It is a draft: extend it by
 * hand with what Prisma cannot say (partial indexes, checks, functions); the next draft leaves such things alone, because
 * models are compared, not databases.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startEmbeddedPostgres } from "../server/cli/embedded-postgres.ts";
import { migrationNames } from "./pending-migrations.ts";
import { migrationDraft } from "./schema-engine.ts";

const name = process.argv[2];
const here = resolve(process.argv[3] ?? import.meta.dirname);
if (!name || !/^[a-z0-9_]+$/.test(name)) {
  console.error("Usage: npm run migration -- <name in small_letters>");
  process.exit(1);
}

const directory = join(here, "migrations");
const newest = migrationNames(directory).at(-1);
const before = newest ? join(directory, newest, "schema.prisma") : undefined;
if (before && !existsSync(before)) {
  console.error(`${before} is missing: it says what the schema was when that migration was written.`);
  process.exit(1);
}
const schema = readFileSync(join(here, "schema.prisma"), "utf8");
const postgres = await startEmbeddedPostgres(mkdtempSync(join(tmpdir(), "migration-")), { throwaway: true });
let script: string | undefined;
try {
  script = await migrationDraft(postgres.url, before ? readFileSync(before, "utf8") : undefined, schema);
} finally {
  await postgres.stop();
}
if (script === undefined) {
  console.log("schema.prisma says nothing that the migrations do not say already.");
} else {
  const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const target = join(directory, `${stamp}_${name}`);
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, "migration.sql"), `${script}\n`);
  writeFileSync(join(target, "schema.prisma"), schema);
  console.log(join(target, "migration.sql"));
}
