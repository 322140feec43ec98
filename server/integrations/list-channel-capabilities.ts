import type { Channel } from "../channels/channel.ts";
import { channelOf } from "../channels/registry.ts";
import { IntegrationType } from "../generated/prisma/enums.ts";
import { verb } from "../verb.ts";

export type ChannelCapabilities = Pick<
  Channel,
  | "name"
  | "replyWindowHours"
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

/** What each type of channel can do, for the composer: the same table that the API's errors read. */
export const listChannelCapabilities = verb({ may: "USE_CONVS" }, (_ctx): ChannelCapabilities[] => {
  return Object.values(IntegrationType).map((type) => ({ type, ...channelOf(type) }));
});
