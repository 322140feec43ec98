import { badInput } from "../errors.ts";
import { requiredLine } from "../text-rules.ts";

export const TAG_MAX = 100;
export const TAGS_MAX = 100;

/**
 * Tag values of an input: trimmed, each once, in the order given.
 * @throws AppError BAD_INPUT for a blank one, one of more than 100 characters, or more than 100 of them.
 */
export function readTagValues(path: string, values: readonly string[]): string[] {
  if (values.length > TAGS_MAX) throw badInput(path, `${path} may have at most ${TAGS_MAX} tags`);
  return [...new Set(values.map((value, index) => requiredLine(`${path}.${index}`, value, TAG_MAX)))];
}
