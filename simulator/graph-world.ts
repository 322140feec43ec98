import type { GraphAnswer } from "./graph-answer.ts";
import { startLimits, type Limits } from "./graph-limits.ts";
import { startMedia, type MediaStore } from "./graph-media.ts";
import type { GraphTemplate } from "./graph-templates.ts";
import type { SentWhatsapp } from "./graph-whatsapp.ts";

/** The registered webhook callback of an account. */
export type Callback = { url: string; verifyToken: string };

export type WhatsappNumber = {
  phoneNumberId: string;
  wabaId: string;
  accessToken: string;
  /** As people write it. */
  displayPhoneNumber: string;
  /** Signs the calls that the stand-in makes by itself. */
  appSecret?: string;
  /** Whether the number must still be registered with the Cloud API. */
  isNew?: boolean | undefined;
  /** Whether it is also used in WhatsApp's app. */
  isInApp?: boolean;
};

/** A page, or a professional Instagram account. An account that was connected through a page has the page's token. */
export type MessagingAccount = {
  object: "page" | "instagram";
  id: string;
  name: string;
  accessToken: string;
  pageId?: string;
  /** The app whose webhook gets the account's events, and the secret that signs them. */
  appId?: string;
  appSecret?: string;
  /** The utility templates of a page. */
  templates?: GraphTemplate[];
};

/** What the code of a sign-in stands for until it is exchanged. */
export type SignInCode = { appId: string; redirectUri: string; accountIds: string[] };

/** A message that the Send API accepted. */
export type SentMessaging = {
  mid: string;
  account: MessagingAccount;
  recipientId: string;
  body: Record<string, unknown>;
};

/** A customer's comment under a post of a page or an Instagram account. */
export type GraphComment = {
  account: MessagingAccount;
  /** The writer's id in messages. Of the business's own: of the person whom it answers. */
  writerId: string;
  /** The first comment of its thread: itself, or the one that it answers. */
  firstId: string;
  /** When it was written, in milliseconds. */
  at: number;
  isHidden: boolean;
  isAnsweredPrivately: boolean;
};

/** What the business published under a comment. */
export type PublishedAnswer = {
  id: string;
  commentId: string;
  writerId: string;
  account: MessagingAccount;
  text: string;
};

/** A request as it arrived. The path contains no token. */
export type GraphCall = { method: string; path: string; body: unknown; status: number };

/** What happens to free text after the 24 hours: refused at once, or failed by a later status, as Meta mostly does. */
export type WindowVerdict = "sync" | "async";

export type GraphOptions = {
  /** If omitted, any free port. */
  port?: number;
  /** The stand-in's clock. Without it there are no reply windows. */
  now?: () => Date;
  /** Account and customer → when the customer last wrote. Holds times from before the start too. */
  windows?: Map<string, number>;
  /** Sends Meta's verification request to a URL and returns the response. Without it, every URL passes. */
  reach?: (url: string) => Promise<string | null>;
  /** Allows callbacks without https, for a trial on one machine. */
  allowHttp?: boolean;
  /** Applies WhatsApp's rate limits: 80 per second from a number, a burst of 45 to a customer. */
  hasLimits?: boolean;
  /** Called for every accepted message. The response waits for them, so a status can arrive before it. */
  onWhatsapp?: (sent: SentWhatsapp) => Promise<void> | void;
  onMessaging?: (sent: SentMessaging) => Promise<void> | void;
  /** Called when a callback URL is registered. null: it is taken away. */
  onCallback?: (id: string, callback: Callback | null) => void;
  /** Called when a person has given an app access to an account. From then on the app gets its events. */
  onSignIn?: (accountId: string, app: { appId: string; appSecret: string }) => void;
  /** Called when the address book of a number's app is asked for. */
  onAppContacts?: (phoneNumberId: string) => Promise<void> | void;
  /** Called for an answer that the business published under a comment. */
  onComment?: (answer: PublishedAnswer) => Promise<void> | void;
  /** Called for a sender action, a read mark or a reaction of the business. */
  onGesture?: (accountId: string, body: Record<string, unknown>) => void;
};

/** The stand-in's whole state. */
export type GraphWorld = {
  options: GraphOptions;
  now: () => Date;
  accounts: Map<string, { accessToken: string; templates: GraphTemplate[] }>;
  numbers: Map<string, WhatsappNumber>;
  messaging: Map<string, MessagingAccount>;
  nodes: Map<string, Record<string, unknown>>;
  comments: Map<string, GraphComment>;
  waIds: Map<string, string>;
  /** Account and customer → when the customer last wrote. */
  windows: Map<string, number>;
  windowVerdict: WindowVerdict;
  callbacks: Map<string, Callback>;
  fields: Map<string, string[]>;
  tokens: Set<string>;
  /** Only tokens that expire. */
  tokenEnds: Map<string, Date>;
  appTokens: Map<string, string>;
  codes: Map<string, SignInCode>;
  /** The token of a sign-in → the accounts of pages and Instagram that it gives access to. */
  signIns: Map<string, string[]>;
  media: MediaStore;
  limits: Limits | null;
  sent: SentWhatsapp[];
  sentMessaging: SentMessaging[];
  failures: (GraphAnswer | "drop" | "loseAnswer")[];
};

export function newWorld(options: GraphOptions, baseUrl: () => string): GraphWorld {
  const now = options.now ?? (() => new Date());
  return {
    options,
    now,
    accounts: new Map(),
    numbers: new Map(),
    messaging: new Map(),
    nodes: new Map(),
    comments: new Map(),
    waIds: new Map(),
    windows: options.windows ?? new Map<string, number>(),
    windowVerdict: "sync",
    callbacks: new Map(),
    fields: new Map(),
    tokens: new Set(),
    tokenEnds: new Map(),
    appTokens: new Map(),
    codes: new Map(),
    signIns: new Map(),
    media: startMedia(now, baseUrl),
    limits: options.hasLimits ? startLimits(now) : null,
    sent: [],
    sentMessaging: [],
    failures: [],
  };
}

const HOUR_MS = 60 * 60 * 1000;
/** How long a business may write free text after a customer's message. */
export const WINDOW_HOURS = 24;

/** Whether the customer wrote to the account within this many hours. */
export function isWithin(world: GraphWorld, accountId: string, customer: string, hours: number): boolean {
  if (!world.options.now) return true;
  const wroteAt = world.windows.get(`${accountId} ${customer}`) ?? -Infinity;
  return world.now().getTime() - wroteAt < hours * HOUR_MS;
}
