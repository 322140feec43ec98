/**
 * A CUSTOM channel's endpoint in a separate process, for tests of the rate: other work of the test must not make arrivals look
 * later than they were. Responds with 200 after ANSWER_MS. It sends its port to its parent, and the arrivals after each message
 * of the parent.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { constants, setPriority } from "node:os";

/** One request: when its headers arrived, in milliseconds since 1970, its path, and its key. */
export type Arrival = { at: number; path: string; key: string };

try {
  setPriority(constants.priority.PRIORITY_HIGHEST);
} catch {
  // Not every user may change the priority. Without it, a busy machine makes the times less exact.
}
const arrivals: Arrival[] = [];
const server = createServer((request, response) => {
  arrivals.push({
    at: performance.timeOrigin + performance.now(),
    path: request.url ?? "",
    key: String(request.headers["idempotency-key"]),
  });
  request.resume();
  setTimeout(() => response.end("{}"), Number(process.env.ANSWER_MS));
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.on("message", () => process.send?.(arrivals));
process.on("disconnect", () => process.exit(0));
