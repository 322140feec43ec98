import { type ContextMessage, type Reply, type Trace, NO_REPLY } from "../engine.ts";
import { quote, say } from "../../say.ts";
import { cutKeywords } from "../keywords.ts";

export type Line = { role: "user" | "assistant"; content: string };

/**
 * The conversation in the two roles that every model knows: what people of the business wrote is the business's side as much as what
 * an assistant wrote. Nobody's name or number is in it.
 */
export function dialogueOf(messages: readonly ContextMessage[]): Line[] {
  return messages.map((message) => ({
    role: message.role === "client" ? "user" : "assistant",
    content: wordsOf(message),
  }));
}

/** Several lines of one side in a row as one, for those who want the sides to take turns. */
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
 * A message as text. A file is said to be there and no more: its address holds for some hours, is often not reachable for a provider,
 * and most models refuse a request with an image in it altogether.
 */
export function wordsOf({ type, content }: Pick<ContextMessage, "type" | "content">): string {
  const isWritten = type === "text" || type === "interactive" || type === "template";
  if (content === null || content.trim() === "") return `[${type}]`;
  return isWritten ? content : `[${type}: ${content}]`;
}

/** The reply of an assistant that says all in its text. One that says nothing hands over: a client is not left without an answer. */
export function spokenReply(written: string, trace: Trace, whenEmpty: string): Reply {
  const { text, handover, end } = cutKeywords(written);
  const isUnanswered = text === null && !handover && !end;
  const reason = isUnanswered ? quote(whenEmpty) : handover ? say("reason.itAsked") : null;
  return { ...NO_REPLY, text, handover: reason && { reason }, end, isUnanswered, trace };
}
