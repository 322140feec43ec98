import { startClock } from "./clock.ts";
import { GRAPH_ERRORS } from "./graph-errors.ts";
import { HttpError } from "./http.ts";
import type { Customer, PhoneMessage, SimulatedChannel } from "./talk.ts";

/** The simulator's state, all in memory: customers, messages, received webhooks and configured faults. */

/** A request to a channel's endpoint, as it came. `answer` is the simulator's response. */
export type EndpointRequest = {
  slug: string;
  authorization: string | null;
  idempotencyKey: string | null;
  body: Record<string, unknown>;
  answer: { status: number; externalMessageId: string | null };
  /** True if its Idempotency-Key was already answered, so nothing new was shown. */
  repeated: boolean;
  at: string;
};

/** A webhook event with all its attempts, which share one webhook-id. */
export type WebhookEntry = {
  name: string;
  webhookId: string;
  event: string;
  method: string;
  body: string;
  headers: Record<string, string>;
  /** null if the simulator does not know the secret. */
  verified: boolean | null;
  problem: string | null;
  attempts: number;
  answered: number;
  at: string;
};

export const FAULTS = ["none", "error500", "hang", "rateLimited", "lostAnswer"] as const;
export type Fault = (typeof FAULTS)[number];

export type Faults = {
  /** The fault of the channel's endpoint. */
  endpoint: Fault;
  /** The fault of the webhook receiver. */
  webhook: Fault;
  /** Send everything to the product twice, at the same time, under the same id. */
  duplicateInbound: boolean;
  /** Send what happens within one second to the product in reverse order. */
  reorderInbound: boolean;
  /** Send what happens within half a second to the product in one call, if the provider batches. */
  batchInbound: boolean;
  /** Send nothing to the product. */
  loseInbound: boolean;
  /** Send calls to the product with an invalid signature. */
  wrongSignature: boolean;
  /** Delay every call to the product, in milliseconds. */
  delayMs: number;
  /** Delay the providers' responses to the product, in milliseconds. */
  latencyMs: number;
  /** Send a message's statuses before the response to its send. */
  earlyStatus: boolean;
};

export const NO_FAULTS: Faults = {
  endpoint: "none",
  webhook: "none",
  duplicateInbound: false,
  reorderInbound: false,
  batchInbound: false,
  loseInbound: false,
  wrongSignature: false,
  delayMs: 0,
  latencyMs: 0,
  earlyStatus: false,
};

/** When the statuses of an agent's message are reported, in milliseconds after its arrival. null: never. */
export type Receipts = { deliveredAfterMs: number | null; readAfterMs: number | null };

export type Change =
  | { kind: "message"; message: PhoneMessage }
  | { kind: "webhook"; webhook: WebhookEntry }
  | { kind: "customer"; customer: Customer }
  | { kind: "channel"; channel: ShownChannel }
  | { kind: "delivery"; delivery: ShownDelivery }
  | { kind: "typing"; slug: string; customerId: string }
  | { kind: "settings"; settings: Settings };

/** A channel as the page sees it, without secrets. */
export type ShownChannel = { slug: string; name: string; kind: SimulatedChannel["kind"]; address: string | null };

/** A provider's call to the product, as the page lists it. */
export type ShownDelivery = { id: string; at: string; url: string; state: string; statuses: number[]; body: string };

export type Settings = {
  faults: Faults;
  receipts: Receipts;
  /** The difference between the stand-ins' clock and real time, in milliseconds. */
  clockOffsetMs: number;
};

/** The page's first event. Changes follow. Contains no token. */
export type Snapshot = {
  appUrl: string;
  channels: ShownChannel[];
  customers: Customer[];
  messages: PhoneMessage[];
  webhooks: WebhookEntry[];
  deliveries: ShownDelivery[];
  settings: Settings;
  /** Names of the provider errors to choose from. */
  errors: string[];
};

/** Limit per list, so that memory stays bounded in a long trial. */
const KEEP = 1000;

export class SimulatorState {
  readonly appUrl: string;
  readonly channels = new Map<string, SimulatedChannel>();
  /** Webhook name → its signing secret. */
  readonly secrets = new Map<string, string>();
  /** Customers on the phone. */
  readonly customers = new Map<string, Customer>();
  /** Other customers by id. They appear on the phone when an agent writes to them. */
  readonly contacts = new Map<string, Customer>();
  readonly messages = new Map<string, PhoneMessage>();
  readonly webhooks = new Map<string, WebhookEntry>();
  readonly received: EndpointRequest[] = [];
  readonly deliveries = new Map<string, ShownDelivery>();
  readonly clock = startClock();
  faults: Faults = NO_FAULTS;
  receipts: Receipts;
  private readonly listeners = new Set<(change: Change) => void>();

  constructor(appUrl: string, receipts: Receipts) {
    this.appUrl = appUrl;
    this.receipts = receipts;
  }

  /** Calls `listener` for every change. Returns a function that unsubscribes. */
  subscribe(listener: (change: Change) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  putChannel(channel: SimulatedChannel): void {
    this.channels.set(channel.slug, channel);
    this.tell({ kind: "channel", channel: shown(channel) });
  }

  /** Shows the business's typing on the page. The page hides it after a while. */
  showTyping(slug: string, customerId: string): void {
    this.tell({ kind: "typing", slug, customerId });
  }

  putDelivery({ id, at, url, state, statuses, body }: ShownDelivery): void {
    const delivery = { id, at, url, state, statuses: [...statuses], body };
    keep(this.deliveries, id, delivery);
    this.tell({ kind: "delivery", delivery });
  }

  putMessage(message: PhoneMessage): void {
    keep(this.messages, message.id, message);
    this.tell({ kind: "message", message });
  }

  putWebhook(webhook: WebhookEntry): void {
    keep(this.webhooks, `${webhook.name} ${webhook.webhookId}`, webhook);
    this.tell({ kind: "webhook", webhook });
  }

  /** Puts a person whom an agent writes to onto the phone. A person who is not in `contacts` is shown by id. */
  meet(customerId: string): void {
    if (this.customers.has(customerId)) return;
    const nameless = { id: customerId, name: customerId, surname: "", phone: "", countryCode: "" };
    this.putCustomer(this.contacts.get(customerId) ?? nameless);
  }

  putCustomer(customer: Customer): void {
    this.customers.set(customer.id, customer);
    this.tell({ kind: "customer", customer });
  }

  putRequest(request: EndpointRequest): void {
    this.received.push(request);
    if (this.received.length > KEEP) this.received.shift();
  }

  setFaults(faults: Partial<Faults>): void {
    this.faults = { ...this.faults, ...faults };
    this.tell({ kind: "settings", settings: this.settings() });
  }

  setReceipts(receipts: Receipts): void {
    this.receipts = receipts;
    this.tell({ kind: "settings", settings: this.settings() });
  }

  /** Moves the stand-ins' clock forward by `advanceMs`, or sets it to `at`. */
  setClock(to: { advanceMs: number } | { at: Date }): void {
    if ("at" in to) this.clock.set(to.at);
    else this.clock.advance(to.advanceMs);
    this.tell({ kind: "settings", settings: this.settings() });
  }

  settings(): Settings {
    return { faults: this.faults, receipts: this.receipts, clockOffsetMs: this.clock.offset() };
  }

  channel(slug: string): SimulatedChannel {
    const channel = this.channels.get(slug);
    if (!channel) throw new HttpError(404, `There is no channel "${slug}"`);
    return channel;
  }

  snapshot(): Snapshot {
    return {
      appUrl: this.appUrl,
      channels: [...this.channels.values()].map(shown),
      customers: [...this.customers.values()],
      messages: [...this.messages.values()],
      webhooks: [...this.webhooks.values()],
      deliveries: [...this.deliveries.values()],
      settings: this.settings(),
      errors: Object.keys(GRAPH_ERRORS),
    };
  }

  private tell(change: Change): void {
    for (const listener of this.listeners) listener(change);
  }
}

function shown(channel: SimulatedChannel): ShownChannel {
  const { slug, name, kind } = channel;
  return { slug, name, kind, address: channel.kind === "webchat" ? channel.address : null };
}

/** Sets an entry and drops the oldest one above the limit. A Map keeps the order of first insertion. */
function keep<T>(entries: Map<string, T>, key: string, value: T): void {
  entries.set(key, value);
  if (entries.size <= KEEP) return;
  const oldest = entries.keys().next();
  if (!oldest.done) entries.delete(oldest.value);
}
