import { isUtf8 } from "node:buffer";

/**
 * The text of a cell of a CSV file, which is given as its bytes, one character each (latin1): most cells are ASCII, and need no
 * copy. Null where the bytes are no UTF-8.
 */
export function cellText(cell: string): string | null {
  if (!/[\x80-\xff]/.test(cell)) return cell;
  const bytes = Buffer.from(cell, "latin1");
  return isUtf8(bytes) ? bytes.toString() : null;
}
