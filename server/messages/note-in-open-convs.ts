import type { Ctx } from "../ctx.ts";
import { emit } from "../events/emit.ts";
import type { Integration, Prisma } from "../generated/prisma/client.ts";
import { inEnglish, type Said } from "../say.ts";
import { addSystemNote } from "./system-note.ts";

/**
 * Says in open conversations of a channel that something about their contact is so now, or no longer. A repetition adds nothing, and
 * neither does an end without a beginning.
 * @param which those of one contact.
 */
export async function noteInOpenConvs(
  tx: Ctx,
  { id: integrationId }: Pick<Integration, "id">,
  which: Prisma.ConversationWhereInput,
  { on, off }: { on: Said; off: Said },
  isOn: boolean,
): Promise<void> {
  const { workspaceId } = tx;
  const where = { workspaceId, integrationId, ended: false };
  const convs = await tx.db.conversation.findMany({ where: { AND: [where, which] }, orderBy: { id: "asc" } });
  for (const conv of convs) {
    await tx.db
      .$executeRaw`select from "Conversation" where "workspaceId" = ${workspaceId} and id = ${conv.id}::uuid for update`;
    const last = await tx.db.message.findFirst({
      where: { workspaceId, convId: conv.id, noteType: "system", content: { in: [on, off].map(inEnglish) } },
      orderBy: { seq: "desc" },
      select: { content: true },
    });
    if ((last?.content === inEnglish(on)) === isOn) continue;
    const note = await addSystemNote(tx, conv, isOn ? on : off);
    const about = { convId: conv.id, clientId: conv.clientId, messageId: note.id, assigneeId: conv.assigneeId };
    await emit(tx, { name: "CONV_CHANGED", ...about, prevAssigneeId: conv.assigneeId });
  }
}
