import { setTimeout as wait } from "node:timers/promises";
import { claimSends, type ClaimedSend } from "../sending/claim-sends.ts";

/** Claims all due sends of all channels, as fast as their rates allow. */
export async function claimDue(): Promise<ClaimedSend[]> {
  const taken: ClaimedSend[] = [];
  for (;;) {
    const { sends, now, lookAgainAt } = await claimSends(new Map(), 1_000);
    taken.push(...sends);
    if (lookAgainAt === null) return taken;
    await wait(Math.max(1, lookAgainAt - now));
  }
}
