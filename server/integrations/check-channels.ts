import { systemCtx } from "../auth/system-ctx.ts";
import { channelOf } from "../channels/registry.ts";
import { database } from "../db.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { IntegrationType } from "../generated/prisma/enums.ts";
import { log } from "../log.ts";
import { runCheck } from "./run-check.ts";

/** At a run every ten minutes: 28,800 channels a day. */
const AT_ONCE = 200;
const SIDE_BY_SIDE = 4;
/** So many in a row, and the provider is away: its other channels are asked at the next run. */
const AWAY_AFTER = 3;

/** How many channels were asked about, and what came of it. */
type Found = { checked: number; refused: number; unreachable: number };

/**
 * Asks about the active channels whose credentials were last found good a day ago or earlier; each at most once a day as long as its
 * provider answers, spread over the day by when they were connected. In a random order, so that one whose provider is away for it
 * alone does not stand before the others.
 */
export async function checkChannels(): Promise<Found> {
  const types = Object.values(IntegrationType).filter((type) => channelOf(type).adapter?.setup);
  const due = await database().$queryRaw<Integration[]>`
    select i.* from "Integration" i join "Workspace" w on w.id = i."workspaceId" and w."deletedAt" is null
    where i.state = 'active' and i."deletedAt" is null and i.type = any(${types}::"IntegrationType"[])
      and coalesce(i."checkedAt", i."createdAt" - interval '1 day') <= now() - interval '1 day'
    order by random() limit ${AT_ONCE}`;
  const found: Found = { checked: 0, refused: 0, unreachable: 0 };
  const away = new Map<IntegrationType, number>();
  const askNext = async (): Promise<void> => {
    for (let channel = due.pop(); channel; channel = due.pop()) {
      if ((away.get(channel.type) ?? 0) >= AWAY_AFTER) continue;
      const outcome = await ask(channel);
      away.set(channel.type, outcome === "unreachable" ? (away.get(channel.type) ?? 0) + 1 : 0);
      found.checked++;
      if (outcome === "refused" || outcome === "unreachable") found[outcome]++;
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, askNext));
  return found;
}

/** A fault of ours with one channel is logged, and no reason to leave out the others. */
async function ask(channel: Integration): Promise<string> {
  try {
    return (await runCheck(systemCtx(channel.workspaceId, "check-channels"), channel, false)).outcome;
  } catch (error) {
    log.warn({ error, workspaceId: channel.workspaceId, integrationId: channel.id }, "a channel could not be checked");
    return "failed";
  }
}
