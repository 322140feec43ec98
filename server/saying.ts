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

/** The most unknown keys that a refusal names. */
const MOST_NAMED = 20;

/** The problems of a value that a schema refused, each at its place. @param unknown what is said of a key that is not in the schema. */
export function problemsOf({ issues }: z.ZodError, unknown: Said): { place: PropertyKey[]; said: Said }[] {
  return issues.flatMap((issue) => {
    if (issue.code !== "unrecognized_keys") return [{ place: issue.path, said: saidBy(issue) }];
    return issue.keys.slice(0, MOST_NAMED).map((key) => ({ place: [...issue.path, key], said: unknown }));
  });
}

/** An object without other keys. @param unknown the sentence that names the others. */
export function strict<Shape extends z.ZodRawShape>(
  shape: Shape,
  unknown: "assistants.noProperty" | "assistants.noExpectation" | "service.noKey",
) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? saying(unknown, { names: issue.keys?.join(", ") ?? "" })
        : saying("input.object"),
  });
}
