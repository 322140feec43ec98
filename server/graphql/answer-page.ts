import { botServer } from "./serving/bot-server.ts";
import { coreServer } from "./serving/core-server.ts";
import type { Params } from "./serving/admit.ts";

const NEVER = new AbortController().signal;

/**
 * Runs a page's request in its own process, as for a browser: the same checks without HTTP.
 * @param path of the endpoint.
 * @param body the JSON of a request.
 * @param cookie the person's cookies.
 * @returns the response's JSON
 */
export async function answerPage(path: string, body: string, cookie: string): Promise<unknown> {
  const { ask } = path === "/bot/gq" ? botServer : coreServer;
  const headers = { get: (name: string) => (name === "cookie" ? cookie : null) };
  const outcome = await ask(headers, JSON.parse(body) as Params, () => NEVER);
  if ("error" in outcome) throw outcome.error;
  // Plain objects, as they would arrive over HTTP.
  return JSON.parse(JSON.stringify(outcome.result));
}
