import type { z } from "zod";
import type { IntegrationType, MessageType } from "../generated/prisma/enums.ts";

/** A message as an adapter sends it. Ids are ours unless they say external. */
export type OutgoingMessage = {
  messageId: string;
  type: MessageType;
  content: string;
  /** Filled placeholders; set for type `template`. */
  template: { name: string; language: string | null; components: unknown } | null;
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
 */
export type SendResult =
  | { outcome: "accepted"; externalMessageId: string | null; responseStatus: number }
  | { outcome: "refused" | "unauthorized"; error: string; responseStatus: number | null }
  | { outcome: "retry" | "unknown"; error: string; responseStatus: number | null; retryAfterSeconds?: number };

/** The code that speaks a provider's protocol: properties in, HTTP out, a value back. Touches neither database nor rooms. */
export type Adapter = {
  /** Shape of `integrationProperties` at creation. */
  credentials: z.ZodType<Record<string, unknown>>;
  send: (message: OutgoingMessage, credentials: unknown, signal: AbortSignal) => Promise<SendResult>;
};

/** Everything in which channels differ: the composer, the API's errors and the docs read the same fields. */
export type Channel = {
  /** Hours after the client's last message in which free text may be sent; null: always. */
  replyWindowHours: number | null;
  maxTextLength: number;
  /** Sends per second when the channel has no rate of its own. */
  ratePerSecond: number;
  /** Sends under way at once, per worker: the bound on repeats after a crash. */
  concurrency: number;
  templates: boolean;
  replyContext: boolean;
  messageTypes: readonly MessageType[];
  /** Scope of a sender's identity (decisions section 3). */
  identityScope: (integration: { id: string; identifier: string | null }) => string;
  /** createIntegration through the API; the others are set up in the portal. */
  creatableByApi: boolean;
  /** Null until the provider's protocol is built. */
  adapter: Adapter | null;
};

export type ChannelTable = Record<IntegrationType, Channel>;
