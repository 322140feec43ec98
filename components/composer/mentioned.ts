type Named = { id: string; name: string };

/**
 * The agents that a note names with an @: a draft keeps its words alone, and who they were chosen for outlives neither a reload nor
 * another device. Of a longer name that begins with a shorter one the longer counts.
 * @param agents of the same name the first.
 */
export function mentionedIn(words: string, agents: readonly Named[]): string[] {
  let rest = words;
  const ids: string[] = [];
  for (const { id, name } of agents.toSorted((a, b) => b.name.length - a.name.length)) {
    const left = rest.replaceAll(`@${name}`, (found, at: number, all: string) =>
      isAlone(all, at, found.length) ? " " : found,
    );
    if (left !== rest) ids.push(id);
    rest = left;
  }
  return ids;
}

function isAlone(text: string, at: number, length: number): boolean {
  return !/[\p{L}\p{N}_]$/u.test(text.slice(0, at)) && !/^[\p{L}\p{N}_]/u.test(text.slice(at + length));
}
