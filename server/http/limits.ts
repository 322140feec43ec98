import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { BodyBound } from "./body-bounds.ts";
import { refuse, tooLarge, cutOff, type Refusal } from "./refuse.ts";
import type { Socket } from "node:net";
import { networkOf } from "../auth/address.ts";
import { isProxy, peerOf } from "./client-address.ts";

/** Requests whose body is still arriving, and how often they are looked at. */
type BodyLimits = { ofAddress: number; inAll: number; tickMs: number };

const BODY_LIMITS: BodyLimits = { ofAddress: 256, inAll: 2_000, tickMs: 500 };

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

  constructor(limits: BodyLimits = BODY_LIMITS) {
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

/** Connections without a request, of one address and of all together, and how often they are counted. */
type IdleLimits = { ofAddress: number; inAll: number; tickMs: number };

const LIMITS: IdleLimits = { ofAddress: 500, inAll: 5_000, tickMs: 2_000 };

type Connection = {
  /** The last answer, which may be over; null before the first. */
  answer: ServerResponse | null;
  /** What `answer` was when the connection was last found idle. */
  idleSince: ServerResponse | null | undefined;
};

/**
 * The connections of a server. Those that wait without a request from one look to the next are closed beyond what an address, or all
 * together, may keep open: a caller opens another one when there is something to ask. Connections of trusted proxies are theirs to manage.
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

  /** Of each connection the last answer. */
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

  /** Whether nothing has been asked since the last look. */
  #isIdle(connection: Connection): boolean {
    const { answer, idleSince } = connection;
    if (answer !== null && !answer.writableFinished) return false;
    connection.idleSince = answer;
    return idleSince === answer;
  }
}

/** A head has to arrive within this time, also the first one of a connection. */
const HEAD_MS = 20_000;
const CHECK_HEADS_MS = 1_000;
/** Live streams included. */
const MOST_CONNECTIONS = 20_000;

/** Settings of Node's own server. The time of a body is `OpenBodies`' to bound: Node knows one time for all of them. */
export const SERVER_LIMITS = {
  headersTimeout: HEAD_MS,
  requestTimeout: 0,
  connectionsCheckingInterval: CHECK_HEADS_MS,
} as const;

type Limits = {
  connections: Connections;
  /** Watches the request's body. False: the request was refused and answered. */
  admit: (request: IncomingMessage, response: ServerResponse, bound: BodyBound) => boolean;
  stop: () => void;
};

/** The limits that hold ahead of everything that answers: doors, Next's routes, pages and files alike. */
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

/** Whether a body comes with the request, or is said to. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function isOver({ request }: Open): boolean {
  return request.complete || request.destroyed;
}
