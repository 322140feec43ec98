import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
const TESTS = "{app,components,server,prisma,simulator,chaos,bench,webchat}/**/*.test.ts";

/**
 * The tests of files or folders (relative to the project): those in them, and those that import from them directly. The deep lane's
 * are left out. Paths are relative to the project.
 * @throws a sentence when a path does not exist or nothing tests it.
 */
export function testsOf(paths: string[]): string[] {
  const roots = paths.map((path) => resolve(ROOT, path));
  for (const root of roots) if (!existsSync(root)) throw new Error(`${root} does not exist.`);
  const isIn = (file: string) => roots.some((root) => file === root || file.startsWith(root + sep));
  const tests = globSync(TESTS, { cwd: ROOT, exclude: ["**/*.{deep,alone}.test.ts"] }).filter((test) => {
    const file = join(ROOT, test);
    return isIn(file) || importsOf(file).some(isIn);
  });
  if (tests.length === 0) throw new Error(`No test belongs to ${paths.join(", ")}.`);
  return tests;
}

function importsOf(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(/(?:from|import\() ?"(\.[^"]+)"/g)].map(([, specifier = ""]) =>
    resolve(dirname(file), specifier),
  );
}
