"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import type { ConvRow } from "./documents.ts";
import type { InboxWords } from "./inbox-words.ts";

type Place = Pick<ConvRow, "integrationType" | "externalConversationId">;

/** Whether a conversation is a contact's comments under a post (server/channels/comments.ts). Everybody can read them. */
export function isOfComments({ integrationType, externalConversationId: thread }: Place): boolean {
  return (integrationType === "FACEBOOK" || integrationType === "INSTAGRAM") && thread?.startsWith("comment:") === true;
}

/** Whether a conversation is one with a group (server/channels/whatsapp/groups.ts). */
export function isOfGroup({ integrationType, externalConversationId: thread }: Place): boolean {
  return (integrationType === "WHATSAPP" || integrationType === "WA_GATEWAY") && thread?.startsWith("group:") === true;
}

/**
 * The channel of a conversation, for people. On Telegram one contact can have several conversations on a channel: the bot's own chat,
 * topics in it, and chats of business accounts that the bot answers for (server/channels/telegram/threads.ts).
 */
export function placeWords(channel: string, place: Place, t: InboxWords): string {
  const { integrationType, externalConversationId: thread } = place;
  if (isOfComments(place)) return t("threads.comments", { channel });
  if (isOfGroup(place)) return t("threads.group", { channel });
  if (integrationType !== "TELEGRAM" || !thread) return channel;
  return t(thread.startsWith("business:") ? "threads.business" : "threads.topic", { channel });
}

export function usePlaceWords(): (channel: string, place: Place) => string {
  const t = useTranslations("inbox");
  return useCallback((channel, place) => placeWords(channel, place, t), [t]);
}
