import { z } from "zod";

const fields = z.record(z.string(), z.unknown());

/**
 * The answers of a WhatsApp Flow, each as "Name: value". They come as JSON in a text; a text that is no JSON is one line.
 * Source: Meta, "Receiving Flow Response".
 */
export function linesOfForm(responseJson: unknown): string[] {
  if (typeof responseJson !== "string" || responseJson.trim() === "") return [];
  let answers: unknown;
  try {
    answers = JSON.parse(responseJson);
  } catch {
    return [responseJson];
  }
  const named = fields.safeParse(answers).data;
  if (!named) return answers === null ? [] : [valueOf(answers)];
  return Object.entries(named)
    .filter(([name]) => name !== "flow_token")
    .map(([name, value]) => `${nameOf(name)}: ${valueOf(value)}`);
}

/** Meta's builder names a field by its screen, its label and their numbers: "screen_0_First_name_1". */
function nameOf(field: string): string {
  const label = field.replace(/^screen_\d+_/, "").replace(/_\d+$/, "");
  return label.replaceAll("_", " ").trim() || field;
}

function valueOf(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (Array.isArray(value)) return value.map(valueOf).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}
