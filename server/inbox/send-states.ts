import type { Ctx } from "../ctx.ts";
import type { Message } from "../generated/prisma/client.ts";
import { isUnderWay } from "./attempt-under-way.ts";

/**
 * Where a message stands on its way to its provider, which its status alone does not tell: `queued` (waits for its turn or its next
 * attempt), `sending` (the provider is being asked), `unknown` (it was asked, and its answer never came: nobody knows whether it
 * arrived).
 */
export type SendState = "queued" | "sending" | "unknown";

export type Sent = Pick<Message, "id" | "status" | "isAgent" | "type">;

/** The states of messages that the actor may read, in their order; null for those whose status tells all. One query, however many. */
export async function sendStatesOf(ctx: Ctx, messages: readonly Sent[]): Promise<(SendState | null)[]> {
  const open = messages.filter(isOpen).map(({ id }) => id);
  const attempts =
    open.length === 0
      ? []
      : await ctx.db.sendAttempt.findMany({
          where: { workspaceId: ctx.workspaceId, messageId: { in: open } },
          orderBy: { attemptNo: "asc" },
          select: { messageId: true, outcome: true, startedAt: true, endedAt: true },
        });
  const last = new Map(attempts.map((attempt) => [attempt.messageId, attempt]));
  return messages.map((message) => {
    if (!isOpen(message)) return null;
    const attempt = last.get(message.id);
    if (message.status === "pending" && isUnderWay(attempt, ctx.now)) return "sending";
    // One without an end died with its worker, in the middle of asking.
    if (attempt && (attempt.outcome === "unknown" || attempt.endedAt === null)) return "unknown";
    return message.status === "pending" ? "queued" : null;
  });
}

function isOpen({ status, isAgent, type }: Sent): boolean {
  return isAgent && type !== "note" && (status === "pending" || status === "failed");
}
