import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const BARS = readFileSync(resolve(ROOT, "docs/bars.md"), "utf8");

test("every file and command that docs/bars.md names is there", () => {
  const files = [...BARS.matchAll(/`(?:node )?((?:[\w.-]+\/)+[\w.-]+\.ts)`/g)].map(([, file = ""]) => file);
  expect(files.length).toBeGreaterThan(40);
  expect(files.filter((file) => !existsSync(resolve(ROOT, file)))).toEqual([]);
  const { scripts } = JSON.parse(readFileSync(resolve(ROOT, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const commands = [...BARS.matchAll(/`npm run (\w+)/g)].map(([, command = ""]) => command);
  expect(commands.length).toBeGreaterThan(3);
  expect(commands.filter((command) => !(command in scripts))).toEqual([]);
});

test("bar 20 and every bar from 34 to 60 has its line", () => {
  const named = [...BARS.matchAll(/^\| ([\d, ]+) \|/gm)].flatMap(([, bars = ""]) => bars.split(", ").map(Number));
  expect(named).toEqual([20, ...Array.from({ length: 27 }, (_, no) => 34 + no)]);
});
