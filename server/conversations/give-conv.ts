import type { Ctx } from "../ctx.ts";
import { AppError, badInput, notFound } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { routingOf } from "../integrations/routing.ts";
import { say } from "../say.ts";
import { holdAssistants, NOBODY, type Owner } from "./choose-assignee.ts";
import { fullName } from "./display-name.ts";
import { noteAssignment } from "./note-assignment.ts";
import { addSystemNote } from "../messages/system-note.ts";

/** The new owner: an agent or the assistant. With neither, the conversation becomes unassigned. */
export type NewOwnerInput = { agentId?: string | null; isAi?: boolean | null };

/**
 * Assigns a locked conversation to the owner that an input names.
 * @throws AppError NOT_FOUND, BAD_INPUT, CONFLICT, as assignConv does
 */
export async function assignHeldConv(tx: Ctx, conv: Conversation, to: NewOwnerInput): Promise<Conversation> {
  if (conv.ended) throw new AppError("CONFLICT", say("refusal.endedAssign"));
  return giveHeldConv(tx, conv, await newOwner(tx, conv, to));
}

/**
 * Assigns a locked open conversation to an owner who exists. If they own it already, nothing changes.
 * @param given `name` is for the thread. null: unassigned.
 * @throws AppError CONFLICT where another app answers and the owner would be an assistant
 */
export async function giveHeldConv(
  tx: Ctx,
  conv: Conversation,
  { owner, name }: { owner: Owner; name: string | null },
): Promise<Conversation> {
  if (owner.assigneeId === conv.assigneeId && owner.aiId === conv.aiId) return conv;
  if (owner.aiId && conv.otherAppSince) throw new AppError("CONFLICT", say("refusal.otherApp"));
  const note = await addSystemNote(tx, conv, name === null ? say("line.unassigned") : say("line.assigned", { name }));
  const assigned = await tx.db.conversation.update({
    where: { workspaceId_id: { workspaceId: tx.workspaceId, id: conv.id } },
    data: {
      assigneeId: owner.assigneeId,
      aiId: owner.aiId,
      ownerVersion: { increment: 1 },
      // Unassigned before the contact answered: it waits for that answer again.
      dormant: owner.assigneeId === null && owner.aiId === null && conv.lastClientMessageAt === null,
      ...(owner.aiId ? { aiAnsweredSeq: await lastAnsweredSeq(tx, conv) } : {}),
    },
  });
  if (owner.aiId) tx.wakes?.add("turns");
  await noteAssignment(tx, conv.id, owner);
  await emit(tx, {
    name: "CONV_CHANGED",
    convId: conv.id,
    clientId: conv.clientId,
    messageId: note.id,
    assigneeId: owner.assigneeId,
    prevAssigneeId: conv.assigneeId,
  });
  return assigned;
}

/**
 * The `seq` of the last message that has been answered. An assistant's answer only covers the messages that the assistant saw. A message
 * that came while it was thinking precedes its answer and is still open.
 */
async function lastAnsweredSeq(tx: Ctx, conv: Conversation): Promise<number> {
  const [row] = await tx.db.$queryRaw<{ seq: number }[]>`
    select greatest(0,
      (select max(m.seq) from "Message" m
        where m."workspaceId" = ${tx.workspaceId} and m."convId" = ${conv.id}::uuid
          and m."isAgent" and m.type <> 'note' and m."aiId" is null),
      (select max(asked.seq) from "AssistantAnswer" a
        join "Message" asked on asked."workspaceId" = a."workspaceId" and asked.id = a."clientMessageId"
        where a."workspaceId" = ${tx.workspaceId} and a."convId" = ${conv.id}::uuid and a."messageId" is not null)) as seq`;
  return row?.seq ?? 0;
}

async function newOwner(
  ctx: Ctx,
  conv: Conversation,
  input: NewOwnerInput,
): Promise<{ owner: Owner; name: string | null }> {
  if (input.agentId) {
    const agent = await ctx.db.agent.findFirst({
      where: { workspaceId: ctx.workspaceId, id: input.agentId, deletedAt: null },
    });
    if (!agent) throw notFound("agent");
    return { owner: { assigneeId: agent.id, aiId: null }, name: fullName(agent) };
  }
  if (!input.isAi) return { owner: NOBODY, name: null };
  const assistant = await assistantFor(ctx, conv.integrationId);
  if (!assistant || !(await holdAssistants(ctx, [assistant.id])).has(assistant.id))
    throw badInput("isAi", say("inbox.noAssistant"));
  return { owner: { assigneeId: null, aiId: assistant.id }, name: assistant.name };
}

/** The assistant in the channel's routing, else the workspace's first. */
async function assistantFor(ctx: Ctx, integrationId: string): Promise<{ id: string; name: string } | null> {
  const alive = { workspaceId: ctx.workspaceId, deletedAt: null };
  const integration = await ctx.db.integration.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId: ctx.workspaceId, id: integrationId } },
    select: { properties: true },
  });
  const { assigneeId } = routingOf(integration);
  const own = assigneeId ? await ctx.db.assistant.findFirst({ where: { ...alive, id: assigneeId } }) : null;
  return own ?? ctx.db.assistant.findFirst({ where: alive, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
}
