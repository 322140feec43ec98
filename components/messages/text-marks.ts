import { markedRuns, type TextMark } from "../templates/marked-runs.ts";
import type { ConvRow } from "../inbox/documents.ts";
import { textParts, type TextPart } from "./text-links.ts";

/** A piece of text with one formatting, without the characters of its marks. */
type MarkedPart = TextPart & { marks: TextMark[] };

/** Whether a channel of this type formats marks. On other channels, contacts see the plain characters. */
export function drawsMarks(type: ConvRow["integrationType"]): boolean {
  return type === "WHATSAPP" || type === "WA_GATEWAY";
}

export function isMarked(text: string): boolean {
  return markedParts(text).some(({ marks }) => marks.length > 0);
}

/** Splits a text by marks and web addresses. Characters inside an address are not marks. */
export function markedParts(text: string): MarkedPart[] {
  let end = 0;
  const links = textParts(text).map((part) => ({ ...part, start: end, end: (end += part.text.length) }));
  // Keep the length, so that every position stays the same.
  const withoutAddresses = links.map((part) => (part.href ? "x".repeat(part.text.length) : part.text)).join("");
  return markedRuns(withoutAddresses).flatMap(({ start, end: to, marks }) =>
    links.flatMap((part) => {
      const own = text.slice(Math.max(start, part.start), Math.min(to, part.end));
      return own === "" ? [] : [{ text: own, href: part.href, marks }];
    }),
  );
}
