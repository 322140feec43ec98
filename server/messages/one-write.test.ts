import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SERVER = join(import.meta.dirname, "..");

/** The product's own modules. */
const sources = globSync("**/*.ts", { cwd: SERVER, exclude: ["generated/**", "testing/**", "**/*.test.ts"] }).map(
  (path) => ({ path, text: readFileSync(join(SERVER, path), "utf8") }),
);

test.each([
  ["Message", "messages/write-statement.ts"],
  ["Event", "events/emit.ts"],
  ["SendQueue", "sending/send-queue.ts"],
])("rows of %s are inserted in one place", (table, place) => {
  const model = `${table.charAt(0).toLowerCase()}${table.slice(1)}`;
  const inserts = new RegExp(
    `insert into "${table}"|\\.${model}\\.(?:create|createMany|createManyAndReturn|upsert)\\(`,
    "gi",
  );
  const found = sources.flatMap(({ path, text }) => [...text.matchAll(inserts)].map(() => path));
  expect(sources.length).toBeGreaterThan(500);
  expect(found).toEqual([place]);
});
