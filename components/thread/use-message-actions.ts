"use client";

import { useDisclosure } from "@mantine/hooks";
import { useMemo, useState } from "react";
import type { MessageActions } from "../messages/bubble-actions.tsx";
import type { Capabilities, ConvRow } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { offeredReactions } from "../messages/reactions.ts";
import { useConvActions } from "../inbox/use-conv-actions.ts";
import { isOfComments } from "../inbox/use-place-words.ts";
import { useNow } from "../ui/use-now.ts";
import type { Bubble, ThreadView } from "./use-thread.ts";

type Needs = {
  row: ConvRow;
  capabilities: Capabilities | undefined;
  thread: ThreadView;
  /** Starts a reply to a message, or a note about it. Its identity must be stable, or every bubble renders at each keystroke. */
  onWriteAbout: (bubble: Bubble, mode: "reply" | "note") => void;
};

/** The viewer's actions on the messages of the open conversation, and which of their dialogs is open. */
export function useMessageActions({ row, capabilities, thread, onWriteAbout }: Needs) {
  const { viewer } = useInbox();
  const convActions = useConvActions();
  const now = useNow();
  const [isTemplateOpen, template] = useDisclosure(false);
  const [question, setQuestion] = useState<Bubble | null>(null);
  const [privately, setPrivately] = useState<Bubble | null>(null);
  const { jumpTo } = thread;
  const { id: convId, ended, clientArchived, replyWindowClosesAt, lateReplyUntil } = row;
  const canSendTemplate = !ended && !clientArchived;
  const canWrite = canSendTemplate && row.otherAppSince === null;
  const isOver = (until: string | null) =>
    capabilities?.replyWindowHours != null && (until === null || Date.parse(until) <= now);
  const isWindowClosed = isOver(replyWindowClosesAt);
  const isTextRefused = row.otherAppSince !== null || (isWindowClosed && isOver(lateReplyUntil));
  const areComments = isOfComments(row);
  const mayTeach = viewer.permissions.includes("MANAGE_WORKSPACE");

  const actions = useMemo(
    (): MessageActions => ({
      reply: capabilities?.replyContext && canWrite ? (bubble) => onWriteAbout(bubble, "reply") : null,
      react:
        capabilities?.gestures.includes("reaction") && canWrite && !isWindowClosed
          ? (bubble, emoji) => void convActions.react(convId, bubble, emoji)
          : null,
      offered: capabilities ? offeredReactions(capabilities) : [],
      note: (bubble) => onWriteAbout(bubble, "note"),
      question: mayTeach ? setQuestion : null,
      commentsOf: areComments ? convId : null,
      hide: areComments
        ? ({ messageId, hiddenAt }) => void convActions.hideComment(convId, messageId, hiddenAt === null)
        : null,
      answerPrivately: areComments && !clientArchived ? setPrivately : null,
      jumpTo: (messageId) => void jumpTo(messageId),
      sendTemplate: capabilities?.templates && canSendTemplate ? template.open : null,
      isTextRefused,
    }),
    [
      capabilities,
      canSendTemplate,
      canWrite,
      areComments,
      clientArchived,
      convActions,
      convId,
      onWriteAbout,
      mayTeach,
      jumpTo,
      template.open,
      isTextRefused,
      isWindowClosed,
    ],
  );
  return {
    actions,
    isTemplateOpen,
    closeTemplate: template.close,
    question,
    closeQuestion: () => setQuestion(null),
    /** The comment that is being answered privately. */
    privately,
    closePrivately: () => setPrivately(null),
  };
}
