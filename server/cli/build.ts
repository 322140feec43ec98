import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { SettingError } from "../env.ts";
import { makeReference, REFERENCE_FILES } from "./api-reference.ts";
import { WEBCHAT_MANIFEST } from "./build-webchat.ts";
import { CLIENT_STAMP } from "./prisma-client.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const SOURCES = [
  "app/**/*",
  "components/**/*",
  "public/**/*",
  "server/**/*",
  "prisma/**/*",
  "instrumentation-client.ts",
  "next.config.ts",
  "tsconfig.json",
  "package-lock.json",
];
/** Hexadecimal digits of the fingerprint. */
const BUILD_NAME_LENGTH = 20;
const distDir = () => join(ROOT, process.env.NEXT_DIST_DIR || ".next");
const stampFile = () => join(distDir(), "made-from");

/** The results of `npm run build` by name, each with a file that exists once it was made. */
const parts = () => ({
  "database client": CLIENT_STAMP,
  pages: join(distDir(), "required-server-files.json"),
  "web chat": WEBCHAT_MANIFEST,
});

/** The parts that production needs and that are missing. */
export function missingParts(): string[] {
  return Object.entries(parts()).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
}

/** Whether the pages were built from other sources than the current ones. */
export const isStale = (): boolean => !existsSync(stampFile()) || readFileSync(stampFile(), "utf8") !== fingerprint();

/** @throws SettingError when something is missing */
export function refuseUnbuilt(): void {
  const missing = missingParts();
  if (missing.length > 0)
    throw new SettingError(`Not built yet: ${missing.join(", ")}. Run npm run build, then start again.`);
}

/** Where Node may store compiled code for the next start. Every build recreates this folder, so no old files accumulate. */
export const compiledDir = () => join(distDir(), "compiled");

/** A fingerprint of all inputs of the build. It uses content, not times, so a fresh clone of the same commit needs no build. */
function fingerprint(): string {
  const hash = createHash("sha256").update(process.version);
  const files = globSync(SOURCES, {
    cwd: ROOT,
    withFileTypes: true,
    exclude: [...REFERENCE_FILES, "server/generated/**", "server/testing/**", "**/*.test.ts", "**/*.test.tsx"],
  });
  for (const path of files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .sort()) {
    hash.update(path.slice(ROOT.length)).update("\0").update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex");
}

/** Runs `next build` unless the current sources are already built. Throws with the build's output on failure. */
export async function ensureBuild(signal?: AbortSignal): Promise<void> {
  if (!isStale()) return;
  const made = fingerprint();
  await makeReference(signal);
  const cli = join(ROOT, "node_modules/next/dist/bin/next");
  const env = {
    ...process.env,
    NODE_ENV: "production" as const,
    NEXT_TELEMETRY_DISABLED: "1",
    // Blockers of ads refuse addresses with "ad" in them.
    BUILD_NAME: made.slice(0, BUILD_NAME_LENGTH).replaceAll("a", "g"),
  };
  const build = spawn(process.execPath, [cli, "build"], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    signal,
    killSignal: "SIGTERM",
  });
  let output = "";
  for (const stream of [build.stdout, build.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    build.once("error", reject);
    build.once("close", resolve);
  });
  if (code !== 0) throw new Error(`next build failed:\n${output}`);
  writeFileSync(stampFile(), made);
}
