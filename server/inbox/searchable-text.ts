import { z } from "zod";
import type { Message } from "../generated/prisma/client.ts";

const BODY = z.object({ body: z.object({ text: z.string() }).or(z.string()) });
const REPLY = z.object({ reply: z.object({ title: z.string() }) });

/** What message_search() has read of a message, as a person would see it. */
export function searchableText({ type, content, caption }: Pick<Message, "type" | "content" | "caption">): string {
  const said =
    type === "interactive" ? interactiveText(content) : ["text", "note", "template"].includes(type) ? content : "";
  return [said, caption].filter(Boolean).join(" ");
}

function interactiveText(content: string): string {
  try {
    const json: unknown = JSON.parse(content);
    const reply = REPLY.safeParse(json);
    if (reply.success) return reply.data.reply.title;
    const body = BODY.safeParse(json);
    if (body.success) return typeof body.data.body === "string" ? body.data.body : body.data.body.text;
  } catch {
    // Not JSON: it is the text itself.
  }
  return content;
}
