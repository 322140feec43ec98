import type { InboxWords } from "../inbox/inbox-words.ts";

/** Maps the providers' source types (`source_type` and similar) to ours. */
const WAYS: Record<string, "ad" | "post" | "link" | "page" | "product"> = {
  ad: "ad",
  ads: "ad",
  post: "post",
  shortlink: "link",
  link: "link",
  page: "page",
  start: "link",
  product: "product",
};

/** Describes a source: "Came by an ad". An unknown source type is shown as it is. */
export function referralWords(sourceType: string | null, t: InboxWords): string {
  const source = sourceType?.trim().toLowerCase().replaceAll("_", " ") ?? "";
  const way = source === "" ? "link" : WAYS[source];
  return way ? t(`referral.${way}`) : t("referral.other", { source });
}
