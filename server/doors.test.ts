import { globSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DOORS, handleDoor } from "./doors.ts";

/**
 * What stands ahead of Next must answer as the route file of the same path does: a request goes through the door and through what
 * the file exports, and both answers must be one. So the product answers alike under plain `next start`.
 */

const ROOT = resolve(import.meta.dirname, "..");
const ID = "00000000-0000-4000-8000-000000000000";
const json = { "content-type": "application/json" };

type Sample = { path: string; headers?: Record<string, string>; body?: string };

/** One request for every door, by its method and path. */
const SAMPLES: Record<string, Sample> = {
  "GET /healthz": { path: "/healthz" },
  "GET /readyz": { path: "/readyz" },
  "GET /metrics": { path: "/metrics" },
  "GET /events": { path: "/events?workspaceId=1" },
  "GET /export/client-data": { path: `/export/client-data?workspaceId=1&requestId=${ID}` },
  "GET /export/contacts": { path: "/export/contacts?workspaceId=1" },
  "GET /export/conversations": { path: "/export/conversations?workspaceId=1" },
  "GET /export/import-errors": { path: `/export/import-errors?workspaceId=1&id=${ID}` },
  "GET /export/broadcast-recipients": { path: `/export/broadcast-recipients?workspaceId=1&broadcastId=${ID}` },
  "* /core/gq": { path: "/core/gq", headers: json, body: '{"query":"{ __typename }"}' },
  "* /bot/gq": { path: "/bot/gq", headers: json, body: '{"query":"{ __typename' },
  "* /mcp": { path: "/mcp", headers: json, body: "{}" },
  "POST /core/v1/messages": { path: "/core/v1/messages", headers: json, body: "{}" },
  "POST /ext/v1/stripe": { path: "/ext/v1/stripe", headers: json, body: "{}" },
  "POST ^/ext/v1/incoming/custom/(?<integrationId>[^/]+)$": {
    path: `/ext/v1/incoming/custom/${ID}`,
    headers: json,
    body: "{}",
  },
  "POST ^/ext/v1/incoming/custom/(?<integrationId>[^/]+)/status$": {
    path: `/ext/v1/incoming/custom/${ID}/status`,
    headers: json,
    body: "{}",
  },
  "* ^/ext/v1/webchat/(?<integrationId>[^/]+)/(?<action>[a-z]+)$": {
    path: `/ext/v1/webchat/${ID}/session`,
    headers: json,
    body: "{}",
  },
  "* ^/ext/v1/incoming/webchat/(?<integrationId>[^/]+)$": {
    path: `/ext/v1/incoming/webchat/${ID}`,
    headers: json,
    body: "{}",
  },
  "POST ^/ext/v1/incoming/(?<type>[a-z_]+)/(?<integrationId>[^/]+)$": {
    path: `/ext/v1/incoming/telegram/${ID}`,
    headers: json,
    body: "{}",
  },
  "GET ^/pictures/(?<workspaceId>[^/]+)/(?<of>[^/]+)/(?<id>[^/]+)$": { path: `/pictures/1/messages/${ID}?url=x` },
  "GET ^/uploads/(?<workspaceId>[^/]+)/(?<fileName>[^/]+)$": { path: "/uploads/1/none.png" },
  "PUT ^/uploads/(?<workspaceId>[^/]+)/(?<fileName>[^/]+)$": { path: "/uploads/1/none.png", body: "x" },
  "OPTIONS ^/uploads/(?<workspaceId>[^/]+)/(?<fileName>[^/]+)$": { path: "/uploads/1/none.png" },
};

const nameOf = ({ method, path }: (typeof DOORS)[number]) =>
  `${method} ${typeof path === "string" ? path : path.source.replaceAll("\\/", "/")}`;

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Response | Promise<Response>;
type Route = { file: string; expression: RegExp; named: number };

/** The route files as Next matches them: named segments before groups. */
const routes: Route[] = globSync("app/**/route.ts", { cwd: ROOT })
  .map((file) => {
    const path = file.slice("app".length, -"/route.ts".length);
    const groups = path.replaceAll(/\[(?:\.\.\.)?(\w+)\]/g, "(?<$1>[^/]+)");
    return { file, expression: new RegExp(`^${groups}$`), named: path.split("[").length };
  })
  .sort((a, b) => a.named - b.named);

const server = createServer((request, response) => {
  if (!handleDoor(request, response)) response.writeHead(404).end();
});
beforeAll(() => new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready)));
afterAll(() => server.close());

test("every door has a sample, and a route file", () => {
  expect(DOORS.map(nameOf).sort()).toEqual(Object.keys(SAMPLES).sort());
});

test.each(DOORS.map((door) => [nameOf(door), door] as const))("%s", async (name, { method: wanted }) => {
  const sample = SAMPLES[name];
  if (!sample) throw new Error(`no sample of ${name}`);
  const method = wanted === "*" ? "POST" : wanted;
  const { port } = server.address() as AddressInfo;
  const { path, headers = {}, body } = sample;
  const init = { method, headers, ...(body === undefined ? {} : { body }) };
  const throughDoor = await fetch(`http://127.0.0.1:${port}${path}`, init);

  const url = new URL(path, `http://127.0.0.1:${port}`);
  const route = routes.find(({ expression }) => expression.test(url.pathname));
  if (!route) throw new Error(`no route file answers ${path}`);
  const module = (await import(resolve(ROOT, route.file))) as Record<string, Handler>;
  const handler = module[method];
  if (!handler) throw new Error(`${route.file} exports no ${method}`);
  const params = { ...route.expression.exec(url.pathname)?.groups };
  const length: Record<string, string> =
    body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const request = new Request(url, { ...init, headers: { ...headers, ...length, host: url.host } });
  const throughRoute = await handler(request, { params: Promise.resolve(params) });

  expect(await seen(throughDoor)).toEqual(await seen(throughRoute));
});

async function seen(response: Response) {
  const text = await response.text();
  const type = response.headers.get("content-type");
  return {
    status: response.status,
    type,
    allowed: response.headers.get("access-control-allow-origin"),
    body: text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID"),
  };
}
