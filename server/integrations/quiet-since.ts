import type { Integration } from "../generated/prisma/client.ts";

const HOUR_MS = 3_600_000;
/** Silent for less, a channel may just have a slow day; for longer, its silence is no news. */
const SILENT_HOURS = { least: 24, most: 14 * 24 };
/** Of the seven days before the silence: with fewer, silence is usual there. */
const BUSY_DAYS = 5;

/**
 * Since when a channel that used to bring messages nearly every day has brought none; null when its silence says nothing. Told
 * from its own row alone (`inboundDays`, note-inbound.ts), as it is asked for with every list of channels.
 */
export function quietSince(
  { state, lastInboundAt, inboundDays }: Pick<Integration, "state" | "lastInboundAt" | "inboundDays">,
  now: Date,
): Date | null {
  if (state === "disabled" || !lastInboundAt) return null;
  const silentHours = (now.getTime() - lastInboundAt.getTime()) / HOUR_MS;
  if (silentHours < SILENT_HOURS.least || silentHours > SILENT_HOURS.most) return null;
  return daysIn(inboundDays) >= BUSY_DAYS ? lastInboundAt : null;
}

function daysIn(bits: number): number {
  return [...bits.toString(2)].filter((bit) => bit === "1").length;
}
