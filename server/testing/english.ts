import { inEnglish, type Said } from "../say.ts";

/** Whether the value is a sentence, for tests that get it beside other things. */
export function isSaid(value: unknown): value is Said {
  return typeof value === "object" && value !== null && "code" in value && "params" in value;
}

/** A matcher, as vitest's own: a sentence whose English has this in it. */
export function english(part: string | RegExp): unknown {
  return {
    asymmetricMatch: (value: unknown) =>
      isSaid(value) && (typeof part === "string" ? inEnglish(value).includes(part) : part.test(inEnglish(value))),
    toString: () => `English ${String(part)}`,
  };
}
