import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { badInput } from "../errors.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { convForActor } from "./access.ts";
import { personOf } from "./person.ts";
import { notifyAgent } from "./notify-agent.ts";

/**
 * Records up to which message the viewer has read a conversation. The position never moves back. The viewer's other devices are
 * notified, and notes up to there that mention the viewer count as seen.
 * @throws AppError NOT_FOUND
 */
export const setConvRead = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: { convId: string; seq: number }): Promise<Conversation> => {
    const { agentId } = personOf(ctx);
    if (input.seq < 0) throw badInput("seq", say("inbox.seq"));
    const conv = await convForActor(ctx, input.convId);
    const seq = Math.min(input.seq, conv.lastSeq);
    const moved = await inTransaction(ctx, (tx) => readUpTo(tx, { conv, agentId, seq }));
    if (moved) notifyAgent(ctx, agentId, "read", conv.id);
    return conv;
  },
);

/**
 * Like setConvRead, for a conversation that the agent may see, in an open transaction. The caller notifies the other devices afterwards.
 * @returns whether the read position moved.
 */
export async function readUpTo(
  tx: Ctx,
  { conv, agentId, seq }: { conv: Conversation; agentId: string; seq: number },
): Promise<boolean> {
  const { workspaceId } = tx;
  const changed = await tx.db.$executeRaw`
    insert into "ConvRead" ("workspaceId", "convId", "agentId", "lastReadSeq")
    values (${workspaceId}, ${conv.id}::uuid, ${agentId}::uuid, ${seq})
    on conflict ("workspaceId", "convId", "agentId") do update
      set "lastReadSeq" = excluded."lastReadSeq", "readAt" = now() where "ConvRead"."lastReadSeq" < excluded."lastReadSeq"`;
  await tx.db.noteMention.updateMany({
    where: { workspaceId, convId: conv.id, agentId, seenAt: null, message: { seq: { lte: seq } } },
    data: { seenAt: tx.now },
  });
  return changed > 0;
}
