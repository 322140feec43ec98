import { randomBytes } from "node:crypto";
import { authenticate, ctxFor } from "../auth/authenticate.ts";
import { can } from "../auth/permissions.ts";
import { sameOrigin } from "../auth/same-origin.ts";
import { AppError } from "../errors.ts";
import { plainText, type Answer } from "../http/answer.ts";
import type { Call } from "../http/call.ts";
import { fileAnswer, ownFile } from "./packed.ts";

const FILES = {
  "graphiql.js": { type: "text/javascript", part: "js" },
  "graphiql.css": { type: "text/css", part: "css" },
  "editor.js": { type: "text/javascript", part: "editorWorkerService" },
  "json.js": { type: "text/javascript", part: "jsonWorker" },
  "graphql.js": { type: "text/javascript", part: "graphqlWorker" },
} as const;

const ENDPOINTS = ["/core/gq", "/bot/gq"];

/** The text of a new tab. */
const NEW_TAB = "# Write an operation here. Variables have the workspace's ID.\n";

/** GraphiQL's containers. `where` matches every part that may be rendered separately. */
const where =
  "is(.graphiql-container, .graphiql-dialog, .graphiql-dialog-overlay, .graphiql-tooltip, [data-radix-popper-content-wrapper])";

/** The portal's colors for GraphiQL. GraphiQL's own have text with a contrast below 4.5:1. */
const STYLE = `
html, body, #root { height: 100%; margin: 0 }
body.graphiql-light :${where} {
  --color-primary: 168, 76%, 25%; --color-secondary: 242, 51%, 48%; --color-tertiary: 188, 100%, 24%; --color-info: 208, 100%, 33%;
  --color-success: 158, 100%, 21%; --color-warning: 36, 100%, 26%; --color-error: 13, 93%, 38%; --color-neutral: 156, 8%, 22%;
  --color-base: 0, 0%, 100%
}
body.graphiql-dark :${where} { --color-primary: 166, 45%, 57%; --color-neutral: 156, 8%, 82%; --color-base: 156, 9%, 11% }
button.graphiql-execute-button { background-color: #147a66 }
.graphiql-response { border-radius: 12px; background-color: hsl(var(--color-base)) }
`;

/**
 * GET /graphiql?workspaceId=N&endpoint=/core/gq&theme=dark: the API explorer, for signed-in people with MANAGE_WORKSPACE. It
 * uses the portal's cookie. Query and variables come from the surrounding page (`components/developers/explorer-page.tsx`),
 * which fills in the workspace. All files are the package's own; nothing is loaded from elsewhere.
 */
export async function graphiql({ query, headers }: Call): Promise<Answer> {
  const workspaceId = Number(query.get("workspaceId"));
  const endpoint = query.get("endpoint") ?? ENDPOINTS[0];
  try {
    // Otherwise a link on any page could show its own document to a signed-in person.
    sameOrigin(headers);
    const principal = await authenticate(headers);
    can(await ctxFor(principal, workspaceId), "MANAGE_WORKSPACE");
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return plainText(error.httpStatus, error.message);
  }
  if (!endpoint || !ENDPOINTS.includes(endpoint)) return plainText(404, "No such endpoint");
  const options = {
    endpoint,
    workspaceId,
    initialQuery: query.get("query") ?? undefined,
    defaultQuery: NEW_TAB,
    forcedTheme: query.get("theme") === "dark" ? "dark" : "light",
    initialVariables: query.get("variables") ?? JSON.stringify({ input: { workspaceId } }, null, 2),
  };
  const nonce = randomBytes(18).toString("base64url");
  return {
    status: 200,
    text: page(options, nonce),
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

/** Only the portal may embed it. The editor creates styles and fonts at run time. Scripts must be those of this page. */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "form-action 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
}

/** GET /graphiql/:file: a file of the explorer. The files contain no workspace data. */
export async function graphiqlFile(call: Call): Promise<Answer> {
  const { file = "" } = call.params;
  if (!Object.hasOwn(FILES, file)) return plainText(404, "No such file");
  const { type, part } = FILES[file as keyof typeof FILES];
  // Nine megabytes of text, so load them on the first visit instead of at start.
  const text = (await import("@graphql-yoga/render-graphiql/graphiql"))[part];
  return fileAnswer(call, ownFile(type, text), { "cache-control": "public, max-age=86400" });
}

/** JSON for a script element. Escapes `<`, which could end the element. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** Tabs and history are stored per workspace and endpoint, because ids of another workspace would only be refused. */
function page(
  options: {
    endpoint: string;
    workspaceId: number;
    initialQuery: string | undefined;
    defaultQuery: string;
    forcedTheme: string;
    initialVariables: string;
  },
  nonce: string,
) {
  return `<!doctype html>
<html lang="en" style="color-scheme: ${options.forcedTheme}">
<meta charset="utf-8">
<title>API explorer</title>
<link rel="stylesheet" href="/graphiql/graphiql.css">
<style>${STYLE}</style>
<div id="root"></div>
<script nonce="${nonce}">
self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_, label) => ({ editorWorkerService: "/graphiql/editor.js", json: "/graphiql/json.js", graphql: "/graphiql/graphql.js" })[label],
};
</script>
<script nonce="${nonce}" src="/graphiql/graphiql.js"></script>
<script nonce="${nonce}">
const { workspaceId, ...options } = ${inScript(options)};
const prefix = "explorer:" + workspaceId + ":" + options.endpoint + ":";
// The editors take the stored theme when they are created. The forced theme comes too late for them.
localStorage.setItem(prefix + "graphiql:theme", options.forcedTheme);
YogaGraphiQL.renderYogaGraphiQL(document.getElementById("root"), {
  ...options,
  title: "&nbsp;",
  logo: " ",
  shouldPersistHeaders: false,
  storage: {
    getItem: (name) => localStorage.getItem(prefix + name),
    setItem: (name, value) => localStorage.setItem(prefix + name, value),
    removeItem: (name) => localStorage.removeItem(prefix + name),
    clear: () => {
      for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name);
    },
    get length() {
      return Object.keys(localStorage).filter((name) => name.startsWith(prefix)).length;
    },
  },
});
</script>
</html>
`;
}
