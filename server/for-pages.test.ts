import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const pages = globSync("app/**/page.tsx").filter((file) => file.includes("(portal)"));

test.each(pages)("%s asks for the session itself, or only leads on", (file) => {
  const source = readFileSync(file, "utf8");
  const drawn = source.slice(source.indexOf("export default"));
  // A page without a session check only redirects.
  const asks = /^ {2}await requirePageSession\(|^ {2}redirect\(/m.exec(drawn);
  expect(asks).not.toBeNull();
  const before = drawn.slice(0, asks?.index);
  expect(before).not.toMatch(/return|askAsPage|database/);
});

test("nothing stands before the pages that they could rely on", () => {
  expect(pages.length).toBeGreaterThan(30);
  expect(globSync("{proxy,middleware}.{ts,tsx,js,mjs}")).toEqual([]);
});
