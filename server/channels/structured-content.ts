import { z } from "zod";
import { say, type Said } from "../say.ts";

/**
 * Content of structured types as adapters read it. It was validated on acceptance and is parsed again
 * here, not trusted.
 */

export const location = z.object({
  latitude: z.number(),
  longitude: z.number(),
  name: z.string().optional(),
  address: z.string().optional(),
});
export type Location = z.infer<typeof location>;

export const contacts = z
  .array(z.object({ name: z.string(), phones: z.array(z.string()), emails: z.array(z.string()).optional() }))
  .min(1);
export type Contacts = z.infer<typeof contacts>;

const choice = z.object({ id: z.string(), title: z.string(), description: z.string().optional() });
export type Choice = z.infer<typeof choice>;

export const interactive = z.object({
  body: z.string(),
  header: z.string().optional(),
  footer: z.string().optional(),
  buttons: z.array(choice).optional(),
  list: z
    .object({
      button: z.string().optional(),
      sections: z.array(z.object({ title: z.string(), rows: z.array(choice) })),
    })
    .optional(),
});
export type Interactive = z.infer<typeof interactive>;

/** The body for a provider, or why there is none. */
export type Body = (Record<string, unknown> & { error?: undefined }) | { error: Said };

/** Parses the content and passes it to `write`. Returns an error if it cannot be read. */
export function fromContent<T, R>(schema: z.ZodType<T>, content: string, write: (value: T) => R): R | { error: Said } {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return { error: say("provider.noJson") };
  }
  const parsed = schema.safeParse(value);
  return parsed.success ? write(parsed.data) : { error: say("provider.wrongShape") };
}

/**
 * Converts buttons and a list for a channel with one kind of choice that shows titles only. Returns the choices, and a text with
 * everything else. The text includes the descriptions of rows.
 */
export function flatChoices({ header, body, footer, buttons = [], list }: Interactive): {
  text: string;
  choices: Choice[];
} {
  const sections = list?.sections ?? [];
  const described = sections.map(({ title, rows }) =>
    [title, ...rows.flatMap((row) => (row.description ? [`${row.title} – ${row.description}`] : []))]
      .filter((line) => line !== "")
      .join("\n"),
  );
  return {
    text: [header, body, ...described, footer].filter(Boolean).join("\n\n"),
    choices: [...buttons, ...sections.flatMap(({ rows }) => rows)],
  };
}
