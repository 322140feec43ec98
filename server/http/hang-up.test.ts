// @own-process: a server that stops tells the process to drain.
import { createHmac, randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { DOORS, handleDoor } from "../doors.ts";
import { env } from "../env.ts";
import { startHttpServer } from "../http-server.ts";
import { log } from "../log.ts";
import { isHangUp } from "./hang-up.ts";
import { createTestIntegration, createTestWorkspace } from "../testing/factories.ts";

// A caller who hangs up is an everyday event: an error in the log would call somebody.

let server: Awaited<ReturnType<typeof startHttpServer>>;
let apiKey: string;
let workspaceId: number;
let integrationId: string;

beforeAll(async () => {
  env().DRAIN_SECONDS = 0;
  ({ apiKey, workspaceId } = await createTestWorkspace());
  ({ id: integrationId } = await createTestIntegration(workspaceId));
  server = await startHttpServer({ port: 0, host: "127.0.0.1" }, (request, response) => {
    if (!handleDoor(request, response)) response.writeHead(404).end();
  });
});
afterAll(() => server.stop());
afterEach(() => vi.restoreAllMocks());

function upload(): string {
  const query = `expires=${Math.floor(Date.now() / 1000) + 60}`;
  return `/uploads/${workspaceId}/x.png?${query}&signature=${createHmac("sha256", "x").update("x").digest("hex")}`;
}

/** Where each door lies, for one who may come in. */
const PLACES: Record<string, () => string> = {
  "incoming custom": () => `/ext/v1/incoming/custom/${integrationId}`,
  "incoming custom status": () => `/ext/v1/incoming/custom/${integrationId}/status`,
  "incoming webchat": () => `/ext/v1/incoming/webchat/${randomUUID()}`,
  "incoming provider": () => `/ext/v1/incoming/telegram/${randomUUID()}`,
  webchat: () => `/ext/v1/webchat/${randomUUID()}/session`,
  uploads: upload,
  pictures: () => `/pictures/${workspaceId}/messages/${randomUUID()}?url=x`,
};

const places = DOORS.map(({ method, path, name }) => {
  const made = name === undefined ? () => `${String(path)}?workspaceId=${workspaceId}` : PLACES[name];
  if (!made) throw new Error(`no place of ${name}`);
  const exact = name === undefined && method === "*" ? () => String(path) : made;
  return [`${method} ${name ?? String(path)}`, method === "*" ? "POST" : method, exact] as const;
});

/** Sends what is given and hangs up a moment later. */
async function hangUp(text: string, ms: number): Promise<void> {
  const socket = connect(server.port, "127.0.0.1");
  socket.on("error", () => undefined);
  await new Promise<void>((sent) => socket.write(text, () => sent()));
  await new Promise((wait) => setTimeout(wait, ms));
  socket.resetAndDestroy();
}

test.each(places)("%s", async (_, method, place) => {
  const error = vi.spyOn(log, "error");
  const warn = vi.spyOn(log, "warn");
  const who = [
    `authorization: ${apiKey}`,
    `x-workspace-id: ${workspaceId}`,
    "x-validate-token: validate-me",
    "content-type: application/json",
    "accept: application/json, text/event-stream",
  ].join("\r\n");
  const start = `${method} ${place()} HTTP/1.1\r\nhost: x\r\n${who}\r\n`;
  const takesBody = !["GET", "OPTIONS"].includes(method);
  const query = JSON.stringify({ query: "{ __typename }" });
  for (const ms of [0, 5, 40]) {
    if (!takesBody) await hangUp(`${start}\r\n`, ms);
    else {
      await hangUp(`${start}content-length: 1000\r\n\r\n${query}`, ms);
      await hangUp(`${start}transfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\n`, ms);
      await hangUp(`${start}content-length: ${query.length}\r\n\r\n${query}`, ms);
    }
  }
  await new Promise((wait) => setTimeout(wait, 150));
  expect([...error.mock.calls, ...warn.mock.calls]).toEqual([]);
});

test("an error that is no hang-up stays a fault, also when the caller has left", () => {
  const gone = { destroyed: true } as ServerResponse;
  const there = { destroyed: false } as ServerResponse;
  const reset = Object.assign(new Error("aborted"), { code: "ECONNRESET" });
  expect(isHangUp(reset, gone)).toBe(true);
  expect(isHangUp(new DOMException("left", "AbortError"), gone)).toBe(true);
  expect(isHangUp(reset, there)).toBe(false);
  expect(isHangUp(new TypeError("a fault"), gone)).toBe(false);
});
