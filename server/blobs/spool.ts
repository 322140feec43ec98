import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { env } from "../env.ts";

const FORGOTTEN_MS = 24 * 60 * 60 * 1000;

/** Beside the files of the file store: a finished one gets its name there without being copied. */
function folder(): string {
  return join(env().DATA_DIR, "uploads", "incoming");
}

/**
 * Writes what arrives into a file of its own, down to the disk, where it can be looked at before anybody else sees it.
 * Whatever the stream throws leaves nothing behind. The caller deletes the file, or hands it to the store.
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

/** Deletes what processes left behind that died in the middle of an upload; returns how many files. */
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
