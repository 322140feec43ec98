import { z } from "zod";
import { findAgent } from "../agents/access.ts";
import type { Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { convForActor, lockConvForActor } from "../conversations/access.ts";
import { giveHeldConv } from "../conversations/give-conv.ts";
import { actOnHeldConv, type ConvAction } from "../conversations/conv-actions.ts";
import { holdAssistants, NOBODY, type Owner } from "../conversations/choose-assignee.ts";
import { fullName } from "../conversations/display-name.ts";
import { patchHeldConv } from "../conversations/patch-conv.ts";
import { personOf } from "../conversations/person.ts";
import { reopenEnded } from "../conversations/reopen-conv.ts";
import { snoozeHeldConv } from "../conversations/snooze-conv.ts";
import { tagHeldConv } from "../conversations/tag-conv.ts";
import { unsnoozeHeldConv } from "../conversations/unsnooze-conv.ts";

const FACTS = z.strictObject({
  owner: z.strictObject({ assigneeId: z.uuid().nullable(), aiId: z.uuid().nullable() }),
  tags: z.array(z.string()),
  stageId: z.uuid().nullable(),
  snooze: z.strictObject({ isSnoozed: z.boolean(), until: z.iso.datetime().nullable() }),
  ended: z.boolean(),
  lastReadSeq: z.int().nullable(),
});

/** The facts that an action changed: before and after. */
const CHANGE = z.strictObject({ was: FACTS.partial(), is: FACTS.partial() });
export type BulkChange = z.infer<typeof CHANGE>;
type Facts = BulkChange["was"];

export function readChange(json: unknown): BulkChange {
  return CHANGE.parse(json);
}

/**
 * Runs the action on one conversation, as actOnHeldConv does.
 * @returns null when there was nothing to do.
 * @throws AppError as actOnHeldConv does
 */
export async function changeConv(tx: Ctx, convId: string, action: ConvAction): Promise<BulkChange | null> {
  const conv = await lockConvForActor(tx, convId);
  const was = await factsOf(tx, conv, action.kind);
  const is = await factsOf(tx, await actOnHeldConv(tx, conv, action), action.kind);
  return isSame(was, is) ? null : { was, is };
}

/**
 * Undoes an action, unless the same fact has changed since.
 * @param since when the action began.
 * @throws AppError CONFLICT
 */
export async function undoChange(
  tx: Ctx,
  convId: string,
  kind: ConvAction["kind"],
  change: BulkChange,
  since: Date,
): Promise<void> {
  // Not locked here: reopenEnded locks the contact's row before the conversation's, as everywhere.
  const conv = await (kind === "end" ? convForActor(tx, convId) : lockConvForActor(tx, convId));
  if (!isSame(await factsOf(tx, conv, kind), change.is))
    throw new AppError("CONFLICT", say("refusal.changedMeanwhile"));
  const { owner, tags, stageId, snooze, ended, lastReadSeq } = change.was;
  if (owner) await giveBack(tx, conv, owner);
  if (tags) await tagHeldConv(tx, conv, tags);
  if (stageId !== undefined) await patchHeldConv(tx, conv, { stageId });
  if (snooze) await snoozeAsBefore(tx, conv, snooze);
  if (ended === false) await reopenEnded(tx, convId, since);
  if (lastReadSeq !== undefined) await readAsBefore(tx, convId, lastReadSeq);
}

async function giveBack(tx: Ctx, conv: Conversation, owner: Owner): Promise<void> {
  if (conv.ended) throw new AppError("CONFLICT", say("refusal.endedMeanwhile"));
  const agent = owner.assigneeId === null ? null : await findAgent(tx, owner.assigneeId);
  const isAiThere = owner.aiId !== null && (await holdAssistants(tx, [owner.aiId])).has(owner.aiId);
  if ((owner.assigneeId !== null && !agent) || (owner.aiId !== null && !isAiThere))
    throw new AppError("CONFLICT", say("refusal.ownerGone"));
  const { workspaceId } = tx;
  const assistant = owner.aiId
    ? await tx.db.assistant.findFirst({ where: { workspaceId, id: owner.aiId }, select: { name: true } })
    : null;
  const name = agent ? fullName(agent) : (assistant?.name ?? null);
  await giveHeldConv(tx, conv, { owner: name === null ? NOBODY : owner, name });
}

async function snoozeAsBefore(tx: Ctx, conv: Conversation, { isSnoozed, until }: NonNullable<Facts["snooze"]>) {
  const time = until === null ? null : new Date(until);
  const isOver = time !== null && time <= tx.now;
  await (isSnoozed && !isOver && !conv.ended ? snoozeHeldConv(tx, conv, time) : unsnoozeHeldConv(tx, conv));
}

async function readAsBefore(tx: Ctx, convId: string, lastReadSeq: number | null): Promise<void> {
  const where = { workspaceId: tx.workspaceId, convId, agentId: personOf(tx).agentId };
  if (lastReadSeq === null) await tx.db.convRead.deleteMany({ where });
  else await tx.db.convRead.updateMany({ where, data: { lastReadSeq } });
}

/** The current facts that this kind of action changes. */
async function factsOf(tx: Ctx, conv: Conversation, kind: ConvAction["kind"]): Promise<Facts> {
  switch (kind) {
    case "assign":
      return { owner: { assigneeId: conv.assigneeId, aiId: conv.aiId } };
    case "tag":
    case "untag":
      return { tags: conv.tags };
    case "stage":
      return { stageId: conv.stageId };
    case "snooze":
    case "unsnooze":
      return { snooze: { isSnoozed: conv.snoozedAt !== null, until: conv.snoozedUntil?.toISOString() ?? null } };
    case "end":
      return { ended: conv.ended };
    case "read":
    case "unread": {
      const where = { workspaceId: tx.workspaceId, convId: conv.id, agentId: personOf(tx).agentId };
      const read = await tx.db.convRead.findFirst({ where, select: { lastReadSeq: true } });
      return { lastReadSeq: read?.lastReadSeq ?? null };
    }
  }
}

function isSame(a: Facts, b: Facts): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
