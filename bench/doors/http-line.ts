import { connect, type Socket } from "node:net";

/** What came back: the body is that of the connection's buffer, and good until the next question. */
export type Answer = { status: number; body: Buffer };

const HEAD_END = "\r\n\r\n";
const EMPTY = Buffer.alloc(0);

/**
 * One HTTP/1.1 connection with one question at a time, and no more parsing than that takes: what asks costs a fraction of what
 * answers, on whose processors it runs.
 */
export class HttpLine {
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

/** The whole answer, or null while some of it is missing. */
export function readAnswer(bytes: Buffer): Answer | null {
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
