import { z } from "zod";

/** Ids exceed 32 bits; they are texts from here on. */
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

/** A message's frame; its content stands under a key of its own kind. */
export const frame = z.looseObject({
  message_id: id,
  date: z.number(),
  chat,
  from: user.optional(),
  caption: maybeText,
  edit_date: z.number().optional().catch(undefined),
});
export type Frame = z.infer<typeof frame>;

/** Seconds; an inaccessible message has 0. */
export function timeOf(seconds: number): Date | null {
  const time = new Date(seconds * 1000);
  return seconds > 0 && time.getUTCFullYear() < 2200 ? time : null;
}

/** A message_id counts inside its chat only. */
export function externalId(message: { chat: { id: string }; message_id: string }): string {
  return `${message.chat.id}:${message.message_id}`;
}
