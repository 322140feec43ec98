/**
 * `npm run lock`: completes package-lock.json after a dependency was added.
 *
 * npm leaves an optional package out of the lock file when the registry in use does not serve it (a partial mirror without the
 * binaries of other systems), and `npm ci` then refuses the whole file. Exact versions are named by the package that wants
 * them; system and processor stand in the name, so the missing entries can be written without asking anybody. They carry no
 * integrity hash: an ordinary `npm install` against a full registry adds it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";

const entry = z.looseObject({
  version: z.string().optional(),
  dev: z.boolean().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
const lockFile = z.looseObject({ packages: z.record(z.string(), entry) });

const SYSTEMS = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];
const PROCESSORS = ["arm64", "arm", "x64", "ia32", "ppc64", "riscv64", "s390x"];

/** The lock entries that `npm ci` would miss, by path. */
function missingEntries(packages: Record<string, z.infer<typeof entry>>): Record<string, object> {
  const missing: Record<string, object> = {};
  for (const [path, wanting] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(wanting.optionalDependencies ?? {})) {
      const present = packages[`node_modules/${name}`] ?? packages[`${path}/node_modules/${name}`];
      const words = name.split(/[-/]/);
      const os = SYSTEMS.find((system) => words.includes(system));
      const cpu = PROCESSORS.find((processor) => words.includes(processor));
      if (present || !os || !/^\d/.test(version)) continue;
      missing[`node_modules/${name}`] = {
        version,
        ...(cpu ? { cpu: [cpu] } : {}),
        ...(wanting.dev ? { dev: true } : {}),
        optional: true,
        os: [os],
      };
    }
  }
  return missing;
}

const path = new URL("../../package-lock.json", import.meta.url);
const lock = lockFile.parse(JSON.parse(readFileSync(path, "utf8")));
const missing = missingEntries(lock.packages);
const packages = Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(path, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`);
console.log(`package-lock.json: ${Object.keys(missing).length} entries added.`);
