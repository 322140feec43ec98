import { z } from "zod";
import type { Message } from "../generated/prisma/client.ts";

const choice = z.object({ reply: z.object({ title: z.string() }) }).transform(({ reply }) => reply.title);
const asked = z.object({ body: z.string() }).transform(({ body }) => body);
const place = z
  .object({ name: z.string().optional(), address: z.string().optional() })
  .transform(({ name, address }) => [name, address].filter(Boolean).join(", "));

/** A message as text: its text, its caption, or the label of the button pressed. Without any of these, its type in brackets. */
export function wordsOf({ type, content, caption }: Pick<Message, "type" | "content" | "caption">): string {
  switch (type) {
    case "text":
    case "note":
    case "template":
      return content;
    case "interactive":
      return read(z.union([choice, asked]), content) ?? content;
    case "location":
      return caption ?? (read(place, content) || "[location]");
    default:
      return caption ?? `[${type}]`;
  }
}

function read(schema: z.ZodType<string>, content: string): string | null {
  try {
    return schema.safeParse(JSON.parse(content)).data ?? null;
  } catch {
    // A structured message may arrive as text that is not our JSON.
    return null;
  }
}
