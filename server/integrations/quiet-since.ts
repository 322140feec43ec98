import type { Integration } from "../generated/prisma/client.ts";

const HOUR_MS = 3_600_000;
/** A shorter silence may just be a slow day; a longer one is no news. */
const SILENT_HOURS = { least: 24, most: 14 * 24 };
/** Out of the seven days before the silence. With fewer days, silence is usual for the channel. */
const BUSY_DAYS = 5;

/**
 * Since when a channel that received messages nearly every day has received none; null when the silence means nothing. It only reads the
 * channel's row (`inboundDays`, note-inbound.ts), because every list of channels calls it.
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
