import { z } from "zod";
import { adOf, type Ad } from "../ad.ts";
import { maybeId, maybeText } from "../meta/webhook.ts";

/** The ad or post that led a contact to write. */
export const referral = z.object({
  source_type: maybeText,
  source_url: maybeText,
  source_id: maybeId,
  headline: maybeText,
  body: maybeText,
  ctwa_clid: maybeText,
  image_url: maybeText,
  /** Of a video. */
  thumbnail_url: maybeText,
});

export function sourceOf(given: z.infer<typeof referral>): {
  sourceType: string;
  sourceUrl: string | null;
  ad: Ad | null;
} {
  const { source_type: sourceType = "ad", source_url, source_id: id, headline, body: text, ctwa_clid: clickId } = given;
  const pictureUrl = given.image_url ?? given.thumbnail_url;
  return { sourceType, sourceUrl: source_url ?? null, ad: adOf({ id, headline, text, clickId, pictureUrl }) };
}
