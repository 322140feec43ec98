import { systemCtx } from "../auth/system-ctx.ts";
import { channelOf } from "../channels/registry.ts";
import { database } from "../db.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { log } from "../log.ts";
import { refreshTemplates } from "./refresh-templates.ts";

/** Delay in milliseconds before a refresh. Notices come in bursts, one per template; one refresh covers all of them. */
const SOON_MS = 3_000;
/** Minimum interval between refreshes, in milliseconds: an account allows 200 requests an hour. */
const APART_MS = 20_000;

const waiting = new Set<string>();

type Noted = Pick<Integration, "workspaceId" | "id" | "type">;

/**
 * Schedules a refresh of a channel's templates, because the provider reported a change (approved, paused, edited) or refused a template
 * that is stored as approved. Never throws. If the process ends first, the hourly refresh catches up.
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
