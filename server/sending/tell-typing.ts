import { rulesOf } from "../channels/registry.ts";
import { actorAgentId, type Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";
import { announceEphemeral } from "../events/ephemeral.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { log } from "../log.ts";
import { verb } from "../verb.ts";
import { convForActor } from "../conversations/access.ts";
import { askGesture, GESTURED, type GesturedMessage } from "./ask-gesture.ts";
import { mustBeSendable } from "../messages/sendable.ts";

/** Providers show typing for 5 to 25 s, or until the message arrives. More frequent requests have no effect but count. */
export const AGAIN_MS = 5_000;
/** The conversations in which this process has recently notified a provider, and when. */
const notifiedAt = new Map<string, number>();

/**
 * Reports that an agent is typing or has stopped. Each process notifies the web chat visitors that it serves; providers that can
 * show typing are notified too. Nothing is stored, and a provider's refusal causes no error for the agent.
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

/** Shows typing at the conversation's provider, if it can. Runs in the background. */
export function showTypingAtProvider(ctx: Ctx, conv: Conversation): void {
  showAtProvider(ctx, conv).catch((error: unknown) => log.warn({ error, convId: conv.id }, "typing was not shown"));
}

async function agentName(ctx: Ctx): Promise<string | null> {
  const id = actorAgentId(ctx.actor);
  if (id === null) return null;
  const agent = await ctx.db.agent.findUnique({
    where: { workspaceId_id: { workspaceId: ctx.workspaceId, id } },
    // A visitor sees the agent's first name, as in messages.
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

/** Does nothing if the message could not be sent either. */
async function showAtProvider(ctx: Ctx, { id: convId }: Conversation): Promise<void> {
  const last = await ctx.db.message.findFirst({
    where: { workspaceId: ctx.workspaceId, convId, isAgent: false, externalMessageId: { not: null } },
    orderBy: { seq: "desc" },
    include: GESTURED,
  });
  if (!last || !mayShowTyping(last) || !mayBeAnswered(last, ctx.now)) return;
  await askGesture(ctx, last, { kind: "typing" });
}

/** Some providers also mark messages as read when they show typing. They may do so only if the channel's setting allows read receipts. */
function mayShowTyping({ integration, conversation }: GesturedMessage): boolean {
  const { gestures, typingMarksRead } = rulesOf(integration.type, conversation.externalConversationId);
  return gestures.includes("typing") && (!typingMarksRead || integration.readReceipts === "opened");
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
