import type { Ctx } from "../ctx.ts";
import { database } from "../db.ts";

/** The context of work that no person or key asked for: a provider's call, a job. `job` names it in the records. */
export function systemCtx(workspaceId: number, job: string): Ctx {
  return { db: database(), workspaceId, actor: { kind: "system", job }, plan: null, now: new Date(), wakes: null };
}
