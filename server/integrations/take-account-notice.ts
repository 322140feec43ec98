import { audit } from "../auth/audit.ts";
import type { AccountNotice, AccountStop } from "../channels/inbound.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { lastErrorColumns } from "../error-columns.ts";
import { emit } from "../events/emit.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { log } from "../log.ts";
import { inEnglish, toWording } from "../say.ts";
import { isOfAccount, NOTHING_HELD } from "./account-stops.ts";
import { endAccountStop } from "./end-account-stops.ts";
import { mailAdmins } from "./note-channel-error.ts";

type Stopped = Pick<Integration, "id" | "state" | "lastErrorSaid" | "accountToldAt">;

/**
 * Stores what a provider says about a channel's account. The audit log has every notice; an urgent one is mailed to the admins. A notice
 * that stops all sends puts the channel in error, and its sends wait. One that stops templates holds them back, and answers go on. A
 * repeated notice changes nothing. One that is older than the last, or whose time has passed, is recorded only.
 * @param ctx outside a transaction, with a system actor.
 * @param at when the provider said it.
 */
export async function takeAccountNotice(
  ctx: Ctx,
  { id }: Pick<Integration, "id">,
  { words, isUrgent, stopsAll, stopsTemplates, endsStops = false }: AccountNotice,
  at: Date,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { workspaceId, now } = tx;
    const [channel] = await tx.db.$queryRaw<Stopped[]>`
      select id, state, "lastErrorSaid", "accountToldAt" from "Integration"
      where "workspaceId" = ${workspaceId} and id = ${id}::uuid and "deletedAt" is null for no key update`;
    if (!channel) return;
    const notice = { text: inEnglish(words), at: at.toISOString() };
    const told = { notice: { ...notice, wording: toWording(words) } };
    const isRepeated = await tx.db.auditEntry.count({
      where: { workspaceId, targetId: id, action: "accountNotice", after: { equals: told } },
    });
    if (isRepeated > 0) return;
    await audit(tx, "accountNotice", id, { after: told });
    const isOld = channel.accountToldAt !== null && at < channel.accountToldAt;
    const counts = (stop: AccountStop | undefined) =>
      stop && !isOld && (stop.until === null || stop.until > now) ? stop : null;
    const [all, templates] = [counts(stopsAll), counts(stopsTemplates)];
    const ends = endsStops && !isOld;
    const hasEffect = all !== null || templates !== null || ends;
    if (hasEffect) {
      const held = templates && { templatesHeld: templates.words, templatesHeldUntil: templates.until };
      const data = { accountToldAt: at, ...(ends ? NOTHING_HELD : held) };
      await tx.db.integration.updateMany({ where: { workspaceId, id }, data });
      await emit(tx, { name: "WORKSPACE_CHANGED" });
    }
    if (all) await stop(tx, channel, all);
    if (ends) await endAccountStop(tx, channel);
    const isAboutStops = stopsAll !== undefined || stopsTemplates !== undefined;
    if (isUrgent && (hasEffect || !isAboutStops)) await mailAdmins(tx, id, notice);
  });
}

/** Any other error of the channel stays: its cause must be mended first. */
async function stop(tx: Ctx, channel: Stopped, { words, until }: AccountStop): Promise<void> {
  const { workspaceId } = tx;
  const { id, state, lastErrorSaid } = channel;
  if (state !== "active" && !(state === "error" && isOfAccount(lastErrorSaid))) return;
  const data = { state: "error", ...lastErrorColumns(words), lastErrorAt: tx.now, stoppedUntil: until } as const;
  await tx.db.integration.updateMany({ where: { workspaceId, id }, data });
  log.warn({ workspaceId, integrationId: id, error: inEnglish(words) }, "a provider stops a channel; its sends wait");
}
