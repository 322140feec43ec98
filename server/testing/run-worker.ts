/**
 * The product's worker, for tests that kill it or measure its memory. It answers each message of its parent with its peak
 * memory.
 */
import { startWorker } from "../work/worker.ts";

process.on("message", () => process.send?.({ peakBytes: process.resourceUsage().maxRSS * 1024 }));
process.on("disconnect", () => process.exit(0));
// Webhook retries over days take seconds in a test.
await startWorker({ timeScale: Number(process.argv[2] ?? 1) });
