"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLiveState } from "../shell/live.tsx";
import { composerNotice } from "./composer-block.ts";
import type { ConvRow } from "./documents.ts";
import { readDraft, writeDraft } from "./drafts.ts";
import type { ComposerMode } from "./drafts.ts";
import { useInbox } from "./inbox-context.tsx";
import { channelCapabilitiesQuery, channelsQuery } from "./queries.ts";
import { useNow } from "./use-now.ts";

/** Longest message of the API, for notes and for channels that are not known yet. */
const MAX_LENGTH = 4_096;

type Needs = {
  row: ConvRow;
  mode: ComposerMode;
  replyToMessageId: string | null;
  afterSeq: number;
  onSent: () => void;
};

/** What is being written in a conversation: its drafts, whether it may be sent, and sending it. */
export function useComposer({ row, mode, replyToMessageId, afterSeq, onSent }: Needs) {
  const { workspaceId, viewer, userId, outbox } = useInbox();
  const liveState = useLiveState();
  const now = useNow();
  const channels = useQuery(channelsQuery(workspaceId)).data;
  const capabilities = useQuery(channelCapabilitiesQuery(workspaceId)).data?.find(
    (known) => known.type === row.integrationType,
  );
  const [texts, setTexts] = useState(() => ({
    reply: readDraft({ userId, convId: row.id, mode: "reply" }),
    note: readDraft({ userId, convId: row.id, mode: "note" }),
  }));
  const text = texts[mode];

  function setText(next: string): void {
    setTexts((all) => ({ ...all, [mode]: next }));
    writeDraft({ userId, convId: row.id, mode }, next);
  }

  const notice =
    mode === "note"
      ? null
      : composerNotice({
          row,
          channel: channels?.find((channel) => channel.id === row.integrationId),
          replyWindowHours: capabilities?.replyWindowHours ?? null,
          viewerAgentId: viewer.agentId,
          nowMs: now,
        });
  const maxLength = mode === "note" ? MAX_LENGTH : (capabilities?.maxTextLength ?? MAX_LENGTH);
  const isBehind = liveState === "catchingUp";
  const isBlocked = notice?.blocks ?? false;
  const canSend = text.trim() !== "" && text.length <= maxLength && !isBehind && !isBlocked;

  function send(): void {
    if (!canSend) return;
    outbox.add({
      id: crypto.randomUUID(),
      userId,
      workspaceId,
      convId: row.id,
      integrationId: row.integrationId,
      type: mode === "note" ? "note" : "text",
      content: text.trim(),
      replyToMessageId: mode === "note" ? null : replyToMessageId,
      createdAt: new Date().toISOString(),
      afterSeq,
      refusal: null,
    });
    setText("");
    onSent();
  }

  return { text, setText, send, canSend, notice, maxLength, isBehind, isBlocked };
}
