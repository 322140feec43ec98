import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The folder of the build whose pages this process serves. */
export function buildFolder(): string {
  return join(import.meta.dirname, "../..", process.env.NEXT_DIST_DIR || ".next");
}

/** Read at the start: a later build in the same folder is not the one that runs. */
const build = readBuild();

/** The id of the build whose pages this process serves; null without one. */
export function runningBuild(): string | null {
  return build;
}

function readBuild(): string | null {
  try {
    return readFileSync(join(buildFolder(), "BUILD_ID"), "utf8").trim();
  } catch {
    return null;
  }
}
