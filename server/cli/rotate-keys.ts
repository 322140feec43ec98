/**
 * `npm run rotate-keys`: re-encrypts every stored secret under ENCRYPTION_KEY while the product runs. ENCRYPTION_KEYS_OLD must
 * contain the replaced key. Ctrl-C stops it after the current rows. The next run continues from there.
 */
import { findDatabase } from "./find-database.ts";
import { ensurePrismaClient } from "./prisma-client.ts";
import { answerHelp, failWith } from "./run.ts";
import { stopOnSignal } from "./stop-on-signal.ts";

async function main(): Promise<void> {
  answerHelp("Usage: npm run rotate-keys");
  const signal = stopOnSignal();
  ensurePrismaClient();
  const release = await findDatabase();
  try {
    const { disconnect } = await import("../db.ts");
    const { rotateSecrets } = await import("../rotate-secrets.ts");
    try {
      const { rotated, failed, left } = await rotateSecrets(signal, (progress) => {
        console.log(`${progress.rotated} encrypted anew, ${progress.left} left`);
      });
      if (failed > 0)
        throw new Error(
          `${failed} secrets could be opened with no key that is set: name theirs in ENCRYPTION_KEYS_OLD, and start again`,
        );
      if (left > 0) throw new Error(`Stopped: ${rotated} encrypted anew, ${left} left. Start again to go on.`);
      console.log(`Done: ${rotated} encrypted anew. ENCRYPTION_KEYS_OLD is not needed any more.`);
    } finally {
      await disconnect();
    }
  } finally {
    await release();
  }
}

main().then(() => process.exit(0), failWith);
