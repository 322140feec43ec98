import type { Frame } from "./shapes.ts";

// A person and a bot can write in several threads: the bot's own chat, topics in it, and the chats of business accounts that the bot
// answers for. Each is a conversation of its own. A thread's name is stored as the conversation's externalConversationId.

/** The start of the names of business accounts' chats. */
export const BUSINESS = "business:";
const TOPIC = "topic:";

/** The name of a message's thread. null: the bot's own chat. */
export function threadOf({
  business_connection_id: connection,
  is_topic_message: isInTopic,
  message_thread_id: topic,
}: Pick<Frame, "business_connection_id" | "is_topic_message" | "message_thread_id">): string | null {
  if (connection) return BUSINESS + connection;
  return isInTopic && topic ? TOPIC + topic : null;
}

/** The parameters that bring a call of the Bot API into a thread. */
export function threadParameters(thread: string | null): Record<string, string | number> {
  if (thread?.startsWith(BUSINESS)) return { business_connection_id: thread.slice(BUSINESS.length) };
  const topic = thread?.startsWith(TOPIC) ? Number(thread.slice(TOPIC.length)) : Number.NaN;
  return Number.isSafeInteger(topic) ? { message_thread_id: topic } : {};
}

export function isOfBusiness(thread: string | null): boolean {
  return thread?.startsWith(BUSINESS) ?? false;
}
