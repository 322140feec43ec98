/** A group on WhatsApp is a contact and a conversation of its own. Its thread is named after it. */
const GROUP = "group:";
/** The scope of groups' ids. */
export const GROUP_SCOPE = "group";

export const groupThread = (groupId: string) => GROUP + groupId;

/** The group that a thread is of; null: it is of one person. */
export function groupOf(thread: string | null): string | null {
  return thread?.startsWith(GROUP) ? thread.slice(GROUP.length) : null;
}
