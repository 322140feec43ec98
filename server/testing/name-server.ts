import { createSocket } from "node:dgram";
import { Resolver, type LookupAddress } from "node:dns";
import type { GuardOptions } from "../safe-fetch.ts";

/** Header size of a message, in bytes (RFC 1035, 4.1.1). */
const HEADER = 12;
const TYPE_A = 1;
const CLASS_IN = 1;

/**
 * A DNS server on loopback, over UDP. It is authoritative for all names, and its answers are not cached (TTL 0).
 * @param answer returns the IPv4 addresses of a name, for each query.
 * @returns the lookup for a guard, the number of queries, and how to stop.
 */
export async function startNameServer(answer: (name: string) => string[]): Promise<{
  lookup: NonNullable<GuardOptions["lookup"]>;
  asked: () => number;
  stop: () => void;
}> {
  const socket = createSocket("udp4");
  let asked = 0;
  socket.on("message", (question, { address, port }) => {
    asked++;
    socket.send(answerTo(question, answer), port, address);
  });
  await new Promise<void>((ready) => socket.bind(0, "127.0.0.1", ready));
  const resolver = new Resolver({ timeout: 5_000, tries: 3 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    lookup: (name, _, done) =>
      resolver.resolve4(name, (error, addresses) =>
        done(
          error,
          (addresses ?? []).map((address): LookupAddress => ({ address, family: 4 })),
        ),
      ),
    asked: () => asked,
    stop: () => socket.close(),
  };
}

function answerTo(question: Buffer, answer: (name: string) => string[]): Buffer {
  const { name, end } = nameIn(question);
  const records = answer(name).map(recordOf);
  const header = Buffer.alloc(HEADER);
  question.copy(header, 0, 0, 2);
  // A response, authoritative, without an error; one question.
  header.writeUInt16BE(0x8400, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, question.subarray(HEADER, end), ...records]);
}

/** The requested name, and where the question ends. */
function nameIn(question: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = question.readUInt8(at); length > 0; length = question.readUInt8(at)) {
    labels.push(question.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), end: at + 5 };
}

function recordOf(address: string): Buffer {
  const record = Buffer.alloc(16);
  // A pointer to the name in the question.
  record.writeUInt16BE(0xc000 | HEADER, 0);
  record.writeUInt16BE(TYPE_A, 2);
  record.writeUInt16BE(CLASS_IN, 4);
  record.writeUInt32BE(0, 6);
  record.writeUInt16BE(4, 10);
  address.split(".").forEach((part, index) => record.writeUInt8(Number(part), 12 + index));
  return record;
}
