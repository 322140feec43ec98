/**
 * A process with only the product's endpoints, for tests that stop or kill it. It sends its port to its parent when it listens.
 */
import { shareLimits } from "../auth/shared-limiter.ts";
import { disconnect } from "../db.ts";
import { handleDoor } from "../http/app.ts";
import { startHttpServer } from "../http/serve.ts";

const server = await startHttpServer({ port: 0, host: "127.0.0.1" }, (request, response) => {
  if (!handleDoor(request, response)) response.writeHead(404).end();
});
const limits = shareLimits();
process.on(
  "SIGTERM",
  () =>
    void server
      .stop()
      .then(limits.stop)
      .then(disconnect)
      .then(() => process.exit(0)),
);
process.on("disconnect", () => process.exit(0));
process.send?.({ port: server.port });
