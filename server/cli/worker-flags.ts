/**
 * How Node runs a worker. Its garbage comes in bursts (an import, a broadcast): with bounds, V8 collects it early instead of
 * letting the process grow to a multiple of what it needs. An import of 100,000 rows peaks at 230 MiB with them, at 400
 * without (reliability bar 58). And threads of V8's own as many as the machine has processors besides the one that works, where Node
 * starts four: on a small one those stood in the way of the sends whose garbage they collected.
 */
export const WORKER_FLAGS = ["--max-semi-space-size=8", "--max-old-space-size=512", "--v8-pool-size=0"];
