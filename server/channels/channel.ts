import type { z } from "zod";
import type { IntegrationType, MessageType } from "../generated/prisma/enums.ts";

/** A message as an adapter sends it. Ids are ours unless they say external. */
export type OutgoingMessage = {
  messageId: string;
  type: MessageType;
  content: string;
  /** Set for type `template`: placeholders filled; trunk and sender of the provider where the caller chose them. */
  template: { name: string; language: string | null; components: unknown; trunk?: string; senderId?: string } | null;
  /** The client's id on the channel. */
  externalClientId: string;
  convId: string;
  externalConversationId: string | null;
  /** The message this one answers; `externalId` is the provider's id of it. */
  replyTo: { externalId: string | null; content: string; type: MessageType } | null;
  createdAt: Date;
  /** Attempts made before this one: 0 for the first. */
  priorAttempts: number;
};

/**
 * What a provider answered. `accepted` is the only one that lets a message be called sent.
 * - `refused`: never again (a 4xx); `error` in words a person can act on.
 * - `retry`: not now (refused connection, 429, 5xx); after `retryAfterSeconds` where the provider named a time.
 * - `unknown`: the request left and no answer came; tried again under the same idempotency key.
 * - `unauthorized`: the credentials do not hold; the channel goes into error and its sends wait.
 *
 * `responseStatus` null says that no answer came: after `unknown` the request may have arrived, after all else nothing of it has
 * left us, and such an attempt costs a Gateway send nothing.
 */
export type SendResult =
  | { outcome: "accepted"; externalMessageId: string | null; responseStatus: number }
  | { outcome: "refused" | "unauthorized"; error: string; responseStatus: number | null }
  | { outcome: "retry" | "unknown"; error: string; responseStatus: number | null; retryAfterSeconds?: number };

/** A client's message as an adapter read it. Ids are the provider's. */
export type InboundMessage = {
  senderId: string;
  /** Null where the sender's system has none: such a message cannot be told from its repetition. */
  externalMessageId: string | null;
  externalConversationId: string | null;
  type: MessageType;
  content: string;
  profile: ClientProfile;
  replyTo: { id: string | null; content: string | null; type: string | null } | null;
  providerAt: Date | null;
  sourceType?: string | null;
  sourceUrl?: string | null;
  /** The provider's element, for types we do not know. */
  raw?: unknown;
};

/** What a channel tells of a sender; only a new contact takes it over (contract.md: set once, never filled later). */
export type ClientProfile = {
  name?: string | null;
  surname?: string | null;
  phone?: string | null;
  email?: string | null;
  address?: string | null;
  city?: string | null;
  code?: string | null;
  country?: string | null;
  avatarUrl?: string | null;
};

/** How a provider brings what clients write, to /ext/v1/incoming/<type>/:integrationId. */
export type Inbound = {
  /** Whether it is the provider who calls; in constant time. */
  isGenuine: (header: (name: string) => string | null, credentials: unknown) => boolean;
  /**
   * What clients wrote, and the body that the provider is answered with. Never throws: what is strange is left out, or the
   * provider would bring the whole call again and again.
   */
  read: (
    body: unknown,
    channel: { identifier: string | null },
  ) => { messages: InboundMessage[]; answer: Record<string, unknown> };
};

/** What a provider said to a channel's set-up. `path` is the property that it refused; errors in words a person can act on. */
export type SetupRefusal =
  { outcome: "refused"; path: string; error: string } | { outcome: "unreachable"; error: string };

/** How a channel and its provider are made known to each other. */
export type Setup = {
  /** Whose credentials these are: the channel's `identifier`. */
  identify: (credentials: unknown) => Promise<{ outcome: "known"; identifier: string } | SetupRefusal>;
  /** Has the provider bring what clients write to this address of ours. Safe to repeat. */
  subscribe: (credentials: unknown, address: string) => Promise<{ outcome: "subscribed" } | SetupRefusal>;
};

/** The code that speaks a provider's protocol: properties in, HTTP out, a value back. Touches neither database nor rooms. */
export type Adapter = {
  /** Shape of `integrationProperties` at creation. */
  credentials: z.ZodType<Record<string, unknown>>;
  /** Null where there is nobody to ask: the customer's own system gets what it is given. */
  setup: Setup | null;
  /** Null where the channel has a door of its own (CUSTOM). */
  inbound: Inbound | null;
  send: (message: OutgoingMessage, credentials: unknown, signal: AbortSignal) => Promise<SendResult>;
};

/** A message template as its provider lists it; `id` is the provider's. */
export type ProviderTemplate = {
  id: string;
  name: string;
  language: string;
  status: string;
  category: string;
  libraryTemplateName: string | null;
  components: unknown;
};

/** All templates of a channel, or why the provider did not list them. */
export type TemplateListing =
  { outcome: "listed"; templates: ProviderTemplate[] } | { outcome: "failed"; error: string };

/** Everything in which channels differ: the composer, the API's errors and the docs read the same fields. */
export type Channel = {
  /** Hours after the client's last message in which free text may be sent; null: always. */
  replyWindowHours: number | null;
  maxTextLength: number;
  /** Sends per second when the channel has no rate of its own; all workers together never exceed it. */
  ratePerSecond: number;
  /**
   * Sends that one worker may have in hand at once, waiting for their time or at the provider: the bound on repeats after a crash.
   * A channel whose rate needs more has more (inbox/send-pace.ts).
   */
  concurrency: number;
  templates: boolean;
  /** Asks the provider for its templates; null where there are none, or any name is the endpoint's own. */
  listTemplates: ((credentials: unknown) => Promise<TemplateListing>) | null;
  replyContext: boolean;
  messageTypes: readonly MessageType[];
  /** Scope of a sender's identity (decisions section 3). */
  identityScope: (integration: { id: string; identifier: string | null }) => string;
  /**
   * The id under which a client who has never written can be reached; null: not at all. An externalClientId that came from
   * another channel is not among what it is given.
   */
  addressOf: (client: { phone: string | null; externalClientId: string | null }) => string | null;
  /** createIntegration through the API; the others are set up in the portal. */
  creatableByApi: boolean;
  /** Null until the provider's protocol is built. */
  adapter: Adapter | null;
};

export type ChannelTable = Record<IntegrationType, Channel>;
