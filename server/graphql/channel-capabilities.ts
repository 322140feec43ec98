import type { MediaKind, MediaRule } from "../channels/channel.ts";
import {
  listChannelCapabilities,
  type ChannelCapabilities as Capabilities,
} from "../integrations/list-channel-capabilities.ts";
import { builder } from "./builder.ts";
import { IntegrationType } from "./channel-types.ts";
import { MessageType } from "./message-type.ts";
import { section } from "./operation.ts";
import { listOf } from "./pages.ts";

const ChannelMedia = builder.objectRef<MediaRule & { kind: MediaKind }>("ChannelMedia").implement({
  description: "Files of one kind that a channel takes.",
  fields: (t) => ({
    kind: t.expose("kind", { type: MessageType }),
    contentTypes: t.stringList({ resolve: ({ contentTypes }) => [...contentTypes] }),
    maxBytes: t.exposeInt("maxBytes"),
    caption: t.boolean({
      description: "Whether a caption may go with it, where the channel has maxCaptionLength.",
      resolve: ({ captionless }) => !captionless,
    }),
    voiceType: t.string({
      nullable: true,
      description: "Of sounds: the content type that clients see as a voice message; null: all are files to play.",
      resolve: ({ voiceType }) => voiceType ?? null,
    }),
  }),
});

const CapabilitiesRef = builder.objectRef<Capabilities>("ChannelCapabilities");
const ChannelCapabilities = CapabilitiesRef.implement({
  fields: (t) => ({
    inComments: t.expose("inComments", {
      type: CapabilitiesRef,
      nullable: true,
      description: "What it can do in comments on posts; null: it has none.",
    }),
    inGroups: t.expose("inGroups", {
      type: CapabilitiesRef,
      nullable: true,
      description: "What it can do in groups; null: it has none.",
    }),
    type: t.expose("type", { type: IntegrationType }),
    name: t.exposeString("name", { description: "What people call it." }),
    replyWindowHours: t.exposeInt("replyWindowHours", {
      nullable: true,
      description: "Hours after the client's last message in which free text may be sent; null: always.",
    }),
    lateReplyHours: t.exposeInt("lateReplyHours", {
      nullable: true,
      description:
        "Hours after the client's last message in which people may answer, on channels with lateReplies; null: no longer than the window.",
    }),
    maxTextLength: t.exposeInt("maxTextLength", { description: "In characters." }),
    maxTextBytes: t.exposeInt("maxTextBytes", {
      nullable: true,
      description: "In bytes of UTF-8, where the provider counts those; null: it does not.",
    }),
    maxCaptionLength: t.exposeInt("maxCaptionLength", {
      nullable: true,
      description: "Of the text that goes with a file, in characters; null: files go alone.",
    }),
    ratePerSecond: t.exposeFloat("ratePerSecond", {
      description: "Messages sent per second at most where the channel has no rate of its own.",
    }),
    templates: t.exposeBoolean("templates", {
      description: "Whether all its channels send templates. Integration.sendsTemplates says it of one.",
    }),
    utilityMessages: t.exposeBoolean("utilityMessages", {
      description: "Whether templates are sent from the channels where they are switched on.",
    }),
    marketingApi: t.exposeBoolean("marketingApi", {
      description: "Whether the provider has an API of its own for marketing templates.",
    }),
    replyContext: t.exposeBoolean("replyContext"),
    messageTypes: t.field({ type: [MessageType], resolve: (channel) => [...channel.messageTypes] }),
    media: t.field({
      type: [ChannelMedia],
      description: "The files that it takes; a kind that is missing is not taken.",
      resolve: ({ media }) =>
        (["image", "audio", "video", "document"] as const).flatMap((kind) =>
          media[kind] ? [{ kind, ...media[kind] }] : [],
        ),
    }),
    receipts: t.stringList({
      description: "How far beyond sent the provider tells of a message: delivered, read, played.",
      resolve: ({ receipts }) => [...receipts],
    }),
    typingMarksRead: t.exposeBoolean("typingMarksRead", {
      description: "Clients who are shown that somebody is writing are shown that their messages were read, too.",
    }),
    gestures: t.stringList({
      description: "What an agent can do beside writing: read, typing, reaction.",
      resolve: ({ gestures }) => [...gestures],
    }),
    reactions: t.stringList({
      nullable: true,
      description: "The only emoji that can be reacted with; null: the provider says which when it is asked.",
      resolve: ({ reactions }) => (reactions ? [...reactions] : null),
    }),
  }),
});

const ChannelCapabilitiesList = listOf(builder, ChannelCapabilities);

const { query } = section(builder, "Channels");

query("channelCapabilities", listChannelCapabilities, {
  type: ChannelCapabilitiesList,
  says: "What each type of channel can do: reply window, lengths, rate, types of messages.",
  example: {},
});
