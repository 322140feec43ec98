/**
 * `npm run licences`: writes docs/third-party.md, the packages of package-lock.json that are shipped with the product, and their
 * licences. licences.test.ts rejects licences under which the product cannot be distributed. No npm command does that, and the
 * test needs no registry.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";

/** `isDev`: only tests and tools need the package. */
export type LockedPackage = { name: string; version: string; licence: string; isDev: boolean };

const ROOT = resolve(import.meta.dirname, "../..");
const INTRODUCTION = `# Third-party software

What the product runs with, by licence; \`npm run licences\` writes this list from package-lock.json. Packages for one operating system
or processor are installed only there. What only tests and tools need is not shipped, and not listed. The licences' texts stand in the
packages (\`node_modules/<name>\`).
`;

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

/** Packages that declare their licence only in a file. */
const BY_FILE: Record<string, string> = { "png-js": "MIT", "seq-queue": "MIT" };

/** All packages of package-lock.json except the product itself. @throws Error for a package with an unknown licence. */
export function lockedPackages(): LockedPackage[] {
  const { packages } = lockFile.parse(JSON.parse(readFileSync(resolve(ROOT, "package-lock.json"), "utf8")));
  return Object.entries(packages).flatMap(([path, locked]) => {
    if (path === "") return [];
    const name = locked.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const licence = licenceOf(path, name, locked, packages);
    return [{ name, version: locked.version ?? "", licence, isDev: locked.dev ?? false }];
  });
}

/** From the lock file, the installed package, the main package of a platform-specific one, or the table above. */
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

/** The list of shipped packages. */
export function thirdParty(packages: LockedPackage[]): string {
  const byLicence = new Map<string, Set<string>>();
  for (const { name, version, licence, isDev } of packages) {
    if (isDev) continue;
    byLicence.set(licence, (byLicence.get(licence) ?? new Set()).add(`${name} ${version}`));
  }
  const sections = [...byLicence]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, names]) => `## ${licence}\n\n${[...names].sort().join(", ")}\n`);
  return [INTRODUCTION, ...sections].join("\n");
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(resolve(ROOT, "docs/third-party.md"), thirdParty(lockedPackages()));
}
