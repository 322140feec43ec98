import { describe, expect, test } from "vitest";
import { pageScripts } from "./rewrite-page.ts";

const FIRST = `<script src="/_next/static/chunks/a.js" async="" nonce="n"></script>`;
const LAST = `<script src="/_next/static/chunks/z.js" nonce="n" async=""></script>`;
const OLD = `<script src="/_next/static/chunks/old.js" noModule="" nonce="n"></script>`;
const COLOURS = `<script nonce="n" data-mantine-script="true">1 < 2</script>`;
const SHELL_END = `<script nonce="n" id="_R_">push("a")</script>`;
const DATA = `<script nonce="n">(self.__next_f=self.__next_f||[]).push([0])</script>`;
const SHEET = `<link rel="stylesheet" href="/_next/static/chunks/a.css" nonce="n"/>`;
const AHEAD = `<link rel="preload" as="script" fetchPriority="low" nonce="n" href="/_next/static/chunks/z.js"/>`;
const BODY = `<header>a &lt; b</header><s>–</s><h1>Inbox ü</h1><li>😀</li>`;
const PAGE = `<!DOCTYPE html><html><head>${SHEET}${AHEAD}${FIRST}${COLOURS}${OLD}</head><body>${BODY}${SHELL_END}${LAST}${DATA}${DATA}</body></html>`;

function rewritten(...pieces: string[]): string {
  const scripts = pageScripts("n");
  return pieces.map((piece) => scripts.write(piece)).join("") + scripts.end();
}

/** The script that starts the others, as the page contains it. */
const STARTER = /<script nonce="n">\(function startScripts[\s\S]*?<\/script>/;
const waiting = (tag: string) => tag.replace("<script", `<script type="behind-paint"`);

describe("a document's scripts", () => {
  test("wait, but those that are written out, or of the old kind", () => {
    const page = rewritten(PAGE);
    expect(page).toMatch(STARTER);
    expect(page.replace(STARTER, "")).toBe(
      `<!DOCTYPE html><html><head><link rel="expect" href="#_R_" blocking="render"/>${SHEET}${waiting(FIRST)}${COLOURS}${OLD}</head>` +
        `<body>${BODY}${SHELL_END}${waiting(LAST)}${DATA}${DATA}</body></html>`,
    );
  });

  test("are started behind all that is drawn, and behind the last of them", () => {
    expect(rewritten(PAGE).split(STARTER)[0]).toMatch(new RegExp(`${waiting(LAST)}$`));
  });

  test("come out the same wherever the document is cut", () => {
    const whole = rewritten(PAGE);
    for (let at = 0; at <= PAGE.length; at += 1) expect(rewritten(PAGE.slice(0, at), PAGE.slice(at))).toBe(whole);
    expect(rewritten(...PAGE)).toBe(whole);
  });

  test("are asked for as ever when they come behind the start", () => {
    expect(rewritten(PAGE, FIRST)).toBe(rewritten(PAGE) + FIRST);
  });

  test("are started at the end where the element behind the page is missing", () => {
    const page = rewritten(`<html><head>${FIRST}</head><body></body></html>`);
    expect(page).toContain(waiting(FIRST));
    expect(page).toMatch(new RegExp(`</html>${STARTER.source}$`));
  });

  test("are not started where there are none", () => {
    expect(rewritten("<html><body>Nothing here</body></html><s")).toBe("<html><body>Nothing here</body></html><s");
  });
});
