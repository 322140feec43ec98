import { z } from "zod";

/** Ids exceed 32 bits, so they are text from here on. */
export const id = z.union([z.number(), z.string().min(1)]).transform(String);
export const maybeText = z.string().optional().catch(undefined);

const names = { first_name: maybeText, last_name: maybeText, username: maybeText };

export const user = z.object({ id, is_bot: z.boolean().optional(), ...names });

/** A private chat has the names of the other person. */
export const chat = z.object({ id, type: z.string(), ...names });

/** The common fields of a message. Its content is under a key named after its kind. */
export const frame = z.looseObject({
  message_id: id,
  date: z.number(),
  chat,
  from: user.optional(),
  caption: maybeText,
  edit_date: z.number().optional().catch(undefined),
  /** Set in the chats of a business account that the bot answers for. */
  business_connection_id: maybeText,
  /** The bot that wrote for the business account. */
  sender_business_bot: user.optional().catch(undefined),
  /** A greeting, an away message or a scheduled message of a business account. */
  is_from_offline: z.boolean().optional().catch(undefined),
  is_topic_message: z.boolean().optional().catch(undefined),
  message_thread_id: id.optional().catch(undefined),
});
export type Frame = z.infer<typeof frame>;

/** From seconds. An inaccessible message has 0. */
export function timeOf(seconds: number): Date | null {
  const time = new Date(seconds * 1000);
  return seconds > 0 && time.getUTCFullYear() < 2200 ? time : null;
}

/** A message_id is unique only within its chat. A chat with a business account has the same id as the person's chat with the bot. */
export function externalId({
  business_connection_id: connection,
  chat: { id: chatId },
  message_id,
}: {
  business_connection_id?: string | undefined;
  chat: { id: string };
  message_id: string;
}): string {
  return `${connection ? `${connection}:` : ""}${chatId}:${message_id}`;
}
