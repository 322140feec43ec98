import { contactValue, isContactField, type TemplateContact } from "./contact-fields.ts";

/**
 * The origin of a piece of a template's text. `plain`: the template itself. `filled`: a value. `contact`: stands for a field of
 * the recipient. `empty`: a field that this contact lacks. `open`: a variable without a value. `unknown`: a placeholder that is
 * no contact field and is sent as it is.
 */
type PieceState = "plain" | "filled" | "contact" | "empty" | "open" | "unknown";
export type Piece = { text: string; state: PieceState };

const VARIABLE = /\{\{\s*(\w+)\s*\}\}/g;

/**
 * A template text with its variables filled.
 * @param valueOf the value typed for a variable. Empty or undefined: none yet.
 * @param contact the recipient. null: no specific one.
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

/** A typed value with the contact's fields filled in. */
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
