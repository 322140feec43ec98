import { z } from "zod";
import { saying } from "../saying.ts";
import { parseJson } from "../text-rules.ts";

/** Characters of one value: no template's field takes more. */
const VALUE_MAX = 4_096;
const FIELDS_MAX = 100;

const tooMany = saying("inbox.valuesMost", { count: FIELDS_MAX });
const line = (max: number) => z.string().max(max, saying("input.charactersMost", { count: max }));

/**
 * A template as far as it is chosen and filled: `values` by the field's key, `pairs` by name, where the channel has no list of its
 * templates. What in it is wrong still is the sender's to find: a draft may be half done.
 */
const TEMPLATE = z
  .strictObject({
    name: line(512),
    language: line(40),
    values: z.record(line(200), line(VALUE_MAX)),
    pairs: z.array(z.strictObject({ id: line(100), name: line(200), value: line(VALUE_MAX) })).max(FIELDS_MAX, tooMany),
  })
  .refine(({ values }) => Object.keys(values).length <= FIELDS_MAX, tooMany);

export type DraftTemplate = z.infer<typeof TEMPLATE>;

/**
 * What is kept of a template in a draft; null: none is begun.
 * @throws AppError BAD_INPUT
 */
export function readDraftTemplate(input: unknown): DraftTemplate | null {
  if (input === undefined || input === null) return null;
  const template = parseJson("template", TEMPLATE, input);
  const { name, language, values, pairs } = template;
  const isBegun = name !== "" || language !== "" || pairs.length > 0 || Object.keys(values).length > 0;
  return isBegun ? template : null;
}
