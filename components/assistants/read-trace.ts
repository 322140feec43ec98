import { z } from "zod";
import type { Json } from "../graphql/graphql.ts";

/** What an assistant did, as responses carry it. Missing parts become empty or null. */
const trace = z.object({
  passages: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        url: z.string().nullable(),
        heading: z.string().nullable(),
        content: z.string(),
        score: z.number(),
        isUsed: z.boolean(),
      }),
    )
    .default([]),
  prompt: z.array(z.object({ role: z.string(), content: z.string() })).default([]),
  raw: z.string().nullable().default(null),
  toolCalls: z
    .array(z.object({ name: z.string(), input: z.unknown(), isAllowed: z.boolean(), outcome: z.string() }))
    .default([]),
  model: z.string().nullable().default(null),
});

export type AnswerTrace = z.infer<typeof trace>;
export type TracedPassage = AnswerTrace["passages"][number];

/** The trace of an answer. null: it is no longer stored. */
export function readTrace(json: Json | null): AnswerTrace | null {
  return trace.safeParse(json).data ?? null;
}
