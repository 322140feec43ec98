/** A message nests a few blocks. Nobody has written one that is deeper, so the rest is not read. */
const DEEPEST = 12;

/** Where a block keeps texts of its own, in the order in which they are shown. */
const TEXTS = ["title", "summary", "text", "caption", "credit", "label"];
/** Where a block keeps others. */
const INSIDE = ["blocks", "items", "rows", "columns", "children", "buttons", "cells"];

/**
 * The texts of a rich message in their order, a line for each block. A block of an unknown type gives the texts inside it.
 * Source: Telegram Bot API 10.1, `RichMessage`: a text is a string, a list of texts, or an object with a `text`.
 */
export function linesOfBlocks(blocks: readonly unknown[]): string[] {
  return blocks.flatMap((block) => linesOf(block, 0));
}

function linesOf(block: unknown, depth: number): string[] {
  if (depth > DEEPEST) return [];
  if (typeof block === "string" || Array.isArray(block)) return lineOf(block, depth);
  if (!isObject(block)) return [];
  const own = TEXTS.flatMap((key) => (key in block ? lineOf(block[key], depth) : []));
  const inside = INSIDE.flatMap((key) => {
    const all = block[key];
    if (!Array.isArray(all)) return [];
    const lines = all.map((each) => linesOf(each, depth + 1));
    // The cells of a row are one line.
    return key === "cells" ? [lines.map((cell) => cell.join(" ")).join(" | ")] : lines.flat();
  });
  return [...own, ...inside];
}

function lineOf(text: unknown, depth: number): string[] {
  const line = inline(text, depth).trim();
  return line === "" ? [] : [line];
}

function inline(text: unknown, depth: number): string {
  if (depth > DEEPEST) return "";
  if (typeof text === "string") return text;
  if (Array.isArray(text)) return text.map((each) => inline(each, depth + 1)).join("");
  if (!isObject(text)) return "";
  const shown = inline(text.text, depth + 1);
  const address = typeof text.url === "string" && /^(https?|tg):\/\//i.test(text.url) ? text.url : null;
  return address === null || address === shown ? shown : `${shown} (${address})`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
