import { createServerAdapter } from "@whatwg-node/server";
import type { IncomingMessage, ServerResponse } from "node:http";
import { botServer } from "./graphql/bot-server.ts";
import { coreServer } from "./graphql/core-server.ts";
import { log } from "./log.ts";
import { mcp } from "./mcp/mcp.ts";
import { events } from "./rest/events.ts";
import { gatewayMessagesOnNode } from "./rest/gateway-messages.ts";
import { preflight } from "./rest/cors.ts";
import { exportContacts, exportErrors } from "./rest/export-contacts.ts";
import { exportConversations } from "./rest/export-conversations.ts";
import { exportRecipients } from "./rest/export-recipients.ts";
import { healthz, readyz } from "./rest/health.ts";
import { incomingCustomOnNode, incomingCustomStatusOnNode } from "./rest/incoming-custom.ts";
import { incomingProviderOnNode } from "./rest/incoming-provider.ts";
import { stripeWebhookOnNode } from "./rest/stripe-webhook.ts";
import { getUploadOnNode, putUploadOnNode } from "./rest/uploads.ts";
import { incomingWebchat, webchat } from "./rest/webchat.ts";

/** Answers a request on node:http. `params` are the named groups of the door's path. */
export type NodeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  params: Record<string, string>,
) => unknown;

/** A door ahead of Next: a method (or "*") and a path, exact or as an expression with named groups. */
type Door = { method: string; path: string | RegExp; handle: NodeHandler };

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
const UPLOAD = /^\/uploads\/(?<workspaceId>[^/]+)\/(?<fileName>[^/]+)$/;

/**
 * Everything that is answered before Next is asked: the hot paths, where Next's route handlers cost more than the work itself
 * (a third of the throughput), and what must answer while Next is still loading.
 */
export const DOORS: readonly Door[] = [
  { method: "GET", path: "/healthz", handle: fetchDoor(healthz) },
  { method: "GET", path: "/readyz", handle: fetchDoor(readyz) },
  { method: "GET", path: "/events", handle: fetchDoor(events) },
  { method: "GET", path: "/export/contacts", handle: fetchDoor(exportContacts) },
  { method: "GET", path: "/export/conversations", handle: fetchDoor(exportConversations) },
  { method: "GET", path: "/export/import-errors", handle: fetchDoor(exportErrors) },
  { method: "GET", path: "/export/broadcast-recipients", handle: fetchDoor(exportRecipients) },
  { method: "*", path: "/core/gq", handle: (request, response) => coreServer.onNode(request, response) },
  { method: "*", path: "/bot/gq", handle: (request, response) => botServer.onNode(request, response) },
  { method: "*", path: "/mcp", handle: fetchDoor(mcp) },
  { method: "POST", path: "/core/v1/messages", handle: gatewayMessagesOnNode },
  { method: "POST", path: "/ext/v1/stripe", handle: stripeWebhookOnNode },
  { method: "POST", path: CUSTOM, handle: incomingCustomOnNode },
  { method: "POST", path: CUSTOM_STATUS, handle: incomingCustomStatusOnNode },
  { method: "*", path: WEBCHAT, handle: fetchDoorWith(webchat) },
  // Ahead of the providers' one: a visitor's token is the proof.
  { method: "*", path: WEBCHAT_INCOMING, handle: fetchDoorWith(incomingWebchat) },
  { method: "POST", path: PROVIDER, handle: incomingProviderOnNode },
  { method: "GET", path: UPLOAD, handle: getUploadOnNode },
  { method: "PUT", path: UPLOAD, handle: putUploadOnNode },
  { method: "OPTIONS", path: UPLOAD, handle: fetchDoor(preflight) },
];

const exact = new Map(
  DOORS.flatMap((door) => (typeof door.path === "string" ? [[`${door.method} ${door.path}`, door.handle]] : [])),
);
const patterns = DOORS.filter((door): door is Door & { path: RegExp } => door.path instanceof RegExp);

/** Gives the request to its door and returns true, or returns false: then it is Next's. */
export function handleDoor(request: IncomingMessage, response: ServerResponse): boolean {
  // Node leaves the body of an answer to HEAD out by itself.
  const method = request.method === "HEAD" ? "GET" : (request.method ?? "GET");
  const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
  const handle = exact.get(`${method} ${path}`) ?? exact.get(`* ${path}`);
  if (handle) return open(handle, request, response, {});
  for (const door of patterns) {
    if (door.method !== method && door.method !== "*") continue;
    const match = door.path.exec(path);
    if (match) return open(door.handle, request, response, { ...match.groups });
  }
  return false;
}

function open(
  handle: NodeHandler,
  request: IncomingMessage,
  response: ServerResponse,
  params: Record<string, string>,
): true {
  void Promise.resolve()
    .then(() => handle(request, response, params))
    .catch((error: unknown) => fail(error, response));
  return true;
}

/** Doors answer their own refusals; what arrives here is a fault, told to the log and not to the caller. */
function fail(error: unknown, response: ServerResponse): void {
  log.error({ error }, "a door failed");
  if (response.headersSent) return void response.destroy();
  response.writeHead(500, { "content-type": "application/json" });
  response.end(JSON.stringify({ error: { code: "INTERNAL", message: "Internal error" } }));
}
