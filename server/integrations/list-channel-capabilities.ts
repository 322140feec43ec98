import type { Channel } from "../channels/channel.ts";
import { COMMENT } from "../channels/comments.ts";
import { channelOf, rulesOf } from "../channels/registry.ts";
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
> & {
  type: IntegrationType;
  /** The same in threads of comments. null: there are none. */
  inComments: ChannelCapabilities | null;
};

/** The capabilities of each channel type, for the composer. The API's errors use the same table. */
export const listChannelCapabilities = verb({ may: "USE_CONVS" }, (_ctx): ChannelCapabilities[] => {
  return Object.values(IntegrationType).map((type) => {
    const channel = { type, ...channelOf(type), inComments: null };
    return channel.comments ? { ...channel, inComments: { ...channel, ...rulesOf(type, COMMENT) } } : channel;
  });
});
