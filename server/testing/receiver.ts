import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A received request: raw body, and the time in milliseconds. */
export type Received = { at: number; method: string; path: string; headers: IncomingHttpHeaders; body: string };

export type Receiver = {
  url: string;
  received: Received[];
  /** Waits until this many requests have arrived. Fails after `withinMs`. */
  arrived: (count: number, withinMs?: number) => Promise<Received[]>;
  close: () => Promise<void>;
};

type Answer = (request: Received, response: ServerResponse, index: number) => void;

/** An external system: a real HTTP server on loopback that stores its requests. Responds with 200 `{}` by default. */
export async function startReceiver(answer: Answer = (_, response) => response.end("{}")): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const entry = {
        at: Date.now(),
        method: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      received.push(entry);
      answer(entry, response, received.length - 1);
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    async arrived(count, withinMs = 10_000) {
      await eventually(
        () => received.length >= count,
        withinMs,
        () => `${received.length} of ${count} requests arrived`,
      );
      return received;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Waits until a condition holds, with a check every few milliseconds. Fails with the text of `complaint` on timeout. */
export async function eventually(
  condition: () => boolean | Promise<boolean>,
  withinMs = 10_000,
  complaint: () => string = () => "it did not happen",
): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`${complaint()} within ${withinMs} ms`);
    await new Promise((wait) => setTimeout(wait, 10));
  }
}
