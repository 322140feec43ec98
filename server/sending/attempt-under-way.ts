import { LEASE_SECONDS } from "./send-pace.ts";

/** Whether a message's last attempt may still be running. If it has no stored end when its lease expires, its worker has died. */
export function isUnderWay(last: { startedAt: Date; endedAt: Date | null } | undefined, now: Date): boolean {
  return !!last && !last.endedAt && last.startedAt.getTime() > now.getTime() - LEASE_SECONDS * 1_000;
}
