"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import type { ConvRow } from "./documents.ts";

type Place = Pick<ConvRow, "integrationType" | "externalConversationId">;

/**
 * The channel of a conversation, for people. On Telegram one contact can have several conversations on a channel: the bot's own chat,
 * topics in it, and chats of business accounts that the bot answers for (server/channels/telegram/threads.ts).
 */
export function usePlaceWords(): (channel: string, place: Place) => string {
  const t = useTranslations("inbox.threads");
  return useCallback(
    (channel, { integrationType, externalConversationId: thread }) => {
      if (integrationType !== "TELEGRAM" || !thread) return channel;
      return t(thread.startsWith("business:") ? "business" : "topic", { channel });
    },
    [t],
  );
}
