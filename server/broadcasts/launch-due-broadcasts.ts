import { systemCtx } from "../auth/system-ctx.ts";
import { database, inTransaction } from "../db.ts";
import { lookForTemplate } from "../integrations/template-approval.ts";
import { log } from "../log.ts";
import { startBroadcast } from "./start-broadcast.ts";

/** Launched in one go; a provider that is slow to list its templates holds up no more than these. */
const AT_ONCE = 10;

type Due = {
  workspaceId: number;
  id: string;
  integrationId: string;
  templateName: string;
  templateLang: string | null;
};

/**
 * Launches the broadcasts, of all workspaces, whose scheduledAt is reached, or has passed while no worker ran: each once, however
 * many workers look at the same time.
 */
export async function launchDueBroadcasts(): Promise<void> {
  const due = await database().$queryRaw<Due[]>`
    select b."workspaceId", b.id, b."integrationId", b."templateName", b."templateLang" from "Broadcast" b
    join "Workspace" w on w.id = b."workspaceId" and w."deletedAt" is null
    where b.state = 'scheduled' and b."scheduledAt" <= now()
    order by b."scheduledAt" limit ${AT_ONCE}`;
  await Promise.all(due.map(launchDue));
}

async function launchDue({ workspaceId, id, integrationId, templateName, templateLang }: Due): Promise<void> {
  const ctx = systemCtx(workspaceId, "launch-due-broadcasts");
  try {
    await lookForTemplate(ctx, integrationId, { name: templateName, language: templateLang });
    await inTransaction({ ...ctx, now: new Date() }, (tx) => startBroadcast(tx, id, ["scheduled"]));
  } catch (error) {
    // One that cannot be launched must not keep the others from it.
    log.error({ error, workspaceId, broadcastId: id }, "a scheduled broadcast was not launched; it is tried again");
  }
}
