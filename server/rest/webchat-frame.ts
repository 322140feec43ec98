import { readFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "../env.ts";
import { plainText, type Answer } from "../http/answer.ts";
import type { Call } from "../http/call.ts";
import { frameOf, type WebchatFrame } from "../webchat/get-webchat-config.ts";
import { fileAnswer, ownFile, type OwnFile } from "./packed.ts";

/** The files built by `server/cli/build-webchat.ts`. */
type Dist = { loader: OwnFile; frame: string; style: string; assets: Map<string, OwnFile> };

/** The loader's URL never changes but its content does, so browsers revalidate it after this many seconds. */
const LOADER_AGE = 300;
const FOREVER = "public, max-age=31536000, immutable";
/** Scripts and styles are loaded by pages of other sites, and by a frame without an origin. */
const FOR_ALL = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" };

let dist: Dist | undefined;

/** GET /webchat.js: the script that a site adds to its pages. */
export async function webchatLoader(call: Call): Promise<Answer> {
  return fileAnswer(call, built().loader, { ...FOR_ALL, "cache-control": `public, max-age=${LOADER_AGE}` });
}

/** GET /chat/assets/:file: the frame's script and style. Their names change with their content. */
export async function webchatAsset(call: Call): Promise<Answer> {
  const asset = built().assets.get(call.params.file ?? "");
  return asset ? fileAnswer(call, asset, { ...FOR_ALL, "cache-control": FOREVER }) : plainText(404, "No such file");
}

/**
 * GET /chat/:integrationId: the chat itself, for the loader's frame, the portal's preview, or as its own page. The response
 * limits which sites may embed it (`frame-ancestors`), and only our own files run in it.
 */
export async function webchatFrame({ params }: Call): Promise<Answer> {
  const frame = await frameOf(params.integrationId ?? "");
  if (!frame) return plainText(404, "There is no such chat", { "cache-control": "no-store" });
  return {
    status: 200,
    text: page(frame.config),
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": policy(frame.allowedOrigins),
      "permissions-policy": "camera=(), microphone=(), geolocation=()",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    },
  };
}

/** Names our origin explicitly: in a sandboxed frame, not every browser resolves 'self' to it. */
function policy(allowedOrigins: string[]): string {
  const own = new URL(env().APP_URL).origin;
  const ancestors = allowedOrigins.length > 0 ? [own, ...allowedOrigins].join(" ") : "*";
  return [
    "default-src 'none'",
    `script-src ${own}/chat/assets/`,
    `style-src ${own}/chat/assets/`,
    `connect-src ${own}`,
    `img-src ${own} blob: data:`,
    `media-src ${own} blob: data:`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
  ].join("; ");
}

function page(look: WebchatFrame["config"]): string {
  const { frame, style } = built();
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Chat</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/chat/assets/${style}">
<script type="application/json" id="look">${inScript(look)}</script>
<script defer src="/chat/assets/${frame}"></script>
</head>
<body></body>
</html>
`;
}

/** JSON for a script element. Escapes `<`, which could end the element. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** Read once: a process serves the files that were built before it started. */
function built(): Dist {
  if (dist) return dist;
  const folder = join(process.cwd(), "webchat/dist");
  const read = (name: string): OwnFile =>
    ownFile(name.endsWith(".css") ? "text/css" : "text/javascript", readFileSync(join(folder, name), "utf8"));
  const { loader, frame, style } = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as Record<
    "loader" | "frame" | "style",
    string
  >;
  const assets = new Map([frame, style].map((name) => [name, read(name)]));
  return (dist = { loader: read(loader), frame, style, assets });
}
