import { markedRuns, type TextMark } from "../templates/marked-runs.ts";
import type { ConvRow } from "../inbox/documents.ts";
import { textParts, type TextPart } from "./text-links.ts";

/** A piece of a text that is drawn in one way; its signs are left out. */
type MarkedPart = TextPart & { marks: TextMark[] };

/** Whether clients on a channel of this type see marks drawn; elsewhere their signs are signs. */
export function drawsMarks(type: ConvRow["integrationType"]): boolean {
  return type === "WHATSAPP" || type === "WA_GATEWAY";
}

export function isMarked(text: string): boolean {
  return markedParts(text).some(({ marks }) => marks.length > 0);
}

/** The text in pieces, with its marks and its web addresses; a sign in an address marks nothing. */
export function markedParts(text: string): MarkedPart[] {
  let end = 0;
  const links = textParts(text).map((part) => ({ ...part, start: end, end: (end += part.text.length) }));
  // Of the same length, so that every place stays where it is.
  const withoutAddresses = links.map((part) => (part.href ? "x".repeat(part.text.length) : part.text)).join("");
  return markedRuns(withoutAddresses).flatMap(({ start, end: to, marks }) =>
    links.flatMap((part) => {
      const own = text.slice(Math.max(start, part.start), Math.min(to, part.end));
      return own === "" ? [] : [{ text: own, href: part.href, marks }];
    }),
  );
}
