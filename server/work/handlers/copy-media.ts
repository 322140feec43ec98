import { claimMediaCopies } from "../../media/claim-media-copies.ts";
import { copyMedia } from "../../media/copy-media.ts";
import { startPool, type WorkPool } from "../pool.ts";

/** Limit of concurrent files per worker, over all channels. Files are streamed, never held in memory. */
const MOST_AT_ONCE = 32;

/** Copies contacts' files from their providers until it is stopped. */
export function startCopying(pollMs: number): WorkPool {
  return startPool({
    topic: "media",
    pollMs,
    mostAtOnce: MOST_AT_ONCE,
    claim: claimMediaCopies,
    laneOf: (copy) => copy.integrationId,
    work: copyMedia,
  });
}
