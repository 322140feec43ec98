import { systemCtx } from "../auth/system-ctx.ts";
import { database } from "../db.ts";
import { lookForTemplate } from "../integrations/template-approval.ts";
import { log } from "../log.ts";
import { FEW_CLIENTS, startBroadcast } from "./start-broadcast.ts";

/** Launches at once: the rest of the process needs connections too, and a slow one keeps a connection for as long as it takes. */
const LANES = 4;

type Due = {
  workspaceId: number;
  id: string;
  integrationId: string;
  templateName: string;
  templateLang: string | null;
  templateComponents: unknown;
};

/**
 * Launches the broadcasts, of all workspaces, whose scheduledAt is reached, or has passed while no worker ran: each once, however
 * many workers look at the same time. All of them get their turn each time, so that those that cannot be launched, or whose
 * provider is slow to list its templates, keep no other one from it.
 */
export async function launchDueBroadcasts(fewClients = FEW_CLIENTS): Promise<void> {
  const due = await database().$queryRaw<Due[]>`
    select b."workspaceId", b.id, b."integrationId", b."templateName", b."templateLang", b."templateComponents"
    from "Broadcast" b
    join "Workspace" w on w.id = b."workspaceId" and w."deletedAt" is null
    where b.state = 'scheduled' and b."scheduledAt" <= now()
    order by b."scheduledAt", b.id`;
  const lane = async () => {
    for (let next = due.shift(); next; next = due.shift()) await launchDue(next, fewClients);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function launchDue(due: Due, fewClients: number): Promise<void> {
  const { workspaceId, id, integrationId, templateName, templateLang, templateComponents } = due;
  const ctx = systemCtx(workspaceId, "launch-due-broadcasts");
  try {
    const template = { name: templateName, language: templateLang, components: templateComponents };
    await lookForTemplate(ctx, integrationId, template);
    await startBroadcast({ ...ctx, now: new Date() }, id, ["scheduled"], fewClients);
  } catch (error) {
    // One that cannot be launched must not keep the others from it.
    log.error({ error, workspaceId, broadcastId: id }, "a scheduled broadcast was not launched; it is tried again");
  }
}
