import { channelOf } from "../channels/registry.ts";
import { actorAgentId, type Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";
import { announceEphemeral } from "../events/ephemeral.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { log } from "../log.ts";
import { verb } from "../verb.ts";
import { convForActor } from "../conversations/access.ts";
import { askGesture, GESTURED, type GesturedMessage } from "./ask-gesture.ts";
import { mustBeSendable } from "../messages/sendable.ts";

/** Providers show it for 5 to 25 s, or until the message comes; asked more often than this they only count requests. */
export const AGAIN_MS = 5_000;
/** Conversations of this process in which a provider was told of late, and when. */
const notifiedAt = new Map<string, number>();

/**
 * An agent is writing, or has stopped: told to a web chat's visitor by whichever process serves them, and to the provider where it
 * shows such a thing. Nothing of it is kept, and no provider's refusal is the agent's concern.
 * @throws AppError NOT_FOUND
 */
export const tellTyping = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: { convId: string; isTyping: boolean }): Promise<Conversation> => {
    const conv = await convForActor(ctx, input.convId);
    announceEphemeral({
      workspaceId: ctx.workspaceId,
      convId: conv.id,
      assigneeId: conv.assigneeId,
      kind: "typing",
      from: "agent",
      name: await agentName(ctx),
      isTyping: input.isTyping,
    });
    if (input.isTyping && isDue(conv.id, ctx.now.getTime())) showTypingAtProvider(ctx, conv);
    return conv;
  },
);

/** Has the conversation's provider show that somebody is writing, where it can; nobody waits for it. */
export function showTypingAtProvider(ctx: Ctx, conv: Conversation): void {
  showAtProvider(ctx, conv).catch((error: unknown) => log.warn({ error, convId: conv.id }, "typing was not shown"));
}

async function agentName(ctx: Ctx): Promise<string | null> {
  const id = actorAgentId(ctx.actor);
  if (id === null) return null;
  const agent = await ctx.db.agent.findUnique({
    where: { workspaceId_id: { workspaceId: ctx.workspaceId, id } },
    // As with what they write, a visitor is told the first name.
    select: { name: true },
  });
  return agent?.name ?? null;
}

function isDue(convId: string, now: number): boolean {
  if (now - (notifiedAt.get(convId) ?? -Infinity) < AGAIN_MS) return false;
  for (const [known, at] of notifiedAt) if (now - at >= AGAIN_MS) notifiedAt.delete(known);
  notifiedAt.set(convId, now);
  return true;
}

/** Not where the message that is being written could not be sent either. */
async function showAtProvider(ctx: Ctx, { id: convId }: Conversation): Promise<void> {
  const last = await ctx.db.message.findFirst({
    where: { workspaceId: ctx.workspaceId, convId, isAgent: false, externalMessageId: { not: null } },
    orderBy: { seq: "desc" },
    include: GESTURED,
  });
  if (!last || !mayShowTyping(last.integration) || !mayBeAnswered(last, ctx.now)) return;
  await askGesture(ctx, last, { kind: "typing" });
}

/** Where the provider shows both in one, it would say of a message that it was read before the channel's setting allows it. */
function mayShowTyping({ type, readReceipts }: GesturedMessage["integration"]): boolean {
  const { gestures, typingMarksRead } = channelOf(type);
  return gestures.includes("typing") && (!typingMarksRead || readReceipts === "opened");
}

function mayBeAnswered({ conversation: conv, integration, client }: GesturedMessage, now: Date): boolean {
  try {
    mustBeSendable({ conv, integration, client }, now);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
