import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Marked } from "marked";
import { escapeHtml } from "../escape-html.ts";
import { plainText, type Answer } from "../http/answer.ts";
import type { Call } from "../http/call.ts";
import { packed } from "./packed.ts";

/** The book: its chapters, and the file of each page by the page's name in its address. */
export const CHAPTERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "Get started": { start: "guide/start.md", keys: "guide/keys.md" },
  Guides: {
    send: "guide/send.md",
    receive: "guide/receive.md",
    webhooks: "guide/webhooks.md",
    events: "guide/events.md",
    files: "guide/files.md",
    "contacts-csv": "guide/contacts-csv.md",
    "web-chat": "guide/web-chat.md",
    gateway: "guide/gateway.md",
    assistants: "guide/assistants.md",
    "model-context": "guide/model-context.md",
  },
  "How the API works": {
    lists: "guide/lists.md",
    idempotency: "guide/idempotency.md",
    errors: "guide/errors.md",
    limits: "guide/limits.md",
    versions: "guide/versions.md",
  },
  Administering: { "single-sign-on": "guide/single-sign-on.md" },
  Operating: {
    operating: "operating.md",
    alerts: "alerts.md",
    settings: "settings.md",
    commands: "commands.md",
    "known-limits": "limits.md",
  },
};

const REFERENCE = {
  "GraphQL operations": "/api-reference.md",
  "REST endpoints": "/docs/rest",
  "OpenAPI document": "/openapi.json",
};

/** The part of a page under one heading, for the search. */
type Section = { anchor: string; title: string; text: string };
type Page = { name: string; title: string; html: string; sections: Section[] };

let book: Map<string, Page> | undefined;

const HEADERS = {
  "cache-control": "public, max-age=300",
  "content-security-policy":
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
};
const HTML = { ...HEADERS, "content-type": "text/html; charset=utf-8" };

/** GET /docs: the first page, or with `q` what the book says about it. */
export function docs(call: Call): Answer {
  const words = call.query.get("q")?.trim().slice(0, 100) ?? "";
  if (words === "") return { status: 302, body: undefined, headers: { ...HEADERS, location: "/docs/start" } };
  // Not packed: that remembers each text.
  return {
    status: 200,
    text: layout({ title: `Search: ${words}`, body: results(words), current: "", words }),
    headers: HTML,
  };
}

/** GET /docs/:page: a page of the book, or its stylesheet. */
export function docsPage(call: Call): Answer | Promise<Answer> {
  const { page = "" } = call.params;
  if (page === "style.css") return packed(call, STYLE, { ...HEADERS, "content-type": "text/css; charset=utf-8" });
  const found = pages().get(page);
  if (!found) return plainText(404, "There is no such page. The book begins at /docs");
  return packed(call, layout({ title: found.title, body: found.html, current: page, words: "" }), HTML);
}

/** The pages, read once. */
export function pages(): Map<string, Page> {
  book ??= new Map(
    Object.values(CHAPTERS).flatMap((chapter) =>
      Object.entries(chapter).map(([name, file]) => [name, readPage(name, file)] as const),
    ),
  );
  return book;
}

function readPage(name: string, file: string): Page {
  const text = readFileSync(join(process.cwd(), "docs", file), "utf8");
  const sections: Section[] = [];
  const marked = new Marked({
    walkTokens: (token) => {
      if (token.type === "heading") {
        const title = String(token.text).replaceAll(/[`*]/g, "");
        sections.push({ anchor: anchorOf(title), title, text: "" });
      } else if (["paragraph", "code", "table", "list"].includes(token.type)) {
        const last = sections.at(-1);
        if (last) last.text += `${plainOf(token.raw)} `;
      }
    },
    renderer: {
      heading({ tokens, depth, text: title }) {
        const anchor = anchorOf(title.replaceAll(/[`*]/g, ""));
        const inner = this.parser.parseInline(tokens);
        return depth === 1
          ? `<h1>${inner}</h1>\n`
          : `<h${depth} id="${anchor}"><a href="#${anchor}">${inner}</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const address = addressOf(href);
        return address === null ? inner : `<a href="${escapeHtml(address)}">${inner}</a>`;
      },
      code: ({ text: code }) => `<pre><code>${escapeHtml(code)}</code></pre>\n`,
      // Pages come from the project, but a tag in them would be a mistake.
      html: ({ text: tag }) => escapeHtml(tag),
    },
  });
  const html = scrollable(marked.parse(text, { async: false }));
  return { name, title: sections[0]?.title ?? name, html, sections };
}

/** Wide tables and code scroll, also by keyboard. Their name is the title of their section. */
function scrollable(html: string): string {
  let title = "";
  return html.replaceAll(/<h\d[^>]*>(.*?)<\/h\d>|<table>|<\/table>|<pre>/g, (tag, heading?: string) => {
    if (heading !== undefined) {
      title = heading.replaceAll(/<[^>]*>/g, "");
      return tag;
    }
    const named = `tabindex="0" role="group" aria-label="${title}"`;
    if (tag === "<table>") return `<div class="table" ${named}><table>`;
    return tag === "<pre>" ? `<pre ${named}>` : "</table></div>";
  });
}

/** Markdown without its marks, as far as they would be in the way of a reader. */
function plainOf(text: string): string {
  return text
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replaceAll(/^```.*$|[`*|]|-{3,}/gm, " ")
    .replaceAll(/\s+/g, " ");
}

/** The address of a link in the files of the project; null: the book does not have it. */
function addressOf(href: string): string | null {
  if (href.startsWith("/") || !/\.md(#|$)/.test(href)) return href;
  const [file = "", anchor] = href.split("#");
  const name = file.replace(/^.*\//, "");
  const found = Object.values(CHAPTERS)
    .flatMap((chapter) => Object.entries(chapter))
    .find(([, path]) => path === file || path === name);
  return found ? `/docs/${found[0]}${anchor ? `#${anchor}` : ""}` : null;
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
}

const MOST_FOUND = 30;
const AROUND = 80;

/** The sections that have every word, those first that have them in their title. */
function results(words: string): string {
  const wanted = words.toLowerCase().split(/\s+/);
  const found = [...pages().values()].flatMap(({ name, title: page, sections }) =>
    sections.flatMap(({ anchor, title, text }) => {
      const inTitle = `${page} ${title}`.toLowerCase();
      const whole = `${inTitle} ${text.toLowerCase()}`;
      if (!wanted.every((word) => whole.includes(word))) return [];
      const rank = wanted.filter((word) => inTitle.includes(word)).length;
      return [{ rank, href: `/docs/${name}#${anchor}`, page, title, excerpt: excerptOf(text, wanted[0] ?? "") }];
    }),
  );
  const best = found.sort((a, b) => b.rank - a.rank).slice(0, MOST_FOUND);
  const items = best.map(
    ({ href, page, title, excerpt }) =>
      `<li><a href="${href}">${escapeHtml(page === title ? page : `${page}: ${title}`)}</a><p>${escapeHtml(excerpt)}</p></li>`,
  );
  const summary = best.length === 0 ? "Nothing in the book has all of these words." : "";
  return `<h1>Search: ${escapeHtml(words)}</h1><p>${summary}</p><ul class="found">${items.join("")}</ul>`;
}

function excerptOf(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - AROUND);
  const excerpt = text.slice(at, at + 3 * AROUND);
  return `${at > 0 ? "…" : ""}${excerpt}…`;
}

function layout({
  title,
  body,
  current,
  words,
}: {
  title: string;
  body: string;
  current: string;
  words: string;
}): string {
  const chapters = Object.entries(CHAPTERS).map(([chapter, files]) => {
    const links = Object.keys(files).map((name) => {
      const mark = name === current ? ' aria-current="page"' : "";
      return `<li><a href="/docs/${name}"${mark}>${escapeHtml(pages().get(name)?.title ?? name)}</a></li>`;
    });
    return `<h2>${chapter}</h2><ul>${links.join("")}</ul>`;
  });
  const reference = Object.entries(REFERENCE).map(([name, href]) => `<li><a href="${href}">${name}</a></li>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/docs/style.css?${STYLE_VERSION}">
<a class="skip" href="#content">Skip to the page</a>
<header><a href="/docs">Documentation</a><a class="all" href="#pages">All pages</a>
<form action="/docs" role="search"><input type="search" name="q" aria-label="Search the documentation" placeholder="Search" value="${escapeHtml(words)}" maxlength="100"></form></header>
<div class="columns">
<nav id="pages" aria-label="Pages">${chapters.join("")}<h2>Reference</h2><ul>${reference.join("")}</ul></nav>
<main id="content">${body}</main>
</div>
</html>
`;
}

const STYLE = `:root { color-scheme: light dark; --text: light-dark(#1c2021, #eceae6); --quiet: light-dark(#5b6163, #b9b8b3);
  --line: light-dark(#e3e1dc, #282d2f); --page: light-dark(#ffffff, #1b1f20); --sunken: light-dark(#f5f4f1, #151819);
  --accent: light-dark(#0b6a76, #6ac8d2); --tint: light-dark(#e3f1f2, #172a2d) }
* { box-sizing: border-box }
html { scroll-padding-top: 72px }
body { margin: 0; background: var(--page); color: var(--text);
  font: 400 1rem/1.6 "Inter Variable", "Inter", system-ui, -apple-system, "Segoe UI", "Noto Sans", "Liberation Sans", sans-serif }
a { color: var(--accent); text-underline-offset: 2px }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.skip { position: absolute; inset-block-start: -100px; padding: 8px 16px; background: var(--page) }
.skip:focus { inset-block-start: 8px; z-index: 2 }
header { position: sticky; inset-block-start: 0; z-index: 1; display: flex; gap: 24px; align-items: center; justify-content: space-between;
  block-size: 56px; padding-inline: 24px; border-block-end: 1px solid var(--line); background: var(--page) }
header > a { color: var(--text); font-weight: 600; text-decoration: none }
header > .all { display: none; white-space: nowrap; font-size: 0.875rem; font-weight: 400 }
header form { margin-inline-start: auto }
input { inline-size: min(320px, 50vw); block-size: 36px; padding-inline: 12px; border: 1px solid var(--line); border-radius: 8px;
  background: var(--sunken); color: inherit; font: inherit; font-size: 0.875rem }
.columns { display: grid; grid-template-columns: 248px minmax(0, 1fr); max-inline-size: 1120px; margin-inline: auto }
nav { position: sticky; inset-block-start: 56px; align-self: start; max-block-size: calc(100vh - 56px); overflow-y: auto; padding: 24px; font-size: 0.875rem }
nav h2 { margin: 20px 0 4px; color: var(--quiet); font-size: 0.75rem; font-weight: 600; line-height: 1.5 }
nav h2:first-child { margin-block-start: 0 }
nav ul { margin: 0; padding: 0; list-style: none }
nav a { display: block; padding: 4px 8px; margin-inline: -8px; border-radius: 6px; color: var(--text); text-decoration: none }
nav a:hover { background: var(--sunken) }
nav a[aria-current] { background: var(--tint); color: var(--accent); font-weight: 500 }
main { max-inline-size: 760px; padding: 32px 24px 96px }
h1 { margin: 0 0 16px; font-size: 1.75rem; line-height: 1.25; letter-spacing: -0.018em; font-weight: 600 }
main h2 { margin: 40px 0 8px; font-size: 1.25rem; line-height: 1.4; letter-spacing: -0.018em; font-weight: 600 }
main h3 { margin: 28px 0 8px; font-size: 1rem; font-weight: 600 }
main h2 a, main h3 a, main h4 a { color: inherit; text-decoration: none }
main h2 a:hover::after, main h3 a:hover::after { content: " #"; color: var(--quiet) }
code, pre { font-family: ui-monospace, "SF Mono", "Cascadia Code", "Noto Sans Mono", "DejaVu Sans Mono", monospace; font-size: 0.8125rem }
:not(pre) > code { padding: 2px 4px; border-radius: 4px; background: var(--sunken) }
:not(pre, td, th) > code { overflow-wrap: anywhere }
pre { overflow-x: auto; padding: 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--sunken); line-height: 1.5 }
.table { overflow-x: auto }
table { inline-size: 100%; border-collapse: collapse; font-size: 0.875rem; line-height: 1.45 }
th, td { padding: 8px 12px 8px 0; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top }
th { color: var(--quiet); font-weight: 500 }
.found { padding: 0; list-style: none }
.found p { margin: 0 0 16px; color: var(--quiet); font-size: 0.875rem }
@media (max-width: 760px) {
  .columns { display: flex; flex-direction: column-reverse }
  nav { position: static; max-block-size: none; border-block-start: 1px solid var(--line) }
  nav a { padding-block: 8px }
  header { gap: 16px; padding-inline: 16px }
  header > .all { display: inline }
  input { inline-size: 130px }
  main, nav { padding-inline: 16px }
}
`;
const STYLE_VERSION = createHash("sha256").update(STYLE).digest("base64url").slice(0, 12);
