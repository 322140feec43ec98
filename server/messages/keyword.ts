import type { InboundMessage } from "../channels/inbound.ts";

/**
 * Whether a contact's message is a keyword of the workspace: a text that equals it, trimmed and in any case. Where others read along, it
 * never is.
 */
export function isKeyword(
  keyword: string | null,
  message: Pick<InboundMessage, "type" | "content" | "comment" | "writerName">,
): boolean {
  const wanted = keyword?.trim().toLowerCase();
  if (!wanted || message.comment || message.writerName !== undefined) return false;
  return message.type === "text" && message.content.trim().toLowerCase() === wanted;
}
