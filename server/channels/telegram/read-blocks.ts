/** A message nests a few blocks. Nobody has written one that is deeper, so the rest is not read. */
const DEEPEST = 12;

/** Where a block keeps its texts and other blocks, in the order in which they are shown. */
const TEXTS = ["title", "summary", "label", "text", "expression"];
const INSIDE = ["blocks", "items", "rows", "cells", "columns", "children", "buttons"];
const AFTER = ["caption", "credit"];

/**
 * The texts of a rich message in their order, a line for each block and each row of a table. A block of an unknown type gives the
 * texts inside it. Source: Telegram Bot API 10.1, `RichMessage`: a text is a string, a list of texts, or an object with a `text`.
 */
export function linesOfBlocks(blocks: readonly unknown[]): string[] {
  return blocks.flatMap((block) => linesOf(block, 0));
}

function linesOf(block: unknown, depth: number): string[] {
  if (depth > DEEPEST) return [];
  if (!isObject(block)) return lineOf(block, depth);
  const inside = INSIDE.flatMap((part) => {
    const value = block[part];
    if (part === "cells") return rowsOf(value, depth + 1);
    return Array.isArray(value) ? value.flatMap((each) => linesOf(each, depth + 1)) : [];
  });
  // A caption is a text, or a block of a text and its credit.
  const after = AFTER.flatMap((part) => {
    const value = block[part];
    return isObject(value) && "credit" in value ? linesOf(value, depth + 1) : lineOf(value, depth);
  });
  const lines = [...TEXTS.flatMap((part) => lineOf(block[part], depth)), ...inside, ...after];
  // A button's address stands behind its text.
  const address = addressOf(block);
  return address !== null && lines.length === 1 ? [`${lines[0]} (${address})`] : lines;
}

/** The rows of a table, whose cells are a list of rows, or of one row. */
function rowsOf(cells: unknown, depth: number): string[] {
  if (!Array.isArray(cells)) return [];
  const isTable = cells.some((each) => Array.isArray(each));
  const rows: unknown[][] = isTable ? cells.map((each): unknown[] => (Array.isArray(each) ? each : [each])) : [cells];
  return rows.map((row) => row.map((cell) => linesOf(cell, depth).join(" ")).join(" | "));
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
  const shown = inline(text.text ?? text.expression ?? text.alternative_text, depth + 1);
  const address = addressOf(text);
  return address === null || address === shown ? shown : `${shown} (${address})`;
}

function addressOf({ url }: Record<string, unknown>): string | null {
  return typeof url === "string" && /^(https?|tg):\/\//i.test(url) ? url : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
