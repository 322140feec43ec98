/** A process with the product's doors and nothing else, for tests that kill it: says its port to its parent when it listens. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { handleDoor } from "../doors.ts";

const server = createServer((request, response) => {
  if (!handleDoor(request, response)) response.writeHead(404).end();
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("disconnect", () => process.exit(0));
