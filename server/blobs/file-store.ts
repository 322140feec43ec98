import { link, mkdir, open, rm, stat } from "node:fs/promises";
import type { BigIntStats } from "node:fs";
import { dirname, join } from "node:path";
import { BlobChanged, type BlobStore } from "./blob-store.ts";

export function fileStore(dataDir: string): BlobStore {
  const root = join(dataDir, "uploads", "files");
  const pathOf = (key: string) => join(root, key);

  return {
    putAddress: () => Promise.resolve(null),

    async keep(key, path) {
      const target = pathOf(key);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      try {
        // A hard link appears as a whole and fails if the name exists. A rename would replace the existing file.
        await link(path, target);
      } catch (error) {
        if (isCode(error, "EEXIST")) return false;
        throw error;
      }
      await rm(path);
      await syncFolder(dirname(target));
      return true;
    },

    async stat(key) {
      try {
        const stats = await stat(pathOf(key), { bigint: true });
        return { sizeBytes: Number(stats.size), version: versionOf(stats) };
      } catch (error) {
        if (isCode(error, "ENOENT")) return null;
        throw error;
      }
    },

    async read(key, { version, range } = {}) {
      const file = await open(pathOf(key)).catch((error: unknown) => {
        throw isCode(error, "ENOENT") ? new BlobChanged() : error;
      });
      // Reads the version from the open file, because another file may take its name meanwhile.
      if (version !== undefined && versionOf(await file.stat({ bigint: true })) !== version) {
        await file.close();
        throw new BlobChanged();
      }
      return file.createReadStream(range);
    },

    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

function versionOf(stats: BigIntStats): string {
  return `${stats.ino}-${stats.size}-${stats.mtimeNs}`;
}

/** Without it, a power failure may lose the name of a file whose bytes are on the disk. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
