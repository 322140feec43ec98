/** Who talks by what, and what was said. */

type Named = {
  /** Names it in the simulator's own addresses. */
  slug: string;
  name: string;
};

/** A channel of the product, as its outside system or its provider knows it. */
export type CustomChannel = Named & {
  kind: "custom";
  integrationId: string;
  validateToken: string;
  accessToken: string;
};
export type WhatsappChannel = Named & {
  kind: "whatsapp";
  accessToken: string;
  phoneNumberId: string;
  wabaId: string;
  appSecret: string;
  displayPhoneNumber: string;
};
/** A page, or a professional account of Instagram's. */
export type MessagingChannel = Named & {
  kind: "messenger" | "instagram";
  accessToken: string;
  accountId: string;
  appId: string;
  appSecret: string;
};
export type TelegramChannel = Named & { kind: "telegram"; accessToken: string; username: string };
/** The chat's own page is the customer's side. */
export type WebchatChannel = Named & { kind: "webchat"; address: string };

export type SimulatedChannel = CustomChannel | WhatsappChannel | MessagingChannel | TelegramChannel | WebchatChannel;

export type Customer = {
  id: string;
  name: string;
  surname: string;
  phone: string;
  /** ISO 3166-1 alpha-2; empty when the product may take it from the phone number. */
  countryCode: string;
  /** On WhatsApp the business then sees a name of its own and no number. */
  hidesNumber?: boolean | undefined;
};

/** One bubble on the phone. Its id is the provider's, where there is a provider. */
export type PhoneMessage = {
  id: string;
  slug: string;
  customerId: string;
  from: "customer" | "agent";
  type: string;
  content: string;
  /** The text that goes with a file. */
  caption: string | null;
  at: string;
  /** The bubble that it answers. */
  replyTo: string | null;
  /** The customer's: sending, accepted, failed. The agent's: what was last reported: sent, delivered, read. */
  status: string;
  error: string | null;
  reactions: { customer: string | null; agent: string | null };
  edited: boolean;
  removed: boolean;
  /** Ids as the product answered them; null until it did, and where a provider stands between. */
  messageId: string | null;
  conversationId: string | null;
};
