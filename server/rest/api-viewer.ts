import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { plainText, type Answer } from "../http/answer.ts";
import type { Call } from "../http/call.ts";
import { fileAnswer, ownFile, type OwnFile } from "./packed.ts";

/** swagger-ui's own files. */
const FILES: Readonly<Record<string, string>> = {
  "swagger-ui.css": "text/css",
  "swagger-ui-bundle.js": "text/javascript",
};

/**
 * GET /docs/rest?theme=dark: the OpenAPI document to read and to try, alone or within the portal's reference. Without a
 * theme it follows the system's. The viewer's files are the package's own; nothing is loaded from elsewhere.
 */
export function apiViewer({ query }: Call): Answer {
  const nonce = randomBytes(18).toString("base64url");
  return {
    status: 200,
    text: page(nonce, query.get("theme") ?? ""),
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": policy(nonce),
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "x-frame-options": "SAMEORIGIN",
    },
  };
}

/** GET /docs/rest/:file: a file of the viewer. */
export async function apiViewerFile(call: Call): Promise<Answer> {
  const { file = "" } = call.params;
  const type = Object.hasOwn(FILES, file) ? FILES[file] : undefined;
  if (!type) return plainText(404, "No such file");
  return fileAnswer(call, await (files[file] ??= readPart(file, type)), { "cache-control": "public, max-age=86400" });
}

/** Read on the first visit, and kept. */
const files: Record<string, Promise<OwnFile>> = {};

async function readPart(file: string, type: string): Promise<OwnFile> {
  return ownFile(type, await readFile(join(process.cwd(), "node_modules/swagger-ui-dist", file), "utf8"));
}

/** The viewer sets styles of its elements, and draws its icons from data addresses. */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
}

function page(nonce: string, theme: string): string {
  return `<!doctype html>
<html lang="en" style="color-scheme: light dark">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>REST endpoints</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/docs/rest/swagger-ui.css">
<style>body { margin: 0 } .swagger-ui .info { margin: 24px 0 }</style>
<main id="viewer"></main>
<script nonce="${nonce}" src="/docs/rest/swagger-ui-bundle.js"></script>
<script nonce="${nonce}">
const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", ${theme === "dark" || (theme !== "light" && "dark.matches")});
dark.addEventListener("change", follow);
follow();
SwaggerUIBundle({ url: "/openapi.json", domNode: document.getElementById("viewer"), deepLinking: true, validatorUrl: null });
</script>
</html>
`;
}
