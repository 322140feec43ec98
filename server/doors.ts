import { createServerAdapter } from "@whatwg-node/server";
import type { IncomingMessage, ServerResponse } from "node:http";
import { botServer } from "./graphql/bot-server.ts";
import { coreServer } from "./graphql/core-server.ts";
import { log } from "./log.ts";
import { isHangUp } from "./http/hang-up.ts";
import { throughDoor } from "./observe/through-door.ts";
import { mcp } from "./mcp/mcp.ts";
import { eventsOnNode } from "./rest/events.ts";
import { gatewayMessagesOnNode } from "./rest/gateway-messages.ts";
import { preflight } from "./rest/cors.ts";
import { exportClientArchive } from "./rest/export-client-data.ts";
import { exportContacts, exportErrors } from "./rest/export-contacts.ts";
import { exportConversations } from "./rest/export-conversations.ts";
import { exportRecipients } from "./rest/export-recipients.ts";
import { healthz, readyz } from "./rest/health.ts";
import { incomingCustomOnNode, incomingCustomStatusOnNode } from "./rest/incoming-custom.ts";
import { incomingProviderOnNode } from "./rest/incoming-provider.ts";
import { tellMetrics } from "./rest/metrics.ts";
import { stripeWebhookOnNode } from "./rest/stripe-webhook.ts";
import { getPictureOnNode } from "./rest/pictures.ts";
import { getUploadOnNode, putUploadOnNode } from "./rest/uploads.ts";
import { incomingWebchat, webchat } from "./rest/webchat.ts";

/** Answers a request on node:http. `params` are the named groups of the door's path. */
export type NodeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  params: Record<string, string>,
) => unknown;

/**
 * A door ahead of Next: a method (or "*") and a path, exact or as an expression with named groups. What comes in by it is counted
 * under its name: the path, where no other is given.
 */
type Door = { method: string; path: string | RegExp; handle: NodeHandler; name?: string };

/** Turns a Fetch-style handler, the form that Next's route files export too, into one for node:http. */
export function fetchDoor(handler: (request: Request) => Response | Promise<Response>): NodeHandler {
  const adapter = createServerAdapter((request: Request) => handler(request));
  return (request, response) => adapter(request, response);
}

/** The same for a handler that wants the path's named groups. */
function fetchDoorWith<Params extends Record<string, string>>(
  handler: (request: Request, params: Params) => Promise<Response>,
): NodeHandler {
  const adapter = createServerAdapter<{ params: Params }>((request, { params }) => handler(request, params));
  return (request, response, params) =>
    // The groups are those of the path beside which the handler stands.
    adapter(request, response, { params: params as Params });
}

const CUSTOM = /^\/ext\/v1\/incoming\/custom\/(?<integrationId>[^/]+)$/;
const PROVIDER = /^\/ext\/v1\/incoming\/(?<type>[a-z_]+)\/(?<integrationId>[^/]+)$/;
const CUSTOM_STATUS = /^\/ext\/v1\/incoming\/custom\/(?<integrationId>[^/]+)\/status$/;
const WEBCHAT = /^\/ext\/v1\/webchat\/(?<integrationId>[^/]+)\/(?<action>[a-z]+)$/;
const WEBCHAT_INCOMING = /^\/ext\/v1\/incoming\/webchat\/(?<integrationId>[^/]+)$/;
const PICTURE = /^\/pictures\/(?<workspaceId>[^/]+)\/(?<of>[^/]+)\/(?<id>[^/]+)$/;
const UPLOAD = /^\/uploads\/(?<workspaceId>[^/]+)\/(?<fileName>[^/]+)$/;

/**
 * Everything that is answered before Next is asked: the hot paths, where Next's route handlers cost more than the work itself
 * (a third of the throughput), and what must answer while Next is still loading.
 */
export const DOORS: readonly Door[] = [
  { method: "GET", path: "/healthz", handle: fetchDoor(healthz) },
  { method: "GET", path: "/readyz", handle: fetchDoor(readyz) },
  { method: "GET", path: "/metrics", handle: fetchDoor(tellMetrics) },
  { method: "GET", path: "/events", handle: eventsOnNode },
  { method: "GET", path: "/export/client-data", handle: fetchDoor(exportClientArchive) },
  { method: "GET", path: "/export/contacts", handle: fetchDoor(exportContacts) },
  { method: "GET", path: "/export/conversations", handle: fetchDoor(exportConversations) },
  { method: "GET", path: "/export/import-errors", handle: fetchDoor(exportErrors) },
  { method: "GET", path: "/export/broadcast-recipients", handle: fetchDoor(exportRecipients) },
  { method: "*", path: "/core/gq", handle: (request, response) => coreServer.onNode(request, response) },
  { method: "*", path: "/bot/gq", handle: (request, response) => botServer.onNode(request, response) },
  { method: "*", path: "/mcp", handle: fetchDoor(mcp) },
  { method: "POST", path: "/core/v1/messages", handle: gatewayMessagesOnNode },
  { method: "POST", path: "/ext/v1/stripe", handle: stripeWebhookOnNode },
  { method: "POST", path: CUSTOM, handle: incomingCustomOnNode, name: "incoming custom" },
  { method: "POST", path: CUSTOM_STATUS, handle: incomingCustomStatusOnNode, name: "incoming custom status" },
  { method: "*", path: WEBCHAT, handle: fetchDoorWith(webchat), name: "webchat" },
  // Ahead of the providers' one: a visitor's token is the proof.
  { method: "*", path: WEBCHAT_INCOMING, handle: fetchDoorWith(incomingWebchat), name: "incoming webchat" },
  { method: "POST", path: PROVIDER, handle: incomingProviderOnNode, name: "incoming provider" },
  { method: "GET", path: PICTURE, handle: getPictureOnNode, name: "pictures" },
  { method: "GET", path: UPLOAD, handle: getUploadOnNode, name: "uploads" },
  { method: "PUT", path: UPLOAD, handle: putUploadOnNode, name: "uploads" },
  { method: "OPTIONS", path: UPLOAD, handle: fetchDoor(preflight), name: "uploads" },
];

const exact = new Map(
  DOORS.flatMap((door) => (typeof door.path === "string" ? [[`${door.method} ${door.path}`, door] as const] : [])),
);
const patterns = DOORS.filter((door): door is Door & { path: RegExp } => door.path instanceof RegExp);

/** Gives the request to its door and returns true, or returns false: then it is Next's. */
export function handleDoor(request: IncomingMessage, response: ServerResponse): boolean {
  // Node leaves the body of an answer to HEAD out by itself.
  const method = request.method === "HEAD" ? "GET" : (request.method ?? "GET");
  const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
  const door = exact.get(`${method} ${path}`) ?? exact.get(`* ${path}`);
  if (door) return open(door, request, response, {});
  for (const one of patterns) {
    if (one.method !== method && one.method !== "*") continue;
    const match = one.path.exec(path);
    if (match) return open(one, request, response, { ...match.groups });
  }
  return false;
}

function open(
  { handle, name, path }: Door,
  request: IncomingMessage,
  response: ServerResponse,
  params: Record<string, string>,
): true {
  throughDoor(name ?? String(path), request, response, () => {
    void Promise.resolve()
      .then(() => handle(request, response, params))
      .catch((error: unknown) => fail(error, response));
  });
  return true;
}

/** Doors answer their own refusals; what arrives here is a fault, told to the log and not to the caller, or a caller who has left. */
function fail(error: unknown, response: ServerResponse): void {
  if (isHangUp(error, response)) return log.debug({ error }, "the caller left");
  log.error({ error }, "a door failed");
  if (response.headersSent) return void response.destroy();
  response.writeHead(500, { "content-type": "application/json" });
  response.end(JSON.stringify({ error: { code: "INTERNAL", message: "Internal error" } }));
}
