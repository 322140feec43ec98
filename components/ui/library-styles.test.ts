import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const LIBRARY = join(ROOT, "node_modules/@mantine");
const ALWAYS = ["baseline", "default-css-variables", "global"];

const listed = [
  ...readFileSync(join(import.meta.dirname, "library-styles.ts"), "utf8").matchAll(/styles\/([\w-]+)\.css/g),
].map(([, name = ""]) => name);

/** The names that a file imports from the library's main package. */
function takenBy(source: string): string[] {
  const imports = [...source.matchAll(/import \{([^}]*)\} from "@mantine\/core"/g)];
  return imports.flatMap(([, names = ""]) => names.split(",").map((name) => name.trim().split(" as ")[0] ?? ""));
}

/** The style sheets of a library module and of all modules that it imports. */
function sheetsOf(module: string, seen = new Set<string>()): string[] {
  if (seen.has(module)) return [];
  seen.add(module);
  const own = module.endsWith(".module.mjs") ? [basename(module, ".module.mjs")] : [];
  const parts = [...readFileSync(module, "utf8").matchAll(/from "(\.[^"]+\.mjs)"/g)];
  return [...own, ...parts.flatMap(([, path = ""]) => sheetsOf(resolve(dirname(module), path), seen))];
}

function needed(): Set<string> {
  const own = globSync("{app,components}/**/*.{ts,tsx}", { cwd: ROOT }).map((file) => join(ROOT, file));
  const others = globSync("{charts,dates,modals,notifications}/esm/**/*.mjs", { cwd: LIBRARY });
  const sources = [...own, ...others.map((file) => join(LIBRARY, file))].map((file) => readFileSync(file, "utf8"));
  const names = new Set(sources.flatMap(takenBy));
  const index = join(LIBRARY, "core/esm/index.mjs");
  const seen = new Set<string>();
  const exported = [...readFileSync(index, "utf8").matchAll(/import \{([^}]*)\} from "(\.[^"]+)"/g)];
  const sheets = exported.flatMap(([, taken = "", path = ""]) =>
    taken.split(",").some((name) => names.has(name.trim().split(" as ").at(-1) ?? ""))
      ? sheetsOf(resolve(dirname(index), path), seen)
      : [],
  );
  return new Set(sheets);
}

it("are those of the components that are drawn, and no others", () => {
  expect(listed.filter((name) => !ALWAYS.includes(name)).sort()).toEqual([...needed()].sort());
});

it("stand in the order of the whole sheet", () => {
  const plain = (css: string) => css.replace(/\/\*[^]*?\*\//g, "").replace(/\s+/g, " ");
  const whole = plain(readFileSync(join(LIBRARY, "core/styles.css"), "utf8"));
  const places = listed.map((name) => {
    const sheet = plain(readFileSync(join(LIBRARY, `core/styles/${name}.css`), "utf8")).trim();
    return whole.indexOf(sheet.slice(0, 120));
  });
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});
