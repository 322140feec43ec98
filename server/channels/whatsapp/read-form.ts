import { z } from "zod";

const fields = z.record(z.string(), z.unknown());
/** A form has lists in its answers, nothing deeper. What is deeper is shown as it came. */
const DEEPEST = 8;

/**
 * The answers of a WhatsApp Flow, each as "Name: value". They come as JSON in a text; a text that is no JSON is one line.
 * Source: Meta, "Receiving Flow Response".
 */
export function linesOfForm(responseJson: unknown): string[] {
  if (typeof responseJson !== "string" || responseJson.trim() === "") return [];
  try {
    const answers: unknown = JSON.parse(responseJson);
    const named = fields.safeParse(answers).data;
    if (!named) return answers === null ? [] : [valueOf(answers)];
    return Object.entries(named)
      .filter(([name]) => name !== "flow_token")
      .map(([name, value]) => `${nameOf(name)}: ${valueOf(value)}`);
  } catch {
    return [responseJson];
  }
}

/** Meta's builder names a field by its screen, its label and their numbers: "screen_0_First_name_1". */
function nameOf(field: string): string {
  const label = /^screen_\d+_(.+?)(?:_\d+)?$/.exec(field)?.[1] ?? field;
  return label.replaceAll("_", " ").trim() || field;
}

/** @throws RangeError if it is deeper than any form is. */
function valueOf(value: unknown, depth = 0): string {
  if (depth > DEEPEST) throw new RangeError("too deep");
  if (value === null || value === undefined) return "–";
  if (Array.isArray(value)) return value.map((each) => valueOf(each, depth + 1)).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}
