import type { Channel } from "./queries.ts";

/** One of a channel's integrationProperties, as a person is asked for it. */
export type GuideField = {
  name: string;
  label: string;
  /** Where to find it, or what it is for. */
  where: string;
  placeholder?: string;
  isSecret?: true;
  isOptional?: true;
};

/** How a type of channel is connected: what it is, what has to be there before, what is asked. */
export type Guide = {
  blurb: string;
  /** What to do at the provider first, in order. */
  before: string[];
  fields: GuideField[];
  /** Where the provider explains it; null where nobody but we do. */
  help: { label: string; url: string } | null;
  /** Whom a test message can go to. */
  testTo: "phone" | "externalId" | "client";
};

const META_APP = "Meta for Developers → your app";

const APP_SECRET: GuideField = {
  name: "appSecret",
  label: "App secret",
  where: `${META_APP} → App settings → Basic. Every call of Meta's is checked with it`,
  isSecret: true,
};
const APP_ID: GuideField = {
  name: "appId",
  label: "App id",
  where: `${META_APP} → App settings → Basic. With it we register the webhook for you; without it you paste it yourself`,
  placeholder: "1234567890",
  isOptional: true,
};

const WHATSAPP: Omit<Guide, "blurb"> = {
  before: [
    "In Meta for Developers, make an app of the type Business and add the product WhatsApp.",
    "Under WhatsApp → API setup, add your number, or take the test number that Meta offers there.",
    "In Meta's Business settings → System users, make a system user, assign it the app and the WhatsApp account, and generate a token with whatsapp_business_messaging and whatsapp_business_management.",
  ],
  fields: [
    {
      name: "phoneNumberId",
      label: "Phone number id",
      where: `${META_APP} → WhatsApp → API setup, below the number. Digits only; it is not the number itself`,
      placeholder: "106540352242922",
    },
    {
      name: "wabaId",
      label: "WhatsApp Business account id",
      where: `${META_APP} → WhatsApp → API setup, beside the phone number id`,
      placeholder: "102290129340398",
    },
    {
      name: "accessToken",
      label: "Access token",
      where: "Business settings → System users → Generate token. The temporary one of API setup ends after a day",
      isSecret: true,
    },
    APP_SECRET,
  ],
  help: {
    label: "Meta: get started with the Cloud API",
    url: "https://developers.facebook.com/docs/whatsapp/cloud-api/get-started",
  },
  testTo: "phone",
};

/** Every type, in the order in which they are offered. */
export const GUIDES: Record<Channel["type"], Guide> = {
  WHATSAPP: { ...WHATSAPP, blurb: "Your number on the WhatsApp Business Platform, with templates and broadcasts." },
  FACEBOOK: {
    blurb: "What people write to your Facebook page.",
    before: [
      "In Meta for Developers, make an app of the type Business and add the product Messenger.",
      "Under Messenger → API settings, connect your page and generate its access token.",
      "Until Meta has reviewed the app, only people with a role in it can write to you.",
    ],
    fields: [
      {
        name: "pageId",
        label: "Page id",
        where: `${META_APP} → Messenger → API settings, below the page's name`,
        placeholder: "1010101010101",
      },
      {
        name: "accessToken",
        label: "Page access token",
        where: `${META_APP} → Messenger → API settings → Generate. The page's own, not a person's`,
        isSecret: true,
      },
      APP_SECRET,
      APP_ID,
    ],
    help: {
      label: "Meta: set up Messenger",
      url: "https://developers.facebook.com/docs/messenger-platform/getting-started",
    },
    testTo: "client",
  },
  INSTAGRAM: {
    blurb: "Direct messages to your professional Instagram account.",
    before: [
      "Make the Instagram account a professional one, and allow access to messages in its settings.",
      "In Meta for Developers, add the product Instagram to your app and open API setup with Instagram login.",
      "Add the account there and generate its token. It holds for 60 days; we renew it before it ends.",
    ],
    fields: [
      {
        name: "accountId",
        label: "Instagram account id",
        where: `${META_APP} → Instagram → API setup with Instagram login, beside the account's name`,
        placeholder: "17841400000000000",
      },
      {
        name: "accessToken",
        label: "Access token",
        where: `${META_APP} → Instagram → API setup with Instagram login → Generate token`,
        isSecret: true,
      },
      APP_SECRET,
      {
        name: "instagramAppSecret",
        label: "Instagram app secret",
        where: `${META_APP} → Instagram → API setup with Instagram login. Meta may sign with it instead of the app secret`,
        isSecret: true,
        isOptional: true,
      },
      APP_ID,
      {
        name: "pageId",
        label: "Facebook page id",
        where: "Only for an account that is reached through its Facebook page; the token is then the page's",
        placeholder: "1010101010101",
        isOptional: true,
      },
    ],
    help: {
      label: "Meta: Instagram API with Instagram login",
      url: "https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login",
    },
    testTo: "client",
  },
  TELEGRAM: {
    blurb: "A bot that your clients write to on Telegram.",
    before: [
      "In Telegram, open a chat with @BotFather and send /newbot, or /mybots for one that is there.",
      "Copy the token that it answers with. A bot serves one place only: one that another system uses stops there.",
    ],
    fields: [
      {
        name: "accessToken",
        label: "Bot token",
        where: "Telegram → @BotFather → /mybots → your bot → API Token",
        placeholder: "123456:ABC-DEF1234ghIkl",
        isSecret: true,
      },
    ],
    help: { label: "Telegram: how to make a bot", url: "https://core.telegram.org/bots/tutorial" },
    testTo: "client",
  },
  WEBCHAT: {
    blurb: "A chat window on your own site, for visitors and for those who are signed in.",
    before: [],
    fields: [],
    help: null,
    testTo: "client",
  },
  CUSTOM: {
    blurb: "Any system of yours, with two HTTP requests: one for what comes in, one for what goes out.",
    before: [
      "Have an address ready that takes our POST requests with your agents' replies.",
      "Your system posts what customers write to an address that you get in the next step.",
    ],
    fields: [
      {
        name: "endpoint",
        label: "Endpoint",
        where: "Your system's address; agents' replies are posted to it",
        placeholder: "https://example.com/messages",
      },
      {
        name: "externalId",
        label: "Sender id",
        where: "Sent as senderId with each reply, so that your system knows which channel it is",
        placeholder: "support",
      },
      {
        name: "validateToken",
        label: "Validate token",
        where: "Your system sends it with each message",
        isSecret: true,
      },
      {
        name: "accessToken",
        label: "Access token",
        where: "We send it as a bearer token with each reply",
        isSecret: true,
      },
    ],
    help: null,
    testTo: "externalId",
  },
  WA_GATEWAY: {
    ...WHATSAPP,
    blurb: "A WhatsApp number for messages that your own systems send with prepaid credits.",
  },
};

/** A type as it stands in an address: "wa-gateway". */
export function slugOf(type: Channel["type"]): string {
  return type.toLowerCase().replaceAll("_", "-");
}

/** The type of such an address; undefined for any other word. */
export function typeOf(slug: string): Channel["type"] | undefined {
  return TYPES.find((type) => slugOf(type) === slug);
}

export const TYPES = Object.keys(GUIDES) as Channel["type"][];
