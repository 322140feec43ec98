import type { Channel } from "../channels/channel.ts";
import { COMMENT } from "../channels/comments.ts";
import { groupThread } from "../channels/whatsapp/groups.ts";
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
  | "marketingApi"
  | "utilityMessages"
> & {
  type: IntegrationType;
  /** The same in threads of comments and of groups. null: there are none. */
  inComments: ChannelCapabilities | null;
  inGroups: ChannelCapabilities | null;
};

/** The capabilities of each channel type, for the composer. The API's errors use the same table. */
export const listChannelCapabilities = verb({ may: "USE_CONVS" }, (_ctx): ChannelCapabilities[] => {
  return Object.values(IntegrationType).map((type) => {
    const channel = { type, ...channelOf(type), inComments: null, inGroups: null };
    const inThread = (thread: string) => ({ ...channel, ...rulesOf(type, thread) });
    return {
      ...channel,
      inComments: channel.comments ? inThread(COMMENT) : null,
      inGroups: channel.groups ? inThread(groupThread("")) : null,
    };
  });
});
