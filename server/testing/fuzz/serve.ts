import { Agent, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { env } from "../../env.ts";
import { handleDoor } from "../../http/app.ts";

/** All that takes a body. */
export async function serveAll(): Promise<{ base: string; agent: Agent; close: () => void }> {
  env().SIGN_UP = "open";
  // No connection is closed for idleness while somebody is about to send on it.
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
