import { renameSender } from "../clients/rename-sender.ts";
import type { InboundChange } from "../channels/inbound.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import type { Client, Integration } from "../generated/prisma/client.ts";
import { inEnglish, say } from "../say.ts";
import { fullName } from "../conversations/display-name.ts";
import { addSystemNote } from "./system-note.ts";

/**
 * A contact's name on the channel has changed, and answers go to the new names. If one of them already belongs to another contact, a
 * note names both, and the team decides whether they are the same person.
 * @param ctx outside a transaction, with a system actor.
 */
export async function takeRenaming(
  ctx: Ctx,
  integration: Integration,
  { from, to }: Extract<InboundChange, { kind: "identity" }>,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const renamed = await renameSender(tx, from, to);
    if (!renamed) return;
    const { client, replacedBy, taken } = renamed;
    if (replacedBy) {
      await tx.db.conversation.updateMany({
        where: { workspaceId: tx.workspaceId, clientId: client.id, clientAddress: from.externalId },
        data: { clientAddress: replacedBy.externalId },
      });
    }
    for (const other of new Map(taken.map((each) => [each.id, each])).values()) {
      await noteTaken(tx, integration, client, other);
    }
  });
}

/**
 * Writes that the contact may be the same person as the other, whose name it has now.
 * @param reader the one of the two into whose newest open conversation on the channel it is written, once.
 */
export async function noteTaken(
  tx: Ctx,
  integration: Pick<Integration, "id">,
  client: Client,
  other: Client,
  reader = client,
): Promise<void> {
  const { workspaceId } = tx;
  const conv = await tx.db.conversation.findFirst({
    where: { workspaceId, clientId: reader.id, integrationId: integration.id, ended: false },
    orderBy: { lastMessageAt: "desc" },
  });
  if (!conv) return;
  // Names only, because not everyone who reads the thread may see phone numbers.
  const nameOf = (each: Client) => fullName(each) || say("line.unnamed");
  const line = say("line.samePerson", { one: nameOf(client), other: nameOf(other) });
  const known = { workspaceId, convId: conv.id, type: "note", noteType: "system", content: inEnglish(line) } as const;
  if (await tx.db.message.findFirst({ where: known, select: { id: true } })) return;
  const note = await addSystemNote(tx, conv, line);
  const about = { convId: conv.id, clientId: reader.id, messageId: note.id, assigneeId: conv.assigneeId };
  await emit(tx, { name: "CONV_CHANGED", ...about, prevAssigneeId: conv.assigneeId });
}
