import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { BodyBound } from "./body-bounds.ts";
import { refuse, tooLarge, cutOff, type Refusal } from "./refuse.ts";
import type { Socket } from "node:net";
import { networkOf } from "../auth/address.ts";
import { isProxy, peerOf } from "./client-address.ts";

/** The most requests whose body is still arriving, per address and in total, and how often to check them. */
type BodyLimits = { ofAddress: number; inAll: number; tickMs: number };

const BODY_LIMITS: BodyLimits = { ofAddress: 256, inAll: 2_000, tickMs: 500 };

type Open = {
  request: IncomingMessage;
  response: ServerResponse;
  socket: Socket;
  bound: BodyBound;
  network: string;
  /** Bytes that the connection had received when the request began. */
  before: number;
  /** Checks since then. Time is counted in checks, so a delay of this process does not count against senders. */
  ticks: number;
};

const TOO_SLOW: Refusal = { status: 408, message: "The body arrives too slowly" };
const TOO_MANY: Refusal = {
  status: 429,
  message: "Too many requests from here are still sending their body",
  headers: {
    "retry-after": "1",
    "ratelimit-limit": String(BODY_LIMITS.ofAddress),
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
 * Watches request bodies while they arrive. It cuts off slow ones, and those beyond the limit per address or in total.
 * Almost all bodies arrive with their headers and are never checked. Handlers count the bytes they read. This class counts
 * bodies that nothing reads, by the bytes received on the connection.
 */
export class OpenBodies {
  readonly #limits: BodyLimits;
  #fresh: Open[] = [];
  readonly #open = new Set<Open>();
  readonly #ofNetwork = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;

  constructor(limits: BodyLimits = BODY_LIMITS) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#open.size;
  }

  watch(request: IncomingMessage, response: ServerResponse, bound: BodyBound): void {
    const { socket } = request;
    this.#fresh.push({ request, response, socket, bound, network: "", before: socket.bytesRead, ticks: 0 });
    // A body that arrives in one piece with its headers is complete by then.
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
    // Chunks have headers of their own, so refuse only above twice the limit.
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

/** The most connections without a request, per address and in total, and how often to count them. */
type IdleLimits = { ofAddress: number; inAll: number; tickMs: number };

const LIMITS: IdleLimits = { ofAddress: 500, inAll: 5_000, tickMs: 2_000 };

type Connection = {
  /** The last response, which may have ended; null before the first. */
  answer: ServerResponse | null;
  /** The value of `answer` when the connection was last found idle. */
  idleSince: ServerResponse | null | undefined;
};

/**
 * The connections of a server. It closes connections that stay idle between two checks, beyond the limit per address or in
 * total. Callers open a new one when they need it. Trusted proxies manage their own connections.
 */
export class Connections {
  readonly #limits: IdleLimits;
  readonly #all = new Map<Socket, Connection>();
  readonly #timer: NodeJS.Timeout;

  constructor(server: Server, limits: IdleLimits = LIMITS) {
    this.#limits = limits;
    server.on("connection", (socket) => {
      this.#all.set(socket, { answer: null, idleSince: undefined });
      socket.on("close", () => this.#all.delete(socket));
    });
    this.#timer = setInterval(() => this.#look(), limits.tickMs).unref();
  }

  answering(socket: Socket, response: ServerResponse): void {
    const connection = this.#all.get(socket);
    if (connection) connection.answer = response;
  }

  /** The last response of each connection. */
  *answers(): Generator<ServerResponse> {
    for (const { answer } of this.#all.values()) if (answer) yield answer;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const { ofAddress, inAll } = this.#limits;
    if (this.#all.size <= Math.min(ofAddress, inAll)) return;
    const counts = new Map<string, number>();
    let idle = 0;
    for (const [socket, connection] of this.#all) {
      if (!this.#isIdle(connection) || isProxy(socket)) continue;
      const network = networkOf(peerOf(socket));
      const count = (counts.get(network) ?? 0) + 1;
      if (count > ofAddress || idle >= inAll) {
        socket.destroy();
        continue;
      }
      counts.set(network, count);
      idle += 1;
    }
  }

  /** Whether there was no request since the last check. */
  #isIdle(connection: Connection): boolean {
    const { answer, idleSince } = connection;
    if (answer !== null && !answer.writableFinished) return false;
    connection.idleSince = answer;
    return idleSince === answer;
  }
}

/** Request headers must arrive within this time, also the first ones of a connection. */
const HEAD_MS = 20_000;
const CHECK_HEADS_MS = 1_000;
/** Includes live streams. */
const MOST_CONNECTIONS = 20_000;

/** Settings of Node's own server. `OpenBodies` limits the time of a body, because Node has only one limit for all. */
export const SERVER_LIMITS = {
  headersTimeout: HEAD_MS,
  requestTimeout: 0,
  connectionsCheckingInterval: CHECK_HEADS_MS,
} as const;

type Limits = {
  connections: Connections;
  /** Starts watching the request's body. false: the request was refused and has its response. */
  admit: (request: IncomingMessage, response: ServerResponse, bound: BodyBound) => boolean;
  stop: () => void;
};

/** Applies limits before anything handles a request: endpoints, Next's routes, pages and files. */
export function limitServer(server: Server): Limits {
  server.maxConnections = MOST_CONNECTIONS;
  const connections = new Connections(server);
  const bodies = new OpenBodies();
  return {
    connections,
    admit(request, response, bound) {
      if (!hasBody(request)) return true;
      if (Number(request.headers["content-length"] ?? 0) > bound.bytes) {
        refuse(request, response, bound, tooLarge(bound.bytes));
        return false;
      }
      bodies.watch(request, response, bound);
      return true;
    },
    stop() {
      connections.stop();
      bodies.stop();
    },
  };
}

/** Whether the headers announce a body. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function isOver({ request }: Open): boolean {
  return request.complete || request.destroyed;
}
