import { inEnglish, type Said } from "../say.ts";

/** Whether the value is a sentence, for tests that also receive other values. */
export function isSaid(value: unknown): value is Said {
  return typeof value === "object" && value !== null && "code" in value && "params" in value;
}

/** A matcher like vitest's own, for a sentence whose English contains this. */
export function english(part: string | RegExp): unknown {
  return {
    asymmetricMatch: (value: unknown) =>
      isSaid(value) && (typeof part === "string" ? inEnglish(value).includes(part) : part.test(inEnglish(value))),
    toString: () => `English ${String(part)}`,
  };
}
