import { contactValue, isContactField, type TemplateContact } from "./contact-fields.ts";

/**
 * How a piece of a template's text came about: `plain` is the template's own; `filled` has a value; `contact` stands for a field of
 * whoever gets it; `empty` is a field that this contact lacks; `open` a variable that nobody has filled; `unknown` a placeholder that
 * is no field of a contact and goes out as it is.
 */
type PieceState = "plain" | "filled" | "contact" | "empty" | "open" | "unknown";
export type Piece = { text: string; state: PieceState };

const VARIABLE = /\{\{\s*(\w+)\s*\}\}/g;

/**
 * A text of a template with its variables filled.
 * @param valueOf what was typed for a variable; empty or undefined: nothing yet.
 * @param contact who gets it; null while it is nobody in particular.
 */
export function filledText(
  text: string,
  valueOf: (variable: string) => string | undefined,
  contact: TemplateContact | null,
): Piece[] {
  return splitAt(text, VARIABLE, (whole, variable) => {
    const value = (valueOf(variable) ?? "").trim();
    return value === "" ? [{ text: whole, state: "open" }] : filledValue(value, contact);
  });
}

/** A value that was typed, with the contact's fields in it. */
export function filledValue(value: string, contact: TemplateContact | null): Piece[] {
  const pieces = splitAt(value, /\{\{(\w+)\}\}/g, (whole, name) => {
    if (!isContactField(name)) return [{ text: whole, state: "unknown" }];
    if (contact === null) return [{ text: whole, state: "contact" }];
    const own = contactValue(contact, name);
    return own === "" ? [{ text: whole, state: "empty" }] : [{ text: own, state: "filled" }];
  });
  return pieces.map((piece) => (piece.state === "plain" ? { ...piece, state: "filled" } : piece));
}

function splitAt(text: string, expression: RegExp, replace: (whole: string, name: string) => Piece[]): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const match of text.matchAll(expression)) {
    if (match.index > done) pieces.push({ text: text.slice(done, match.index), state: "plain" });
    pieces.push(...replace(match[0], match[1] ?? ""));
    done = match.index + match[0].length;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), state: "plain" });
  return pieces;
}
