import type { IntegrationType, MessageType } from "../generated/prisma/enums.ts";
import type { Channel, ChannelTable, MediaRule } from "./channel.ts";
import { commentOf } from "./comments.ts";
import { customAdapter } from "./custom/adapter.ts";
import { facebookAdapter } from "./facebook/adapter.ts";
import { instagramAdapter } from "./instagram/adapter.ts";
import { telegramAdapter } from "./telegram/adapter.ts";
import { webchatAdapter } from "./webchat/adapter.ts";
import { whatsappAdapter } from "./whatsapp/adapter.ts";
import { TELEGRAM_REACTIONS } from "./telegram/reactions.ts";
import { groupOf } from "./whatsapp/groups.ts";
import { checkPageTemplate, checkTemplate } from "./meta/check-template.ts";
import { BSUID_SCOPE, otherScopeOf, templateRefusal } from "./whatsapp/sender.ts";
import { listPageTemplates, listWhatsappTemplates } from "./meta/list-templates.ts";

const MEDIA = ["image", "audio", "video", "document"] as const satisfies readonly MessageType[];
const STRUCTURED = ["location", "contacts", "interactive"] as const satisfies readonly MessageType[];

const MB = 1_000_000;
const OFFICE = "application/vnd.openxmlformats-officedocument.";
const DOCUMENTS = [
  "application/pdf",
  `${OFFICE}wordprocessingml.document`,
  `${OFFICE}spreadsheetml.sheet`,
  `${OFFICE}presentationml.presentation`,
  "application/msword",
  "application/vnd.ms-excel",
  "application/vnd.ms-powerpoint",
  "text/plain",
  "text/csv",
];
const SOUNDS = ["audio/mpeg", "audio/ogg", "audio/aac", "audio/amr", "audio/mp4", "audio/webm"];
const FILMS = ["video/mp4", "video/3gpp", "video/webm"];
const PICTURES = ["image/png", "image/jpeg", "image/gif", "image/webp"];

const files = (contentTypes: readonly string[], megabytes: number): MediaRule => ({
  contentTypes,
  maxBytes: megabytes * MB,
});

/** Sources: providers.md 1.8 and Meta's pages on media limits. */
const WHATSAPP_MEDIA = {
  image: files(["image/png", "image/jpeg"], 5),
  audio: {
    ...files(["audio/mpeg", "audio/ogg", "audio/aac", "audio/amr", "audio/mp4"], 16),
    captionless: true,
    voiceType: "audio/ogg",
  },
  video: files(["video/mp4", "video/3gpp"], 16),
  document: files(DOCUMENTS, 100),
};
/** Everything that can be uploaded (server/uploads/media-types.ts). */
const ANY_MEDIA = {
  image: files(PICTURES, 100),
  audio: files(SOUNDS, 100),
  video: files(FILMS, 100),
  document: files(DOCUMENTS, 100),
};

/** The number in E.164. An imported contact may have it only as externalClientId. */
const byPhone: Channel["addressOf"] = ({ phone, externalClientId }) =>
  phone ?? (/^\+?\d{8,15}$/.test(externalClientId ?? "") ? externalClientId : null);
/** Only contacts who have written have an id there, and their identity contains it. */
const byNothing: Channel["addressOf"] = () => null;

/**
 * The defaults of most channels; each channel lists its differences. Source: providers' text
 * limits.
 */
const USUAL = {
  replyWindowHours: null,
  lateReplyHours: null,
  maxTextLength: 4096,
  maxTextBytes: null,
  maxCaptionLength: null,
  ratePerSecond: 50,
  concurrency: 20,
  typingMarksRead: false,
  reactions: null,
  templates: false,
  utilityMessages: false,
  listTemplates: null,
  replyContext: true,
  otherScopes: [],
  addressOf: byNothing,
  comments: false,
  groups: false,
  marketingApi: false,
  creatableByApi: false,
  gatewayPlanOnly: false,
} satisfies Partial<Channel>;

/** What is different in a thread of comments. Everybody can read it, and it has no reply window. */
const IN_COMMENTS = {
  replyWindowHours: null,
  lateReplyHours: null,
  media: {},
  receipts: [],
  gestures: [],
  messageTypes: ["text", "note"],
  utilityMessages: false,
} satisfies Partial<Channel>;

const WHATSAPP: Channel = {
  ...USUAL,
  name: "WhatsApp",
  replyWindowHours: 24,
  ratePerSecond: 72,
  media: WHATSAPP_MEDIA,
  maxCaptionLength: 1_024,
  receipts: ["delivered", "read", "played"],
  gestures: ["read", "typing", "reaction"],
  typingMarksRead: true,
  templates: true,
  listTemplates: listWhatsappTemplates,
  checkTemplate,
  templateRefusal,
  choices: { buttons: 3, rows: 10 },
  messageTypes: ["text", ...MEDIA, ...STRUCTURED, "template", "note"],
  identityScope: () => "phone",
  otherScopes: [BSUID_SCOPE],
  otherScopeOf,
  addressOf: byPhone,
  groups: true,
  marketingApi: true,
  adapter: whatsappAdapter,
};

const CHANNELS = {
  WHATSAPP,
  WA_GATEWAY: { ...WHATSAPP, ratePerSecond: 50, gatewayPlanOnly: true },
  FACEBOOK: {
    ...USUAL,
    name: "Messenger",
    replyWindowHours: 24,
    lateReplyHours: 168,
    maxTextLength: 2000,
    media: {
      image: files(PICTURES, 25),
      audio: files(SOUNDS, 25),
      video: files(FILMS, 25),
      document: files(DOCUMENTS, 25),
    },
    receipts: ["delivered", "read"],
    gestures: ["read", "typing"],
    choices: { buttons: 13, rows: 0 },
    messageTypes: ["text", ...MEDIA, "interactive", "note"],
    utilityMessages: true,
    listTemplates: listPageTemplates,
    checkTemplate: checkPageTemplate,
    comments: true,
    identityScope: ({ accountId, id }) => `page:${accountId ?? id}`,
    adapter: facebookAdapter,
  },
  INSTAGRAM: {
    ...USUAL,
    name: "Instagram",
    replyWindowHours: 24,
    lateReplyHours: 168,
    maxTextLength: 1000,
    maxTextBytes: 1_000,
    media: {
      image: files(["image/png", "image/jpeg", "image/gif"], 8),
      audio: files(["audio/aac", "audio/mp4"], 25),
      video: files(["video/mp4", "video/webm"], 25),
      document: files(["application/pdf"], 25),
    },
    receipts: ["read"],
    gestures: ["read", "typing", "reaction"],
    choices: { buttons: 13, rows: 0 },
    messageTypes: ["text", ...MEDIA, "interactive", "note"],
    comments: true,
    identityScope: ({ accountId, id }) => `instagram:${accountId ?? id}`,
    adapter: instagramAdapter,
  },
  TELEGRAM: {
    ...USUAL,
    name: "Telegram",
    ratePerSecond: 28,
    // Documents are uploaded. Of the rest, what Telegram fetches from an address (Bot API, "Sending files"): only audio that its
    // players support.
    media: {
      image: files(PICTURES, 5),
      audio: { ...files(["audio/mpeg", "audio/mp4", "audio/ogg"], 20), voiceType: "audio/ogg" },
      video: files(["video/mp4"], 20),
      document: files(DOCUMENTS, 20),
    },
    maxCaptionLength: 1_024,
    receipts: [],
    gestures: ["typing", "reaction"],
    choices: { buttons: 10, rows: 0 },
    messageTypes: ["text", ...MEDIA, ...STRUCTURED, "note"],
    reactions: TELEGRAM_REACTIONS,
    identityScope: () => "telegram",
    creatableByApi: true,
    adapter: telegramAdapter,
  },
  CUSTOM: {
    ...USUAL,
    name: "A custom channel",
    media: ANY_MEDIA,
    receipts: ["delivered", "read", "played"],
    gestures: [],
    templates: true,
    // The customer's system may not show choices, but a text always arrives.
    choices: { buttons: 0, rows: 0 },
    messageTypes: ["text", ...MEDIA, ...STRUCTURED, "template", "note"],
    identityScope: ({ id }) => `custom:${id}`,
    addressOf: ({ externalClientId }) => externalClientId,
    creatableByApi: true,
    adapter: customAdapter,
  },
  WEBCHAT: {
    ...USUAL,
    name: "Web chat",
    media: ANY_MEDIA,
    maxCaptionLength: 1_024,
    receipts: ["delivered", "read"],
    gestures: ["read", "typing"],
    choices: { buttons: 10, rows: 0 },
    messageTypes: ["text", ...MEDIA, "interactive", "note"],
    identityScope: ({ id }) => `webchat:${id}`,
    adapter: webchatAdapter,
  },
} satisfies ChannelTable;

/** What is different in a group. A receipt is one reader's, and does not say that all have read. */
const IN_GROUPS = {
  receipts: [],
  gestures: ["read"],
  messageTypes: ["text", ...MEDIA, "note"],
  templates: false,
  marketingApi: false,
} satisfies Partial<Channel>;

export function channelOf(type: IntegrationType): Channel {
  return CHANNELS[type];
}

/** Whether a channel's thread is one of comments. A customer's own system may name its threads as it likes. */
export function isOfComments(type: IntegrationType, thread: string | null): boolean {
  return CHANNELS[type].comments && commentOf(thread) !== null;
}

/** Whether a channel's thread is one of a group. */
function isOfGroup(type: IntegrationType, thread: string | null): boolean {
  return CHANNELS[type].groups && groupOf(thread) !== null;
}

/** Whether more people than the contact read what is written in a channel's thread. */
export function isShared(type: IntegrationType, thread: string | null): boolean {
  return isOfComments(type, thread) || isOfGroup(type, thread);
}

/** The rules of a channel in one of its threads. @param thread null: the channel's direct messages. */
export function rulesOf(type: IntegrationType, thread: string | null): Channel {
  if (isOfComments(type, thread)) return { ...CHANNELS[type], ...IN_COMMENTS };
  return isOfGroup(type, thread) ? { ...CHANNELS[type], ...IN_GROUPS } : CHANNELS[type];
}
