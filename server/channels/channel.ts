import type { z } from "zod";
import type { FieldProblem } from "../errors.ts";
import type { IntegrationType, MessageStatus, MessageType } from "../generated/prisma/enums.ts";
import type { Said } from "../say.ts";

// Long on purpose: the one vocabulary in which the house speaks with every provider, to be read from top to bottom.

/** A message as an adapter sends it. Ids are ours unless they say external. */
export type OutgoingMessage = {
  messageId: string;
  type: MessageType;
  content: string;
  /** The text that goes with a file. */
  caption: string | null;
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
 * - `unknown`: the request left and no whole answer came; tried again under the same idempotency key.
 * - `unauthorized`: the credentials do not hold; the channel goes into error and its sends wait.
 *
 * `responseStatus` null says that no answer came: after `unknown` the request may have arrived, after all else nothing of it has
 * left us, and such an attempt costs a Gateway send nothing.
 */
export type SendResult =
  | {
      outcome: "accepted";
      externalMessageId: string | null;
      responseStatus: number;
      /** What was wrong with the answer, for people; the message counts as sent all the same. */
      warning?: Said;
      /** The provider's name for the client, where it is another than the one that was given: they will write under this one. */
      recipient?: Identity;
    }
  | {
      outcome: "refused" | "unauthorized";
      error: Said;
      responseStatus: number | null;
      /** The template is not what its list said: the list is asked for again. `status`: what it is now, where the refusal says it. */
      aboutTemplate?: { status: "PAUSED" | "DISABLED" | null };
    }
  | {
      outcome: "retry" | "unknown";
      error: Said;
      responseStatus: number | null;
      retryAfterSeconds?: number;
      /** Until then the provider takes nothing of this channel, whomever it is for. */
      pausesChannel?: true;
    };

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
  /**
   * All names that the provider gives the sender, the surest first; left out where `senderId` under the channel's own scope is
   * the only one. One client has them all.
   */
  identities?: Identity[];
  /** The text that goes with a file of ours, where `content` is its address. */
  caption?: string | null;
  /** A file that is still at the provider: the message gets its type, its caption and an address of ours in place of `content`. */
  media?: InboundMedia;
};

/** A name of somebody, and the scope in which it is theirs alone (decisions section 3). */
export type Identity = { scope: string; externalId: string };

/** A file that a client sent, where its provider keeps it for a while. What the provider did not say is null. */
export type InboundMedia = {
  type: "image" | "audio" | "video" | "document";
  /** The provider's id of it; asked for an address with `Adapter.locateMedia`. */
  id: string | null;
  /** Where it can be had without a token; for minutes or days. */
  url: string | null;
  mimeType: string | null;
  fileName: string | null;
  caption: string | null;
};

/** What became of messages of ours: of one, or of several of one client's at once. */
export type InboundStatus = { status: MessageStatus; at: Date | null; error: Said | null } & (
  | {
      of: "message";
      externalMessageId: string;
      /** Our own id, where the provider repeats it: the send's answer may still be on its way. */
      messageId: string | null;
    }
  /** The message, and all that were sent to the client before it. */
  | { of: "upToMessage"; senderId: string; externalMessageId: string }
  /** All that was sent to the client until this time. */
  | { of: "upToTime"; senderId: string; until: Date }
);

/** What happened to something that was there before. `at` orders those that come in another order than they happened. */
export type InboundChange = { at: Date | null } &
  /** `emoji` null takes the reaction back. It is the client's, or one that the business gave them elsewhere (`isAgent`). */
  (
    | { kind: "reaction"; senderId: string; isAgent?: boolean; externalMessageId: string; emoji: string | null }
    | {
        kind: "edit";
        externalMessageId: string;
        type: MessageType;
        content: string;
        media?: InboundMedia;
        raw?: unknown;
      }
    /** With all parts of it (part-names.ts). */
    | { kind: "deletion"; externalMessageId: string }
    /** Somebody who has written before came by an advertisement or a link. */
    | { kind: "referral"; senderId: string; sourceType: string; sourceUrl: string | null }
    /** Who was known as `from` has these names from now on. */
    | { kind: "identity"; from: Identity; to: Identity[] }
    /** The client has shut the channel out, or let it in again. */
    | { kind: "reachability"; senderId: string; isReachable: boolean }
    /** The provider's list of this account's templates is another one. */
    | { kind: "templates"; accountId: string }
  );

/** What the business wrote to a client elsewhere: in the phone's app, the provider's own inbox or another service. */
export type InboundEcho = Omit<InboundMessage, "senderId" | "profile" | "identities"> & {
  recipientId: string;
  /** An id that stood with the message: ours if it is one of our messages, else another system's. */
  messageId?: string;
};

/** What one call of a provider's brought. Lists are left out by providers that have no such thing. */
export type InboundCall = {
  messages: InboundMessage[];
  statuses?: InboundStatus[];
  changes?: InboundChange[];
  echoes?: InboundEcho[];
  /** The provider's ids of other accounts of the same app for whom there is something in the call: other channels may be theirs. */
  elsewhere?: string[];
  /** The body that the provider is answered with. */
  answer: Record<string, unknown>;
};

/** How a provider makes sure, by a GET, that an address is the channel's. */
export type Handshake = {
  /** What the provider has to show. Not secret from those who run the channel: where it cannot be registered, they paste it. */
  token: (credentials: unknown) => string;
  /** The text to answer with; null refuses. */
  answer: (query: URLSearchParams, credentials: unknown) => string | null;
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
  /** An address of it that lasts. */
  avatarUrl?: string | null;
  /**
   * A picture that is still at the provider, whose addresses end some day: copied as the files of messages are. By an address that
   * needs no token, or by an id for `Adapter.locateMedia`.
   */
  avatar?: { url: string } | { id: string } | null;
};

/** How a provider brings what clients write, to /ext/v1/incoming/<type>/:integrationId. */
export type Inbound = {
  /** Whether it is the provider who calls; in constant time. `body` is as it came: signatures are over bytes. */
  isGenuine: (header: (name: string) => string | null, credentials: unknown, body: Uint8Array) => boolean;
  /** Left out where the provider does not ask before it calls. */
  handshake?: Handshake;
  /**
   * What the call brought for this channel. Never throws: what is strange is left out, or the provider would bring the whole call
   * again and again.
   */
  read: (body: unknown, channel: { identifier: string | null; credentials: unknown }) => InboundCall;
};

/** What a provider said to a channel's set-up. `path` is the property that it refused; errors in words a person can act on. */
export type SetupRefusal = { outcome: "refused"; path: string; error: Said } | { outcome: "unreachable"; error: Said };

/** Whose credentials they are. */
export type KnownAccount = {
  outcome: "known";
  /** For people: the channel's `identifier`. */
  identifier: string;
  /** The provider's id of the account, by which its calls and its clients' names are told apart. */
  accountId: string;
  /** When the access ends, where the provider says so. */
  expiresAt?: Date | null;
};

/** How a channel and its provider are made known to each other. */
export type Setup = {
  /** Whose credentials these are: the channel's `identifier`. */
  identify: (credentials: unknown) => Promise<KnownAccount | SetupRefusal>;
  /** Has the provider bring what clients write to this address of ours. Safe to repeat. */
  subscribe: (credentials: unknown, address: string) => Promise<{ outcome: "subscribed" } | SetupRefusal>;
  /**
   * What people subscribe to at the provider, and paste the address there, because it cannot be told by us with these credentials;
   * null: it can. Left out where it always can.
   */
  fieldsByHand?: (credentials: unknown) => string[] | null;
};

/** Whether what clients write is brought to us, as the provider tells it; errors in words a person can act on. */
export type ChannelHealth =
  | { outcome: "working" }
  | { outcome: "failing"; error: Said; whatToDo: Said }
  | { outcome: "unreachable"; error: Said };

/** Credentials whose end was put off. */
export type Renewal =
  | { outcome: "renewed"; credentials: Record<string, unknown>; expiresAt: Date }
  /** Nothing to renew: these do not end, or end by other means. */
  | { outcome: "fixed" }
  | { outcome: "refused" | "unreachable"; error: Said };

/** What an agent does beside writing, to a message of the client's that the provider knows by this id. */
export type Gesture = { externalClientId: string; externalMessageId: string } & (
  | { kind: "read" }
  /** Shown for some seconds; marks the message as read where the provider does not part the two. */
  | { kind: "typing" }
  /** `emoji` null takes ours back. */
  | { kind: "reaction"; emoji: string | null }
);

/** Where a client's file lies and what to ask for it with; `lost` is for ever. */
export type MediaLocation =
  | {
      outcome: "found";
      url: string;
      headers: Record<string, string>;
      mimeType: string | null;
      sizeBytes: number | null;
    }
  | { outcome: "lost" | "retry" | "unauthorized"; error: Said };

/** The code that speaks a provider's protocol: properties in, HTTP out, a value back. Touches neither database nor rooms. */
export type Adapter = {
  /** Shape of `integrationProperties` at creation. */
  credentials: z.ZodType<Record<string, unknown>>;
  /** Null where there is nobody to ask: the customer's own system gets what it is given. */
  setup: Setup | null;
  /** Left out where the provider does not tell. `address` is where it should bring what clients write. */
  health?: (credentials: unknown, address: string) => Promise<ChannelHealth>;
  /** When the access ends, where `identify` does not tell: null for never, undefined when nobody says. */
  tokenEnd?: (credentials: unknown) => Promise<Date | null | undefined>;
  /** Puts off the end of credentials that end; left out where they do not, or only a person can. */
  renew?: (credentials: unknown, now: Date) => Promise<Renewal>;
  /** Null where the channel has a door of its own (CUSTOM). */
  inbound: Inbound | null;
  send: (message: OutgoingMessage, credentials: unknown, signal: AbortSignal) => Promise<SendResult>;
  /** Left out where the provider knows none; a kind that it does not know is refused. */
  gesture?: (gesture: Gesture, credentials: unknown, signal: AbortSignal) => Promise<SendResult>;
  /** Who a sender is, where messages do not say so; null when the provider does not tell. */
  profileOf?: (senderId: string, credentials: unknown, signal: AbortSignal) => Promise<ClientProfile | null>;
  /** Left out where a file's address comes with its message. */
  locateMedia?: (media: InboundMedia, credentials: unknown, signal: AbortSignal) => Promise<MediaLocation>;
};

/** A message template as its provider lists it; `id` is the provider's. */
export type ProviderTemplate = {
  id: string;
  name: string;
  language: string;
  status: string;
  category: string;
  libraryTemplateName: string | null;
  qualityScore: string | null;
} & TemplateDefinition;

/** What decides how a template has to be filled, in its provider's words. */
export type TemplateDefinition = { parameterFormat: string | null; components: unknown };

/** All templates of a channel, or why the provider did not list them. */
export type TemplateListing =
  | { outcome: "listed"; templates: ProviderTemplate[] }
  | { outcome: "failed"; error: string };

/** The kinds of files that messages are. */
export type MediaKind = InboundMedia["type"];

/** Files of one kind that a provider takes; content types as uploads name them. */
export type MediaRule = {
  contentTypes: readonly string[];
  maxBytes: number;
  /** Goes without a text, where other kinds may have a caption. */
  captionless?: boolean;
  /** Of sounds: the content type that clients are shown as a voice message, where others are files to play. */
  voiceType?: string;
};

/** Everything in which channels differ: the composer, the API's errors and the docs read the same fields. */
export type Channel = {
  /** What people call it. */
  name: string;
  /** Hours after the client's last message in which free text may be sent; null: always. */
  replyWindowHours: number | null;
  /** Of a text, in characters. */
  maxTextLength: number;
  /** Of a text, in bytes of UTF-8, where the provider counts those; null: it does not. */
  maxTextBytes: number | null;
  /** The files that it takes, by kind; a kind that is left out is not taken. */
  media: Readonly<Partial<Record<MediaKind, MediaRule>>>;
  /** Of the text that goes with a file, in characters; null: files go alone. */
  maxCaptionLength: number | null;
  /** How far beyond `sent` the provider tells of a message. */
  receipts: readonly Extract<MessageStatus, "delivered" | "read" | "played">[];
  /** What an agent can do beside writing. */
  gestures: readonly Gesture["kind"][];
  /** Whoever is shown that somebody is writing is shown that their messages were read, too. */
  typingMarksRead: boolean;
  /** The only emoji that it takes as an agent's reaction; null: which it takes is told by its answer. */
  reactions: readonly string[] | null;
  /** Sends per second when the channel has no rate of its own; all workers together never exceed it. */
  ratePerSecond: number;
  /**
   * Sends that one worker may have in hand at once, waiting for their time or at the provider: the bound on repeats after a crash.
   * A channel whose rate needs more has more (sending/send-pace.ts).
   */
  concurrency: number;
  templates: boolean;
  /** Asks the provider for its templates; null where there are none, or any name is the endpoint's own. */
  listTemplates: ((credentials: unknown) => Promise<TemplateListing>) | null;
  /** What the provider would refuse in `templateComponents`, by the definition it lists. Left out where definitions are not known. */
  checkTemplate?: (definition: TemplateDefinition, components: unknown) => FieldProblem[];
  /** Why a template of this category cannot go to this address; left out where each goes to everybody. */
  templateRefusal?: (category: string, address: string) => Said | null;
  replyContext: boolean;
  /** How many choices it shows as buttons, and as rows of a list; 0: none. */
  choices: { buttons: number; rows: number };
  messageTypes: readonly MessageType[];
  /** Scope of a sender's identity (decisions section 3). */
  identityScope: (integration: { id: string; accountId: string | null }) => string;
  /** Scopes of further names under which a client can be reached there, who has none in the first. */
  otherScopes: readonly string[];
  /** Which of those a name is of, by its form; null for the first. Left out where forms do not tell. */
  otherScopeOf?: (externalId: string) => string | null;
  /**
   * The id under which a client who has never written can be reached; null: not at all. An externalClientId that came from
   * another channel is not among what it is given.
   */
  addressOf: (client: { phone: string | null; externalClientId: string | null }) => string | null;
  /** createIntegration through the API; the others are set up in the portal. */
  creatableByApi: boolean;
  /** Only for workspaces that send by API with prepaid credits (decisions section 9). */
  gatewayPlanOnly: boolean;
  /** Null until the provider's protocol is built. */
  adapter: Adapter | null;
};

export type ChannelTable = Record<IntegrationType, Channel>;
