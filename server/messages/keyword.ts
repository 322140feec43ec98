import type { MessageType } from "../generated/prisma/enums.ts";

/** Whether a contact's message is a keyword of the workspace: a text that equals it, trimmed and in any case. */
export function isKeyword(keyword: string | null, message: { type: MessageType; content: string }): boolean {
  const wanted = keyword?.trim().toLowerCase();
  return Boolean(wanted) && message.type === "text" && message.content.trim().toLowerCase() === wanted;
}
