/**
 * Node flags of a worker. Its garbage comes in bursts (an import, a broadcast). With these limits, V8 collects it early instead
 * of letting the process grow to a multiple of what it needs. An import of 100,000 rows peaks at 230 MiB with them, at 400
 * without (reliability bar 58). V8 gets as many threads of its own as there are processors besides the working one. Node's
 * default of four would compete with the sends on a small machine.
 */
export const WORKER_FLAGS = ["--max-semi-space-size=8", "--max-old-space-size=512", "--v8-pool-size=0"];
