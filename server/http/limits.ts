import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { BodyBound } from "./body-bounds.ts";
import { Connections } from "./connections.ts";
import { OpenBodies } from "./open-bodies.ts";
import { refuse, tooLarge } from "./refuse.ts";

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
