import type { IncomingMessage, ServerResponse } from "node:http";
import { Webhook } from "standardwebhooks";
import { misbehave } from "./faults.ts";
import { readText, sendJson } from "./http.ts";
import type { SimulatorState } from "./state.ts";

/**
 * A subscriber's receiver. It stores each event and checks the signature with the Standard Webhooks library over the raw body.
 * For the one event that is sent by GET, it checks the query string.
 */
export async function receiveWebhook(
  state: SimulatorState,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? "/", "http://receiver");
  const body = request.method === "GET" ? url.search.slice(1) : await readText(request);
  const headers = Object.fromEntries(Object.entries(request.headers).map(([key, value]) => [key, String(value)]));
  const webhookId = headers["webhook-id"] ?? "";
  const before = state.webhooks.get(`${name} ${webhookId}`);
  const fault = state.faults.webhook;
  const misbehaved = misbehave(fault, response);
  state.putWebhook({
    name,
    webhookId,
    event: eventName(body, request.method),
    method: request.method ?? "POST",
    body,
    headers,
    ...verify(state.secrets.get(name), body, headers),
    attempts: (before?.attempts ?? 0) + 1,
    answered: misbehaved ?? (fault === "lostAnswer" ? 0 : 200),
    at: before?.at ?? new Date().toISOString(),
  });
  if (misbehaved !== null) return;
  if (fault === "lostAnswer") response.destroy();
  else sendJson(response, 200, { received: true });
}

function verify(
  secret: string | undefined,
  body: string,
  headers: Record<string, string>,
): { verified: boolean | null; problem: string | null } {
  if (secret === undefined) return { verified: null, problem: "This receiver does not know the webhook's secret" };
  try {
    new Webhook(secret).verify(body, headers, { jsonParse: false });
    return { verified: true, problem: null };
  } catch (error) {
    return { verified: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

function eventName(body: string, method: string | undefined): string {
  if (method === "GET") return "MESSAGE_UPDATED_SMPP";
  try {
    const parsed: unknown = JSON.parse(body);
    if (parsed && typeof parsed === "object" && "event" in parsed) return String(parsed.event);
  } catch {
    // Not JSON: shown unchanged.
  }
  return "(no event name)";
}
