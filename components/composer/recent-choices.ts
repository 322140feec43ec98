/** What is kept in this browser of each kind, and how many. */
const KINDS = {
  replies: { key: "inbox-recent-replies", most: 5 },
  emoji: { key: "inbox-recent-emoji", most: 16 },
} as const;

type Kind = keyof typeof KINDS;

/** What was last chosen in this browser, the most recent first: ids of canned replies, or emoji. */
export function recentChoices(kind: Kind): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KINDS[kind].key) ?? "[]");
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

export function noteRecentChoice(kind: Kind, id: string): void {
  const { key, most } = KINDS[kind];
  try {
    localStorage.setItem(
      key,
      JSON.stringify([id, ...recentChoices(kind).filter((other) => other !== id)].slice(0, most)),
    );
  } catch {
    // The browser has no usable storage.
  }
}
