/** Makes the requests that its parent process orders, and reports the results (load.ts). */
import { createHmac } from "node:crypto";
import { percentile } from "../figures.ts";
import type { Load, PacedLoad, Seen } from "./load.ts";
import { connect, type Socket } from "node:net";

/** A response. `body` points into the connection's buffer and is valid until the next request. */
type Answer = { status: number; body: Buffer };

const HEAD_END = "\r\n\r\n";
const EMPTY = Buffer.alloc(0);

/**
 * One HTTP/1.1 connection with one request at a time and minimal parsing. The load generator shares the processors with the
 * server, so it must cost only a fraction of it.
 */
class HttpLine {
  #socket: Socket;
  #waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null;
  #buffer: Buffer = EMPTY;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk) => this.#take(chunk));
    socket.on("error", (error) => this.#fail(error));
    socket.on("close", () => this.#fail(new Error("the connection was closed")));
  }

  static open(port: number): Promise<HttpLine> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: "127.0.0.1" });
      socket.once("error", reject);
      socket.once("connect", () => {
        socket.off("error", reject);
        resolve(new HttpLine(socket));
      });
    });
  }

  /** @param request head and body. Rejects when the connection breaks. */
  ask(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#buffer = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk]);
    const answer = readAnswer(this.#buffer);
    if (!answer) return;
    this.#buffer = EMPTY;
    const { resolve } = this.#waiting ?? {};
    this.#waiting = null;
    resolve?.(answer);
  }

  #fail(error: Error): void {
    const { reject } = this.#waiting ?? {};
    this.#waiting = null;
    reject?.(error);
  }
}

type Order = { kind: "closed"; load: Load } | { kind: "paced"; load: PacedLoad };

const ERRORS = '"errors"';

class Tally {
  #times: number[] = [];
  #refused = 0;
  #refusal: string | null = null;
  #began = performance.now();

  async ask(line: HttpLine, request: string, askedAt: number): Promise<void> {
    const { status, body } = await line.ask(request);
    this.#times.push(performance.now() - askedAt);
    if (status === 200 && !body.includes(ERRORS)) return;
    this.#refused += 1;
    this.#refusal ??= `${status} ${body.toString("utf8", 0, 500)}`;
  }

  seen(): Seen {
    return {
      acked: this.#times.length - this.#refused,
      refused: this.#refused,
      refusal: this.#refusal,
      seconds: (performance.now() - this.#began) / 1_000,
      p50: percentile(this.#times, 0.5),
      p99: percentile(this.#times, 0.99),
    };
  }
}

/** One caller per connection. Each sends its next request as soon as it has a response. */
async function runClosed(load: Load): Promise<Seen> {
  const lines = await openLines(load);
  const requestOf = requestsOf(load);
  const tally = new Tally();
  const until = performance.now() + load.seconds * 1_000;
  let n = 0;
  const callers = lines.map(async (line) => {
    for (let now = performance.now(); now < until && n < (load.most ?? Infinity); now = performance.now())
      await tally.ask(line, requestOf(n++), now);
  });
  await Promise.all(callers);
  for (const line of lines) line.close();
  return tally.seen();
}

/**
 * Sends each request on an absolute schedule. If no connection is free, the request waits, and its time counts from the
 * schedule.
 */
async function runPaced(load: PacedLoad): Promise<Seen> {
  const free = await openLines(load);
  const requests = load.bodies.map(
    (body) => head({ ...load, headers: { ...load.headers, ...signed(load, body) } }, body) + body,
  );
  const tally = new Tally();
  const began = performance.now();
  const dueAt = (n: number) => began + (n * 1_000) / load.perSecond;
  let next = 0;
  await new Promise<void>((done, fail) => {
    let answered = 0;
    const go = () => {
      while (next < requests.length && dueAt(next) <= performance.now()) {
        const line = free.pop();
        if (!line) return;
        tally
          .ask(line, requests[next] ?? "", dueAt(next))
          .then(() => {
            free.push(line);
            answered += 1;
            if (answered === requests.length) done();
            else go();
          })
          .catch(fail);
        next += 1;
      }
    };
    const tick = setInterval(() => (next < requests.length ? go() : clearInterval(tick)), 1);
  });
  for (const line of free) line.close();
  return tally.seen();
}

function signed({ secret }: PacedLoad, body: string): Record<string, string> {
  if (secret === undefined) return {};
  return { "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}` };
}

function openLines({ connections, port }: Pick<Load, "connections" | "port">): Promise<HttpLine[]> {
  return Promise.all(Array.from({ length: connections }, () => HttpLine.open(port)));
}

/** The text of request n. */
function requestsOf(load: Load): (n: number) => string {
  const { run, subjects } = load;
  // Texts and placeholders alternate: placeholders have odd indexes.
  const parts = load.body.split(/\{\{(\w+)\}\}/);
  return (n) => {
    const subject = subjects ? (subjects[n % subjects.length] ?? []) : [`${run}-${n}`];
    const body = parts
      .map((part, at) => (at % 2 === 0 ? part : part === "n" ? String(n) : (subject[Number(part)] ?? "")))
      .join("");
    return head(load, body) + body;
  };
}

function head({ path, headers, port }: Pick<Load, "path" | "headers" | "port">, body: string): string {
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return (
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: application/json\r\n` +
    `content-length: ${Buffer.byteLength(body)}\r\n${more.join("")}\r\n`
  );
}

process.on("message", (order: Order) => {
  const run = order.kind === "closed" ? runClosed(order.load) : runPaced(order.load);
  run.then(
    (seen) => process.send?.(seen),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on("disconnect", () => process.exit(0));
process.send?.("ready");

/** The whole response, or null while part of it is missing. */
function readAnswer(bytes: Buffer): Answer | null {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return null;
  const head = bytes.toString("latin1", 0, end).toLowerCase();
  const status = Number(head.slice(9, 12));
  const from = end + HEAD_END.length;
  const length = /\r\ncontent-length: *(\d+)/.exec(head)?.[1];
  if (length !== undefined) {
    const to = from + Number(length);
    return bytes.length < to ? null : { status, body: bytes.subarray(from, to) };
  }
  if (!head.includes("\r\ntransfer-encoding: chunked")) return { status, body: EMPTY };
  const body = readChunks(bytes, from);
  return body && { status, body };
}

function readChunks(bytes: Buffer, start: number): Buffer | null {
  const parts: Buffer[] = [];
  for (let at = start; ;) {
    const line = bytes.indexOf("\r\n", at);
    if (line < 0) return null;
    const size = Number.parseInt(bytes.toString("latin1", at, line), 16);
    const from = line + 2;
    if (bytes.length < from + size + 2) return null;
    if (size === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(from, from + size));
    at = from + size + 2;
  }
}
