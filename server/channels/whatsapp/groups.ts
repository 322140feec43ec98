import type { OutgoingMessage } from "../channel.ts";

/** A group on WhatsApp is a contact and a conversation of its own. Its thread is named after it. */
const GROUP = "group:";
/** The scope of groups' ids. */
export const GROUP_SCOPE = "group";

export const groupThread = (groupId: string) => GROUP + groupId;

/** Whether a message goes to the group. One to a single person may stand in a group's conversation, if the contacts were merged. */
export function isToGroup({
  externalConversationId,
  externalClientId,
}: Pick<OutgoingMessage, "externalConversationId" | "externalClientId">): boolean {
  return groupOf(externalConversationId) === externalClientId;
}

/** The group that a thread is of; null: it is of one person. */
export function groupOf(thread: string | null): string | null {
  return thread?.startsWith(GROUP) ? thread.slice(GROUP.length) : null;
}
