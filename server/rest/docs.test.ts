import { existsSync, globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { SETTING_NAMES } from "../env.ts";
import { ERROR_CODES } from "../errors.ts";
import { PAYLOADS } from "../events/payloads.ts";
import { metrics } from "../observe/metrics.ts";
import { askApp } from "../testing/ask-app.ts";
import { CHAPTERS, pages } from "./docs.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const get = async (path: string) => {
  const response = await askApp(new Request(`http://localhost:3000${path}`, { redirect: "manual" }));
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const FILES = Object.assign({}, ...Object.values(CHAPTERS)) as Record<string, string>;
const textOf = (name: string) => readFileSync(resolve(ROOT, "docs", FILES[name] ?? name), "utf8");

test("every page of the guide is in the book, and is served with what browsers may do", async () => {
  const written = globSync("guide/*.md", { cwd: resolve(ROOT, "docs") }).map((file) => file.replaceAll("\\", "/"));
  expect(
    Object.values(FILES)
      .filter((file) => file.startsWith("guide/"))
      .sort(),
  ).toEqual(written.sort());
  for (const [name, { title }] of pages()) {
    const { status, text, headers } = await get(`/docs/${name}`);
    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(text).toContain(`<a href="/docs/${name}" aria-current="page">`);
    expect(title).not.toBe(name);
    // What scrolls can be reached by keyboard, and has a name.
    const scrolls = text.match(/<(?:pre|div class="table")[^>]*>/g) ?? [];
    for (const tag of scrolls) expect(tag).toMatch(/ tabindex="0" role="group" aria-label="[^"<>]+">$/);
  }
  expect(await get("/docs")).toMatchObject({ status: 302 });
  expect(await get("/docs/nothing")).toMatchObject({ status: 404 });
  expect((await get("/docs/style.css")).headers.get("content-type")).toBe("text/css; charset=utf-8");
});

test("every link leads somewhere", () => {
  const broken = [...pages()].flatMap(([name, { html }]) =>
    [...html.matchAll(/href="([^"]+)"/g)].flatMap(([, href = ""]) => {
      const [path = "", anchor] = href.split("#");
      const page = path === "" ? pages().get(name) : pages().get(path.replace(/^\/docs\//, ""));
      const isKnown =
        /^https?:/.test(href) ||
        ["/docs", "/docs/rest", "/api-reference.md", "/openapi.json"].includes(href) ||
        (page !== undefined && (anchor === undefined || page.sections.some((section) => section.anchor === anchor)));
      return isKnown ? [] : [`${name}: ${href}`];
    }),
  );
  expect(broken).toEqual([]);
});

/** As a reader types it. */
const commandOf = (script: string) =>
  ["start", "test"].includes(script) ? `npm ${script}` : `npm run( -s)? ${script}`;

test("no link to a file of the project is lost, except to what the book does not have", () => {
  const lost = Object.values(FILES).flatMap((file) =>
    [...readFileSync(resolve(ROOT, "docs", file), "utf8").matchAll(/\]\(([^)\s]+\.md)[#)]/g)]
      .map(([, href = ""]) => href)
      .filter((href) => !href.startsWith("/") && !existsSync(resolve(ROOT, "docs", file, "..", href))),
  );
  expect(lost).toEqual([]);
});

describe("names", () => {
  test.each<[string, string, () => string[] | Promise<string[]>]>([
    ["every event", "webhooks", () => Object.keys(PAYLOADS)],
    ["every error code", "errors", () => ERROR_CODES],
    ["every setting", "settings", () => SETTING_NAMES],
    ["every command", "commands", () => Object.keys(packageJson.scripts).map(commandOf)],
    [
      "every metric",
      "operating",
      // The others are the library's, and come with the first test of this process that asks for them.
      async () =>
        (await metrics.registry.getMetricsAsJSON()).flatMap(({ name }) => (/^omnichannel_/.test(name) ? [name] : [])),
    ],
  ])("%s", async (_, page, names) => {
    const text = textOf(page);
    expect((await names()).filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
  });
});

describe("the search", () => {
  test("finds the sections that have all words", async () => {
    const { text } = await get("/docs?q=webhook+signature");
    expect(text).toMatch(/<li><a href="\/docs\/webhooks#/);
  });

  test("shows what was asked as text", async () => {
    const { text } = await get(`/docs?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(text).not.toContain("<script");
    expect(text).toContain("Nothing in the book");
  });
});
