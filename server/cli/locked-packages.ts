import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";

/** A package as package-lock.json has it; `isDev`: only tests and tools need it. */
export type LockedPackage = { name: string; version: string; licence: string; isDev: boolean };

const ROOT = resolve(import.meta.dirname, "../..");
const text = z.string();
const entry = z.looseObject({
  name: text.optional(),
  version: text.optional(),
  license: text.optional(),
  dev: z.boolean().optional(),
  optionalDependencies: z.record(text, text).optional(),
});
type Entry = z.infer<typeof entry>;
const lockFile = z.looseObject({ packages: z.record(text, entry) });

/** Packages that say their licence in a file alone. */
const BY_FILE: Record<string, string> = { "png-js": "MIT", "seq-queue": "MIT" };

/** All packages of package-lock.json but the product itself. @throws Error for one whose licence cannot be told. */
export function lockedPackages(): LockedPackage[] {
  const { packages } = lockFile.parse(JSON.parse(readFileSync(resolve(ROOT, "package-lock.json"), "utf8")));
  return Object.entries(packages).flatMap(([path, locked]) => {
    if (path === "") return [];
    const name = locked.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const licence = licenceOf(path, name, locked, packages);
    return [{ name, version: locked.version ?? "", licence, isDev: locked.dev ?? false }];
  });
}

/** From the lock file, the installed package, the package of which it is a part for one system, or the table above. */
function licenceOf(path: string, name: string, { license }: Entry, packages: Record<string, Entry>): string {
  const whole = Object.values(packages).find(({ optionalDependencies = {} }) => name in optionalDependencies);
  const found = license ?? installed(path) ?? whole?.license ?? BY_FILE[name];
  if (found === undefined) throw new Error(`${name}: its licence is not known; look it up and add it to BY_FILE`);
  return found;
}

function installed(path: string): string | undefined {
  const file = resolve(ROOT, path, "package.json");
  if (!existsSync(file)) return undefined;
  return z.looseObject({ license: text.optional().catch(undefined) }).parse(JSON.parse(readFileSync(file, "utf8")))
    .license;
}
