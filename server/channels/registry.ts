import type { IntegrationType, MessageType } from "../generated/prisma/enums.ts";
import type { Channel, ChannelTable } from "./channel.ts";
import { customAdapter } from "./custom/adapter.ts";
import { facebookAdapter } from "./facebook/adapter.ts";
import { instagramAdapter } from "./instagram/adapter.ts";
import { telegramAdapter } from "./telegram/adapter.ts";
import { whatsappAdapter } from "./whatsapp/adapter.ts";
import { BSUID_SCOPE } from "./whatsapp/sender.ts";
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
    otherScopes: [BSUID_SCOPE],
    addressOf: byPhone,
    creatableByApi: false,
    adapter: whatsappAdapter,
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
    otherScopes: [BSUID_SCOPE],
    addressOf: byPhone,
    creatableByApi: false,
    adapter: whatsappAdapter,
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
    otherScopes: [],
    addressOf: byNothing,
    creatableByApi: false,
    adapter: facebookAdapter,
  },
  INSTAGRAM: {
    replyWindowHours: 24,
    maxTextLength: 1000,
    ratePerSecond: 50,
    concurrency: 20,
    templates: false,
    listTemplates: null,
    replyContext: true,
    messageTypes: ["text", ...MEDIA, "interactive", "note"],
    identityScope: ({ identifier, id }) => `instagram:${identifier ?? id}`,
    otherScopes: [],
    addressOf: byNothing,
    creatableByApi: false,
    adapter: instagramAdapter,
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
    otherScopes: [],
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
    otherScopes: [],
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
    otherScopes: [],
    addressOf: byNothing,
    creatableByApi: false,
    adapter: null,
  },
} satisfies ChannelTable;

/** What is true of a type of channel. */
export function channelOf(type: IntegrationType): Channel {
  return CHANNELS[type];
}
