import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { bundleWebchat, type WebchatBundle } from "./build-webchat.ts";

/** Limit of everything that a visitor loads, in bytes (issue 5). */
const MOST_BYTES = 30_000;
/** Limit of what a page loads before a visitor opens the chat. */
const MOST_LOADER_BYTES = 6_000;

let bundle: WebchatBundle;
beforeAll(async () => {
  bundle = await bundleWebchat();
});

const size = (text: string) => gzipSync(text, { level: 9 }).length;

test("the web chat is less than 30 kB gzip, script, frame and style together", () => {
  const sizes = { loader: size(bundle.loader), frame: size(bundle.frame), style: size(bundle.style) };
  console.info(`web chat: ${JSON.stringify(sizes)} bytes gzip`);
  expect(sizes.loader + sizes.frame + sizes.style).toBeLessThan(MOST_BYTES);
  expect(sizes.loader).toBeLessThan(MOST_LOADER_BYTES);
});

test("the style is a file of its own: the frame's policy allows no other", () => {
  expect(bundle.style).toContain(":root");
  expect(bundle.frame).not.toContain("createElement(`style`)");
});

test("nothing is evaluated, written as markup or left of the development build", () => {
  for (const script of [bundle.loader, bundle.frame]) {
    expect(script).not.toMatch(
      /\beval\(|new Function|dangerouslySetInnerHTML:|document\.write|process\.env|sourceMappingURL|lineNumber/,
    );
  }
});

test("the loader leaves one name on the page", () => {
  const assigned = [...bundle.loader.matchAll(/window\.([A-Za-z_$][\w$]*)\s*=[^=]/g)].map(([, name]) => name);
  expect(new Set(assigned)).toEqual(new Set(["OmnichannelChat"]));
  // Everything in one function, because top-level names of a classic script would be the page's globals.
  expect(bundle.loader.trim()).toMatch(/^\(function\(\)\{[\s\S]*\}\)\(\);$/);
});
