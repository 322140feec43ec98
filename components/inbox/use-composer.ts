"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLiveState } from "../shell/live.tsx";
import { messagesOf } from "./attachments.ts";
import { composerNotice } from "./composer-block.ts";
import type { Capabilities, ConvRow } from "./documents.ts";
import { readDraft, writeDraft } from "./drafts.ts";
import type { ComposerMode } from "./drafts.ts";
import { useInbox } from "./inbox-context.tsx";
import { channelsQuery } from "./queries.ts";
import { ANY_CHANNEL, roomWords, textRoom } from "./text-room.ts";
import type { Attachments } from "./use-attachments.ts";
import { useNow } from "./use-now.ts";
import { useTellTyping } from "./use-tell-typing.ts";

type Needs = {
  row: ConvRow;
  mode: ComposerMode;
  /** Undefined while it is being read. */
  channel: Capabilities | undefined;
  attachments: Attachments;
  replyToMessageId: string | null;
  afterSeq: number;
  onSent: () => void;
};

/** What is being written in a conversation: its drafts and files, whether they may be sent, and sending them. */
export function useComposer(needs: Needs) {
  const { row, mode, channel, attachments, replyToMessageId, afterSeq, onSent } = needs;
  const { workspaceId, viewer, userId, outbox } = useInbox();
  const liveState = useLiveState();
  const now = useNow();
  const channels = useQuery(channelsQuery(workspaceId)).data;
  const tellTyping = useTellTyping(row.id);
  const [texts, setTexts] = useState(() => ({
    reply: readDraft({ userId, convId: row.id, mode: "reply" }),
    note: readDraft({ userId, convId: row.id, mode: "note" }),
  }));
  const text = texts[mode];
  const isNote = mode === "note";

  function setText(next: string): void {
    setTexts((all) => ({ ...all, [mode]: next }));
    writeDraft({ userId, convId: row.id, mode }, next);
    // What is written for the team is the team's own.
    if (!isNote && channel?.gestures.includes("typing")) tellTyping(next.trim() !== "");
  }

  const notice = isNote
    ? null
    : composerNotice({
        row,
        channel: channels?.find((known) => known.id === row.integrationId),
        replyWindowHours: channel?.replyWindowHours ?? null,
        viewerAgentId: viewer.agentId,
        nowMs: now,
      });
  const limits = isNote ? ANY_CHANNEL : (channel ?? ANY_CHANNEL);
  const room = textRoom(text.trim(), limits);
  const files = isNote ? [] : attachments.ready;
  const isBehind = liveState === "catchingUp";
  const isBlocked = notice?.blocks ?? false;
  const isComplete = isNote || attachments.isComplete;
  const hasContent = text.trim() !== "" || files.length > 0;
  const canSend = hasContent && isComplete && room.left >= 0 && !isBehind && !isBlocked;

  function send(): void {
    if (!canSend) return;
    const words = text.trim();
    const written = channel && files.length > 0 ? messagesOf(words, files, channel) : [textOf(words, isNote)];
    written.forEach((message, index) =>
      outbox.add({
        ...message,
        id: crypto.randomUUID(),
        userId,
        workspaceId,
        convId: row.id,
        integrationId: row.integrationId,
        // Of several the first one is the answer.
        replyToMessageId: isNote || index > 0 ? null : replyToMessageId,
        createdAt: new Date().toISOString(),
        afterSeq,
        refusal: null,
      }),
    );
    setText("");
    if (!isNote) attachments.clear();
    onSent();
  }

  return {
    text,
    setText,
    send,
    canSend,
    notice,
    counter: roomWords(room, limits),
    isOver: room.left < 0,
    isBehind,
    isBlocked,
  };
}

function textOf(content: string, isNote: boolean) {
  return { type: isNote ? ("note" as const) : ("text" as const), content, caption: null, fileName: null };
}
