import { z } from "zod";

/** JSON of structured messages. Content that does not match is shown as it is. */
const location = z.object({
  latitude: z.number(),
  longitude: z.number(),
  name: z.string().optional(),
  address: z.string().optional(),
});

const contacts = z.array(
  z.object({ name: z.string(), phones: z.array(z.string()).default([]), emails: z.array(z.string()).default([]) }),
);

const question = z.object({
  body: z.string(),
  header: z.string().optional(),
  footer: z.string().optional(),
  buttons: z.array(z.object({ id: z.string(), title: z.string() })).optional(),
  list: z
    .object({
      button: z.string(),
      sections: z.array(
        z.object({
          title: z.string(),
          rows: z.array(z.object({ id: z.string(), title: z.string(), description: z.string().optional() })),
        }),
      ),
    })
    .optional(),
});

const choice = z.object({ reply: z.object({ id: z.string(), title: z.string() }) });

export type Interactive = z.infer<typeof question> | z.infer<typeof choice>;

function read<T>(schema: z.ZodType<T>, content: string): T | null {
  try {
    return schema.safeParse(JSON.parse(content)).data ?? null;
  } catch {
    return null;
  }
}

export const parseLocation = (content: string) => read(location, content);
export const parseContacts = (content: string) => read(contacts, content);
export const parseInteractive = (content: string): Interactive | null => read(z.union([choice, question]), content);
