/**
 * What is opened once a conversation was dealt with and leaves the list: a neighbour (the other one where there is none on that side),
 * the conversation itself, or null for the list alone.
 */
export function afterDone(
  ids: readonly string[],
  doneId: string,
  how: "next" | "previous" | "stay" | "list",
): string | null {
  const at = ids.indexOf(doneId);
  const [before, after] = [ids[at - 1] ?? null, ids[at + 1] ?? null];
  switch (how) {
    case "stay":
      return doneId;
    case "list":
      return null;
    case "next":
      return at === -1 ? null : (after ?? before);
    case "previous":
      return at === -1 ? null : (before ?? after);
  }
}
