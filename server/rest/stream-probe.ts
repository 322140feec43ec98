import { setTimeout } from "node:timers/promises";

/** How many events a probe of the live stream is sent, and how far apart in milliseconds. */
export const PROBE = { events: 3, apartMs: 400 };

/** A stream like the live one, of a second: whoever asks sees whether its events come as they are written, or all at the end. */
export function probeStream(): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let sent = 0;
  return new ReadableStream({
    async pull(controller) {
      if (sent > 0) await setTimeout(PROBE.apartMs);
      sent += 1;
      controller.enqueue(encoder.encode(`event: probe\ndata: ${sent}\n\n`));
      if (sent === PROBE.events) controller.close();
    },
  });
}
