/**
 * `npm run restore -- <file> [--identity <file>] [--other-key]`: restores a backup into an empty database and the storage (backup/restore.ts). A new
 * database is migrated first. Ctrl-C stops it and leaves the database empty.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { migrate } from "../../prisma/migrate.ts";
import { findDatabase } from "./find-database.ts";
import { ensurePrismaClient } from "./prisma-client.ts";
import { answerHelp, failWith } from "./run.ts";
import { stopOnSignal } from "./stop-on-signal.ts";

const USAGE = "Usage: npm run restore -- <file> [--identity <file with the age identity>] [--other-key]";

async function main(): Promise<void> {
  answerHelp(USAGE);
  const options = { "other-key": { type: "boolean" }, identity: { type: "string" } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [name, ...more] = positionals;
  if (!name || more.length > 0) throw new Error(USAGE);
  const signal = stopOnSignal();
  ensurePrismaClient();
  const release = await findDatabase();
  try {
    const databaseUrl = process.env.DATABASE_URL ?? "";
    await migrate(databaseUrl);
    const { blobs } = await import("../blobs/blobs.ts");
    const { restore } = await import("./backup/restore.ts");
    const otherKey = values["other-key"] ?? false;
    const file = resolve(name);
    const { identity } = values;
    const done = await restore({
      ...{ databaseUrl, store: await blobs(), file, signal, report: console.error, otherKey },
      ...(identity === undefined ? {} : { identities: resolve(identity) }),
    });
    console.log(`Restored: ${done.rows} rows, ${done.jobs} waiting jobs and ${done.files} files.`);
    console.log("What was under way when the backup was made goes on as soon as a worker starts.");
  } finally {
    await release();
  }
}

main().then(() => process.exit(0), failWith);
