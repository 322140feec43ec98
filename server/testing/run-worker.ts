/** The product's worker, for tests that kill it or ask what it took: answers each message of its parent with its memory's peak. */
import { startWorker } from "../work/worker.ts";

process.on("message", () => process.send?.({ peakBytes: process.resourceUsage().maxRSS * 1024 }));
process.on("disconnect", () => process.exit(0));
// The webhooks' schedule of days, where a test has seconds.
await startWorker({ timeScale: Number(process.argv[2] ?? 1) });
