import type { InboxWords } from "../inbox/inbox-words.ts";
import { lateDays } from "./window-state.ts";

/** The reasons why a reply cannot or should not be written, the most serious first. The composer shows one at a time. */
export type ComposerNotice =
  | { kind: "channel"; blocks: true; text: string }
  | { kind: "ended"; blocks: true; text: string }
  | { kind: "archived"; blocks: true; text: string }
  | { kind: "otherApp"; blocks: true; text: string }
  | { kind: "window"; blocks: true; text: string }
  | { kind: "typing"; blocks: false; text: string }
  | { kind: "ai"; blocks: false; text: string }
  | { kind: "unowned"; blocks: false; text: string }
  | { kind: "late"; blocks: false; text: string }
  | null;

type Facts = {
  row: {
    clientName: string;
    clientArchived: boolean;
    ended: boolean;
    otherAppSince: string | null;
    replyWindowClosesAt: string | null;
    lateReplyUntil: string | null;
    assigneeId: string | null;
    assigneeName: string | null;
    aiId: string | null;
    aiName: string | null;
  };
  /** Undefined while it is loading, and for deleted channels. */
  channel: { name: string; state: string; lastError: string | null } | undefined;
  /** Hours after the contact's last message in which free text may be sent. null: no limit. */
  replyWindowHours: number | null;
  viewerAgentId: string | null;
  /** Colleagues who are writing to this contact now. */
  typing: readonly { name: string }[];
  nowMs: number;
};

/** The notice above the composer in reply mode (inbox.md, Composer: banner priority). Notes are never blocked. */
export function composerNotice(
  { row, channel, replyWindowHours, viewerAgentId, typing, nowMs }: Facts,
  t: InboxWords,
): ComposerNotice {
  if (channel?.state === "disabled") {
    return {
      kind: "channel",
      blocks: true,
      text: t("notice.disabled", { channel: channel.name }),
    };
  }
  if (channel?.state === "error") {
    const why = channel.lastError;
    const named = { channel: channel.name };
    return {
      kind: "channel",
      blocks: true,
      text: why ? t("notice.errorWhy", { ...named, why }) : t("notice.error", named),
    };
  }
  if (row.ended) {
    return {
      kind: "ended",
      blocks: true,
      text: t("notice.ended", { name: row.clientName }),
    };
  }
  if (row.clientArchived) {
    return { kind: "archived", blocks: true, text: t("notice.archived") };
  }
  if (row.otherAppSince !== null) {
    return { kind: "otherApp", blocks: true, text: t("notice.otherApp", { name: row.clientName }) };
  }
  const isOpen = row.replyWindowClosesAt !== null && new Date(row.replyWindowClosesAt).getTime() > nowMs;
  const isClosed = replyWindowHours !== null && !isOpen;
  const days = lateDays(row, nowMs);
  if (isClosed && days === 0) {
    return { kind: "window", blocks: true, text: t("notice.window", { hours: replyWindowHours }) };
  }
  const [colleague] = typing;
  if (colleague) return { kind: "typing", blocks: false, text: t("notice.typing", { name: colleague.name }) };
  // A conversation held by an assistant has no assignee. The notice names the assistant instead.
  if (row.aiId !== null && row.assigneeId === null) {
    const name = row.aiName ?? t("notice.assistant");
    return { kind: "ai", blocks: false, text: t("notice.ai", { name }) };
  }
  if (viewerAgentId !== null && row.assigneeId !== viewerAgentId) {
    const text = row.assigneeName ? t("notice.assigned", { name: row.assigneeName }) : t("notice.unowned");
    return { kind: "unowned", blocks: false, text };
  }
  if (isClosed) {
    return { kind: "late", blocks: false, text: t("notice.late", { hours: replyWindowHours, days }) };
  }
  return null;
}
