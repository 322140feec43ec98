import de from "../../components/i18n/messages/de/keys.json" with { type: "json" };
import en from "../../components/i18n/messages/en/keys.json" with { type: "json" };
import es from "../../components/i18n/messages/es/keys.json" with { type: "json" };
import fr from "../../components/i18n/messages/fr/keys.json" with { type: "json" };
import { maskClient } from "../clients/mask-client.ts";
import { rulesOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import type { Message } from "../generated/prisma/client.ts";
import { convsVisibleTo } from "../conversations/access.ts";
import { clientName } from "../conversations/display-name.ts";
import { isReplyWindowOpen } from "../messages/reply-window.ts";
import { slaRiskAt } from "../conversations/sla.ts";
import type { Preferences } from "../workspaces/preferences.ts";
import type { AwayWay, PushEvent } from "./push-event.ts";

const SHOWN_CHARACTERS = 140;

/** The text of a notification. `body` is the channel, or the message's text if the person chose to see it. */
export type News = { title: string; body: string; convId: string };

/**
 * The current text of a notification for the actor of the context. null when it no longer applies: they may not see it, another assignee
 * has it, it was answered or read, or it is too late to answer. Email comes later, so it also skips assignments and mentions that were
 * read.
 */
export async function newsFor(
  ctx: Ctx,
  { event, convId, messageId }: { event: PushEvent; convId: string; messageId: string | null },
  { agentId, preferences, way }: { agentId: string; preferences: Preferences; way: AwayWay },
): Promise<News | null> {
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
        where: { workspaceId: ctx.workspaceId, id: messageId },
        include: { resends: { take: 1, select: { id: true } } },
      })
    : null;
  const isTheirs = conv.assigneeId === agentId && !conv.ended;
  const isNobodys = conv.assigneeId === null && conv.aiId === null && !conv.ended;
  const isUnread = message !== null && (conv.reads[0]?.lastReadSeq ?? 0) < message.seq;
  const isNew = way === "desktop" || isUnread;
  const { replyWindowHours } = rulesOf(conv.integration.type, conv.externalConversationId);
  const isWindowOpen = isReplyWindowOpen(replyWindowHours, conv.lastClientMessageAt, ctx.now);
  const riskAt = slaRiskAt(conv);
  const holds: Record<PushEvent, boolean> = {
    assignedToMe: isTheirs && isNew,
    replyInMine: isTheirs && isUnread,
    windowClosing: isTheirs && conv.needsResponse && isWindowOpen,
    slaRisk: (isTheirs || isNobodys) && riskAt !== null && riskAt <= ctx.now,
    newUnassigned: isNobodys && isUnread && conv.otherAppSince === null,
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

/** The start of the message. Empty for a system message, because the title already says it. */
function textOf({ type, noteType, content, caption }: Message): string {
  if (noteType === "system") return "";
  const text = type === "text" || type === "note" ? content : (caption ?? "");
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS - 1).toWellFormed()}…` : text;
}

type Locale = NonNullable<Preferences["locale"]>;

/** The portal shows the same titles while it is open. */
const TITLES: Record<Locale, Record<PushEvent, string>> = {
  en: en.notices.said,
  de: de.notices.said,
  es: es.notices.said,
  fr: fr.notices.said,
};

/** The title of a notification, in the person's language. */
function pushTitle(locale: Locale | null | undefined, event: PushEvent, name: string): string {
  return TITLES[locale ?? "en"][event].replace("{name}", () => name);
}
