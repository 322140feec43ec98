import { startClock } from "./clock.ts";
import { GRAPH_ERRORS } from "./graph-errors.ts";
import { HttpError } from "./http.ts";
import type { Customer, PhoneMessage, SimulatedChannel } from "./talk.ts";

/** What the simulator knows: customers, what was said, webhooks that came, and how it is asked to misbehave. All in memory. */

/** A request to a channel's endpoint, as it came; `answer` is what the simulator said. */
export type EndpointRequest = {
  slug: string;
  authorization: string | null;
  idempotencyKey: string | null;
  body: Record<string, unknown>;
  answer: { status: number; externalMessageId: string | null };
  /** True when its Idempotency-Key had been answered before: nothing was shown a second time. */
  repeated: boolean;
  at: string;
};

/** A webhook event, all its attempts together (they share one webhook-id). */
export type WebhookEntry = {
  name: string;
  webhookId: string;
  event: string;
  method: string;
  body: string;
  headers: Record<string, string>;
  /** Null when the simulator does not know the secret. */
  verified: boolean | null;
  problem: string | null;
  attempts: number;
  answered: number;
  at: string;
};

export const FAULTS = ["none", "error500", "hang", "rateLimited", "lostAnswer"] as const;
export type Fault = (typeof FAULTS)[number];

export type Faults = {
  /** What the channel's endpoint does to the product's sends. */
  endpoint: Fault;
  /** What the webhook receiver does to the product's events. */
  webhook: Fault;
  /** Everything goes to the product twice, at the same time, under the same id. */
  duplicateInbound: boolean;
  /** What happens within a second reaches the product in the opposite order. */
  reorderInbound: boolean;
  /** What happens within half a second reaches the product in one call, where the provider has batches. */
  batchInbound: boolean;
  /** Nothing reaches the product. */
  loseInbound: boolean;
  /** What reaches the product has a proof that does not hold. */
  wrongSignature: boolean;
  /** Everything reaches the product this much later, in milliseconds. */
  delayMs: number;
  /** Providers take this long to answer the product, in milliseconds. */
  latencyMs: number;
  /** Statuses of a message come before the answer to its send. */
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

/** When statuses of an agent's message are reported, in milliseconds after its arrival; null: never. */
export type Receipts = { deliveredAfterMs: number | null; readAfterMs: number | null };

export type Change =
  | { kind: "message"; message: PhoneMessage }
  | { kind: "webhook"; webhook: WebhookEntry }
  | { kind: "customer"; customer: Customer }
  | { kind: "channel"; channel: ShownChannel }
  | { kind: "delivery"; delivery: ShownDelivery }
  | { kind: "typing"; slug: string; customerId: string }
  | { kind: "settings"; settings: Settings };

/** A channel as the page knows it: without its secrets. */
export type ShownChannel = { slug: string; name: string; kind: SimulatedChannel["kind"]; address: string | null };

/** A provider's call to the product, as the page lists it. */
export type ShownDelivery = { id: string; at: string; url: string; state: string; statuses: number[]; body: string };

export type Settings = {
  faults: Faults;
  receipts: Receipts;
  /** How far the stand-ins' clock stands from ours, in milliseconds. */
  clockOffsetMs: number;
};

/** What the page is given first; changes follow. Holds no token. */
export type Snapshot = {
  appUrl: string;
  channels: ShownChannel[];
  customers: Customer[];
  messages: PhoneMessage[];
  webhooks: WebhookEntry[];
  deliveries: ShownDelivery[];
  settings: Settings;
  /** Names of the errors that a provider can be asked to answer with. */
  errors: string[];
};

/** Kept per list: a long trial must not grow without bound. */
const KEEP = 1000;

export class SimulatorState {
  readonly appUrl: string;
  readonly channels = new Map<string, SimulatedChannel>();
  /** Webhook name → its signing secret. */
  readonly secrets = new Map<string, string>();
  /** Those on the phone. */
  readonly customers = new Map<string, Customer>();
  /** Further customers by id: they come onto the phone when an agent writes to them. */
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

  /** Calls `listener` for every change; returns how to stop. */
  subscribe(listener: (change: Change) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  putChannel(channel: SimulatedChannel): void {
    this.channels.set(channel.slug, channel);
    this.tell({ kind: "channel", channel: shown(channel) });
  }

  /** The page hears of the business's typing, and forgets it after a while. */
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

  /** Puts somebody an agent writes to onto the phone; who is no contact goes by their id. */
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

  /** Moves the stand-ins' clock on by so much, or puts it to a time. */
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

/** Sets, and drops the oldest entry above the bound. A Map keeps the order of first insertion. */
function keep<T>(entries: Map<string, T>, key: string, value: T): void {
  entries.set(key, value);
  if (entries.size <= KEEP) return;
  const oldest = entries.keys().next();
  if (!oldest.done) entries.delete(oldest.value);
}
