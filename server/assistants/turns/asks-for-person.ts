const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;

/**
 * Whether the client's words are, or hold, one of the channel's words that ask for a person (decisions section 4, `handover.keywords`):
 * as whole words, in any case and however they are spaced.
 * Scripts that put no space between words have them anywhere.
 */
export function asksForPerson(said: readonly string[], keywords: readonly string[]): boolean {
  const texts = said.map(normalised);
  return keywords.some((keyword) => {
    const wanted = normalised(keyword);
    const sought = UNSPACED.test(keyword) ? wanted.trim() : wanted;
    return sought !== "" && texts.some((text) => text.includes(sought));
  });
}

/** Words between single spaces, one at either end; what is neither letter nor digit parts words. A keyword of signs alone is none. */
function normalised(text: string): string {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.length === 0 ? "" : ` ${words.join(" ")} `;
}
