import { z } from "zod";
import type { Message } from "../../generated/prisma/client.ts";
import { fileOfUrl, signedUrl } from "../../uploads/upload-link.ts";
import type { ContextMessage } from "../engine.ts";
import { wordsOf } from "../message-words.ts";

/** As much of a message's row as an assistant is shown. */
export type SeenMessage = Pick<
  Message,
  "id" | "seq" | "workspaceId" | "type" | "content" | "caption" | "isAgent" | "aiId" | "removedAt" | "createdAt"
>;

/** How long an endpoint can fetch a file of the conversation. */
const FETCHABLE_MS = 6 * 60 * 60 * 1000;

const FILES: readonly Message["type"][] = ["image", "audio", "video", "document"];

/** A message as assistants see it. Of one that was taken back they see that there was one. */
export function contextMessage(message: SeenMessage, now: Date): ContextMessage {
  const { isAgent, aiId, createdAt, removedAt } = message;
  const role = !isAgent ? "client" : aiId === null ? "agent" : "assistant";
  if (removedAt !== null) return { role, type: "text", content: "[deleted]", url: null, createdAt };
  const type = message.type === "note" ? "text" : message.type;
  return { role, type, content: contentOf(message), url: urlOf(message, now), createdAt };
}

function contentOf(message: SeenMessage): string | null {
  const { type, caption, content } = message;
  if (FILES.includes(type)) return caption;
  if (type === "contacts") return namesOf(content);
  const words = wordsOf(message);
  return words === `[${type}]` ? null : words;
}

const cards = z.array(z.object({ name: z.string() }));

/** Whose cards they are; numbers of other people are nothing that an assistant needs. */
function namesOf(content: string): string | null {
  try {
    const names = cards.parse(JSON.parse(content)).map(({ name }) => name);
    return names.length > 0 ? names.join(", ") : null;
  } catch {
    return null;
  }
}

function urlOf({ type, content, workspaceId }: SeenMessage, now: Date): string | null {
  if (!FILES.includes(type)) return null;
  const file = fileOfUrl(content);
  if (file === null) return content;
  if (file.workspaceId !== workspaceId) return null;
  return signedUrl("GET", workspaceId, file.fileName, new Date(now.getTime() + FETCHABLE_MS));
}
