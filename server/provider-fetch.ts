import { Agent, type Dispatcher } from "undici";
import { env } from "./env.ts";
import { exchange, type SafeReply, type SafeRequest } from "./http-exchange.ts";
import { guardedAgent } from "./safe-fetch.ts";

let agent: Agent | null = null;

/**
 * Sends a request to a provider address that the operator configured (META_GRAPH_URL, TELEGRAM_API_URL). Never throws.
 * Private addresses are allowed, because the operator may run a provider's server on the same network; customer-given
 * addresses go through safe-fetch.ts. Redirects are not followed, so a token reaches only the configured address.
 */
export function providerFetch(request: SafeRequest): Promise<SafeReply> {
  return exchange(providerAgent(), new URL(request.url), request);
}

/** The dispatcher for a host that a provider named: direct for operator-configured hosts, guarded for all others. */
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

/** A provider's response as JSON; null for any other text. */
export function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
