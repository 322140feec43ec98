/**
 * Listeners of a live stream, in a separate process, with minimal HTTP parsing. `open` responds when all of them are ready.
 * `take` responds with the time at which each message arrived at each listener (milliseconds since 1970). `close` ends it.
 */
import { connect, type Socket } from "node:net";

type Open = { port: number; path: string; tokens: string[]; count: number };
type Question = { open?: Open; take?: string[]; close?: true };

const MESSAGE = /"name":"INCOMING_MESSAGE"[^\n]*?"messageId":"([0-9a-f-]{36})"/g;
/** Connections opened concurrently, because the server accepts them one by one. */
const AT_ONCE = 50;

let sockets: Socket[] = [];
const arrivals = new Map<string, number[]>();

function hear(text: string): void {
  const at = performance.timeOrigin + performance.now();
  for (const [, id = ""] of text.matchAll(MESSAGE)) {
    const times = arrivals.get(id);
    if (times) times.push(at);
    else arrivals.set(id, [at]);
  }
}

function openOne({ port, path }: Open, token: string): Promise<void> {
  return new Promise((ready, refuse) => {
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    let rest = "";
    socket.setEncoding("utf8");
    socket.once("error", refuse);
    socket.once("close", () => refuse(new Error(`a live stream ended: ${rest.slice(0, 200)}`)));
    socket.on("data", (chunk: string) => {
      rest += chunk;
      const end = rest.lastIndexOf("\n\n");
      if (end < 0) return;
      const whole = rest.slice(0, end);
      rest = rest.slice(end + 2);
      if (whole.includes("event: ready")) ready();
      hear(whole);
    });
    const lines = [`GET ${path} HTTP/1.1`, `host: 127.0.0.1:${port}`, "accept: text/event-stream"];
    if (token) lines.push(`authorization: Bearer ${token}`);
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  });
}

async function open(order: Open): Promise<void> {
  const { tokens, count } = order;
  for (let from = 0; from < count; from += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => from + index);
    await Promise.all(batch.map((number) => openOne(order, tokens[number % tokens.length] ?? "")));
  }
}

async function answer({ open: order, take }: Question): Promise<unknown> {
  if (order) {
    await open(order);
    return sockets.length;
  }
  if (take) {
    const times = take.map((id) => arrivals.get(id) ?? []);
    for (const id of take) arrivals.delete(id);
    return times;
  }
  for (const socket of sockets) socket.destroy();
  sockets = [];
  return 0;
}

process.on("message", (question: Question) => {
  answer(question).then(
    (said) => process.send?.(said),
    (error: unknown) => {
      console.error(String(error));
      process.exit(1);
    },
  );
});
process.on("disconnect", () => process.exit(0));
process.on("SIGTERM", () => process.exit(0));
process.send?.({ port: 0 });
