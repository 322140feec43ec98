import { actorId, type Ctx } from "../ctx.ts";
import type { Prisma } from "../generated/prisma/client.ts";

/** What may be told of a row in the record: never a secret, only that it changed. */
export type AuditFacts = Record<string, Prisma.InputJsonValue | null | undefined>;

/**
 * Writes down who changed what in keys, agents, channels, webhooks, settings or roles, in the transaction of the change.
 * @param facts the row's telling fields before and after; null where there was none.
 */
export async function audit(
  ctx: Ctx,
  action: string,
  targetId: string | null,
  facts: { before?: AuditFacts; after?: AuditFacts } = {},
): Promise<void> {
  await ctx.db.auditEntry.create({
    data: {
      workspaceId: ctx.workspaceId,
      actorKind: ctx.actor.kind,
      actorId: actorId(ctx.actor),
      action,
      targetId,
      address: ctx.asked?.address ?? null,
      ...(facts.before ? { before: facts.before } : {}),
      ...(facts.after ? { after: facts.after } : {}),
    },
  });
}
