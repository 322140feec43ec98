import { setTimeout as sleep } from "node:timers/promises";

/** A call that a provider makes: the address, the headers and the body to the byte. */
export type ProviderRequest = { url: string; headers: Record<string, string>; body: string };

/** How deliveries go wrong, all of them until it is taken back. */
export type DeliveryFaults = {
  /** Every call is made twice, at the same time. */
  duplicate: boolean;
  /** What happens within a second is brought in the opposite order. */
  reorder: boolean;
  /** Every call comes this much later, in milliseconds. */
  delayMs: number;
  /** Calls are written down and never made. */
  lose: boolean;
  /** Calls come with another's proof. */
  wrongSignature: boolean;
};

export const NO_DELIVERY_FAULTS: DeliveryFaults = {
  duplicate: false,
  reorder: false,
  delayMs: 0,
  lose: false,
  wrongSignature: false,
};

/** A call and what came of it; `statuses` are those of its attempts, 0 for no answer. */
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
  /** Brings a call; resolves once it was taken, was refused for the last time, or was lost. */
  bring: (request: ProviderRequest) => Promise<Delivery>;
  /** Brings one of the journal again: what was lost, or what was taken already. */
  repeat: (id: string) => Promise<Delivery>;
  stop: () => void;
};

const REORDER_MS = 1_000;
const GIVE_UP_MS = 15_000;
const KEEP = 500;
/** Between attempts at a call that nobody took. Providers go on for days; a trial sees the first hour of it in a minute. */
const GAPS_MS = [1_000, 2_000, 5_000, 15_000, 30_000];

type Options = {
  gapsMs?: readonly number[];
  /** The call with a proof that does not hold. */
  spoil: (request: ProviderRequest) => ProviderRequest;
  /** Hears of every delivery that changes. */
  onChange?: (delivery: Delivery) => void;
};

/** Makes a provider's calls: what is not answered with 2xx is brought again after growing gaps. */
export function startDeliveries({ gapsMs = GAPS_MS, spoil, onChange }: Options): Deliveries {
  const journal: Delivery[] = [];
  const stopped = new AbortController();
  let faults = NO_DELIVERY_FAULTS;
  let held: (() => void)[] = [];

  /** Waits for the end of the second, and then for all that came after. */
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
