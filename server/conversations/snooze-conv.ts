import { actorAgentId, actorId, type Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError, badInput } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { checkSeen, lockConvForActor } from "./access.ts";
import { addSystemNote } from "../messages/system-note.ts";

export type SnoozeConvInput = {
  convId: string;
  /** Missing or null: until the contact writes, which ends every snooze. */
  until?: Date | null;
  /** Snoozes only for the caller's agent: the team's lists do not change, and the thread gets no line. */
  onlyMe?: boolean | null;
  /** The newest message that the caller has seen (checkSeen). */
  seenSeq?: number | null;
};

const DAY_MS = 86_400_000;
const LONGEST_DAYS = 366;

/**
 * Snoozes an open conversation. It leaves the lists of work to do until its time comes (wake-convs.ts) or the contact writes.
 * @throws AppError NOT_FOUND, CONFLICT (ended, or the contact has written since), BAD_INPUT (a time that is not in the future; onlyMe by a caller without an agent)
 */
export const snoozeConv = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: SnoozeConvInput): Promise<Conversation> => {
    const until = snoozeTime(ctx, input.until);
    const agentId = input.onlyMe ? actorAgentId(ctx.actor) : null;
    if (input.onlyMe && agentId === null) throw badInput("onlyMe", say("inbox.snoozeOwn"));
    return inTransaction(ctx, async (tx) => {
      const conv = await lockConvForActor(tx, input.convId);
      if (conv.ended) throw new AppError("CONFLICT", say("refusal.endedSnooze"));
      await checkSeen(tx, conv, input.seenSeq);
      return agentId === null ? snoozeHeldConv(tx, conv, until) : snoozeFor(tx, conv, agentId, until);
    });
  },
);

/**
 * When a snooze ends. null: when the contact writes.
 * @throws AppError BAD_INPUT
 */
export function snoozeTime({ now }: Ctx, until: Date | null | undefined): Date | null {
  if (until == null) return null;
  if (until <= now) throw badInput("until", say("refusal.snoozeFuture"));
  if (until.getTime() > now.getTime() + LONGEST_DAYS * DAY_MS) throw badInput("until", say("refusal.snoozeYear"));
  return until;
}

/** Snoozes a locked open conversation for the whole team. */
export async function snoozeHeldConv(tx: Ctx, conv: Conversation, until: Date | null): Promise<Conversation> {
  if (conv.snoozedAt !== null && conv.snoozedUntil?.getTime() === until?.getTime()) return conv;
  const line = until === null ? say("line.snoozedUntilAnswer") : say("line.snoozedUntil", { until });
  const note = await addSystemNote(tx, conv, line);
  const snoozed = await tx.db.conversation.update({
    where: { workspaceId_id: { workspaceId: tx.workspaceId, id: conv.id } },
    data: { snoozedAt: tx.now, snoozedUntil: until, snoozedBy: actorId(tx.actor) },
  });
  const { id: convId, clientId, assigneeId } = conv;
  await emit(tx, {
    name: "CONV_CHANGED",
    convId,
    clientId,
    messageId: note.id,
    assigneeId,
    prevAssigneeId: assigneeId,
  });
  return snoozed;
}

async function snoozeFor(tx: Ctx, conv: Conversation, agentId: string, until: Date | null): Promise<Conversation> {
  const place = { workspaceId: tx.workspaceId, convId: conv.id, agentId };
  await tx.db.convSnooze.upsert({
    where: { workspaceId_convId_agentId: place },
    create: { ...place, until },
    update: { until },
  });
  const { id: convId, clientId, assigneeId } = conv;
  await emit(tx, { name: "CONV_CHANGED", convId, clientId, assigneeId, prevAssigneeId: assigneeId });
  return conv;
}
