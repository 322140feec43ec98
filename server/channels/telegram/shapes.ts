import { z } from "zod";

/** Ids exceed 32 bits, so they are text from here on. */
export const id = z.union([z.number(), z.string().min(1)]).transform(String);
export const maybeText = z.string().optional().catch(undefined);

export const user = z.object({
  id,
  is_bot: z.boolean().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  username: z.string().optional(),
});

export const chat = z.object({ id, type: z.string() });

/** The common fields of a message. Its content is under a key named after its kind. */
export const frame = z.looseObject({
  message_id: id,
  date: z.number(),
  chat,
  from: user.optional(),
  caption: maybeText,
  edit_date: z.number().optional().catch(undefined),
});
export type Frame = z.infer<typeof frame>;

/** From seconds. An inaccessible message has 0. */
export function timeOf(seconds: number): Date | null {
  const time = new Date(seconds * 1000);
  return seconds > 0 && time.getUTCFullYear() < 2200 ? time : null;
}

/** A message_id is unique only within its chat. */
export function externalId(message: { chat: { id: string }; message_id: string }): string {
  return `${message.chat.id}:${message.message_id}`;
}
