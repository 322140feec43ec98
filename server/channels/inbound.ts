import type { MessageStatus, MessageType } from "../generated/prisma/enums.ts";
import type { Said } from "../say.ts";
import type { Ad } from "./ad.ts";

/** A contact's message as an adapter read it. Ids are the provider's. */
export type InboundMessage = {
  senderId: string;
  /** Null if the sender's system has no ids. A repetition of such a message cannot be detected. */
  externalMessageId: string | null;
  externalConversationId: string | null;
  type: MessageType;
  content: string;
  profile: ClientProfile;
  replyTo: { id: string | null; content: string | null; type: string | null } | null;
  providerAt: Date | null;
  sourceType?: string | null;
  sourceUrl?: string | null;
  ad?: Ad | null;
  /** Set if it was written in a group, which is the sender: the name of its writer, null if it is unknown. */
  writerName?: string | null;
  /** Set if it is a public comment, with the post that it is about. */
  comment?: { postId: string | null };
  /** The provider's element, for types unknown to us. */
  raw?: unknown;
  /**
   * Another app answers the contact at the provider, which shows us the message for information only. null: the provider does not say
   * who answers.
   */
  isStandby?: boolean | null;
  /**
   * All identities that the provider gives the sender, the most reliable first. All belong to one contact. Omitted if `senderId`
   * under the channel's own scope is the only one.
   */
  identities?: Identity[];
  /** The text that accompanies one of our uploads, whose address is in `content`. */
  caption?: string | null;
  /**
   * A file that is still at the provider. The message gets its type, its caption, and one of our addresses in place of `content`.
   */
  media?: InboundMedia;
};

/** An external id, and the scope in which it is unique. */
export type Identity = { scope: string; externalId: string };

/** A file from a contact, which the provider keeps for a limited time. Null: the provider gave no value. */
export type InboundMedia = {
  type: "image" | "audio" | "video" | "document";
  /** The provider's id of the file. `Adapter.locateMedia` turns it into an address. */
  id: string | null;
  /** An address that needs no token and works for minutes or days. */
  url: string | null;
  mimeType: string | null;
  fileName: string | null;
  caption: string | null;
};

/**
 * What a provider charges for a message, in its own words. WhatsApp: `category` is marketing, utility, authentication, service and
 * others; `type` is regular, which costs, or names why it is free. null: it does not say.
 */
export type Price = { category: string; type: string | null };

/** The status of our messages: of one message, or of several messages to one contact. */
export type InboundStatus = { status: MessageStatus; at: Date | null; error: Said | null } & (
  | {
      of: "message";
      externalMessageId: string;
      /** Our own id, if the provider repeats it. The response to the send may still be on its way. */
      messageId: string | null;
      price?: Price | null;
      /** Ids of the contact whom it went to. */
      recipient?: Identity[];
    }
  /** This message and all earlier messages to the contact. */
  | { of: "upToMessage"; senderId: string; externalMessageId: string }
  /** All messages sent to the contact until this time. */
  | { of: "upToTime"; senderId: string; until: Date }
);

/** A change to something that already exists. `at` puts changes in order that arrive out of order. */
export type InboundChange = { at: Date | null } &
  /** `emoji` null removes the reaction. It is the contact's, or with `isAgent` one that the business set elsewhere. */
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
    /** Deletes all parts of the message too (part-names.ts). */
    | { kind: "deletion"; externalMessageId: string }
    /** A comment was hidden from the public, or is shown again. */
    | { kind: "hiding"; externalMessageId: string; isHidden: boolean }
    /** A contact who has written before came through an advertisement or a link. */
    | { kind: "referral"; senderId: string; sourceType: string; sourceUrl: string | null; ad: Ad | null }
    /** The contact known as `from` has these identities from now on. */
    | { kind: "identity"; from: Identity; to: Identity[] }
    /** The contact blocked or unblocked the channel. */
    | { kind: "reachability"; senderId: string; isReachable: boolean }
    /**
     * Another app passed the contact to us, or took them. `isDue`: it passed them because somebody must answer. `summary`: what it says of
     * the conversation so far.
     */
    | { kind: "control"; senderId: string; isOurs: boolean; isDue: boolean; summary: string | null }
    /** The contact with one of these names stopped the channel's marketing messages, or takes them again. */
    | { kind: "marketing"; names: Identity[]; isStopped: boolean }
    /** The provider's list of this account's templates changed. */
    | { kind: "templates"; accountId: string }
    /** The provider says something about the account, for its admins. */
    | { kind: "account"; notice: AccountNotice }
  );

/** What a provider says about a channel's account: its standing, its limits, its templates. */
export type AccountNotice = {
  words: Said;
  /** Admins are told by email. Otherwise it is in the audit log only. */
  isUrgent: boolean;
  /** Nothing may be sent from now on. */
  stopsAll?: AccountStop;
  /** No templates may be sent from now on: the business may answer, but not begin. */
  stopsTemplates?: AccountStop;
  /** All stops are over. */
  endsStops?: boolean;
};

/** `until` null: until the provider says otherwise. */
export type AccountStop = { words: Said; until: Date | null };

/** What the business wrote to a contact elsewhere: in the phone's app, the provider's own inbox or another service. */
export type InboundEcho = Omit<InboundMessage, "senderId" | "profile"> & {
  recipientId: string;
  /** The contact's, if the provider sends it with the message. */
  profile?: ClientProfile;
  /** Certainly not written by us. Left out: the provider does not say. */
  isForeign?: boolean;
  /** A greeting or an away message: the contact still waits for an answer. */
  isAutomatic?: boolean;
  /** An id in the message's metadata: our own if the message is ours, otherwise another system's. */
  messageId?: string;
};

/** A message from before the channel was connected, by the contact `senderId` or to them. */
export type PastMessage = InboundMessage & { isAgent: boolean; status: MessageStatus };

/** What was written before the channel was connected: of each contact some messages, in any order. */
export type InboundHistory = {
  threads: PastMessage[][];
  /** How much has come in by now, in percent; null: the provider does not say. */
  progress: number | null;
};

/** The business's address book at the provider has this name for the contact with this id. */
export type ContactName = Identity & { name: string };

/** The content of one provider call. A provider without a kind of item omits its list. */
export type InboundCall = {
  messages: InboundMessage[];
  history?: InboundHistory;
  statuses?: InboundStatus[];
  changes?: InboundChange[];
  echoes?: InboundEcho[];
  contactNames?: ContactName[];
  /** The provider's ids of other accounts of the same app that this call concerns. They may belong to other channels. */
  elsewhere?: string[];
  /** The body of the response to the provider. */
  answer: Record<string, unknown>;
};

/** A sender's profile from the channel. Only a new contact takes it over (contract.md: set once, never filled later). */
export type ClientProfile = {
  name?: string | null;
  surname?: string | null;
  phone?: string | null;
  email?: string | null;
  address?: string | null;
  city?: string | null;
  code?: string | null;
  country?: string | null;
  /** A permanent address of the picture. */
  avatarUrl?: string | null;
  /**
   * A picture that is still at the provider under an address that expires. It is copied like the files of messages: by an address
   * without a token, or by an id for `Adapter.locateMedia`.
   */
  avatar?: { url: string } | { id: string } | null;
};

/** How a provider verifies by GET that an address belongs to the channel. */
export type Handshake = {
  /**
   * The token that the provider must present. Channel admins may see it, because they paste it if it cannot be registered for
   * them.
   */
  token: (credentials: unknown) => string;
  /** The response text; null refuses. */
  answer: (query: URLSearchParams, credentials: unknown) => string | null;
};

/** What a channel receives besides messages. */
export type Wanted = { comments: boolean };

/** How a provider delivers contacts' messages to /ext/v1/incoming/<type>/:integrationId. */
export type Inbound = {
  /** Verifies in constant time that the provider is the caller. `body` is unchanged, because signatures cover the bytes. */
  isGenuine: (header: (name: string) => string | null, credentials: unknown, body: Uint8Array) => boolean;
  /** Omitted if the provider does not verify the address first. */
  handshake?: Handshake;
  /**
   * Reads this channel's part of the call. Never throws, because the provider would repeat the whole call again and again.
   * Unreadable elements are left out.
   */
  read: (body: unknown, channel: { identifier: string | null; credentials: unknown } & Partial<Wanted>) => InboundCall;
};
