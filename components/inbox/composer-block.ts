/** Why a reply cannot or should not be written just so, the most serious first; one is shown at a time. */
export type ComposerNotice =
  | { kind: "channel"; blocks: true; text: string }
  | { kind: "ended"; blocks: true; text: string }
  | { kind: "archived"; blocks: true; text: string }
  | { kind: "window"; blocks: true; text: string }
  | { kind: "ai"; blocks: false; text: string }
  | { kind: "unowned"; blocks: false; text: string }
  | null;

type Facts = {
  row: {
    clientName: string;
    clientArchived: boolean;
    ended: boolean;
    replyWindowClosesAt: string | null;
    assigneeId: string | null;
    assigneeName: string | null;
    aiId: string | null;
    aiName: string | null;
  };
  /** Undefined while it is being read, and for channels that are gone. */
  channel: { name: string; state: string; lastError: string | null } | undefined;
  /** Hours after the customer's last message in which free text may be sent; null: always. */
  replyWindowHours: number | null;
  viewerAgentId: string | null;
  nowMs: number;
};

/** What stands above the composer in reply mode (inbox.md, Composer: banner priority). Notes always pass. */
export function composerNotice({ row, channel, replyWindowHours, viewerAgentId, nowMs }: Facts): ComposerNotice {
  if (channel?.state === "disabled") {
    return {
      kind: "channel",
      blocks: true,
      text: `${channel.name} is switched off. Replies can be sent once it is on again.`,
    };
  }
  if (channel?.state === "error") {
    const why = channel.lastError ? `: ${channel.lastError}` : "";
    return {
      kind: "channel",
      blocks: true,
      text: `${channel.name} is refused by its provider${why}. Its settings need a look.`,
    };
  }
  if (row.ended) {
    return {
      kind: "ended",
      blocks: true,
      text: `This conversation has ended. ${row.clientName}'s next message opens a new one.`,
    };
  }
  if (row.clientArchived) {
    return { kind: "archived", blocks: true, text: "This contact is archived, so nothing is sent to it." };
  }
  const isOpen = row.replyWindowClosesAt !== null && new Date(row.replyWindowClosesAt).getTime() > nowMs;
  if (replyWindowHours !== null && !isOpen) {
    const text = `More than ${replyWindowHours} hours have passed since the customer's last message: this channel takes no free text now.`;
    return { kind: "window", blocks: true, text };
  }
  if (row.aiId !== null && row.assigneeId === null) {
    const name = row.aiName ?? "The AI assistant";
    return { kind: "ai", blocks: false, text: `${name} answers here. Write, and the conversation is yours.` };
  }
  if (viewerAgentId !== null && row.assigneeId !== viewerAgentId) {
    const whose = row.assigneeName ? `is assigned to ${row.assigneeName}` : "is not assigned to anybody";
    return { kind: "unowned", blocks: false, text: `This conversation ${whose}.` };
  }
  return null;
}
