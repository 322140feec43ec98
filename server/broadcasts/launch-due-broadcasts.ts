import { systemCtx } from "../auth/system-ctx.ts";
import { database } from "../db.ts";
import { lookForTemplate } from "../integrations/template-approval.ts";
import { log } from "../log.ts";
import { FEW_CLIENTS, startBroadcast } from "./start-broadcast.ts";

/** Parallel launches. The rest of the process needs connections too, and a slow launch holds its connection until it ends. */
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
 * Launches the broadcasts of all workspaces whose scheduledAt has passed, including times when no worker ran. Each launches once, however
 * many workers run this. Every round tries all of them, so a failing launch or a provider that lists templates slowly blocks no other
 * broadcast.
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
    // A broadcast that cannot be launched must not block the others.
    log.error({ error, workspaceId, broadcastId: id }, "a scheduled broadcast was not launched; it is tried again");
  }
}
