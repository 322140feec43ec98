import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type FarSide = { url: string; close: () => Promise<void> };

/**
 * An HTTP server on loopback that acts as an external system. `answer` is called after the body was read. It may respond late or
 * never.
 */
export async function startFarSide(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<FarSide> {
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    request.on("error", () => undefined);
    response.on("error", () => undefined);
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => answer(request, response, Buffer.concat(chunks).toString()));
  });
  await new Promise<void>((ready, refuse) => {
    server.once("error", refuse);
    server.listen(0, "127.0.0.1", ready);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeAllConnections();
      await closed;
    },
  };
}
