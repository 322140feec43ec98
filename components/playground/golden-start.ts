import type { QuestionStart } from "../assistants/eval-question-drawer.tsx";
import type { Chat, ChatMessage } from "./queries.ts";

/** As much as an assistant is given of what was said before. */
const HISTORY_MAX = 29;

/** A golden question made of a line of a trial, with what was said before it. */
export function goldenStart({ messages }: Chat, message: ChatMessage): QuestionStart {
  const place = messages.findIndex(({ id }) => id === message.id);
  const history = messages
    .slice(0, place)
    .filter(({ isNote, content }) => !isNote && content.trim() !== "")
    .slice(-HISTORY_MAX)
    .map(({ isClient, content }) => ({ role: isClient ? ("client" as const) : ("assistant" as const), content }));
  return { question: message.content, history, expects: {} };
}
