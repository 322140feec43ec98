import type { IntegrationType, MessageType } from "../generated/prisma/enums.ts";
import type { Channel, ChannelTable } from "./channel.ts";
import { customAdapter } from "./custom/adapter.ts";
import { telegramAdapter } from "./telegram/adapter.ts";
import { listWhatsappTemplates } from "./whatsapp/templates.ts";

const MEDIA = ["image", "audio", "video", "document"] as const satisfies readonly MessageType[];
const STRUCTURED = ["location", "contacts", "interactive"] as const satisfies readonly MessageType[];

/** The number, in E.164; a contact made by an import may have it as their externalClientId only. */
const byPhone: Channel["addressOf"] = ({ phone, externalClientId }) =>
  phone ?? (/^\+?\d{8,15}$/.test(externalClientId ?? "") ? externalClientId : null);
/** Only clients who have written have an id there, and it is in their identity. */
const byNothing: Channel["addressOf"] = () => null;

/** decisions sections 3, 5, 6; providers' limits of text. */
const CHANNELS = {
  WHATSAPP: {
    replyWindowHours: 24,
    maxTextLength: 4096,
    ratePerSecond: 72,
    concurrency: 20,
    templates: true,
    listTemplates: listWhatsappTemplates,
    replyContext: true,
    messageTypes: ["text", ...MEDIA, ...STRUCTURED, "template", "note"],
    identityScope: () => "phone",
    addressOf: byPhone,
    creatableByApi: false,
    adapter: null,
  },
  WA_GATEWAY: {
    replyWindowHours: 24,
    maxTextLength: 4096,
    ratePerSecond: 50,
    concurrency: 20,
    templates: true,
    listTemplates: listWhatsappTemplates,
    replyContext: true,
    messageTypes: ["text", ...MEDIA, ...STRUCTURED, "template", "note"],
    identityScope: () => "phone",
    addressOf: byPhone,
    creatableByApi: false,
    adapter: null,
  },
  FACEBOOK: {
    replyWindowHours: 24,
    maxTextLength: 2000,
    ratePerSecond: 50,
    concurrency: 20,
    templates: false,
    listTemplates: null,
    replyContext: true,
    messageTypes: ["text", ...MEDIA, "interactive", "note"],
    identityScope: ({ identifier, id }) => `page:${identifier ?? id}`,
    addressOf: byNothing,
    creatableByApi: false,
    adapter: null,
  },
  INSTAGRAM: {
    replyWindowHours: 24,
    maxTextLength: 1000,
    ratePerSecond: 50,
    concurrency: 20,
    templates: false,
    listTemplates: null,
    replyContext: true,
    messageTypes: ["text", "image", "audio", "video", "note"],
    identityScope: ({ identifier, id }) => `instagram:${identifier ?? id}`,
    addressOf: byNothing,
    creatableByApi: false,
    adapter: null,
  },
  TELEGRAM: {
    replyWindowHours: null,
    maxTextLength: 4096,
    ratePerSecond: 28,
    concurrency: 20,
    templates: false,
    listTemplates: null,
    replyContext: true,
    messageTypes: ["text", ...MEDIA, ...STRUCTURED, "note"],
    identityScope: () => "telegram",
    addressOf: byNothing,
    creatableByApi: true,
    adapter: telegramAdapter,
  },
  CUSTOM: {
    replyWindowHours: null,
    maxTextLength: 4096,
    ratePerSecond: 50,
    concurrency: 20,
    templates: true,
    listTemplates: null,
    replyContext: true,
    messageTypes: ["text", ...MEDIA, ...STRUCTURED, "template", "note"],
    identityScope: ({ id }) => `custom:${id}`,
    addressOf: ({ externalClientId }) => externalClientId,
    creatableByApi: true,
    adapter: customAdapter,
  },
  WEBCHAT: {
    replyWindowHours: null,
    maxTextLength: 4096,
    ratePerSecond: 50,
    concurrency: 20,
    templates: false,
    listTemplates: null,
    replyContext: true,
    messageTypes: ["text", ...MEDIA, "interactive", "note"],
    identityScope: ({ id }) => `webchat:${id}`,
    addressOf: byNothing,
    creatableByApi: false,
    adapter: null,
  },
} satisfies ChannelTable;

/** What is true of a type of channel. */
export function channelOf(type: IntegrationType): Channel {
  return CHANNELS[type];
}
