import type { InboxWords } from "../inbox/inbox-words.ts";

type Way = "ad" | "post" | "comment" | "link" | "page" | "product";

/** Maps the providers' source types (`source_type` and similar) to ours. */
const WAYS: Record<string, Way> = {
  ad: "ad",
  ads: "ad",
  post: "post",
  comment: "comment",
  shortlink: "link",
  link: "link",
  page: "page",
  start: "link",
  product: "product",
};

/** Describes a source: "Came by an ad". An unknown source type is shown as it is. */
export function referralWords(sourceType: string | null, t: InboxWords): string {
  const source = nameOf(sourceType);
  const way = source === "" ? "link" : WAYS[source];
  return way ? t(`referral.${way}`) : t("referral.other", { source });
}

/** The kind of a source type. null: a type that is shown as it is. */
export function wayOf(sourceType: string): Way | null {
  return WAYS[nameOf(sourceType)] ?? null;
}

function nameOf(sourceType: string | null): string {
  return sourceType?.trim().toLowerCase().replaceAll("_", " ") ?? "";
}
