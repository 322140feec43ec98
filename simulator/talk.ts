/** The channels, the customers and their messages. */

type Named = {
  /** Used in the simulator's own URLs. */
  slug: string;
  name: string;
};

/** A channel of the product, as its external system or its provider knows it. */
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
  /** Whether the number must still be registered with the Cloud API. */
  isNew?: boolean | undefined;
  /** The app that a person gave access to it. Its address counts where the number and its account have none. */
  appId?: string;
};
/** A page, or a professional Instagram account. */
export type MessagingChannel = Named & {
  kind: "messenger" | "instagram";
  accessToken: string;
  accountId: string;
  appId: string;
  appSecret: string;
};
export type TelegramChannel = Named & { kind: "telegram"; accessToken: string; username: string };
/** The customer's side is the chat's own page. */
export type WebchatChannel = Named & { kind: "webchat"; address: string };

export type SimulatedChannel = CustomChannel | WhatsappChannel | MessagingChannel | TelegramChannel | WebchatChannel;

export type Customer = {
  id: string;
  name: string;
  surname: string;
  phone: string;
  /** ISO 3166-1 alpha-2. Empty if the product may derive it from the phone number. */
  countryCode: string;
  /** If true on WhatsApp, the business sees a username and no number. */
  hidesNumber?: boolean | undefined;
};

/** One bubble on the phone. If the channel has a provider, the id is the provider's. */
export type PhoneMessage = {
  id: string;
  slug: string;
  customerId: string;
  from: "customer" | "agent";
  type: string;
  content: string;
  /** The text that accompanies a file. */
  caption: string | null;
  at: string;
  /** The bubble that this one replies to. */
  replyTo: string | null;
  /**
   * For the customer's messages: sending, accepted, failed. For the agent's: the last reported status, sent, delivered or read.
   */
  status: string;
  error: string | null;
  reactions: { customer: string | null; agent: string | null };
  edited: boolean;
  removed: boolean;
  /** Ids from the product's response. null before it, and always null on channels with a provider. */
  messageId: string | null;
  conversationId: string | null;
};
