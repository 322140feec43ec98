import { randomFillSync } from "node:crypto";
import { v7 } from "uuid";

/** Random bytes per id. */
const TAKEN = 16;
/** A buffer of random bytes for many ids: fetching them is the slowest part of creating an id. */
const stock = Buffer.alloc(256 * TAKEN);
let used = stock.length;

/** The millisecond of the last id, and its sequence number within that millisecond. */
const last = { msecs: 0, seq: 0 };

/** A new UUID of version 7, which includes its creation time. Ids of one process ascend, even within a millisecond. */
export function newId(): string {
  if (used === stock.length) {
    randomFillSync(stock);
    used = 0;
  }
  const random = stock.subarray(used, (used += TAKEN));
  const now = Date.now();
  // The first sequence number of a millisecond is in the lower half of the 32 bits, which leaves room to count up.
  if (now > last.msecs) Object.assign(last, { msecs: now, seq: random.readUInt32BE(6) >>> 1 });
  else last.seq += 1;
  return v7({ random, ...last });
}
