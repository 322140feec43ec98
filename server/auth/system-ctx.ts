import type { Ctx } from "../ctx.ts";
import { database } from "../db.ts";

/** The context of work that no user or key requested: a provider's call or a job. `job` is its name in the audit log. */
export function systemCtx(workspaceId: number, job: string): Ctx {
  return { db: database(), workspaceId, actor: { kind: "system", job }, plan: null, now: new Date(), wakes: null };
}
