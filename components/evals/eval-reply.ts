import { z } from "zod";
import type { Json } from "../graphql/graphql.ts";

const checks = z.array(
  z.object({ kind: z.string(), expected: z.unknown(), passed: z.boolean().nullable(), found: z.unknown() }),
);

const reply = z.object({
  text: z.string().nullable(),
  /** The reason for a handover. null: none. */
  handover: z.string().nullable(),
  /** The clarifying question that it asked first. null: it answered directly. */
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

/** The checks of an answer, one per expectation. Empty before the answer exists. */
export function readChecks(json: Json | null): EvalCheck[] {
  return checks.safeParse(json).data ?? [];
}

/** The reply. null: there is none. */
export function readReply(json: Json | null): EvalReply | null {
  return reply.safeParse(json).data ?? null;
}
