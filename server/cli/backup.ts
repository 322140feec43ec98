/**
 * `npm run backup -- <file> [--recipient age1…]`: writes everything that the product stores into one file while it runs (backup/back-up.ts). Ctrl-C
 * stops it and leaves no file.
 */
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { findDatabase } from "./find-database.ts";
import { ensurePrismaClient } from "./prisma-client.ts";
import { answerHelp, failWith } from "./run.ts";
import { stopOnSignal } from "./stop-on-signal.ts";

const USAGE = "Usage: npm run backup -- <file> [--recipient <age public key>]...";

async function main(): Promise<void> {
  answerHelp(USAGE);
  const options = { recipient: { type: "string", multiple: true } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [name, ...more] = positionals;
  const recipients = values.recipient ?? [];
  if (!name || more.length > 0) throw new Error(USAGE);
  const file = resolve(name);
  const exists = await stat(file).then(
    () => true,
    () => false,
  );
  if (exists) throw new Error(`${file} is there already: a backup replaces none.`);
  const signal = stopOnSignal();
  ensurePrismaClient();
  const release = await findDatabase();
  try {
    const { blobs } = await import("../blobs/blobs.ts");
    const { inUnits } = await import("./backup/archive.ts");
    const { backUp } = await import("./backup/back-up.ts");
    const databaseUrl = process.env.DATABASE_URL ?? "";
    const store = await blobs();
    const done = await backUp({ databaseUrl, store, file, recipients, signal, report: console.error });
    const size = inUnits((await stat(file)).size);
    console.log(`${file}: ${done.rows} rows, ${done.jobs} waiting jobs and ${done.files} files in ${size}.`);
    if (recipients.length > 0) console.log("Without the identity that belongs to the recipient, nobody can read it.");
    console.log(
      "Keep it like the customers' data that it holds, and keep ENCRYPTION_KEY and NEXTAUTH_SECRET elsewhere.",
    );
  } finally {
    await release();
  }
}

main().then(() => process.exit(0), failWith);
