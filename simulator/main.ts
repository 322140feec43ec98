/**
 * Runs as `npm run simulator`, or as a child of the start command. Serves the customer's phone for the demo workspace until
 * Ctrl-C.
 */
import { readConnection } from "./connect.ts";
import { startSimulator } from "./server.ts";

try {
  const simulator = await startSimulator(readConnection(process.env));
  const stop = () => void simulator.stop().then(() => process.exit(0));
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  if (process.send) {
    // As a child process, it reports that it is ready and stops when the start command stops.
    process.on("disconnect", stop);
    process.send("ready");
    // The start command regularly checks that this process still serves.
    process.on("message", () => process.send?.("serving"));
  } else {
    console.log(`The customer's phone: ${simulator.url}\nPress Ctrl-C to stop.`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
