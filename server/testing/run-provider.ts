/**
 * A CUSTOM channel's endpoint in a process of its own, for tests of the rate: what else the test does must not make arrivals look
 * later than they were. Answers 200 after ANSWER_MS; tells its parent its port, and at each message of the parent what arrived.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { constants, setPriority } from "node:os";

/** One request: when its head was here, in milliseconds since 1970, on which path, under which key. */
export type Arrival = { at: number; path: string; key: string };

try {
  setPriority(constants.priority.PRIORITY_HIGHEST);
} catch {
  // Not everybody may; then a busy machine blurs the times a little more.
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
