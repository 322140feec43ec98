type Named = { id: string; name: string };

/**
 * The agents that a note mentions with an @. They are found in the text, because a draft keeps only its text across a reload or a
 * change of device. If one name begins with another, the longer one wins.
 * @param agents if several have the same name, the first one is used.
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
