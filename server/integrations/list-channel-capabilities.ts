import type { Channel } from "../channels/channel.ts";
import { channelOf } from "../channels/registry.ts";
import { IntegrationType } from "../generated/prisma/enums.ts";
import { verb } from "../verb.ts";

export type ChannelCapabilities = Pick<
  Channel,
  | "name"
  | "replyWindowHours"
  | "lateReplyHours"
  | "maxTextLength"
  | "maxTextBytes"
  | "maxCaptionLength"
  | "ratePerSecond"
  | "templates"
  | "replyContext"
  | "messageTypes"
  | "media"
  | "receipts"
  | "gestures"
  | "typingMarksRead"
  | "reactions"
> & { type: IntegrationType };

/** The capabilities of each channel type, for the composer. The API's errors use the same table. */
export const listChannelCapabilities = verb({ may: "USE_CONVS" }, (_ctx): ChannelCapabilities[] => {
  return Object.values(IntegrationType).map((type) => ({ type, ...channelOf(type) }));
});
