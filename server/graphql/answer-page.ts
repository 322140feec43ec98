import { botServer } from "./serving/bot-server.ts";
import { coreServer } from "./serving/core-server.ts";
import type { Params } from "./serving/admit.ts";

const NEVER = new AbortController().signal;

/**
 * Answers a page in its own process as it would a browser: the same guard, without the journey.
 * @param path of the endpoint.
 * @param body the JSON of a request.
 * @param cookie the person's cookies.
 * @returns the answer's JSON
 */
export async function answerPage(path: string, body: string, cookie: string): Promise<unknown> {
  const { ask } = path === "/bot/gq" ? botServer : coreServer;
  const headers = { get: (name: string) => (name === "cookie" ? cookie : null) };
  const outcome = await ask(headers, JSON.parse(body) as Params, () => NEVER);
  if ("error" in outcome) throw outcome.error;
  // As it would arrive: plain objects.
  return JSON.parse(JSON.stringify(outcome.result));
}
