/**
 * The external systems in a separate, forked process: webhook subscribers and channel endpoints. `/hook/NAME` accepts a webhook,
 * after `?ms=` milliseconds if given. `/provider/NAME?ms=M&limit=L` accepts a send after M milliseconds. It refuses more than L
 * sends in any second with 429. The parent reads the arrivals by name, once.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { constants, setPriority } from "node:os";
import type { Arrival } from "./arrival.ts";

try {
  setPriority(constants.priority.PRIORITY_HIGHEST);
} catch {
  // Not permitted for every user. Without it, times on a busy machine are a little less exact.
}
const SECOND_MS = 1_000;
const arrivals = new Map<string, Arrival[]>();
/** When each provider accepted its last sends, oldest first. */
const taken = new Map<string, number[]>();

const now = () => performance.timeOrigin + performance.now();

/** Whether one more send is within the limit: the second that ends now has fewer than `limit`. */
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
