import type { InboundChange } from "../channels/inbound.ts";
import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { inEnglish, say } from "../say.ts";
import { scopesOfNames } from "./sender-scope.ts";
import { addSystemNote } from "./system-note.ts";

/**
 * A contact has blocked or unblocked the channel. A note in their open conversations there tells the agent before they answer. It opens
 * no conversation and stops no send, because the provider decides. A repetition adds nothing.
 * @param ctx outside a transaction, with a system actor.
 */
export async function takeReachability(
  ctx: Ctx,
  integration: Integration,
  { senderId, isReachable }: Extract<InboundChange, { kind: "reachability" }>,
): Promise<void> {
  const { name: channel } = channelOf(integration.type);
  const blocked = say("line.blocked", { channel });
  const unblocked = say("line.unblocked", { channel });
  await inTransaction(ctx, async (tx) => {
    const { workspaceId } = tx;
    const convs = await tx.db.conversation.findMany({
      where: {
        workspaceId,
        integrationId: integration.id,
        ended: false,
        client: {
          identities: { some: { workspaceId, scope: { in: scopesOfNames(integration) }, externalId: senderId } },
        },
      },
      orderBy: { id: "asc" },
    });
    for (const conv of convs) {
      await tx.db
        .$executeRaw`select from "Conversation" where "workspaceId" = ${workspaceId} and id = ${conv.id}::uuid for update`;
      const last = await tx.db.message.findFirst({
        where: {
          workspaceId,
          convId: conv.id,
          noteType: "system",
          content: { in: [blocked, unblocked].map(inEnglish) },
        },
        orderBy: { seq: "desc" },
        select: { content: true },
      });
      // Skip repetitions, and an unblock without an earlier block.
      if ((last?.content === inEnglish(blocked)) === !isReachable) continue;
      const note = await addSystemNote(tx, conv, isReachable ? unblocked : blocked);
      const about = { convId: conv.id, clientId: conv.clientId, messageId: note.id, assigneeId: conv.assigneeId };
      await emit(tx, { name: "CONV_CHANGED", ...about, prevAssigneeId: conv.assigneeId });
    }
  });
}
