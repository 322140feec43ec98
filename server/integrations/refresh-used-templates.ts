import { systemCtx } from "../auth/system-ctx.ts";
import { channelOf } from "../channels/registry.ts";
import { database } from "../db.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { IntegrationType } from "../generated/prisma/enums.ts";
import { log } from "../log.ts";
import { refreshTemplates } from "./refresh-templates.ts";

/** Channels used within this many days are refreshed every hour. Other lists are fetched when they are needed. */
const USED_DAYS = 7;
/** A list younger than this, in milliseconds, was refreshed meanwhile and is skipped. */
const YOUNG_MS = 45 * 60_000;
/** Providers asked in parallel. */
const LANES = 4;

/** The hourly refresh of `wabaMessageTemplates`: the lists of all channels in use. Never throws. */
export async function refreshUsedTemplates(now = new Date()): Promise<void> {
  const listing = Object.values(IntegrationType).filter((type) => channelOf(type).listTemplates !== null);
  const always = listing.filter((type) => channelOf(type).templates);
  const since = new Date(now.getTime() - USED_DAYS * 24 * 3_600_000);
  const used = await database().$queryRaw<Integration[]>`
    select i.* from "Integration" i
    join "Workspace" w on w.id = i."workspaceId" and w."deletedAt" is null
    where i.type::text = any(${listing}) and (i.type::text = any(${always}) or i."utilityMessages") and i.state = 'active' and i."deletedAt" is null
      and (i."templatesFetchedAt" is null or i."templatesFetchedAt" < ${new Date(now.getTime() - YOUNG_MS)})
      and (i."lastInboundAt" > ${since} or exists (select from "Conversation" c
        where c."workspaceId" = i."workspaceId" and c."integrationId" = i.id and c."lastMessageAt" > ${since} and c."activityAt" > ${since}))
    order by i."templatesFetchedAt" nulls first`;
  const lane = async () => {
    for (let next = used.shift(); next; next = used.shift()) {
      const { workspaceId, id } = next;
      try {
        await refreshTemplates(systemCtx(workspaceId, "refresh-templates"), next);
      } catch (error) {
        // One failing channel must not block the others.
        log.warn({ error, workspaceId, integrationId: id }, "a channel's templates were not asked for again");
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
