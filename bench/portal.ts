/**
 * `node bench/portal.ts [--root DIR] [--repeats N] [--only NAME,…] [--assert]` measures the portal's budgets (inbox.md section
 * 20) in Chromium with a processor slowed down four times, on the workspace that `bench/fill.ts` filled. `--root` is a checkout
 * of the app, by default this one. Without a current build, it builds the app first. It prints a table. With `--assert`, a
 * missed budget gives exit code 1.
 */
import { cpus } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import type * as build from "../server/cli/build.ts";
import { failWith } from "../server/cli/run.ts";
import { openBenchDatabase } from "./bench-database.ts";
import { isMissed, tableOf, type Figure } from "./figures.ts";
import { measureListPaint, measurePalette, measureScrolling, measureSwitching } from "./measure-paint.ts";
import { measureLists, measureScripts } from "./measure-server.ts";
import { measureBurst, measureMemory, measureTyping } from "./measure-thread.ts";
import { openStage, SLOWDOWN, type Stage } from "./portal-stage.ts";

const REPEATS = 5;

const text = { type: "string" } as const;
const { values } = parseArgs({ options: { root: text, repeats: text, only: text, assert: { type: "boolean" } } });

/** Run in this order: measures that write into the workspace come last. */
const MEASURES: Record<string, (stage: Stage, repeats: number) => Promise<Figure[]>> = {
  lists: measureLists,
  scripts: measureScripts,
  paint: measureListPaint,
  switching: measureSwitching,
  palette: measurePalette,
  scrolling: measureScrolling,
  typing: measureTyping,
  memory: measureMemory,
  burst: measureBurst,
};

async function main(): Promise<void> {
  const repeats = values.repeats === undefined ? REPEATS : Number(values.repeats);
  const names = values.only?.split(",") ?? Object.keys(MEASURES);
  const unknown = names.filter((name) => !(name in MEASURES));
  if (unknown.length > 0)
    throw new Error(`--only knows ${Object.keys(MEASURES).join(", ")}; not ${unknown.join(", ")}`);
  if (!Number.isSafeInteger(repeats) || repeats < 1) throw new Error("--repeats must be a whole number above 0");
  const root = values.root ? resolve(values.root) : resolve(import.meta.dirname, "..");
  const database = await openBenchDatabase();
  try {
    await buildIn(root);
    const stage = await openStage(root, database);
    const figures: Figure[] = [];
    const failures: string[] = [];
    try {
      for (const name of names) {
        console.log(`${name} …`);
        // A failed measure must not hide the others.
        const found = await MEASURES[name]?.(stage, repeats).catch((error: unknown) => {
          failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
          return [];
        });
        figures.push(...(found ?? []));
        for (const { name: what, seen, unit, note } of found ?? []) console.log(`  ${what}: ${seen} ${unit} (${note})`);
      }
    } finally {
      await stage.stop();
    }
    const { conversations, messages } = stage;
    console.log(
      `\n${new Date().toISOString().slice(0, 16)} UTC, ${conversations} conversations, ${messages} messages, ` +
        `${cpus().length} processors, slowed down ${SLOWDOWN} times, ${repeats} repeats\n\n${tableOf(figures)}`,
    );
    for (const failure of failures) console.error(`Not measured: ${failure}`);
    if (values.assert && (failures.length > 0 || figures.some(isMissed))) process.exitCode = 1;
  } finally {
    await database.stop();
  }
}

/** Builds the app unless there is a build of the current source. */
async function buildIn(root: string): Promise<void> {
  const builder = pathToFileURL(join(root, "server/cli/build.ts")).href;
  const { ensureBuild } = (await import(builder)) as typeof build;
  await ensureBuild();
}

await main().catch(failWith);
