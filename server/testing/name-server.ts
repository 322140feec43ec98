import { createSocket } from "node:dgram";
import { Resolver, type LookupAddress } from "node:dns";
import { AUTHORITATIVE_ANSWER, decode, encode, type Answer } from "dns-packet";
import type { GuardOptions } from "../safe-fetch.ts";

type Records = {
  /** The IPv4 addresses of a name, for each query. */
  addresses?: (name: string) => string[];
  /** The TXT records of a name. */
  texts?: (name: string) => string[];
};

/**
 * A DNS server on loopback, over UDP. It is authoritative for all names, and its answers are not cached (TTL 0).
 * @returns its address, the lookup for a guard, the number of queries, and how to stop.
 */
export async function startNameServer({ addresses = () => [], texts = () => [] }: Records): Promise<{
  address: string;
  lookup: NonNullable<GuardOptions["lookup"]>;
  asked: () => number;
  stop: () => void;
}> {
  const socket = createSocket("udp4");
  let asked = 0;
  socket.on("message", (bytes, { address, port }) => {
    asked++;
    const { id = 0, questions = [] } = decode(bytes);
    const answers = questions.flatMap(({ type, name }): Answer[] => {
      if (type === "A") return addresses(name).map((data) => ({ type, name, ttl: 0, data }));
      return type === "TXT" ? texts(name).map((data) => ({ type, name, ttl: 0, data })) : [];
    });
    socket.send(encode({ type: "response", id, flags: AUTHORITATIVE_ANSWER, questions, answers }), port, address);
  });
  await new Promise<void>((ready) => socket.bind(0, "127.0.0.1", ready));
  const at = `127.0.0.1:${socket.address().port}`;
  const resolver = new Resolver({ timeout: 5_000, tries: 3 });
  resolver.setServers([at]);
  return {
    address: at,
    lookup: (name, _, done) =>
      resolver.resolve4(name, (error, found) =>
        done(
          error,
          (found ?? []).map((address): LookupAddress => ({ address, family: 4 })),
        ),
      ),
    asked: () => asked,
    stop: () => socket.close(),
  };
}
