import type { InboxWords } from "../inbox/inbox-words.ts";

/** Words of providers for where somebody came from (`source_type` and the like), in ours. */
const WAYS: Record<string, "ad" | "post" | "link" | "product"> = {
  ad: "ad",
  ads: "ad",
  post: "post",
  shortlink: "link",
  link: "link",
  start: "link",
  product: "product",
};

/** "Came by an ad"; a word that we do not know is given as it came. */
export function referralWords(sourceType: string | null, t: InboxWords): string {
  const source = sourceType?.trim().toLowerCase().replaceAll("_", " ") ?? "";
  const way = source === "" ? "link" : WAYS[source];
  return way ? t(`referral.${way}`) : t("referral.other", { source });
}
