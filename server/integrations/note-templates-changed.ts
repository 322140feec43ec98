import { systemCtx } from "../auth/system-ctx.ts";
import { channelOf } from "../channels/registry.ts";
import { database } from "../db.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { log } from "../log.ts";
import { refreshTemplates } from "./refresh-templates.ts";

/** Notices come in bursts, one for each template: the list is asked for so much later, in milliseconds, once for all of them. */
const SOON_MS = 3_000;
/** … and not more often than this: an account may be asked 200 times an hour. */
const APART_MS = 20_000;

const waiting = new Set<string>();

type Noted = Pick<Integration, "workspaceId" | "id" | "type">;

/**
 * Asks for a channel's templates again in a moment, since its provider has said that one of them is another now – approved, paused,
 * changed – or has refused one that we took for approved. Never throws; a process that ends before leaves it to the hourly round.
 */
export function noteTemplatesChanged({ workspaceId, id, type }: Noted, afterMs = SOON_MS): void {
  if (!channelOf(type).listTemplates || waiting.has(id)) return;
  waiting.add(id);
  const timer = setTimeout(() => void refresh({ workspaceId, id, type }), afterMs);
  timer.unref();
}

async function refresh(noted: Noted): Promise<void> {
  const { workspaceId, id } = noted;
  waiting.delete(id);
  try {
    const integration = await database().integration.findFirst({ where: { workspaceId, id, deletedAt: null } });
    if (!integration) return;
    const again = APART_MS - (Date.now() - (integration.templatesFetchedAt?.getTime() ?? 0));
    if (again > 0) noteTemplatesChanged(noted, again);
    else await refreshTemplates(systemCtx(workspaceId, "templates-changed"), integration);
  } catch (error) {
    log.warn({ error, workspaceId, integrationId: id }, "a channel's templates were not asked for again");
  }
}
