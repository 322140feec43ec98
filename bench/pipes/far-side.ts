/**
 * The far side of the network, in a process of its own, for whoever forks it: subscribers of webhooks and endpoints of channels.
 * `/hook/NAME` takes a webhook, after `?ms=` milliseconds where it is given; `/provider/NAME?ms=M&limit=L` takes a send after M
 * milliseconds and refuses with 429 what comes above L in any second. What arrived is asked for by name, once.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { constants, setPriority } from "node:os";
import type { Arrival } from "./arrival.ts";

try {
  setPriority(constants.priority.PRIORITY_HIGHEST);
} catch {
  // Not everybody may; then a busy machine blurs the times a little more.
}
const SECOND_MS = 1_000;
const arrivals = new Map<string, Arrival[]>();
/** When each provider took its last sends, oldest first. */
const taken = new Map<string, number[]>();

const now = () => performance.timeOrigin + performance.now();

/** Whether one more may be taken: no second that ends now holds more than `limit`. */
function mayTake(name: string, limit: number, at: number): boolean {
  const times = taken.get(name) ?? [];
  taken.set(name, times);
  while ((times[0] ?? at) <= at - SECOND_MS) times.shift();
  if (times.length >= limit) return false;
  times.push(at);
  return true;
}

function answer(request: IncomingMessage, response: ServerResponse, at: number, body: string): void {
  const url = new URL(request.url ?? "/", "http://far.side");
  const [, kind, name = ""] = url.pathname.split("/");
  const ms = Number(url.searchParams.get("ms") ?? 0);
  const limit = Number(url.searchParams.get("limit") ?? Number.POSITIVE_INFINITY);
  const isTaken = kind !== "provider" || mayTake(name, limit, at);
  const { "idempotency-key": sent, "webhook-id": told } = request.headers;
  const number = Number(/"bench (\d+)"/.exec(body)?.[1] ?? Number.NaN);
  const own = arrivals.get(name) ?? [];
  arrivals.set(name, own);
  own.push({ at, key: String(sent ?? told ?? ""), number: Number.isNaN(number) ? null : number, isTaken });
  const end = () => {
    response.writeHead(isTaken ? 200 : 429, { "content-type": "application/json" });
    response.end("{}");
  };
  if (ms > 0) setTimeout(end, ms);
  else end();
}

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const at = now();
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => answer(request, response, at, Buffer.concat(chunks).toString()));
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("message", ({ count, take }: { count?: string; take?: string }) => {
  if (count !== undefined) return void process.send?.(arrivals.get(count)?.length ?? 0);
  const own = arrivals.get(take ?? "") ?? [];
  arrivals.delete(take ?? "");
  process.send?.(own);
});
process.on("disconnect", () => process.exit(0));
process.on("SIGTERM", () => process.exit(0));
