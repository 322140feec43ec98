import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";

/** The number of events in a probe of the live stream, and the milliseconds between them. */
export const PROBE = { events: 3, apartMs: 400 };

/**
 * A stream like the live one that lasts a second. The caller sees whether events arrive as they are written or all at the
 * end.
 */
export function probeStream(): Readable {
  return Readable.from(probes(), { objectMode: false });
}

async function* probes(): AsyncGenerator<Buffer> {
  for (let no = 1; no <= PROBE.events; no++) {
    if (no > 1) await setTimeout(PROBE.apartMs);
    yield Buffer.from(`event: probe\ndata: ${no}\n\n`);
  }
}
