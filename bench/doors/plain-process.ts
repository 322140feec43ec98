/** The product's endpoints on plain node:http, without Next and the server's other work: the floor of goal 11. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { handleDoor } from "../../server/http/app.ts";

const server = createServer((request, response) => {
  if (!handleDoor(request, response)) response.writeHead(404).end();
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("disconnect", () => process.exit(0));
