import { setTimeout as sleep } from "node:timers/promises";

/** A call that a provider makes. `body` holds the exact bytes to send. */
export type ProviderRequest = { url: string; headers: Record<string, string>; body: string };

/** Faults of deliveries. A fault applies to all deliveries until it is switched off. */
export type DeliveryFaults = {
  /** Make every call twice at the same time. */
  duplicate: boolean;
  /** Send the calls of one second in reverse order. */
  reorder: boolean;
  /** Delay every call, in milliseconds. */
  delayMs: number;
  /** Record calls without making them. */
  lose: boolean;
  /** Send calls with an invalid signature. */
  wrongSignature: boolean;
};

export const NO_DELIVERY_FAULTS: DeliveryFaults = {
  duplicate: false,
  reorder: false,
  delayMs: 0,
  lose: false,
  wrongSignature: false,
};

/** A call and its outcome. `statuses` has one HTTP status per attempt; 0 means no response. */
export type Delivery = ProviderRequest & {
  id: string;
  at: string;
  state: "waiting" | "taken" | "refused" | "lost";
  statuses: number[];
};

export type Deliveries = {
  /** Every call, oldest first. */
  journal: readonly Delivery[];
  faults: () => DeliveryFaults;
  setFaults: (faults: Partial<DeliveryFaults>) => void;
  /** Makes a call. Resolves once it was accepted, was refused for the last time, or was lost. */
  bring: (request: ProviderRequest) => Promise<Delivery>;
  /** Makes a call of the journal again, whether it was lost or accepted. */
  repeat: (id: string) => Promise<Delivery>;
  stop: () => void;
};

const REORDER_MS = 1_000;
const GIVE_UP_MS = 15_000;
const KEEP = 500;
/** Gaps between retries of a call. Providers retry for days. A trial runs through the first hour of it in a minute. */
const GAPS_MS = [1_000, 2_000, 5_000, 15_000, 30_000];

type Options = {
  gapsMs?: readonly number[];
  /** Returns the call with an invalid signature. */
  spoil: (request: ProviderRequest) => ProviderRequest;
  /** Called for every delivery that changes. */
  onChange?: (delivery: Delivery) => void;
};

/** Makes a provider's calls. A call without a 2xx response is retried after growing gaps. */
export function startDeliveries({ gapsMs = GAPS_MS, spoil, onChange }: Options): Deliveries {
  const journal: Delivery[] = [];
  const stopped = new AbortController();
  let faults = NO_DELIVERY_FAULTS;
  let held: (() => void)[] = [];

  /** Holds a call until the second ends, then releases all held calls in reverse order. */
  async function heldBack(): Promise<void> {
    if (held.length === 0) {
      setTimeout(() => {
        const inTurn = held.reverse();
        held = [];
        inTurn.forEach((go, place) => setTimeout(go, place * 20).unref());
      }, REORDER_MS).unref();
    }
    await new Promise<void>((go) => held.push(go));
  }

  async function attempt(delivery: Delivery): Promise<boolean> {
    const { url, headers, body } = faults.wrongSignature ? spoil(delivery) : delivery;
    const status = await fetch(url, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
      signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(GIVE_UP_MS)]),
    }).then(
      async (answer) => {
        await answer.body?.cancel();
        return answer.status;
      },
      () => 0,
    );
    delivery.statuses.push(status);
    return status >= 200 && status < 300;
  }

  async function insist(delivery: Delivery): Promise<Delivery> {
    if (faults.lose) return end(delivery, "lost");
    if (faults.reorder) await heldBack();
    if (faults.delayMs > 0) await pause(faults.delayMs);
    for (const gap of [0, ...gapsMs]) {
      if (gap > 0) await pause(gap);
      if (stopped.signal.aborted) break;
      const copies = faults.duplicate ? 2 : 1;
      const taken = await Promise.all(Array.from({ length: copies }, () => attempt(delivery)));
      if (taken.includes(true)) return end(delivery, "taken");
      onChange?.(delivery);
    }
    return end(delivery, "refused");
  }

  function end(delivery: Delivery, state: Delivery["state"]): Delivery {
    delivery.state = state;
    onChange?.(delivery);
    return delivery;
  }
  async function pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);
  }
  function bring(request: ProviderRequest): Promise<Delivery> {
    const delivery: Delivery = {
      ...request,
      id: crypto.randomUUID(),
      at: new Date().toISOString(),
      state: "waiting",
      statuses: [],
    };
    journal.push(delivery);
    if (journal.length > KEEP) journal.shift();
    onChange?.(delivery);
    return insist(delivery);
  }

  return {
    journal,
    faults: () => faults,
    setFaults: (given) => void (faults = { ...faults, ...given }),
    bring,
    repeat(id) {
      const known = journal.find((each) => each.id === id);
      if (!known) throw new Error(`there is no delivery ${id}`);
      return bring({ url: known.url, headers: known.headers, body: known.body });
    },
    stop: () => stopped.abort(),
  };
}
