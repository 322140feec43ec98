/** `npm run simulator`, and a child of the start command: the customer's phone beside the demo workspace, until Ctrl-C. */
import { readConnection } from "./connect.ts";
import { startSimulator } from "./server.ts";

try {
  const simulator = await startSimulator(readConnection(process.env));
  const stop = () => void simulator.stop().then(() => process.exit(0));
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  if (process.send) {
    // A child: says that it serves, and goes when the start command has gone.
    process.on("disconnect", stop);
    process.send("ready");
    // The start command asks from time to time whether it still serves.
    process.on("message", () => process.send?.("serving"));
  } else {
    console.log(`The customer's phone: ${simulator.url}\nPress Ctrl-C to stop.`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
