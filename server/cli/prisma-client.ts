import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
/** Exists once the client was generated. */
export const CLIENT_STAMP = join(ROOT, "server/generated/prisma/made-from");

/**
 * Generates the Prisma client and Pothos' model types if they are missing or were made from another schema or other versions.
 * They are derived, so they are not committed. Throws with Prisma's own message if the schema is wrong.
 */
export function ensurePrismaClient({ force = false } = {}): void {
  const schema = readFileSync(join(ROOT, "prisma/schema.prisma"));
  const prisma = readFileSync(join(ROOT, "node_modules/prisma/package.json"));
  const plugin = readFileSync(join(ROOT, "node_modules/@pothos/plugin-prisma/package.json"));
  const stamp = createHash("sha256").update(schema).update(prisma).update(plugin).digest("hex");
  if (!force && existsSync(CLIENT_STAMP) && readFileSync(CLIENT_STAMP, "utf8") === stamp) return;
  const cli = join(ROOT, "node_modules/prisma/build/index.js");
  const result = spawnSync(process.execPath, [cli, "generate", "--no-hints"], {
    cwd: ROOT,
    // Generating needs no schema engine, but Prisma downloads one unless a path to one is set.
    env: {
      ...process.env,
      // Prisma starts the plugin's generator by name.
      PATH: [join(ROOT, "node_modules/.bin"), dirname(process.execPath), process.env.PATH].join(delimiter),
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      CHECKPOINT_DISABLE: "1",
      NODE_ENV: "development",
    },
  });
  if (result.status !== 0)
    throw new Error(`The Prisma client could not be made: ${String(result.stderr)}${String(result.stdout)}`);
  writeFileSync(CLIENT_STAMP, stamp);
}
