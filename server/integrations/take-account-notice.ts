import { audit } from "../auth/audit.ts";
import type { AccountNotice } from "../channels/inbound.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { Prisma, type Integration } from "../generated/prisma/client.ts";
import { inEnglish } from "../say.ts";
import { endAccountStop } from "./end-account-stops.ts";
import { mailAdmins, noteChannelError } from "./note-channel-error.ts";

/**
 * Stores what a provider says about a channel's account. The audit log has every notice; an urgent one is mailed to the admins. A notice
 * that stops all sends puts the channel in error, and its sends wait. One that stops templates holds them back, and answers go on. A
 * repeated notice changes nothing, and an old one stops and starts nothing.
 * @param ctx outside a transaction, with a system actor.
 * @param at when the provider said it.
 */
export async function takeAccountNotice(
  ctx: Ctx,
  { id }: Pick<Integration, "id">,
  { words, stops, isUrgent }: AccountNotice,
  at: Date,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { workspaceId } = tx;
    const [channel] = await tx.db.$queryRaw<Pick<Integration, "id" | "credentials" | "accountToldAt">[]>`
      select id, credentials, "accountToldAt" from "Integration"
      where "workspaceId" = ${workspaceId} and id = ${id}::uuid and "deletedAt" is null for update`;
    if (!channel) return;
    const told = { notice: inEnglish(words), at: at.toISOString() };
    const isRepeated = await tx.db.auditEntry.count({
      where: { workspaceId, targetId: id, action: "accountNotice", after: { equals: told } },
    });
    if (isRepeated > 0) return;
    await audit(tx, "accountNotice", id, { after: told });
    const isOld = channel.accountToldAt !== null && at < channel.accountToldAt;
    if (stops !== null && !isOld) {
      const templatesHeld = stops === "templates" ? words : Prisma.DbNull;
      await tx.db.integration.updateMany({ where: { workspaceId, id }, data: { accountToldAt: at, templatesHeld } });
      if (stops === "nothing") await endAccountStop(tx, channel);
      if (stops === "all") await noteChannelError(tx, channel, words);
      await emit(tx, { name: "WORKSPACE_CHANGED" });
    }
    // An error has its own email.
    if (isUrgent && stops !== "all") await mailAdmins(tx, id, told.notice);
  });
}
