import type { InboundMessage } from "../channels/inbound.ts";

/** Whether a contact's message is a keyword of the workspace: a text that equals it, trimmed and in any case. A comment never is. */
export function isKeyword(
  keyword: string | null,
  message: Pick<InboundMessage, "type" | "content" | "comment">,
): boolean {
  const wanted = keyword?.trim().toLowerCase();
  return (
    Boolean(wanted) && !message.comment && message.type === "text" && message.content.trim().toLowerCase() === wanted
  );
}
