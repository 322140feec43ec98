/** `npm run licences`: writes THIRD_PARTY.md, the packages of package-lock.json that the product is shipped with, and their licences. */
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { lockedPackages } from "./locked-packages.ts";
import type { LockedPackage } from "./locked-packages.ts";

const INTRODUCTION = `# Third-party software

What the product runs with, by licence; \`npm run licences\` writes this list from package-lock.json. Packages for one operating system
or processor are installed only there. What only tests and tools need is not shipped, and not listed. The licences' texts stand in the
packages (\`node_modules/<name>\`).
`;

/** The listing of what is shipped. */
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
  writeFileSync(resolve(import.meta.dirname, "../../THIRD_PARTY.md"), thirdParty(lockedPackages()));
}
