/** What the simulator knows: customers, what was said, webhooks that came, and how it is asked to misbehave. All in memory. */

/** A CUSTOM channel of the product, as its outside system knows it. `slug` names it in the simulator's own addresses. */
export type SimulatedChannel = {
  slug: string;
  name: string;
  integrationId: string;
  validateToken: string;
  accessToken: string;
};

export type Customer = {
  id: string;
  name: string;
  surname: string;
  phone: string;
  /** ISO 3166-1 alpha-2; empty when the product may take it from the phone number. */
  countryCode: string;
};

/** One bubble on the phone. */
export type PhoneMessage = {
  id: string;
  slug: string;
  customerId: string;
  from: "customer" | "agent";
  type: string;
  content: string;
  at: string;
  /** The customer's: sending, accepted, failed. The agent's: what was last reported: sent, delivered, read. */
  status: string;
  error: string | null;
  /** Ids as the product answered them; null until it did. */
  messageId: string | null;
  conversationId: string | null;
};

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
  /** Every customer message goes to the product twice, at the same time, under the same messageId. */
  duplicateInbound: boolean;
};

/** When statuses of an agent's message are reported, in milliseconds after its arrival; null: never. */
export type Receipts = { deliveredAfterMs: number | null; readAfterMs: number | null };

export type Change =
  | { kind: "message"; message: PhoneMessage }
  | { kind: "webhook"; webhook: WebhookEntry }
  | { kind: "customer"; customer: Customer }
  | { kind: "settings"; faults: Faults; receipts: Receipts };

/** What the page is given first; changes follow. Holds no token. */
export type Snapshot = {
  appUrl: string;
  channels: { slug: string; name: string }[];
  customers: Customer[];
  messages: PhoneMessage[];
  webhooks: WebhookEntry[];
  faults: Faults;
  receipts: Receipts;
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
  faults: Faults = { endpoint: "none", webhook: "none", duplicateInbound: false };
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
    this.tell({ kind: "settings", faults: this.faults, receipts: this.receipts });
  }

  setReceipts(receipts: Receipts): void {
    this.receipts = receipts;
    this.tell({ kind: "settings", faults: this.faults, receipts });
  }

  snapshot(): Snapshot {
    return {
      appUrl: this.appUrl,
      channels: [...this.channels.values()].map(({ slug, name }) => ({ slug, name })),
      customers: [...this.customers.values()],
      messages: [...this.messages.values()],
      webhooks: [...this.webhooks.values()],
      faults: this.faults,
      receipts: this.receipts,
    };
  }

  private tell(change: Change): void {
    for (const listener of this.listeners) listener(change);
  }
}

/** Sets, and drops the oldest entry above the bound. A Map keeps the order of first insertion. */
function keep<T>(entries: Map<string, T>, key: string, value: T): void {
  entries.set(key, value);
  if (entries.size <= KEEP) return;
  const oldest = entries.keys().next();
  if (!oldest.done) entries.delete(oldest.value);
}
