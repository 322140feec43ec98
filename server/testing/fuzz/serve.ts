import { Agent, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { env } from "../../env.ts";
import { handleDoor } from "../../http/app.ts";

/** Serves all endpoints that accept a body. */
export async function serveAll(): Promise<{ base: string; agent: Agent; close: () => void }> {
  env().SIGN_UP = "open";
  // Connections are not closed when idle, because a client may be about to use one.
  const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
    if (!handleDoor(request, response)) response.writeHead(404).end();
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    agent,
    close() {
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}
