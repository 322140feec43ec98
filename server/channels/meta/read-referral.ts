import { z } from "zod";
import { adOf, type Ad } from "../ad.ts";
import { maybeId, maybeText } from "./webhook.ts";

/** What led a contact to write: an ad, or a link of the page or account. */
export const referral = z.object({
  ref: maybeText,
  source: maybeText,
  referer_uri: maybeText,
  ad_id: maybeId,
  ads_context_data: z.object({ ad_title: maybeText, photo_url: maybeText }).optional().catch(undefined),
});

const SOURCES: Record<string, string> = { ADS: "ad", SHORTLINK: "link" };

/** @param linkPrefix the start of the page's or account's links; null: not known. */
export function sourceOf(
  given: z.infer<typeof referral> | undefined,
  linkPrefix: string | null,
): { sourceType: string; sourceUrl: string | null; ad: Ad | null } | null {
  if (!given) return null;
  const { ref, source = "link", referer_uri, ad_id, ads_context_data } = given;
  const ofRef = ref !== undefined && linkPrefix !== null ? `${linkPrefix}${encodeURIComponent(ref)}` : null;
  const ad = adOf({ id: ad_id, headline: ads_context_data?.ad_title, pictureUrl: ads_context_data?.photo_url });
  return { sourceType: SOURCES[source] ?? source.toLowerCase(), sourceUrl: referer_uri ?? ofRef, ad };
}
