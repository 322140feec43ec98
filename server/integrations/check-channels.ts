import { systemCtx } from "../auth/system-ctx.ts";
import { channelOf } from "../channels/registry.ts";
import { database } from "../db.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { IntegrationType } from "../generated/prisma/enums.ts";
import { log } from "../log.ts";
import { runCheck } from "./run-check.ts";

/** With a run every ten minutes: 28,800 channels a day. */
const AT_ONCE = 200;
const SIDE_BY_SIDE = 4;
/** After this many failures in a row, the provider counts as unavailable. Its other channels wait for the next run. */
const AWAY_AFTER = 3;

/** The number of checked channels and their results. */
type Found = { checked: number; refused: number; unreachable: number };

/**
 * Checks the active channels whose credentials were last confirmed at least a day ago. Each is checked at most once a day while its
 * provider answers; the connection times spread the checks over the day. The order is random, so a channel whose provider fails only for
 * that channel does not block the others.
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

/** Logs an internal error of one channel and goes on with the others. */
async function ask(channel: Integration): Promise<string> {
  try {
    return (await runCheck(systemCtx(channel.workspaceId, "check-channels"), channel, false)).outcome;
  } catch (error) {
    log.warn({ error, workspaceId: channel.workspaceId, integrationId: channel.id }, "a channel could not be checked");
    return "failed";
  }
}
