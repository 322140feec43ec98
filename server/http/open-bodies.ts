import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "../auth/address.ts";
import type { BodyBound } from "./body-bounds.ts";
import { cutOff, tooLarge, type Refusal } from "./refuse.ts";

/** Requests whose body is still arriving, and how often they are looked at. */
type BodyLimits = { ofAddress: number; inAll: number; tickMs: number };

const LIMITS: BodyLimits = { ofAddress: 256, inAll: 2_000, tickMs: 500 };

type Open = {
  request: IncomingMessage;
  response: ServerResponse;
  socket: Socket;
  bound: BodyBound;
  network: string;
  /** What the connection had received when the request began. */
  before: number;
  /** Looks since then. A process that was held up looks once, and no sender pays for it. */
  ticks: number;
};

const TOO_SLOW: Refusal = { status: 408, message: "The body arrives too slowly" };
const TOO_MANY: Refusal = {
  status: 429,
  message: "Too many requests from here are still sending their body",
  headers: {
    "retry-after": "1",
    "ratelimit-limit": String(LIMITS.ofAddress),
    "ratelimit-remaining": "0",
    "ratelimit-reset": "1",
  },
};
const FULL: Refusal = {
  status: 503,
  message: "Too many requests are still sending their body; send again",
  headers: { "retry-after": "1" },
};

/**
 * Watches bodies while they arrive: slow ones are cut off, and so are those beyond what an address, or all together, may have open. Nearly
 * every body comes with its head and is never looked at. What a handler keeps of a body it counts itself; bodies that nobody reads are
 * counted here, by what the connection has received.
 */
export class OpenBodies {
  readonly #limits: BodyLimits;
  #fresh: Open[] = [];
  readonly #open = new Set<Open>();
  readonly #ofNetwork = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;

  constructor(limits: BodyLimits = LIMITS) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#open.size;
  }

  watch(request: IncomingMessage, response: ServerResponse, bound: BodyBound): void {
    const { socket } = request;
    this.#fresh.push({ request, response, socket, bound, network: "", before: socket.bytesRead, ticks: 0 });
    // By then what came in one piece with its head is complete.
    if (this.#fresh.length === 1) setImmediate(() => this.#settle());
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  #settle(): void {
    const fresh = this.#fresh;
    this.#fresh = [];
    for (const one of fresh) if (!isOver(one)) this.#add(one);
  }

  #add(one: Open): void {
    one.network = networkOf(String(one.request.headers["x-forwarded-for"]));
    if (this.#isFull(one.network)) for (const other of this.#open) if (isOver(other)) this.#remove(other);
    if (this.#countOf(one.network) >= this.#limits.ofAddress)
      return cutOff(one.request, one.response, one.bound, TOO_MANY);
    if (this.#open.size >= this.#limits.inAll) this.#refuseOldest(this.#busiest());
    this.#open.add(one);
    this.#ofNetwork.set(one.network, this.#countOf(one.network) + 1);
    this.#timer ??= setInterval(() => this.#look(), this.#limits.tickMs).unref();
  }

  #look(): void {
    for (const one of this.#open) {
      one.ticks += 1;
      const refusal = isOver(one) ? null : this.#refusalOf(one);
      if (refusal) cutOff(one.request, one.response, one.bound, refusal);
      if (refusal || isOver(one)) this.#remove(one);
    }
    if (this.#open.size === 0) this.stop();
  }

  #refusalOf({ socket, bound, before, ticks }: Open): Refusal | null {
    const { bytes, graceMs, leastRate } = bound;
    const received = socket.bytesRead - before;
    // Pieces have heads of their own, so twice the bound is surely too much.
    if (received > 2 * bytes) return tooLarge(bytes);
    return ticks * this.#limits.tickMs > graceMs + (received / leastRate) * 1_000 ? TOO_SLOW : null;
  }

  #isFull(network: string): boolean {
    return this.#open.size >= this.#limits.inAll || this.#countOf(network) >= this.#limits.ofAddress;
  }

  #countOf(network: string): number {
    return this.#ofNetwork.get(network) ?? 0;
  }

  /** The address with the most open bodies. */
  #busiest(): string {
    let [busiest, most] = ["", 0];
    for (const [network, count] of this.#ofNetwork) if (count > most) [busiest, most] = [network, count];
    return busiest;
  }

  #refuseOldest(network: string): void {
    for (const one of this.#open) {
      if (one.network !== network) continue;
      this.#remove(one);
      return cutOff(one.request, one.response, one.bound, FULL);
    }
  }

  #remove(one: Open): void {
    this.#open.delete(one);
    const rest = this.#countOf(one.network) - 1;
    if (rest > 0) this.#ofNetwork.set(one.network, rest);
    else this.#ofNetwork.delete(one.network);
  }
}

function isOver({ request }: Open): boolean {
  return request.complete || request.destroyed;
}
