import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sendJson } from "./http.ts";

/** A template as Meta keeps it; what is left out of it is left out of the answer. */
export type GraphTemplate = {
  id: string;
  name: string;
  language: string;
  status: string;
  category: string;
  library_template_name?: string | null;
  components?: unknown[];
};

export type GraphStandIn = {
  /** For META_GRAPH_URL. */
  url: string;
  /** Path and query of every request, in order. */
  requests: readonly string[];
  /** An account with its token; `templates` may be changed at any time. */
  addAccount: (wabaId: string, accessToken: string, templates: GraphTemplate[]) => void;
  /** The next request is answered so; a text is sent as it is, `"drop"` breaks the connection off. */
  failNext: (status: number, body: unknown) => void;
  dropNext: () => void;
  stop: () => Promise<void>;
};

const LISTED = ["id", "name", "language", "status", "category", "library_template_name", "components"];
const PATH = /^\/v\d+\.\d+\/([\w.-]+)\/message_templates$/;

const oauth = (code: number, message: string, more: Record<string, unknown> = {}) => ({
  error: { message, type: "OAuthException", code, fbtrace_id: "A1b2C3", ...more },
});

/** A Graph API on loopback, as far as message templates go: token, fields, pages along cursors, Meta's errors. */
export async function startGraph(): Promise<GraphStandIn> {
  const accounts = new Map<string, { accessToken: string; templates: GraphTemplate[] }>();
  const requests: string[] = [];
  const failures: ({ status: number; body: unknown } | "drop")[] = [];
  let url = "";

  function serve(request: IncomingMessage, response: ServerResponse): void {
    requests.push(request.url ?? "");
    const failure = failures.shift();
    if (failure === "drop") return void response.destroy();
    if (failure && typeof failure.body === "string") {
      response.writeHead(failure.status, { "content-type": "text/html" });
      return void response.end(failure.body);
    }
    if (failure) return sendJson(response, failure.status, failure.body);
    const { pathname, searchParams } = new URL(request.url ?? "", url);
    const wabaId = PATH.exec(pathname)?.[1];
    const account = wabaId === undefined ? undefined : accounts.get(wabaId);
    if (request.method !== "GET" || wabaId === undefined) {
      return sendJson(response, 400, oauth(2500, `Unknown path components: ${pathname}`));
    }
    const known = [...accounts.values()].map(({ accessToken }) => `Bearer ${accessToken}`);
    if (!known.includes(request.headers.authorization ?? "")) {
      return sendJson(response, 401, oauth(190, "Invalid OAuth access token - Cannot parse access token"));
    }
    if (!account || request.headers.authorization !== `Bearer ${account.accessToken}`) {
      const message = `Unsupported get request. Object with ID '${wabaId}' does not exist, cannot be loaded due to missing permissions`;
      return sendJson(response, 400, oauth(100, message, { error_subcode: 33 }));
    }
    const fields = (searchParams.get("fields") ?? "id,name,language,status,category").split(",");
    const unknown = fields.find((field) => !LISTED.includes(field));
    if (unknown) {
      return sendJson(response, 400, oauth(100, `(#100) Tried accessing nonexisting field (${unknown})`));
    }
    const limit = Math.min(Number(searchParams.get("limit") ?? "25"), 100);
    const after = searchParams.get("after");
    const begin = after === null ? 0 : Number(Buffer.from(after, "base64url").toString());
    if (!Number.isInteger(begin)) return sendJson(response, 400, oauth(100, "(#100) Invalid cursor"));
    const slice = account.templates.slice(begin, begin + limit);
    const cursor = (index: number) => Buffer.from(String(index)).toString("base64url");
    const isLast = begin + limit >= account.templates.length;
    sendJson(response, 200, {
      data: slice.map((template) =>
        Object.fromEntries(Object.entries(template).filter(([name]) => name === "id" || fields.includes(name))),
      ),
      ...(slice.length === 0
        ? {}
        : {
            paging: {
              cursors: { before: cursor(begin), after: cursor(begin + slice.length) },
              // Meta's own carries the token in its query: nobody should ever have to call it.
              ...(isLast ? {} : { next: `https://graph.example/never-call-this?access_token=${account.accessToken}` }),
            },
          }),
    });
  }

  const server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    requests,
    addAccount: (wabaId, accessToken, templates) => void accounts.set(wabaId, { accessToken, templates }),
    failNext: (status, body) => void failures.push({ status, body }),
    dropNext: () => void failures.push("drop"),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
