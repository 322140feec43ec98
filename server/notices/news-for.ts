import { maskClient } from "../clients/mask-client.ts";
import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import type { Message } from "../generated/prisma/client.ts";
import { convsVisibleTo } from "../inbox/access.ts";
import { clientName } from "../inbox/display-name.ts";
import { isReplyWindowOpen } from "../inbox/reply-window.ts";
import { slaRiskAt } from "../inbox/sla.ts";
import type { Preferences } from "../workspaces/preferences.ts";
import type { AwayWay, PushEvent } from "./push-event.ts";
import { pushTitle } from "./push-words.ts";

const SHOWN_CHARACTERS = 140;

/** What is to be told: `body` is the channel, or what was written where the person chose to read it there. */
export type News = { title: string; body: string; convId: string };

type About = { event: PushEvent; convId: string; messageId: string | null };

/**
 * What a person is told of it now, as the actor of the context; null when there is nothing to tell any more: not theirs to see, another
 * owner, answered, read, too late to be answered. Mail comes later, so it is silent of an assignment and a mention, too, once they were read.
 */
export async function newsFor(
  ctx: Ctx,
  { event, convId, messageId }: About,
  { agentId, preferences, way }: { agentId: string; preferences: Preferences; way: AwayWay },
): Promise<News | null> {
  const { workspaceId } = ctx;
  const conv = await ctx.db.conversation.findFirst({
    where: { AND: [convsVisibleTo(ctx), { id: convId }] },
    include: {
      client: true,
      integration: { select: { name: true, type: true } },
      reads: { where: { agentId }, select: { lastReadSeq: true } },
    },
  });
  if (!conv) return null;
  const message = messageId
    ? await ctx.db.message.findFirst({
        where: { workspaceId, id: messageId },
        include: { resends: { take: 1, select: { id: true } } },
      })
    : null;
  const isTheirs = conv.assigneeId === agentId && !conv.ended;
  const isNobodys = conv.assigneeId === null && conv.aiId === null && !conv.ended;
  const isUnread = message !== null && (conv.reads[0]?.lastReadSeq ?? 0) < message.seq;
  const isNew = way === "desktop" || isUnread;
  const { replyWindowHours } = channelOf(conv.integration.type);
  const isWindowOpen = isReplyWindowOpen(replyWindowHours, conv.lastClientMessageAt, ctx.now);
  const riskAt = slaRiskAt(conv);
  const holds: Record<PushEvent, boolean> = {
    assignedToMe: isTheirs && isNew,
    replyInMine: isTheirs && isUnread,
    windowClosing: isTheirs && conv.needsResponse && isWindowOpen,
    slaRisk: (isTheirs || isNobodys) && riskAt !== null && riskAt <= ctx.now,
    newUnassigned: isNobodys && isUnread,
    mention: message !== null && isNew,
    failedSend: message?.status === "failed" && message.resends.length === 0,
  };
  if (!holds[event]) return null;
  const said = preferences.pushText && message ? textOf(message) : "";
  return {
    title: pushTitle(preferences.locale, event, clientName(maskClient(ctx, conv.client))),
    body: said || conv.integration.name,
    convId,
  };
}

/** The beginning of what was written; a line of the service's own is said by the title already. */
function textOf({ type, noteType, content, caption }: Message): string {
  if (noteType === "system") return "";
  const text = type === "text" || type === "note" ? content : (caption ?? "");
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS - 1).toWellFormed()}…` : text;
}
