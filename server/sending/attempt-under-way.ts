import { LEASE_SECONDS } from "./send-pace.ts";

/** Whether a message's last attempt may still be open: one that has stored no end when its lease is over has died with its worker. */
export function isUnderWay(last: { startedAt: Date; endedAt: Date | null } | undefined, now: Date): boolean {
  return !!last && !last.endedAt && last.startedAt.getTime() > now.getTime() - LEASE_SECONDS * 1_000;
}
