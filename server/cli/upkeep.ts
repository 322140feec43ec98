/**
 * `npm run upkeep`: asks the registry about every direct dependency and writes upkeep.json: the version in use, the day on which
 * it was published, the newest version and its day. dependencies.test.ts reads it, so that the tests need no registry.
 */
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, "../..");
const FILE = resolve(import.meta.dirname, "upkeep.json");
/** Asked at once; the registry is somebody else's. */
const TOGETHER = 4;

const day = z.iso.date();
const line = z.strictObject({
  name: z.string(),
  version: z.string(),
  /** Of this version. */
  published: day,
  latest: z.string(),
  /** Of `latest`. Days are the registry's: of a mirror they may be those on which it took the version. */
  lastRelease: day,
});
const table = z.strictObject({ asked: day, packages: z.array(line) });
export type Upkeep = z.infer<typeof table>;

const versions = z.record(z.string(), z.string());
const manifest = z.looseObject({ dependencies: versions, devDependencies: versions });
const view = z.looseObject({ "dist-tags": z.looseObject({ latest: z.string() }), time: versions });

/** What package.json names, by the name under which the registry knows it. */
export function directDependencies(): { name: string; version: string }[] {
  const { dependencies, devDependencies } = manifest.parse(
    JSON.parse(readFileSync(resolve(ROOT, "package.json"), "utf8")),
  );
  return Object.entries({ ...dependencies, ...devDependencies })
    .map(([name, version]) => {
      const alias = /^npm:(.+)@([^@]+)$/.exec(version);
      return { name: alias?.[1] ?? name, version: alias?.[2] ?? version };
    })
    .sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
}

export function readUpkeep(): Upkeep {
  return table.parse(JSON.parse(readFileSync(FILE, "utf8")));
}

async function ask({ name, version }: { name: string; version: string }): Promise<Upkeep["packages"][number]> {
  const { stdout } = await run("npm", ["view", name, "dist-tags", "time", "--json"], { maxBuffer: 64 * 1024 * 1024 });
  const said = view.parse(JSON.parse(stdout));
  const { latest } = said["dist-tags"];
  const dayOf = (of: string): string => {
    const time = said.time[of];
    if (time === undefined) throw new Error(`${name}: the registry does not say when ${of} was published`);
    return time.slice(0, "2026-01-01".length);
  };
  return { name, version, published: dayOf(version), latest, lastRelease: dayOf(latest) };
}

if (process.argv[1] === import.meta.filename) {
  const waiting = directDependencies();
  const packages: Upkeep["packages"] = [];
  const asker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) packages.push(await ask(next));
  };
  await Promise.all(Array.from({ length: TOGETHER }, asker));
  packages.sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
  const asked = new Date().toISOString().slice(0, "2026-01-01".length);
  writeFileSync(FILE, `${JSON.stringify({ asked, packages }, null, 2)}\n`);
  console.log(`${packages.length} packages in ${FILE}`);
}
