import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "../auth/address.ts";
import { isProxy, peerOf } from "./client-address.ts";

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
