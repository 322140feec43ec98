"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useServiceWords } from "../i18n/use-service-words.ts";
import { useLiveState } from "../shell/live.tsx";
import { preferencesOf } from "../shell/preferences.ts";
import { messagesOf } from "./attachments.ts";
import type { CannedReply } from "./canned-queries.ts";
import { composerNotice } from "./composer-block.ts";
import type { Capabilities, ConvRow, Message } from "../inbox/documents.ts";
import type { ComposerMode } from "./draft-store.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { mentionedIn } from "./mentioned.ts";
import { AT_ONCE, type Later, type OutboxEntry } from "../offline/outbox.ts";
import { agentsQuery, channelsQuery, threadQuery } from "../inbox/queries.ts";
import { doubtKey, sendDoubts } from "./send-doubts.ts";
import { splitText } from "./split-text.ts";
import { ANY_CHANNEL, roomWords, textRoom } from "./text-room.ts";
import type { Attachments } from "./use-attachments.ts";
import { useDraft, useDraftPart, useDraftSync } from "./use-draft.ts";
import { useDraftFiles } from "./use-draft-files.ts";
import { useNow } from "../ui/use-now.ts";
import { usePresence } from "../inbox/use-presence.ts";
import { useRunMacro } from "./use-run-macro.ts";
import { useTakeBack } from "./use-take-back.ts";
import { useNotifyTyping } from "./use-notify-typing.ts";
import { emptyFields } from "./variables.ts";
import { newKey } from "../ui/new-key.ts";

type Needs = {
  row: ConvRow;
  mode: ComposerMode;
  /** Undefined while it is loading. */
  channel: Capabilities | undefined;
  attachments: Attachments;
  /** The message chosen in the log. The draft keeps which message it answers. */
  replyTo: Message | null;
  afterSeq: number;
  onSent: () => void;
  /** The sent message also ends or snoozes the conversation. */
  onEnding: (row: ConvRow) => void;
};

/** Options for sending a message. */
export type SendHow = { thenEnd?: boolean; sendAt?: Date; split?: boolean };
type Began = { seq: number; behindColleague: boolean } | null;
const NO_MESSAGES: Message[] = [];

/**
 * The composer of a conversation: its drafts and files, whether they can be sent, and sending. It reads the text only when it needs it.
 * Components that show the text subscribe to the draft, so a keystroke renders nothing else.
 */
export function useComposer(needs: Needs) {
  const inbox = useTranslations("inbox");
  const { row, mode, channel, attachments, replyTo, afterSeq, onSent, onEnding } = needs;
  const say = useServiceWords();
  const { workspaceId, viewer, userId, outbox, presenceNotifier } = useInbox();
  const prefs = preferencesOf(viewer);
  const liveState = useLiveState();
  const now = useNow();
  const channels = useQuery(channelsQuery(workspaceId)).data;
  const messages = useQuery(threadQuery(workspaceId, row.id)).data?.messages ?? NO_MESSAGES;
  const { typing } = usePresence(row.id);
  const tellTyping = useNotifyTyping(row.id);
  const takeBack = useTakeBack(row.id);
  const runMacro = useRunMacro(row);
  useDraftSync(row.id);
  const drafts = { reply: useDraft(row.id, "reply"), note: useDraft(row.id, "note") };
  const hasNames = useDraftPart(drafts.note, ({ text }) => mode === "note" && text.includes("@"));
  const agents = (useQuery({ ...agentsQuery(workspaceId), enabled: hasNames }).data ?? []).map(agentName);
  const draft = drafts[mode];
  const { change, sent } = draft;
  const isNote = mode === "note";
  useDraftFiles(drafts.reply, attachments);

  const [began, setBegan] = useState<Began>(null);
  const [seenDoubts, setSeenDoubts] = useState("");
  const [macro, setMacro] = useState<CannedReply | null>(null);
  const [named, setNamed] = useState<{ id: string; name: string }[]>([]);

  const chosenId = replyTo?.messageId ?? null;
  // A reply quotes the chosen message. A note refers to it.
  const changeReply = drafts[mode].change;
  useEffect(() => {
    if (chosenId !== null) changeReply({ replyToMessageId: chosenId });
  }, [chosenId, changeReply]);
  const answeredId = useDraftPart(draft, ({ replyToMessageId }) => replyToMessageId);
  const quotedId = chosenId ?? answeredId;
  const quoted =
    replyTo ?? (quotedId === null ? null : (messages.find(({ messageId }) => messageId === quotedId) ?? null));

  function setText(next: string): void {
    const isBlank = next.trim() === "";
    if (isBlank) setBegan(null);
    else if (began === null && afterSeq > 0) setBegan({ seq: afterSeq, behindColleague: typing.length > 0 });
    if (isBlank) setSeenDoubts("");
    change({ text: next });
    notifyWriting(!isBlank);
  }

  /** Notifies the contact and colleagues about typing. Notes are internal, so typing a note notifies no one. */
  function notifyWriting(isWriting: boolean): void {
    if (isNote) return;
    // While the capabilities are loading, assume that the channel supports typing. Do not call a channel that does not.
    if (channel?.gestures.includes("typing") ?? true) tellTyping(isWriting);
    presenceNotifier.write(row.id, isWriting);
  }

  const own = channels?.find(({ id }) => id === row.integrationId);
  const notice = isNote
    ? null
    : composerNotice(
        {
          row,
          channel: own && { ...own, lastError: own.lastError && say(own.lastError, own.lastErrorWording) },
          replyWindowHours: channel?.replyWindowHours ?? null,
          viewerAgentId: viewer.agentId,
          typing,
          nowMs: now,
        },
        inbox,
      );
  const limits = isNote ? ANY_CHANNEL : (channel ?? ANY_CHANNEL);
  const roomIn = (text: string) => textRoom(text.trim(), limits);
  const isBlank = useDraftPart(draft, ({ text }) => text.trim() === "");
  const isOver = useDraftPart(draft, ({ text }) => roomIn(text).left < 0);
  const counter = useDraftPart(draft, ({ text }) => roomWords(roomIn(text), limits, inbox));
  const fields = useDraftPart(draft, ({ text }) => emptyFields(text).join("\n"));
  const files = isNote ? [] : attachments.ready;
  const isBehind = liveState === "catchingUp";
  const isBlocked = notice?.blocks ?? false;
  const isComplete = isNote || attachments.isComplete;
  const hasContent = !isBlank || files.length > 0;
  const mayGo = (hasContent || macro !== null) && isComplete && !isBehind && !isBlocked;
  const canSend = mayGo && !isOver;
  const partsOf = (text: string) => splitText(text, (part) => textRoom(part, limits).left >= 0);
  const partCount = useDraftPart(draft, ({ text }) => (mayGo && isOver ? partsOf(text).length : 0));

  const doubts = isNote
    ? []
    : sendDoubts({
        emptyFields: fields === "" ? [] : fields.split("\n"),
        messages,
        beganSeq: began?.seq ?? null,
        viewerAgentId: viewer.agentId,
        typing,
        wasFirst: began?.behindColleague ?? false,
      });
  const doubted = doubtKey(doubts);

  function written(text: string, isSplit: boolean) {
    if (isSplit)
      return [...partsOf(text).map((part) => textOf(part, isNote)), ...(channel ? messagesOf("", files, channel) : [])];
    const words = text.trim();
    return channel && files.length > 0 ? messagesOf(words, files, channel) : [textOf(words, isNote)];
  }

  function send({ thenEnd = false, sendAt, split = false }: SendHow = {}): void {
    if (split ? !mayGo : !canSend) return;
    // The second press sends despite the doubts that the first press showed.
    if (doubted !== "" && doubted !== seenDoubts) return setSeenDoubts(doubted);
    if (!hasContent && macro) {
      // Clear the macro at once, so that a second press does not run it twice.
      setMacro(null);
      return void runMacro(macro).then((isRun) => {
        if (!isRun) setMacro(macro);
        else if (endsOrRests(macro)) onEnding(row);
      });
    }
    const begun = draft.now();
    const words = begun.text.trim();
    const all = written(begun.text, split);
    const entries = all.map((message, index): OutboxEntry => {
      const isLast = index === all.length - 1;
      const later: Later = {
        undoSeconds: isNote ? 0 : prefs.undoSeconds,
        sendAt: sendAt?.toISOString() ?? null,
        macroId: isLast && macro && !sendAt ? macro.id : null,
        thenEnd: thenEnd && isLast && !isNote,
      };
      return {
        ...message,
        id: newKey(),
        userId,
        workspaceId,
        convId: row.id,
        integrationId: row.integrationId,
        // If there are several messages, only the first one quotes.
        replyToMessageId: index > 0 ? null : quotedId,
        mentions: isNote ? mentionedIn(words, [...named, ...agents]) : [],
        later: isNote && !sendAt ? AT_ONCE : later,
        createdAt: new Date().toISOString(),
        afterSeq,
        refusal: null,
      };
    });
    for (const entry of entries) outbox.add(entry);
    const isLeaving = !isNote && !sendAt && (thenEnd || endsOrRests(macro));
    if (!isNote && !sendAt && prefs.undoSeconds > 0)
      takeBack.offer(
        entries.map(({ id }) => id),
        begun,
        // The next conversation's thread cannot offer to undo this, so a toast does.
        isLeaving ? prefs.undoSeconds * 1_000 : null,
      );
    sent();
    if (!isNote) attachments.clear();
    notifyWriting(false);
    setBegan(null);
    setSeenDoubts("");
    // The reply carries the macro. A note or a scheduled message does not, so the macro stays.
    if (!isNote && !sendAt) setMacro(null);
    setNamed([]);
    onSent();
    if (isLeaving) onEnding(row);
  }

  return {
    draft,
    isBlank,
    setText,
    send,
    canSend,
    notice,
    quoted,
    dropReply: () => changeReply({ replyToMessageId: null }),
    counter,
    isOver,
    /** The number of messages that the text needs if split. 0: it fits into one, or cannot be sent now. */
    partCount,
    isBehind,
    isBlocked,
    /** The doubts to show before the second press. */
    doubts: doubted !== "" && doubted === seenDoubts ? doubts : [],
    macro,
    setMacro,
    mention: (agent: { id: string; name: string }) => setNamed((all) => [...all, agent]),
  };
}

/** Whether a macro removes the conversation from the list. */
function endsOrRests(macro: CannedReply | null): boolean {
  return macro?.actions.some(({ kind }) => kind === "end" || kind === "snooze") ?? false;
}

function textOf(content: string, isNote: boolean) {
  return { type: isNote ? ("note" as const) : ("text" as const), content, caption: null, fileName: null };
}

/** Formats names in the same way as the composer's list of agents. */
function agentName({ id, name, surname }: { id: string; name: string; surname: string | null }) {
  return { id, name: surname ? `${name} ${surname}` : name };
}
