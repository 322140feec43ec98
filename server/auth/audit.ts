import { actorId, type Ctx } from "../ctx.ts";
import type { Prisma } from "../generated/prisma/client.ts";

/** Fields of a row that the audit log may contain. Never a secret, only the fact that it changed. */
export type AuditFacts = Record<string, Prisma.InputJsonValue | null | undefined>;

/**
 * Records who changed what in keys, agents, channels, webhooks, settings or roles, in the transaction of the change.
 * @param facts the relevant fields of the row before and after; null: no such row.
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
