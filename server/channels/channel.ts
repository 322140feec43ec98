import type { z } from "zod";
import type { FieldProblem } from "../errors.ts";
import type { IntegrationType, MessageStatus, MessageType } from "../generated/prisma/enums.ts";
import type { Said } from "../say.ts";
import type { Post } from "./comments.ts";
import type { ClientProfile, Identity, Inbound, InboundMedia, Wanted } from "./inbound.ts";
import type { TemplateDefinition, TemplateListing } from "./template.ts";

// What a channel is to the rest of the service. What adapters read from providers is in inbound.ts.

/** A message as an adapter sends it. Ids are our own unless their name says external. */
export type OutgoingMessage = {
  messageId: string;
  type: MessageType;
  content: string;
  /** The text that accompanies a file. */
  caption: string | null;
  /** Set for type `template`, with placeholders filled. `trunk` and `senderId` are the provider's, if the caller chose them. */
  template: { name: string; language: string | null; components: unknown; trunk?: string; senderId?: string } | null;
  /** The contact's id on the channel. */
  externalClientId: string;
  convId: string;
  externalConversationId: string | null;
  /** The message this one replies to. `externalId` is the provider's id of it. */
  replyTo: { externalId: string | null; content: string; type: MessageType } | null;
  createdAt: Date;
  /** A person answers after the reply window, where the provider permits it. */
  isLateReply: boolean;
  /** A marketing template, on a channel that sends these by the provider's own API for them. */
  isByMarketingApi: boolean;
  /** Earlier attempts: 0 for the first attempt. */
  priorAttempts: number;
  /** The document that `content` names, if it is one of our uploads. */
  file: OutgoingFile | null;
};

/** One of our uploads. An adapter may upload it to the provider, instead of naming its address. */
export type OutgoingFile = {
  /** The name that people see, with its ending. */
  name: string;
  sizeBytes: number;
  /** Calls `use` with the bytes, which are on disk until it ends. @throws Error if they cannot be read before `signal`. */
  withBytes: <T>(signal: AbortSignal, use: (bytes: Blob) => Promise<T>) => Promise<T>;
};

/**
 * The result of a send. A message counts as sent only after `accepted`.
 * - `refused`: do not retry (a 4xx). `error` says what a person can do.
 * - `retry`: retry later (refused connection, 429, 5xx), after `retryAfterSeconds` if the provider gave a time.
 * - `unknown`: the request was sent but no complete response came. Retry with the same idempotency key.
 * - `unauthorized`: the credentials are invalid. The channel goes into error and its sends wait.
 *
 * `responseStatus` null means that no response came. After `unknown` the request may have arrived. After all other outcomes
 * nothing was sent, and such an attempt is free for a Gateway send.
 */
export type SendResult =
  | {
      outcome: "accepted";
      externalMessageId: string | null;
      responseStatus: number;
      /** What was wrong with the response, for people. The message still counts as sent. */
      warning?: Said;
      /** The provider's id for the contact, if it differs from the given one. The contact will write under this id. */
      recipient?: Identity;
    }
  | {
      outcome: "refused" | "unauthorized";
      error: Said;
      responseStatus: number | null;
      /**
       * The template differs from the stored list, so the list is fetched again. `status`: its current status, if the refusal contains
       * it.
       */
      aboutTemplate?: { status: "PAUSED" | "DISABLED" | null };
    }
  | {
      outcome: "retry" | "unknown";
      error: Said;
      responseStatus: number | null;
      retryAfterSeconds?: number;
      /** Until then the provider accepts no message from this channel, for any contact. */
      pausesChannel?: true;
    };

/** The provider's refusal of a channel's setup. `path` is the property that it refused. Errors say what a person can do. */
export type SetupRefusal = { outcome: "refused"; path: string; error: Said } | { outcome: "unreachable"; error: Said };

/** The account that the credentials belong to. */
export type KnownAccount = {
  outcome: "known";
  /** The channel's `identifier`, for people. */
  identifier: string;
  /** The provider's id of the account. It identifies the account in the provider's calls and scopes contacts' identities. */
  accountId: string;
  /** The account that the provider's webhook calls name, if it is not the same. */
  webhookAccountId?: string;
  /** When the access expires, if the provider says so. */
  expiresAt?: Date | null;
};

/** How the account stands with its provider. */
export type Standing = { isGood: boolean; words: Said; whatToDo: Said | null };

/** How a channel is connected to its provider. */
export type Setup = {
  /** Finds the account that the credentials belong to, which gives the channel's `identifier`. */
  identify: (credentials: unknown) => Promise<KnownAccount | SetupRefusal>;
  /** Makes the provider deliver contacts' messages to this address, and comments if they are wanted. Safe to repeat. */
  subscribe: (credentials: unknown, address: string, wanted?: Wanted) => Promise<Subscribed | SetupRefusal>;
  /**
   * The fields that people must subscribe to at the provider themselves, together with pasting the address, because these
   * credentials do not allow us to. null: we can subscribe. Omitted if we always can.
   */
  fieldsByHand?: (credentials: unknown, wanted?: Wanted) => string[] | null;
  /** The fields that the provider sends only to the app's own webhook, which people set in the app. Omitted if there are none. */
  appFields?: (credentials: unknown) => readonly string[];
};

/** Contacts' messages come in. `missing`: why comments do not, although they are wanted. */
export type Subscribed = { outcome: "subscribed"; missing?: Said };

/** Whether the provider delivers contacts' messages to us, according to the provider. Errors say what a person can do. */
export type ChannelHealth =
  | { outcome: "working" }
  | { outcome: "failing"; error: Said; whatToDo: Said }
  | { outcome: "unreachable"; error: Said };

/** The result of renewing credentials. */
export type Renewal =
  | { outcome: "renewed"; credentials: Record<string, unknown>; expiresAt: Date }
  /** Nothing to renew: the credentials do not expire, or expire in another way. */
  | { outcome: "fixed" }
  | { outcome: "refused" | "unreachable"; error: Said };

/** An agent's action other than writing, on a contact's message that the provider knows by this id. */
export type Gesture = {
  externalClientId: string;
  externalConversationId: string | null;
  externalMessageId: string;
} & (
  | { kind: "read" }
  /** Shown for a few seconds. Also marks the message as read if the provider does not separate the two. */
  | { kind: "typing" }
  /** `emoji` null removes our reaction. */
  | { kind: "reaction"; emoji: string | null }
);

/** Where a contact's file is, and the headers to request it with. `lost` is final. */
export type MediaLocation =
  | {
      outcome: "found";
      url: string;
      headers: Record<string, string>;
      mimeType: string | null;
      sizeBytes: number | null;
    }
  | { outcome: "lost" | "retry" | "unauthorized"; error: Said };

/**
 * The implementation of a provider's protocol: properties in, HTTP out, a value back. Uses neither the database nor other rooms.
 */
export type Adapter = {
  /** Schema of `integrationProperties` at creation. */
  credentials: z.ZodType<Record<string, unknown>>;
  /** Null if there is no provider to ask: the customer's own system receives the messages. */
  setup: Setup | null;
  /** Omitted if the provider does not report it. `address` is where it should deliver contacts' messages. */
  health?: (credentials: unknown, address: string) => Promise<ChannelHealth>;
  /** How the account stands with the provider; null if it does not say now. Omitted if it never does. */
  standing?: (credentials: unknown) => Promise<Standing | null>;
  /** When the access expires, if `identify` does not say. null: never. undefined: unknown. */
  tokenEnd?: (credentials: unknown) => Promise<Date | null | undefined>;
  /** Renews credentials that expire. Omitted if they do not expire, or if only a person can renew them. */
  renew?: (credentials: unknown, now: Date) => Promise<Renewal>;
  /** Null if the channel has its own endpoint (CUSTOM). */
  inbound: Inbound | null;
  send: (message: OutgoingMessage, credentials: unknown, signal: AbortSignal) => Promise<SendResult>;
  /** Omitted if the provider supports no gestures. An unsupported kind is refused. */
  gesture?: (gesture: Gesture, credentials: unknown, signal: AbortSignal) => Promise<SendResult>;
  /**
   * Takes a contact's conversation at the provider from the app that answers it. Omitted if there is nothing to ask: writing takes it.
   */
  takeThread?: (externalClientId: string, credentials: unknown, signal: AbortSignal) => Promise<SendResult>;
  /** Gives a contact's conversation back to the app that answers by default. Omitted if no other app can have it. */
  releaseThread?: (externalClientId: string, credentials: unknown, signal: AbortSignal) => Promise<SendResult>;
  /** Hides a comment from the public, or shows it again. Omitted if there are no comments. */
  hideComment?: (
    externalMessageId: string,
    isHidden: boolean,
    credentials: unknown,
    signal: AbortSignal,
  ) => Promise<SendResult>;
  /** The post of a comment. null: the provider does not show it. Omitted if there are no comments. */
  postOf?: (postId: string, credentials: unknown, signal: AbortSignal) => Promise<Post | null>;
  /** Asks for the names that the business has for contacts in its own app. They come by webhook. Omitted if it has no such app. */
  requestNames?: (credentials: unknown) => Promise<SetupRefusal | null>;
  /** The sender's profile, if messages do not contain it. null: the provider does not give it. */
  profileOf?: (senderId: string, credentials: unknown, signal: AbortSignal) => Promise<ClientProfile | null>;
  /** Omitted if a file's address comes with its message. */
  locateMedia?: (media: InboundMedia, credentials: unknown, signal: AbortSignal) => Promise<MediaLocation>;
};

/** The kinds of files that a message can be. */
export type MediaKind = InboundMedia["type"];

/** The files of one kind that a provider accepts, with content types as uploads name them. */
export type MediaRule = {
  contentTypes: readonly string[];
  maxBytes: number;
  /** Sent without a caption, although other kinds may have one. */
  captionless?: boolean;
  /** For audio: the content type that contacts see as a voice message. Other types are files to play. */
  voiceType?: string;
};

/** Everything in which channels differ. The composer, the API's errors and the documentation read the same fields. */
export type Channel = {
  /** The name shown to people. */
  name: string;
  /** Hours after the contact's last message in which free text may be sent; null: always. */
  replyWindowHours: number | null;
  /**
   * Hours after the contact's last message in which people may answer, where the provider has permitted it (Meta: Human Agent). null: no
   * longer than the reply window.
   */
  lateReplyHours: number | null;
  /** Limit of a text, in characters. */
  maxTextLength: number;
  /** Limit of a text in UTF-8 bytes, if the provider counts bytes; otherwise null. */
  maxTextBytes: number | null;
  /** The files that it accepts, by kind. An omitted kind is not accepted. */
  media: Readonly<Partial<Record<MediaKind, MediaRule>>>;
  /** Limit of a file's caption, in characters; null: no captions. */
  maxCaptionLength: number | null;
  /** The statuses beyond `sent` that the provider reports. */
  receipts: readonly Extract<MessageStatus, "delivered" | "read" | "played">[];
  /** The actions other than writing that an agent can take. */
  gestures: readonly Gesture["kind"][];
  /** Whether a typing indicator also shows the contact that their messages were read. */
  typingMarksRead: boolean;
  /** The only emoji that it accepts as an agent's reaction. null: the provider's response decides. */
  reactions: readonly string[] | null;
  /** Sends per second if the channel has no rate of its own. All workers together never exceed it. */
  ratePerSecond: number;
  /**
   * Sends that one worker may hold at once, waiting for their time or at the provider. It limits the repeats after a crash. A
   * channel with a higher rate gets more (sending/send-pace.ts).
   */
  concurrency: number;
  templates: boolean;
  /** Whether templates are sent only from channels where they are switched on, because the provider must have permitted it. */
  utilityMessages: boolean;
  /** Fetches the provider's templates. Null if there are none, or if the customer's endpoint defines any name itself. */
  listTemplates: ((credentials: unknown) => Promise<TemplateListing>) | null;
  /** What the provider would refuse in `templateComponents`, by its listed definition. Omitted if definitions are unknown. */
  checkTemplate?: (definition: TemplateDefinition, components: unknown) => FieldProblem[];
  /** Why a template of this category cannot be sent to this address. Omitted if every template can be sent to every address. */
  templateRefusal?: (category: string, address: string) => Said | null;
  replyContext: boolean;
  /** How many choices it shows as buttons and as list rows; 0: none. */
  choices: { buttons: number; rows: number };
  messageTypes: readonly MessageType[];
  /** Whether it can receive the comments on its posts. Other rules apply to their threads (`rulesOf`). */
  comments: boolean;
  /** Whether groups of people write to it. Other rules apply to their threads (`rulesOf`). */
  groups: boolean;
  /** Whether its provider has an API of its own for marketing templates. */
  marketingApi: boolean;
  /** Scope of a sender's identity. */
  identityScope: (integration: { id: string; accountId: string | null }) => string;
  /** Scopes of other ids that reach a contact who has none in the first scope. */
  otherScopes: readonly string[];
  /** The other scope that an id belongs to, by its form; null: the first scope. Omitted if the form does not show it. */
  otherScopeOf?: (externalId: string) => string | null;
  /**
   * The id that reaches a contact who has never written; null: the contact cannot be reached. The given externalClientId never
   * comes from another channel.
   */
  addressOf: (client: { phone: string | null; externalClientId: string | null }) => string | null;
  /** Whether createIntegration works through the API. The others are set up in the portal. */
  creatableByApi: boolean;
  /** Only for workspaces that send by API with prepaid credits. */
  gatewayPlanOnly: boolean;
  /** Null until the provider's protocol is implemented. */
  adapter: Adapter | null;
};

export type ChannelTable = Record<IntegrationType, Channel>;
