import { z } from "zod";

/** Offsets and lengths count UTF-16 units, as JavaScript's strings do. */
const link = z.object({
  type: z.literal("text_link"),
  offset: z.int().min(0),
  length: z.int().min(1),
  url: z.string().regex(/^(https?|tg):\/\//i),
});

/**
 * A text with the addresses of its links, which Telegram keeps beside the text: "our shop" becomes "our shop (https://…)".
 * @param entities of the message, unread.
 */
export function withAddresses(text: string, entities: unknown): string {
  const links = (Array.isArray(entities) ? entities : []).flatMap((each) => link.safeParse(each).data ?? []);
  let shown = text;
  // From the end, so that the offsets before it still hold.
  for (const { offset, length, url } of links.toSorted((a, b) => b.offset - a.offset)) {
    const end = offset + length;
    if (end > text.length || text.slice(offset, end) === url) continue;
    shown = `${shown.slice(0, end)} (${url})${shown.slice(end)}`;
  }
  return shown;
}
