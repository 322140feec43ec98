import { z } from "zod";
import { quote, say, type Said, type SentenceCode } from "./say.ts";

/**
 * A sentence as the message of a zod check, encoded as JSON because zod's messages are strings.
 * Takes the arguments of `say`.
 */
export function saying<Code extends SentenceCode>(...sentence: Parameters<typeof say<Code>>): string {
  return JSON.stringify(say(...sentence));
}

const carried = z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) });

/** The sentence in a zod issue. Zod's own messages are quoted. */
export function saidBy({ message }: { message: string }): Said {
  if (!message.startsWith('{"code":')) return quote(message);
  const { code, params } = carried.parse(JSON.parse(message));
  return { code: code as SentenceCode, params };
}
