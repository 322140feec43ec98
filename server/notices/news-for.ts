import { maskClient } from "../clients/mask-client.ts";
import { channelOf } from "../channels/registry.ts";
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

/** The start of the message. Empty for a system message, because the title already says it. */
function textOf({ type, noteType, content, caption }: Message): string {
  if (noteType === "system") return "";
  const text = type === "text" || type === "note" ? content : (caption ?? "");
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS - 1).toWellFormed()}…` : text;
}

type Locale = NonNullable<Preferences["locale"]>;
type Words = Record<PushEvent, (name: string) => string>;

/** The portal's texts for the same news while it is open (components/i18n/messages/*\/keys.json, "said"). */
const WORDS: Record<Locale, Words> = {
  en: {
    newUnassigned: (name) => `${name} is waiting for an agent`,
    assignedToMe: (name) => `${name} was assigned to you`,
    mention: (name) => `You were mentioned in the conversation with ${name}`,
    replyInMine: (name) => `${name} wrote`,
    windowClosing: (name) => `Less than an hour to reply to ${name}`,
    slaRisk: (name) => `The reply to ${name} is due soon`,
    failedSend: (name) => `Your message to ${name} was not sent`,
  },
  de: {
    newUnassigned: (name) => `${name} wartet auf jemanden`,
    assignedToMe: (name) => `${name} wurde dir zugewiesen`,
    mention: (name) => `Du wurdest bei ${name} erwähnt`,
    replyInMine: (name) => `${name} hat geschrieben`,
    windowClosing: (name) => `Weniger als eine Stunde, um ${name} zu antworten`,
    slaRisk: (name) => `${name} sollte bald eine Antwort bekommen`,
    failedSend: (name) => `Deine Nachricht an ${name} wurde nicht gesendet`,
  },
  es: {
    newUnassigned: (name) => `${name} espera a alguien`,
    assignedToMe: (name) => `Se te asignó ${name}`,
    mention: (name) => `Te mencionaron en ${name}`,
    replyInMine: (name) => `${name} escribió`,
    windowClosing: (name) => `Menos de una hora para responder a ${name}`,
    slaRisk: (name) => `Hay que responder pronto a ${name}`,
    failedSend: (name) => `Tu mensaje a ${name} no se envió`,
  },
  fr: {
    newUnassigned: (name) => `${name} attend quelqu’un`,
    assignedToMe: (name) => `${name} vous a été assigné`,
    mention: (name) => `Vous êtes mentionné chez ${name}`,
    replyInMine: (name) => `${name} a écrit`,
    windowClosing: (name) => `Moins d’une heure pour répondre à ${name}`,
    slaRisk: (name) => `Il faut bientôt répondre à ${name}`,
    failedSend: (name) => `Votre message à ${name} n’a pas été envoyé`,
  },
};

/** The title of a notification, in the person's language. */
export function pushTitle(locale: Locale | null | undefined, event: PushEvent, name: string): string {
  return WORDS[locale ?? "en"][event](name);
}
