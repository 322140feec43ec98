import type { ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Ctx } from "../ctx.ts";
import { AppError, problemAt } from "../errors.ts";
import { PAGE_DEFAULT, PAGE_MAX } from "../page.ts";
import { idOrNil, readTime } from "../text-rules.ts";
import { say } from "../say.ts";
import { problemsOf } from "../saying.ts";

/** A tool. `input` parses the arguments; `output` only describes the result. */
export type Tool = {
  name: string;
  title: string;
  /** For the model: what the tool does, when to use it, and what to watch out for. */
  description: string;
  input: z.ZodObject;
  output: z.ZodObject;
  annotations: ToolAnnotations;
  /** @throws AppError BAD_INPUT when the arguments are invalid, and what the verb throws */
  run: (ctx: Ctx, given: unknown) => Promise<Record<string, unknown>>;
};

/** Declares a tool. Its `run` gets the arguments as parsed by `input`. */
export function tool<Input extends z.ZodObject>(
  declared: Omit<Tool, "input" | "run"> & {
    input: Input;
    run: (ctx: Ctx, input: z.output<Input>) => Promise<Record<string, unknown>>;
  },
): Tool {
  const { input, run } = declared;
  return {
    ...declared,
    run(ctx, given) {
      const read = input.safeParse(given);
      if (!read.success) throw refusedArguments(read.error);
      return run(ctx, read.data);
    },
  };
}

/** BAD_INPUT with every invalid argument, under the same paths as in verbs. */
function refusedArguments(error: z.ZodError): AppError {
  const problems = problemsOf(error, say("service.noArgument")).map(({ place, said }) => ({
    path: ["input", ...place].join("."),
    said,
  }));
  const [first] = problems;
  const sentence = first
    ? say("input.at", { field: first.path.slice("input.".length), problem: first.said })
    : say("service.arguments");
  return new AppError("BAD_INPUT", sentence, { fields: problems.map(({ path, said }) => problemAt(path, said)) });
}

/** For tools that only read. */
export const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };

/** An id in the form that verbs take. */
export function id(description: string) {
  return z.string().transform(idOrNil).describe(description);
}

/** A time. A date without a time means midnight UTC. */
export function time(description: string) {
  return z
    .string()
    .transform((text, issues) => {
      const read = readTime(text);
      if (read) return read;
      issues.addIssue("must be an ISO 8601 time, like 2026-11-21T09:30:00Z");
      return z.NEVER;
    })
    .describe(`${description} ISO 8601, like 2026-11-21T09:30:00Z.`);
}

/** The paging arguments of every list (server/page.ts checks them). */
export const PAGING = {
  first: z
    .int()
    .meta({ description: "How many to return.", minimum: 1, maximum: PAGE_MAX, default: PAGE_DEFAULT })
    .exactOptional(),
  after: z.string().describe("endCursor of the page before, to go on after it.").exactOptional(),
};

/** An argument for tools whose write must not happen twice. */
export const IDEMPOTENCY_KEY = {
  idempotencyKey: z
    .string()
    .describe(
      "Any text of your own, at most 255 characters. A repeated call with the same key and input does nothing and gets the first answer; use one to make retries safe.",
    )
    .exactOptional(),
};

/** The arguments that identify a conversation. */
export const CONV = {
  convId: id("The conversation's id."),
  integrationId: id("Its channel's id. May be left out; when given, it must be the conversation's.").exactOptional(),
};
