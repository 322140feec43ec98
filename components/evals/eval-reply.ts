import { z } from "zod";
import type { Json } from "../graphql/graphql.ts";

const checks = z.array(
  z.object({ kind: z.string(), expected: z.unknown(), passed: z.boolean().nullable(), found: z.unknown() }),
);

const reply = z.object({
  text: z.string().nullable(),
  /** Why it hands over; null: it does not. */
  handover: z.string().nullable(),
  /** What it asked back first; null: it answered at once. */
  askedBack: z.string().nullable().default(null),
  end: z.boolean(),
  tags: z.array(z.string()),
  passages: z.array(
    z.object({
      title: z.string(),
      url: z.string().nullable(),
      heading: z.string().nullable(),
      content: z.string(),
      score: z.number(),
      isUsed: z.boolean(),
    }),
  ),
});

export type EvalCheck = z.infer<typeof checks>[number];
export type EvalReply = z.infer<typeof reply>;

/** What was expected of an answer, one by one; nothing before it was asked. */
export function readChecks(json: Json | null): EvalCheck[] {
  return checks.safeParse(json).data ?? [];
}

/** What came; null where nothing did. */
export function readReply(json: Json | null): EvalReply | null {
  return reply.safeParse(json).data ?? null;
}
