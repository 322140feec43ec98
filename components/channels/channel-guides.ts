import type { Messages } from "../i18n/catalogue.ts";
import type { Channel } from "./queries.ts";

type Words = Messages["channels"]["guides"];

/** A form field for one of a channel's integrationProperties. */
export type GuideField = {
  name: string;
  /** The key of its texts under `guides.fields`: its label, and where to find the value or what it is for. */
  words: keyof Words["fields"];
  placeholder?: string;
  isSecret?: true;
  isOptional?: true;
};

/** How a channel type is connected: the prerequisites and the fields. `guides.blurbs` has its description. */
export type Guide = {
  /** The steps at the provider that come first, in order. Their texts are under `guides.before`. */
  before: (keyof Words["before"])[];
  fields: GuideField[];
  /** The provider's documentation. null: only this product explains it. */
  help: { words: keyof Words["help"]; href: string } | null;
  /** The kind of recipient for a test message. */
  testTo: "phone" | "externalId" | "client";
};

const APP_SECRET: GuideField = { name: "appSecret", words: "appSecret", isSecret: true };
const APP_ID: GuideField = { name: "appId", words: "appId", placeholder: "1234567890", isOptional: true };

const WHATSAPP: Guide = {
  before: ["whatsappApp", "whatsappNumber", "whatsappToken"],
  fields: [
    { name: "phoneNumberId", words: "phoneNumberId", placeholder: "106540352242922" },
    { name: "wabaId", words: "wabaId", placeholder: "102290129340398" },
    { name: "accessToken", words: "whatsappToken", isSecret: true },
    APP_SECRET,
  ],
  help: { words: "whatsapp", href: "https://developers.facebook.com/docs/whatsapp/cloud-api/get-started" },
  testTo: "phone",
};

/** All channel types, in display order. */
export const GUIDES: Record<Channel["type"], Guide> = {
  WHATSAPP,
  FACEBOOK: {
    before: ["facebookApp", "facebookPage", "facebookReview"],
    fields: [
      { name: "pageId", words: "facebookPageId", placeholder: "1010101010101" },
      { name: "accessToken", words: "facebookToken", isSecret: true },
      APP_SECRET,
      APP_ID,
    ],
    help: { words: "facebook", href: "https://developers.facebook.com/docs/messenger-platform/getting-started" },
    testTo: "client",
  },
  INSTAGRAM: {
    before: ["instagramAccount", "instagramApp", "instagramToken"],
    fields: [
      { name: "accountId", words: "accountId", placeholder: "17841400000000000" },
      { name: "accessToken", words: "instagramToken", isSecret: true },
      APP_SECRET,
      { name: "instagramAppSecret", words: "instagramAppSecret", isSecret: true, isOptional: true },
      APP_ID,
      { name: "pageId", words: "instagramPageId", placeholder: "1010101010101", isOptional: true },
    ],
    help: {
      words: "instagram",
      href: "https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login",
    },
    testTo: "client",
  },
  TELEGRAM: {
    before: ["telegramBot", "telegramToken"],
    fields: [{ name: "accessToken", words: "telegramToken", placeholder: "123456:ABC-DEF1234ghIkl", isSecret: true }],
    help: { words: "telegram", href: "https://core.telegram.org/bots/tutorial" },
    testTo: "client",
  },
  WEBCHAT: { before: [], fields: [], help: null, testTo: "client" },
  CUSTOM: {
    before: ["customEndpoint", "customIngress"],
    fields: [
      { name: "endpoint", words: "endpoint", placeholder: "https://example.com/messages" },
      { name: "externalId", words: "externalId", placeholder: "support" },
      { name: "validateToken", words: "validateToken", isSecret: true },
      { name: "accessToken", words: "customToken", isSecret: true },
    ],
    help: null,
    testTo: "externalId",
  },
  WA_GATEWAY: WHATSAPP,
};

/** A channel type as a URL slug: "wa-gateway". */
export function slugOf(type: Channel["type"]): string {
  return type.toLowerCase().replaceAll("_", "-");
}

/** The channel type of a slug. undefined: no type has this slug. */
export function typeOf(slug: string): Channel["type"] | undefined {
  return TYPES.find((type) => slugOf(type) === slug);
}

export const TYPES = Object.keys(GUIDES) as Channel["type"][];
