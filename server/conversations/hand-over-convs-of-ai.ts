import { systemCtx } from "../auth/system-ctx.ts";
import type { Ctx } from "../ctx.ts";
import { database, inTransaction } from "../db.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { handOverConv } from "./hand-over-conv.ts";

const LOOK = 100;

/**
 * Hands every open conversation of a deleted assistant over to an agent. Each conversation has its own transaction, so no sender waits
 * for more than one. Two runs at the same time hand over each conversation once.
 * @returns how many this call handed over; 0 if the assistant is not deleted.
 */
export async function handOverConvsOfAi(workspaceId: number, aiId: string): Promise<number> {
  const ai = await database().assistant.findFirst({ where: { workspaceId, id: aiId, deletedAt: { not: null } } });
  if (!ai) return 0;
  let count = 0;
  for (;;) {
    const held = await database().conversation.findMany({
      where: { workspaceId, aiId, ended: false },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      select: { id: true },
      take: LOOK,
    });
    if (held.length === 0) return count;
    for (const { id } of held) {
      const ctx = systemCtx(workspaceId, "hand-over-convs-of-ai");
      if (await inTransaction(ctx, (tx) => handOver(tx, id, ai))) count++;
    }
  }
}

async function handOver(tx: Ctx, convId: string, ai: { id: string; name: string }): Promise<boolean> {
  const [conv] = await tx.db.$queryRaw<Conversation[]>`
    select * from "Conversation"
    where "workspaceId" = ${tx.workspaceId} and id = ${convId}::uuid and "aiId" = ${ai.id}::uuid and not ended
    for no key update`;
  if (!conv) return false;
  await handOverConv(tx, conv, say("reason.assistantDeleted", { name: ai.name }));
  return true;
}
