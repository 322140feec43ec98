import { badInput } from "../errors.ts";
import { say } from "../say.ts";
import { requiredLine } from "../text-rules.ts";

export const TAG_MAX = 100;
export const TAGS_MAX = 100;

/**
 * Tag values of an input: trimmed, each once, in the order given.
 * @throws AppError BAD_INPUT for a blank one, one of more than 100 characters, or more than 100 of them.
 */
export function readTagValues(path: string, values: readonly string[]): string[] {
  if (values.length > TAGS_MAX) throw badInput(path, say("inbox.tagsMost", { field: path, count: TAGS_MAX }));
  return [...new Set(values.map((value, index) => requiredLine(`${path}.${index}`, value, TAG_MAX)))];
}
