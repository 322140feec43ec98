import { Agent, type Dispatcher } from "undici";
import { env } from "./env.ts";
import { exchange, type SafeReply, type SafeRequest } from "./http-exchange.ts";
import { guardedAgent } from "./safe-fetch.ts";

let agent: Agent | null = null;

/**
 * Sends a request to a provider whose address the operator set (META_GRAPH_URL, TELEGRAM_API_URL); never throws. What customers
 * give goes through safe-fetch.ts: here private addresses are allowed, since the operator may run a provider's server beside
 * ours. Redirects are not followed: a token goes to the address that was set and nowhere else.
 */
export function providerFetch(request: SafeRequest): Promise<SafeReply> {
  return exchange(providerAgent(), new URL(request.url), request);
}

/** The way to a host that a provider named: directly to those that the operator set, through the guard to all others. */
export function agentTo(url: URL): Dispatcher {
  const { META_GRAPH_URL, INSTAGRAM_GRAPH_URL, TELEGRAM_API_URL } = env();
  const isOperators = [META_GRAPH_URL, INSTAGRAM_GRAPH_URL, TELEGRAM_API_URL].some(
    (base) => new URL(base).origin === url.origin,
  );
  return isOperators ? providerAgent() : guardedAgent();
}

function providerAgent(): Agent {
  agent ??= new Agent({ connect: { timeout: 10_000 }, headersTimeout: 0, bodyTimeout: 0 });
  return agent;
}

/** A provider's answer as JSON; null for any other text. */
export function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
