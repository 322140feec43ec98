import { z } from "zod";
import { inEnglish, quote, type Said } from "./say.ts";

const param: z.ZodType<Said["params"][string]> = z.lazy(() =>
  z.union([z.string(), z.number(), z.strictObject({ time: z.iso.datetime() }), sentence]),
);
const sentence = z.object({ code: z.string(), params: z.record(z.string(), param) }) as z.ZodType<Said>;

/**
 * The sentence stored in a row.
 * @returns null if there is none, or if another version of the service stored a sentence that this catalog does not have.
 */
export function readSaid(stored: unknown): Said | null {
  if (stored === null) return null;
  const { data } = sentence.safeParse(stored);
  return data && isInCatalogue(data) ? data : null;
}

function isInCatalogue(said: Said): boolean {
  try {
    inEnglish(said);
    return true;
  } catch {
    return false;
  }
}

/** The failure reason of a row. Rows stored before sentences existed return their English text. */
export function errorIn(row: { error: string | null; errorSaid: unknown }): Said | null {
  return readSaid(row.errorSaid) ?? (row.error === null ? null : quote(row.error));
}
