import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { env } from "../env.ts";

const FORGOTTEN_MS = 24 * 60 * 60 * 1000;

/** On the same disk as the file store, so a finished file gets its name there without a copy. */
function folder(): string {
  return join(env().DATA_DIR, "uploads", "incoming");
}

/**
 * Writes a stream to its own file and flushes it to disk, so the file can be checked before it becomes visible. If the stream
 * throws, the file is deleted. The caller deletes the file or passes it to the store.
 */
export async function spool(body: AsyncIterable<Uint8Array>): Promise<{ path: string; sizeBytes: number }> {
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  const path = join(folder(), randomUUID());
  const file = await open(path, "wx", 0o600);
  try {
    let sizeBytes = 0;
    for await (const chunk of body) {
      await file.writeFile(chunk);
      sizeBytes += chunk.byteLength;
    }
    await file.sync();
    await file.close();
    return { path, sizeBytes };
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
}

/** Deletes files of processes that died during an upload. Returns the number of files. */
export async function pruneSpool(now = Date.now()): Promise<number> {
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  let pruned = 0;
  for (const name of await readdir(folder())) {
    const path = join(folder(), name);
    const stats = await stat(path).catch(() => null);
    if (!stats || now - stats.mtimeMs < FORGOTTEN_MS) continue;
    await rm(path, { force: true });
    pruned += 1;
  }
  return pruned;
}
