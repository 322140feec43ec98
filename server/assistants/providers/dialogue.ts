import { type ContextMessage, type Reply, type Trace, NO_REPLY } from "../engine.ts";
import { quote, say } from "../../say.ts";
import { cutKeywords } from "../keywords.ts";

export type Line = { role: "user" | "assistant"; content: string };

/**
 * The conversation in the two roles that every model knows. Messages of people and of assistants are both the business's role. It
 * contains no names and no phone numbers.
 */
export function dialogueOf(messages: readonly ContextMessage[]): Line[] {
  return messages.map((message) => ({
    role: message.role === "client" ? "user" : "assistant",
    content: wordsOf(message),
  }));
}

/** Joins consecutive lines of one role, for models that require the roles to alternate. */
export function takingTurns(lines: readonly Line[]): Line[] {
  const turns: Line[] = [];
  for (const line of lines) {
    const last = turns.at(-1);
    if (last?.role === line.role) last.content += `\n${line.content}`;
    else turns.push({ ...line });
  }
  return turns;
}

/**
 * A message as text. For a file, it only says that there is one: its address expires after some hours, providers often cannot reach
 * it, and most models refuse a request that contains an image.
 */
export function wordsOf({ type, content }: Pick<ContextMessage, "type" | "content">): string {
  const isWritten = type === "text" || type === "interactive" || type === "template";
  if (content === null || content.trim() === "") return `[${type}]`;
  return isWritten ? content : `[${type}: ${content}]`;
}

/** The reply of an assistant that only writes text. An empty text hands over, so that the contact always gets an answer. */
export function spokenReply(written: string, trace: Trace, whenEmpty: string): Reply {
  const { text, handover, end } = cutKeywords(written);
  const isUnanswered = text === null && !handover && !end;
  const reason = isUnanswered ? quote(whenEmpty) : handover ? say("reason.itAsked") : null;
  return { ...NO_REPLY, text, handover: reason && { reason }, end, isUnanswered, trace };
}
