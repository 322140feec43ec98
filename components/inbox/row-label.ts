import { CHANNEL_LABEL } from "./channel-mark.tsx";
import type { ConvRow } from "./documents.ts";
import { previewOf, previewPrefix } from "./message-preview.ts";
import { timeLeft, waitedFor } from "./times.ts";

/** A row as one sentence, for those who hear it. */
export function rowLabel(row: ConvRow, viewerAgentId: string | null, nowMs: number): string {
  const left = row.replyWindowClosesAt ? timeLeft(row.replyWindowClosesAt, nowMs) : null;
  const parts = [
    row.clientName,
    CHANNEL_LABEL[row.integrationType],
    row.waitingSince ? `waiting ${waitedFor(row.waitingSince, nowMs)}` : null,
    row.ended ? "ended" : ownerWords(row, viewerAgentId),
    row.clientArchived ? "contact archived" : null,
    left ? `reply window closes in ${left}` : null,
    row.tags.length > 0 ? `tags ${row.tags.join(", ")}` : null,
    row.lastMessage?.status === "failed" ? "last message not delivered" : null,
    row.lastMessage ? previewPrefix(row.lastMessage, viewerAgentId) + previewOf(row.lastMessage).text : null,
  ];
  return parts.filter((part) => part !== null).join(", ");
}

function ownerWords(row: ConvRow, viewerAgentId: string | null): string {
  if (row.assigneeId !== null && row.assigneeId === viewerAgentId) return "assigned to you";
  if (row.assigneeName) return `assigned to ${row.assigneeName}`;
  return row.aiId ? "assigned to the AI assistant" : "unassigned";
}
