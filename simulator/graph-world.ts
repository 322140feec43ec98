import type { GraphAnswer } from "./graph-answer.ts";
import { startLimits, type Limits } from "./graph-limits.ts";
import { startMedia, type MediaStore } from "./graph-media.ts";
import type { GraphTemplate } from "./graph-templates.ts";
import type { SentWhatsapp } from "./graph-whatsapp.ts";

/** Where an account has its webhooks brought, as it was asked for. */
export type Callback = { url: string; verifyToken: string };

export type WhatsappNumber = {
  phoneNumberId: string;
  wabaId: string;
  accessToken: string;
  /** As people write it. */
  displayPhoneNumber: string;
  /** Signs what the stand-in brings by itself. */
  appSecret?: string;
};

/** A page, or a professional account of Instagram's; one that was connected through a page has the page's token. */
export type MessagingAccount = {
  object: "page" | "instagram";
  id: string;
  name: string;
  accessToken: string;
  pageId?: string;
  /** The app whose webhook hears of it, and what signs it. */
  appId?: string;
  appSecret?: string;
};

/** A message of the Send API that was accepted. */
export type SentMessaging = {
  mid: string;
  account: MessagingAccount;
  recipientId: string;
  body: Record<string, unknown>;
};

/** A request as it arrived; the token stands in no path. */
export type GraphCall = { method: string; path: string; body: unknown; status: number };

/** How the stand-in judges free text after the 24 hours: at once, or by a failed status later, as Meta mostly does. */
export type WindowVerdict = "sync" | "async";

export type GraphOptions = {
  /** Left out: any free one. */
  port?: number;
  /** The stand-in's clock. Without one there are no reply windows. */
  now?: () => Date;
  /** Account and customer → when the customer last wrote: what was before the stand-in began, and what comes. */
  windows?: Map<string, number>;
  /** Asks an address Meta's question, and gives what it answered; without it every address is believed. */
  reach?: (url: string) => Promise<string | null>;
  /** Callbacks without https, for a trial on one machine. */
  allowHttp?: boolean;
  /** Counts WhatsApp's speed: 80 a second from a number, 45 at once to a customer. */
  hasLimits?: boolean;
  /** Hear of what was accepted; the answer waits for them, so that a status can come before it. */
  onWhatsapp?: (sent: SentWhatsapp) => Promise<void> | void;
  onMessaging?: (sent: SentMessaging) => Promise<void> | void;
  /** Hears of an address that was registered. */
  onCallback?: (id: string, callback: Callback) => void;
  /** A sender's action, a mark as read, a reaction of the business's. */
  onGesture?: (accountId: string, body: Record<string, unknown>) => void;
};

/** All that the stand-in knows. */
export type GraphWorld = {
  options: GraphOptions;
  now: () => Date;
  accounts: Map<string, { accessToken: string; templates: GraphTemplate[] }>;
  numbers: Map<string, WhatsappNumber>;
  messaging: Map<string, MessagingAccount>;
  nodes: Map<string, Record<string, unknown>>;
  waIds: Map<string, string>;
  /** Account and customer → when the customer last wrote. */
  windows: Map<string, number>;
  windowVerdict: WindowVerdict;
  callbacks: Map<string, Callback>;
  fields: Map<string, string[]>;
  tokens: Set<string>;
  /** Of those that end. */
  tokenEnds: Map<string, Date>;
  appTokens: Map<string, string>;
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
    waIds: new Map(),
    windows: options.windows ?? new Map<string, number>(),
    windowVerdict: "sync",
    callbacks: new Map(),
    fields: new Map(),
    tokens: new Set(),
    tokenEnds: new Map(),
    appTokens: new Map(),
    media: startMedia(now, baseUrl),
    limits: options.hasLimits ? startLimits(now) : null,
    sent: [],
    sentMessaging: [],
    failures: [],
  };
}

const HOUR_MS = 60 * 60 * 1000;

/** Whether the customer wrote to the account within so many hours. */
export function isWithin(world: GraphWorld, accountId: string, customer: string, hours: number): boolean {
  if (!world.options.now) return true;
  const wroteAt = world.windows.get(`${accountId} ${customer}`) ?? -Infinity;
  return world.now().getTime() - wroteAt < hours * HOUR_MS;
}
