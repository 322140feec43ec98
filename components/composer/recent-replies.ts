const KEY = "inbox-recent-replies";
const MOST = 5;

/** Ids of the canned replies last used in this browser, the most recent first. */
export function recentReplies(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

export function noteRecentReply(id: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([id, ...recentReplies().filter((other) => other !== id)].slice(0, MOST)));
  } catch {
    // The browser has no usable storage.
  }
}
