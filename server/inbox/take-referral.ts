import { noteReferral } from "../clients/client-referral.ts";
import type { InboundChange } from "../channels/channel.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { say, type Said } from "../say.ts";
import type { Arrival } from "./not-yet.ts";
import { scopesOfNames } from "./sender-scope.ts";
import { addSystemNote } from "./system-note.ts";

/**
 * Somebody who is known here came back by an advertisement or a link, without a word yet: a note in their open conversation says so,
 * and their next message has it as its source, whether or not that opens a conversation. It opens none by itself.
 * @param ctx outside a transaction, with a system actor.
 */
export async function takeReferral(
  ctx: Ctx,
  integration: Integration,
  { senderId, sourceType, sourceUrl, at }: Extract<InboundChange, { kind: "referral" }>,
  { receivedAt }: Arrival,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const name = { scopes: scopesOfNames(integration), externalId: senderId };
    const noted = await noteReferral(tx, name, { sourceType, sourceUrl }, at ?? receivedAt);
    if (!noted) return;
    const { clientId } = noted;
    const conv = await tx.db.conversation.findFirst({
      where: { workspaceId: tx.workspaceId, clientId, integrationId: integration.id, ended: false },
      orderBy: { lastMessageAt: "desc" },
    });
    if (!conv) return;
    const note = await addSystemNote(tx, conv, lineOf(sourceType, sourceUrl ?? null));
    const { assigneeId } = conv;
    const about = { convId: conv.id, clientId, messageId: note.id, assigneeId, prevAssigneeId: assigneeId };
    await emit(tx, { name: "CONV_CHANGED", ...about });
  });
}

function lineOf(source: string, url: string | null): Said {
  if (source === "ad") return url ? say("line.cameByAdAt", { url }) : say("line.cameByAd");
  if (source === "link") return url ? say("line.cameByLinkAt", { url }) : say("line.cameByLink");
  return url ? say("line.cameByAt", { source, url }) : say("line.cameBy", { source });
}
