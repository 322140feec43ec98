/** Words of providers for where somebody came from (`source_type` and the like), in ours. */
const WORDS: Record<string, string> = {
  ad: "Came by an ad",
  ads: "Came by an ad",
  post: "Came by a post",
  shortlink: "Came by a link",
  link: "Came by a link",
  start: "Came by a link",
  product: "Came by a product page",
};

/** "Came by an ad"; a word that we do not know is given as it came. */
export function referralWords(sourceType: string | null): string {
  const word = sourceType?.trim().toLowerCase().replaceAll("_", " ") ?? "";
  return WORDS[word] ?? (word === "" ? "Came by a link" : `Came by: ${word}`);
}
