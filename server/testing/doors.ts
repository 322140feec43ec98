import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { handleDoor } from "../http/app.ts";

/** The product's endpoints on a local port. `mcp` is the address of the model-context server. */
export type Doors = { base: string; port: number; mcp: URL; close: () => Promise<void> };

/** @param added headers added to every incoming request, for a client that cannot send them itself. */
export async function openDoors(added: IncomingHttpHeaders = {}): Promise<Doors> {
  const server = createServer((request, response) => {
    Object.assign(request.headers, added);
    if (!handleDoor(request, response)) response.writeHead(404).end();
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  const base = `http://127.0.0.1:${port}`;
  return {
    base,
    port,
    mcp: new URL(`${base}/mcp`),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
