import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { startProxy, type Proxy } from "./proxy.ts";

let proxy: Proxy | null = null;
let echo: ReturnType<typeof createServer> | null = null;
const sockets = new Set<Socket>();

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await proxy?.close();
  await new Promise((done) => (echo ? echo.close(done) : done(null)));
  proxy = null;
  echo = null;
});

/** An echo server behind a proxy. */
async function startEcho(): Promise<Proxy> {
  echo = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.pipe(socket);
  });
  await new Promise<void>((ready) => echo?.listen(0, "127.0.0.1", ready));
  proxy = await startProxy({ host: "127.0.0.1", port: (echo.address() as AddressInfo).port });
  return proxy;
}

type Line = { say: (text: string) => void; heard: () => string; isClosed: () => boolean; socket: Socket };

async function dial(port: number): Promise<Line> {
  const socket = connect(port, "127.0.0.1");
  sockets.add(socket);
  let heard = "";
  let isClosed = false;
  socket.on("error", () => undefined);
  socket.on("data", (chunk) => (heard += chunk.toString()));
  socket.on("close", () => (isClosed = true));
  await new Promise<void>((ready) => socket.once("connect", ready));
  return { say: (text) => void socket.write(text), heard: () => heard, isClosed: () => isClosed, socket };
}

const pause = (ms: number) => new Promise((wait) => setTimeout(wait, ms));

test("passes both ways, a megabyte too, and closes one side when the other closes", async () => {
  const { port, connections } = await startEcho();
  const line = await dial(port);
  const text = "x".repeat(1024 * 1024);
  line.say(text);
  await expect.poll(() => line.heard().length, { timeout: 5_000 }).toBe(text.length);
  line.socket.destroy();
  await expect.poll(connections, { timeout: 10_000 }).toBe(0);
});

test("half open: nothing passes, nothing closes, and a new connection is taken and stays silent", async () => {
  const { port, halfOpen, connections } = await startEcho();
  const old = await dial(port);
  old.say("before");
  await expect.poll(old.heard, { timeout: 10_000 }).toBe("before");
  halfOpen();
  const fresh = await dial(port);
  old.say("after");
  fresh.say("hello");
  await pause(200);
  expect([old.heard(), fresh.heard()]).toEqual(["before", ""]);
  expect([old.isClosed(), fresh.isClosed()]).toEqual([false, false]);
  expect(connections()).toBe(2);
});

test("healed, new connections work; the silent ones stay silent for their callers, and what they said is lost", async () => {
  const { port, halfOpen, heal, connections } = await startEcho();
  const old = await dial(port);
  halfOpen();
  const silent = await dial(port);
  old.say("lost");
  silent.say("lost");
  await pause(50);
  heal();
  const fresh = await dial(port);
  fresh.say("again");
  await expect.poll(fresh.heard, { timeout: 10_000 }).toBe("again");
  old.say("still lost");
  await pause(100);
  expect([old.heard(), silent.heard()]).toEqual(["", ""]);
  expect([old.isClosed(), silent.isClosed()]).toEqual([false, false]);
  old.socket.destroy();
  silent.socket.destroy();
  await expect.poll(connections, { timeout: 10_000 }).toBe(1);
});

test("a server that is away closes the caller's connection, as a refused one would", async () => {
  const { port } = await startEcho();
  await new Promise((done) => echo?.close(done));
  echo = null;
  const line = await dial(port);
  await expect.poll(line.isClosed, { timeout: 10_000 }).toBe(true);
});
