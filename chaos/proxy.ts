import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A proxy between the processes and PostgreSQL that can go silent without closing any connection. */
export type Proxy = {
  port: number;
  /** Forwards nothing in either direction and closes nothing. New connections are accepted and stay silent. */
  halfOpen: () => void;
  /**
   * New connections work again. Silent ones stay silent for the callers, as behind a firewall that lost their state. The callers
   * must detect that themselves. The server's side of them is closed.
   */
  heal: () => void;
  /** Connections that the callers have not closed. */
  connections: () => number;
  close: () => Promise<void>;
};

type Pair = { client: Socket; server: Socket | null; isDead: boolean };

/** Listens on a free port of 127.0.0.1 and forwards everything to `target`. */
export async function startProxy(target: { host: string; port: number }): Promise<Proxy> {
  const pairs = new Set<Pair>();
  let isSilent = false;

  const cut = (pair: Pair) => {
    pairs.delete(pair);
    pair.client.destroy();
    pair.server?.destroy();
  };
  const pass = (pair: Pair, from: Socket, to: Socket) => {
    from.on("data", (chunk) => {
      // No pipe: bytes that arrive while the line is dead must be lost.
      if (pair.isDead) return;
      if (!to.write(chunk)) from.pause();
    });
    to.on("drain", () => from.resume());
    from.on("end", () => {
      if (!pair.isDead) to.end();
    });
    from.on("close", () => {
      if (!pair.isDead) cut(pair);
    });
    from.on("error", () => undefined);
  };
  const join = (pair: Pair) => {
    const server = connect({ host: target.host, port: target.port, noDelay: true });
    pair.server = server;
    pass(pair, pair.client, server);
    pass(pair, server, pair.client);
  };

  const listener = createServer({ noDelay: true, allowHalfOpen: true }, (client) => {
    const pair: Pair = { client, server: null, isDead: isSilent };
    pairs.add(pair);
    if (!isSilent) return join(pair);
    client.on("error", () => undefined);
    client.resume();
  });
  await new Promise<void>((ready, refuse) => {
    listener.once("error", refuse);
    listener.listen(0, "127.0.0.1", ready);
  });

  return {
    port: (listener.address() as AddressInfo).port,
    halfOpen: () => {
      isSilent = true;
      for (const pair of pairs) {
        pair.isDead = true;
        // Keep reading, and drop what arrives.
        pair.client.resume();
        pair.server?.resume();
      }
    },
    heal: () => {
      isSilent = false;
      for (const pair of pairs) {
        if (pair.isDead) pair.server?.destroy();
      }
    },
    connections: () => [...pairs].filter(({ client }) => !client.readableEnded && !client.destroyed).length,
    close: async () => {
      const closed = new Promise<void>((done) => listener.close(() => done()));
      for (const pair of pairs) cut(pair);
      await closed;
    },
  };
}
