import { channelOf } from "../channels/registry.ts";
import { badInput } from "../errors.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { say, type Said } from "../say.ts";

type Channel = Pick<Integration, "type" | "utilityMessages">;

/** Whether templates are sent on a channel. */
export function sendsTemplates(channel: Channel): boolean {
  return whyNoTemplates(channel) === null;
}

/** Why no templates are sent on a channel, for people; null: they are. */
export function whyNoTemplates({ type, utilityMessages }: Channel): Said | null {
  const channel = channelOf(type);
  if (channel.templates || (channel.utilityMessages && utilityMessages)) return null;
  return say(channel.utilityMessages ? "channels.templatesOff" : "channels.noTemplates", { type });
}

/** @param field the input that chose the channel or the template. @throws AppError BAD_INPUT for a channel on which no templates are sent */
export function mustSendTemplates(channel: Channel, field: string): void {
  const why = whyNoTemplates(channel);
  if (why) throw badInput(field, why);
}
