/** What can be done to many conversations, and the taking back of it. */
const BULK_KINDS = ["end", "assign", "tag", "untag", "stage", "snooze", "unsnooze", "read", "unread", "undo"] as const;

export function isBulkKind(kind: string): kind is (typeof BULK_KINDS)[number] {
  return (BULK_KINDS as readonly string[]).includes(kind);
}
